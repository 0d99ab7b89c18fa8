import { describe, expect, it } from 'vitest';
import { fromWire } from '../../../src/papers/wire.ts';
import type { LiveSources } from '../../../src/search/federated/live-sources.ts';
import { relatedWorks } from '../../../src/search/federated/related-works.ts';
import type { SourceOutcome } from '../../../src/search/sources/runner.ts';

async function isPartial(...outcomes: Partial<SourceOutcome>[]): Promise<boolean | undefined> {
  const nobody = () => Promise.reject(new Error('not asked here'));
  const live: LiveSources = {
    names: ['openalex'],
    search: nobody,
    use: async () =>
      ({
        works: [],
        outcomes: outcomes.map((facts) => ({ source: 'openalex', records: [], requests: 1, fromCache: 0, ...facts })),
        lookUps: [],
      }) as never,
    close: async () => undefined,
  };
  const { find } = relatedWorks(['openalex'], async () => live, undefined);
  const asking = { signal: new AbortController().signal, budgetMs: 900 };
  return (await find(fromWire({ title: 'Mussel beds', doi: '10.1000/a' }), 'citations', 10, asking)).isPartial;
}

describe('an answer about related works', () => {
  it('is partial where a source failed, and not where one cannot tell at all', async () => {
    expect(await isPartial({}, { failure: 'too slow' })).toBe(true);
    expect(await isPartial({}, { failure: 'skipped' })).toBeUndefined();
    expect(await isPartial({}, {})).toBeUndefined();
  });
});
