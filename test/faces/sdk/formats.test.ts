import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  citationKeys,
  READ_FORMATS,
  readPapers,
  WRITTEN_FORMATS,
  writePapers,
} from '../../../src/faces/sdk/formats.ts';
import type { Paper } from '../../../src/faces/sdk/types.ts';

const lines = readFileSync(new URL('../../fixtures/real-papers.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const own = lines.slice(0, 40).join('\n');

describe('the exported formats', () => {
  it.each(['bibtex', 'ris', 'csl-json', 'csv'] as const)('read back what they write: %s', async (format) => {
    const { papers } = await readPapers(own);
    expect(papers).toHaveLength(40);
    const read = await readPapers(writePapers(format, papers));
    expect(read.format).toBe(format);
    expect(read.problems).toEqual([]);
    const plain = (list: Paper[]) => list.map(({ title, doi, year }) => [title?.toLowerCase(), doi, year]);
    expect(plain(read.papers)).toEqual(plain(papers));
  });

  it('keep what can be read, and say where the rest is', async () => {
    const text = 'TY  - JOUR\nTI  - Whole\nER  - \n\nTY  - JOUR\nAU  - Nobody\nER  - \n';
    const read = await readPapers(text);
    expect(read.papers.map(({ title }) => title)).toEqual(['Whole']);
    expect(read.problems).toEqual([{ line: 5, reason: 'it has neither a title nor an abstract' }]);
  });

  it('believe who says which format it is, and the ending of a name where the text says nothing', async () => {
    expect((await readPapers('', { fileName: 'empty.bib' })).format).toBe('bibtex');
    expect((await readPapers(own, { format: 'jsonl' })).format).toBe('jsonl');
  });

  it('refuse what is no format', async () => {
    await expect(readPapers('Dear all')).rejects.toThrow(/^text: /);
    await expect(readPapers(own, { format: 'word' as never })).rejects.toThrow(/^format: unknown format/);
    expect(() => writePapers('pdf' as never, [])).toThrow(/^format: unknown format; known are bibtex/);
  });

  it('give keys that are unique', () => {
    const paper = { title: 'Attention is all', authors: 'Ashish Vaswani', year: 2017 };
    expect(citationKeys([paper, paper])).toEqual(['vaswani2017attention', 'vaswani2017attention-2']);
  });

  it('that programs rely on are there', () => {
    expect(READ_FORMATS).toEqual(
      expect.arrayContaining([
        ...[
          'openalex',
          'semantic-scholar',
          'arxiv',
          'crossref',
          'zotero',
          'csl-json',
          'jsonl',
          'bibtex',
          'ris',
          'nbib',
        ],
        ...['wos', 'endnote-xml', 'pubmed-xml', 'zotero-rdf', 'refworks', 'refer', 'ovid', 'csv'],
      ]),
    );
    expect(WRITTEN_FORMATS).toEqual(expect.arrayContaining(['bibtex', 'ris', 'csl-json', 'csv', 'jsonl', 'markdown']));
  });
});
