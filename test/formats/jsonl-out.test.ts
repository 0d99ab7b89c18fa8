import { describe, expect, it } from 'vitest';
import { metadataFromJson } from '../../src/formats/json/jsonl.ts';
import { writePapers } from '../../src/formats/write-papers.ts';
import { toPaper } from '../../src/papers/paper.ts';
import { exported, exportedOne } from '../helpers/exported.ts';
import { CLEAN_RECORDS, COLLECTIONS } from '../helpers/exported-papers.ts';

function linesOf(source: string): unknown[] {
  expect(source.endsWith('\n')).toBe(true);
  return source
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line));
}

function imported(line: unknown) {
  const facts = metadataFromJson(line);
  return typeof facts === 'string' ? facts : toPaper(facts);
}

describe('JSON Lines', () => {
  it('say of real records what they say themselves', () => {
    const lines = linesOf(
      writePapers(
        'jsonl',
        CLEAN_RECORDS.map(({ exported }) => exported),
      ),
    );
    const expectedLines = CLEAN_RECORDS.map(({ exported: { ref, key, sameAs }, expected }) => ({
      ref,
      citationKey: key,
      ...(sameAs && { sameAs }),
      foundIn: ['openalex'],
      ...expected,
    }));
    expect(lines).toEqual(expectedLines);
  });

  it.each(COLLECTIONS)('give the import what stands in them, of %s', (_name, papers) => {
    const lines = linesOf(writePapers('jsonl', papers)) as Record<string, unknown>[];
    expect(lines.map(({ ref, citationKey, sameAs }) => ({ ref, citationKey, sameAs }))).toEqual(
      papers.map(({ ref, key, sameAs }) => ({ ref, citationKey: key, sameAs })),
    );
    for (const line of lines) {
      // Neither what only the search knew nor who said what is taken from a file.
      const { ref: _, citationKey: __, sameAs: ___, score: ____, engine: _____, foundIn, provenance, ...record } = line;
      const readable = record.title !== '' || record.abstract !== undefined;
      // A record of the library says whether it knows of a PDF; where the line does not, it does not.
      const [year] = /^\d{4}(?=-|$)/.exec(String(record.publishedAt)) ?? [];
      // A day tells the year, where no other is given.
      const dated = record.year === undefined && year !== undefined ? { year: Number(year) } : {};
      const expected = { ...record, ...dated, downloadable: record.downloadable ?? false };
      expect(imported(line)).toEqual(readable ? expected : 'it has neither a title nor an abstract');
    }
  });

  it('are in the names of the library', () => {
    const [line] = linesOf(
      writePapers(
        'jsonl',
        exportedOne({ id: '7', title: 'A title', authors: 'Ada Lovelace, Alan Turing', score: 0.5 }),
      ),
    );
    expect(line).toEqual({
      ref: 'J12-1',
      citationKey: 'lovelacendtitle',
      key: '7',
      title: 'A title',
      authors: ['Ada Lovelace', 'Alan Turing'],
      fieldsOfStudy: [],
      score: 0.5,
    });
  });

  it('are one line each, whatever is in the text', () => {
    const evil = 'a\nb\r\nc\u2028d"}\n{"title":"evil"}';
    expect(linesOf(writePapers('jsonl', exported([{ title: evil, abstract: evil }, { title: 'After' }])))).toHaveLength(
      2,
    );
  });
});
