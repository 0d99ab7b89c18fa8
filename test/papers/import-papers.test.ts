import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type ImportFormat, importPapers } from '../../src/jobs/library.ts';
import type { PaperLibrary } from '../../src/jobs/ports.ts';
import type { PaperRecord } from '../../src/papers/record.ts';

/** A library in memory, with the sizes of the transactions that it saw. */
function memoryLibrary() {
  const records = new Map<string, PaperRecord>();
  const transactions: number[] = [];
  const library: PaperLibrary = {
    add(batch) {
      const before = records.size;
      for (const record of batch) records.set(record.key, record);
      transactions.push(batch.length);
      return { added: records.size - before, replaced: batch.length - (records.size - before) };
    },
    summary: () => ({ papers: records.size, starterPapers: 0, coverage: {}, bytes: 0, path: '' }),
  };
  return { library, records, transactions };
}

async function importText(text: string | string[], format: ImportFormat) {
  const memory = memoryLibrary();
  const report = await importPapers(memory.library, Readable.from([text].flat()), format);
  return { ...memory, report, titles: [...memory.records.values()].map(({ title }) => title) };
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => `{"id":"p${index}","title":"T"}\n`);

describe('importing JSON Lines', () => {
  it('adds each record in the vocabulary of the contract', async () => {
    const json = '{"id":"acl:1","title":"One","fields":["Computer science"],"publicationType":"proceedings-article"}';
    const { report, records } = await importText(json, 'jsonl');
    expect(report).toEqual({ added: 1, replaced: 0, skipped: 0, problems: [] });
    expect([...records.values()]).toEqual([
      {
        key: 'acl:1',
        title: 'One',
        authors: [],
        fieldsOfStudy: ['Computer Science'],
        publicationType: 'conference',
        downloadable: false,
      },
    ]);
  });

  it('replaces a record whose key is there already', async () => {
    const { report, titles } = await importText('{"id":"a","title":"Old"}\n{"id":"a","title":"New"}\n', 'jsonl');
    expect([report, titles]).toEqual([{ added: 1, replaced: 1, skipped: 0, problems: [] }, ['New']]);
  });

  it('reports bad lines by number and reason, and goes on', async () => {
    const text = '{"title":"One"}\n\nnot json\n[1]\n{"id":"bare"}\n   \n{"title":"Two"}';
    const { report, titles } = await importText(text, 'jsonl');
    expect(titles).toEqual(['One', 'Two']);
    expect(report).toEqual({
      added: 2,
      replaced: 0,
      skipped: 3,
      problems: [
        { line: 3, reason: 'it is no valid JSON' },
        { line: 4, reason: 'it is no JSON object' },
        { line: 5, reason: 'it has neither a title nor an abstract' },
      ],
    });
  });

  it('reads a byte order mark, CR LF, and lines cut by the stream', async () => {
    const { report, titles } = await importText(
      ['\ufeff{"tit', 'le":"One"}\r', '\n{"title":"Two"}', '\r\nbad'],
      'jsonl',
    );
    expect(titles).toEqual(['One', 'Two']);
    expect(report.problems).toEqual([{ line: 3, reason: 'it is no valid JSON' }]);
  });

  it('lists the first 20 problems and counts all', async () => {
    const { report } = await importText('bad\n'.repeat(50), 'jsonl');
    expect(report.skipped).toBe(50);
    expect(report.problems.map(({ line }) => line)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it('keeps everything of a large file, in several transactions', async () => {
    const { report, records, transactions } = await importText(lines(4_500), 'jsonl');
    expect([report.added, records.size]).toEqual([4_500, 4_500]);
    expect(transactions.length).toBeGreaterThan(1);
  });

  it('keeps what it had read when the file breaks off, and fails', async () => {
    const { library, records } = memoryLibrary();
    async function* broken() {
      yield* lines(4_500);
      throw new Error('the disk is gone');
    }
    await expect(importPapers(library, Readable.from(broken()), 'jsonl')).rejects.toThrow('the disk is gone');
    expect(records.size).toBeGreaterThanOrEqual(2_000);
  });

  it('of an empty file adds nothing', async () => {
    expect((await importText('', 'jsonl')).report).toEqual({ added: 0, replaced: 0, skipped: 0, problems: [] });
  });
});

describe('importing BibTeX', () => {
  it('adds each entry, cleaned', async () => {
    const text = `@article{a, title = {On \\textit{E. coli}}, author = {M{\\"u}ller, Anna}, doi = {10.1000/X}, year = 2020}`;
    const { records } = await importText(text, 'bibtex');
    expect([...records.values()]).toEqual([
      {
        key: 'doi:10.1000/x',
        title: 'On E. coli',
        authors: ['Anna Müller'],
        year: 2020,
        doi: '10.1000/x',
        publicationType: 'journal',
        fieldsOfStudy: [],
        downloadable: false,
      },
    ]);
  });

  it('reports entries that cannot be kept, and goes on', async () => {
    const text = '@article{a, title = {One}}\n@article{b, year = 2000}\n@article{c, title = {Three}}\n';
    const { report, titles } = await importText(text, 'bibtex');
    expect(titles).toEqual(['One', 'Three']);
    expect(report).toEqual({
      added: 2,
      replaced: 0,
      skipped: 1,
      problems: [{ line: 2, reason: 'it has neither a title nor an abstract' }],
    });
  });

  it('reads a file that comes in pieces', async () => {
    expect((await importText(['@article{a, ti', 'tle = {On', 'e}}'], 'bibtex')).titles).toEqual(['One']);
  });
});
