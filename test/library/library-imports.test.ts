import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIBRARY_MIGRATIONS } from '../../src/library/library-schema.ts';
import type { ImportCheckpoint, ImportCounts, PaperSelection } from '../../src/library/ports/library.ts';
import { openDatabase } from '../../src/platform/sqlite/database.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { only, openShelf, paper } from '../search/federated/shelf.ts';

const COUNTS: ImportCounts = { added: 0, merged: 0, completed: 0, journals: 0, passedOver: 0, skipped: 0 };
const at = (changes: Partial<ImportCheckpoint> = {}): ImportCheckpoint => ({
  path: '/one.jsonl',
  size: 1,
  modifiedAt: 2,
  head: 'h',
  format: 'jsonl',
  pieces: 1,
  counts: COUNTS,
  isFinished: false,
  ...changes,
});

describe('how far an import has come', () => {
  it('is kept with the papers, and the last word counts', () => {
    const { add, findCheckpoint } = openShelf();
    expect(findCheckpoint('/one.jsonl')).toBeUndefined();
    add([paper({ key: 'a' })], (outcome) => at({ counts: { ...COUNTS, ...outcome } }));
    expect(findCheckpoint('/one.jsonl')).toEqual(at({ counts: { ...COUNTS, added: 1 } }));
    add([], () => at({ isFinished: true, size: 9 }));
    expect(findCheckpoint('/one.jsonl')).toEqual(at({ isFinished: true, size: 9 }));
  });

  it('is not kept when the papers could not be', () => {
    const { add, findCheckpoint, size } = openShelf();
    const before = size();
    const broken = { ...paper({ key: 'b' }), year: {} as number };
    expect(() => add([paper({ key: 'a' }), broken], () => at())).toThrow();
    expect([findCheckpoint('/one.jsonl'), size()]).toEqual([undefined, before]);
  });
});

describe('completing papers', () => {
  it('gives those of a number the texts that they lack, once', () => {
    const { add, complete, ids, search, edition } = openShelf();
    add([
      paper({ key: 's2:1', title: 'Zyzzyva', corpusId: '1', abstract: 'Its own.' }),
      paper({ key: 's2:2', title: 'Quokka', corpusId: '2' }),
    ]);
    const texts = [
      { corpusId: '1', abstract: 'Another.', summary: 'Weevils.' },
      { corpusId: '2', abstract: 'Axolotls, <i>too</i>.' },
      { corpusId: '3', abstract: 'Nobody.' },
    ];
    const before = edition();
    expect(complete(texts)).toBe(2);
    expect(edition()).not.toBe(before);
    expect(search(only('zyzzyva'))).toMatchObject([{ abstract: 'Its own.', tldr: 'Weevils.' }]);
    expect(ids(only('axolotls'))).toEqual(['s2:2']);
    expect(complete(texts, () => at())).toBe(0);
  });
});

describe('removing papers', () => {
  function shelf() {
    const library = openShelf();
    library.remove({ origin: 'starter' });
    const from = (path: string) => () => at({ path, isFinished: true });
    library.add(
      [paper({ key: 'a', year: 1990, doi: '10.1000/a', title: 'Zyzzyva' }), paper({ key: 'b', year: 2000 })],
      from('/one.jsonl'),
    );
    library.add(
      [paper({ key: 'a', year: 1990, doi: '10.1000/a', title: 'Zyzzyva' }), paper({ key: 'c', year: 2000 })],
      from('/two.jsonl'),
    );
    const keys = () => [...library.records()].map(({ key }) => key).sort();
    return { ...library, keys };
  }

  it.each([
    [{ names: ['b'] }, ['a', 'c']],
    [{ names: ['https://doi.org/10.1000/A', 'a', 'nobody'] }, ['b', 'c']],
    [{ names: ['nobody'] }, ['a', 'b', 'c']],
    [{ years: { from: 1995, to: 2005 } }, ['a']],
    [{ years: { from: 2000, to: 2000 }, importedFrom: '/two.jsonl' }, ['a', 'b']],
    [{ importedFrom: '/one.jsonl' }, ['c']],
    [{ importedFrom: '/three.jsonl' }, ['a', 'b', 'c']],
    [{ origin: 'import' as const }, []],
    [{}, ['a', 'b', 'c']],
  ])('of %j leaves %j', ({ names, ...others }: { names?: string[] } & PaperSelection, left) => {
    const { count, remove, keys, findNamed } = shelf();
    const selection = { ...others, ...(names && { ids: names.flatMap(findNamed) }) };
    expect(count(selection)).toBe(3 - left.length);
    expect(remove(selection)).toBe(3 - left.length);
    expect(keys()).toEqual(left);
  });

  it('leaves nothing of them to be found, and lets their file be imported again', () => {
    const { remove, ids, complete, findCheckpoint, summary } = shelf();
    remove({ importedFrom: '/one.jsonl' });
    expect([ids(only('zyzzyva')), summary().starterPapers]).toEqual([[], 0]);
    expect(complete([{ corpusId: '1', abstract: 'A' }])).toBe(0);
    // The second file has one of the removed papers, too.
    for (const path of ['/one.jsonl', '/two.jsonl'])
      expect(findCheckpoint(path)).toMatchObject({ pieces: 0, isFinished: false, head: '' });
  });

  it('does not bring back the starter catalogue when the library is opened again', () => {
    const dataDir = temporaryFolder();
    openShelf(dataDir).remove({ origin: 'starter' });
    expect(openShelf(dataDir).size()).toEqual({ papers: 0, starter: 0, counted: 0 });
  });
});

describe('a library from before', () => {
  it('learns the numbers of the papers that it has', () => {
    const dataDir = temporaryFolder();
    const old = openDatabase(join(dataDir, 'library.sqlite'), LIBRARY_MIGRATIONS.slice(0, 1));
    old.run(`INSERT INTO papers (id, key, origin, downloadable) VALUES (1, 's2:7', 'import', 0)`);
    const record = JSON.stringify({
      key: 's2:7',
      authors: [],
      fieldsOfStudy: [],
      downloadable: false,
      corpusId: '7',
      pmid: '3',
    });
    old.run(`INSERT INTO texts (id, title, abstract, summary, record) VALUES (1, 'Zyzzyva', '', '', ?)`, record);
    old.run(`INSERT INTO papers_fts (rowid, title, abstract, summary) VALUES (1, 'Zyzzyva', '', '')`);
    old.close();
    const { complete, ids } = openShelf(dataDir);
    const database = openDatabase(join(dataDir, 'library.sqlite'), LIBRARY_MIGRATIONS);
    const known = database.all('SELECT kind, value FROM identifiers WHERE paper = 1');
    database.close();
    expect(known).toEqual(
      expect.arrayContaining([
        { kind: 'corpus', value: '7' },
        { kind: 'pmid', value: '3' },
      ]),
    );
    expect(complete([{ corpusId: '7', abstract: 'Quokkas.' }])).toBe(1);
    expect(ids(only('quokkas'))).toEqual(['s2:7']);
  });
});
