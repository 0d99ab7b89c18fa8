import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fieldBits } from '../../../../src/library/engine/index/index-columns.ts';
import { LIBRARY_MIGRATIONS } from '../../../../src/library/library-schema.ts';
import { readStarterCatalogue, STARTER_EDITION } from '../../../../src/library/starter/starter.ts';
import type { Paper } from '../../../../src/papers/paper.ts';
import { openDatabase } from '../../../../src/platform/sqlite/database.ts';
import { some } from '../../../helpers/runs.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { only, openShelf, paper } from '../../../search/federated/shelf.ts';

const STARTERS = readStarterCatalogue();
const IMPORTED = [
  paper({
    key: 'first',
    title: 'Zyzzyva weevils',
    abstract: 'On quokkas',
    summary: 'Small.',
    doi: '10.9999/first',
    year: 1999,
  }),
  paper({ key: 'second', title: 'Axolotl gills', citationCount: 5, influentialCitationCount: 9, referenceCount: 2 }),
  paper({
    key: 'third',
    title: 'Axolotl eyes',
    influentialCitationCount: 3,
    fieldsOfStudy: ['Biology'],
    isOpenAccess: false,
  }),
];

/** A library as version 1 wrote it, row by row: two imports after the starter catalogue. */
function writeOldLibrary(dataDir: string): void {
  const database = openDatabase(join(dataDir, 'library.sqlite'), LIBRARY_MIGRATIONS.slice(0, 1));
  const insert = (record: Paper, origin: string) => {
    const { title, abstract = '', summary = '', ...rest } = record;
    const { lastInsertRowid: id } = database.run(
      `INSERT INTO papers (key, doi, origin, year, citations, publication_type, quartile, field_bits, open_access, downloadable)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      record.key,
      record.doi ?? null,
      origin,
      record.year ?? null,
      record.citationCount ?? null,
      record.publicationType ?? null,
      record.quartile ?? null,
      fieldBits(record.fieldsOfStudy),
      record.isOpenAccess === undefined ? null : Number(record.isOpenAccess),
      Number(record.downloadable),
    );
    const words = [id, title, abstract, summary];
    database.run(
      'INSERT INTO texts (id, title, abstract, summary, record) VALUES (?, ?, ?, ?, ?)',
      ...words,
      JSON.stringify(rest),
    );
    database.run('INSERT INTO papers_fts (rowid, title, abstract, summary) VALUES (?, ?, ?, ?)', ...words);
  };
  for (const record of STARTERS) insert(record, 'starter');
  for (const record of IMPORTED) insert(record, 'import');
  database.run("INSERT INTO facts (name, value) VALUES ('starter edition', ?)", STARTER_EDITION);
  database.run("INSERT INTO facts (name, value) VALUES ('revision', '3')");
  database.close();
}

it('finds everything in a library of version 1, also by what identifies it', () => {
  const dataDir = temporaryFolder();
  writeOldLibrary(dataDir);
  const { ids, library, search, size, summary } = openShelf(dataDir);
  expect(size()).toMatchObject({ papers: STARTERS.length + IMPORTED.length, starter: STARTERS.length });
  const lost = [...some(STARTERS), ...IMPORTED].filter(({ title, key }) => !ids(only(title)).includes(key));
  expect(lost).toEqual([]);
  expect(summary().index).toMatchObject({ papers: STARTERS.length + IMPORTED.length, pending: 0 });
  expect(search(only('zyzzyva'))).toMatchObject([{ id: 'first', abstract: 'On quokkas', tldr: 'Small.', year: 1999 }]);
  for (const record of [...STARTERS, ...IMPORTED]) {
    expect(library.findByKey(record.key)).toEqual(record);
    if (record.doi !== undefined) expect(library.findByDoi(record.doi)).toEqual(record);
  }
});

it('filters and sorts what version 1 wrote, also by facts that it kept in the record only', () => {
  const dataDir = temporaryFolder();
  writeOldLibrary(dataDir);
  const { ids } = openShelf(dataDir);
  expect(ids(only('axolotl'), { sort: 'influentialCitationCount:asc' })).toEqual(['third', 'second']);
  expect(ids(only('axolotl'), { fieldsOfStudy: ['Biology'] })).toEqual(['third']);
  expect(ids(only('axolotl'), { minCitationCount: 5 })).toEqual(['second']);
  expect(ids(only('axolotl'), { openAccessPdf: false })).toEqual(['third']);
});

it('knows the works of version 1 again in what is imported', () => {
  const dataDir = temporaryFolder();
  writeOldLibrary(dataDir);
  const shelf = openShelf(dataDir);
  const { papers } = shelf.size();
  const again = [
    paper({ key: 'other', title: 'Zyzzyva weevils', doi: '10.9999/first', venue: 'Journal of Weevils' }),
    paper({ key: 'second', title: 'Axolotl gills', citationCount: 6 }),
    paper({ key: 'new', title: 'Quagga stripes' }),
  ];
  expect(shelf.add(again)).toEqual({ added: 1, merged: 2 });
  expect(shelf.size().papers).toBe(papers + 1);
  expect(shelf.search(only('zyzzyva'))).toMatchObject([{ id: 'first', journalName: 'Journal of Weevils' }]);
  expect(shelf.search(only('gills'))).toMatchObject([
    { id: 'second', impactFactor: { citationCount: 6, referenceCount: 2 } },
  ]);
  // Opened again nothing is done a second time.
  shelf.library.close();
  expect(openShelf(dataDir).ids(only('quagga'))).toEqual(['new']);
});
