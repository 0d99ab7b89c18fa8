import { describe, expect, it } from 'vitest';
import { citationOf } from '../../../src/papers/citation.ts';
import { metadataFromJson } from '../../../src/papers/formats/read/own-json.ts';
import { writePapers } from '../../../src/papers/formats/write/write-papers.ts';
import { toPaper } from '../../../src/papers/paper.ts';
import { fromWire } from '../../../src/papers/wire.ts';
import { COLLECTIONS, exported, exportedOne } from '../../helpers/exported-papers.ts';

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
  it.each(COLLECTIONS)('give the import the same records, of %s', (_name, papers) => {
    const lines = linesOf(writePapers('jsonl', papers));
    expect(lines.length).toBe(papers.length);
    for (const [index, { paper }] of papers.entries()) {
      // Who said what is not taken from a file.
      const { foundIn: _, provenance: __, ...record } = fromWire(paper);
      const readable = record.title !== '' || record.abstract !== undefined;
      expect(imported(lines[index])).toEqual(readable ? record : 'it has neither a title nor an abstract');
    }
  });

  it.each(COLLECTIONS)('hold what only the search knew, of %s', (_name, papers) => {
    const lines = linesOf(writePapers('jsonl', papers));
    for (const [index, { ref, key, paper, sameAs }] of papers.entries()) {
      const { score, engine } = citationOf(paper);
      const line = JSON.parse(JSON.stringify({ ref, citationKey: key, sameAs, ...fromWire(paper), score, engine }));
      expect(lines[index]).toEqual(line);
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
      downloadable: false,
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
