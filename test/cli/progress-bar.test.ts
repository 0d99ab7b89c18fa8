import { expect, it } from 'vitest';
import { sourcesLine } from '../../src/cli/progress-bar.ts';

it('progress names the sources that answered, failed and are waited for', () => {
  const sources = [
    { source: 'openalex', title: 'OpenAlex', gave: 100 },
    { source: 'crossref', title: 'Crossref', failed: { failure: 'unreachable' } as const },
    { source: 'arxiv', title: 'arXiv' },
    { source: 'europepmc', title: 'Europe PMC', gave: 0 },
  ];
  expect(sourcesLine(sources)).toBe('OpenAlex 100, Crossref failed, Europe PMC 0, waiting for arXiv');
  expect(sourcesLine([])).toBe('');
});
