import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { LibrarySummary, PaperLibrary } from '../../jobs/ports.ts';
import type { PaperRecord } from '../../papers/record.ts';
import { type Database, openDatabase, type SqlValue } from '../../sqlite/database.ts';
import { readStarterCatalogue, STARTER_EDITION } from '../starter/starter.ts';
import { fieldBits } from './fields.ts';
import { insertIdentifiers } from './identifiers.ts';
import { completePapers, keepCheckpoint, selectCheckpoint } from './imports.ts';
import { allRecords } from './records.ts';
import { LIBRARY_MIGRATIONS } from './schema.ts';
import { countSelected, removeSelected } from './selection.ts';

/** Where a record came from; an import takes the place of a starter record of the same DOI. */
type Origin = 'starter' | 'import';

export type Library = PaperLibrary & {
  database: Database;
  /** Another text after every change of what the library holds. */
  revision(): string;
  /** How many papers there are, and how many of them came with the package. */
  size(): { papers: number; starter: number };
  close(): void;
};

/** Opens the library in the data folder; the first time it is filled with the starter catalogue of the package. */
export function openLibrary(dataDir: string): Library {
  const path = join(dataDir, 'library.sqlite');
  const database = openDatabase(path, LIBRARY_MIGRATIONS);
  addStarterCatalogue(database);
  return {
    database,
    add: (records, checkpoint) =>
      database.transaction(() => {
        const file = checkpoint && keepCheckpoint(database, checkpoint({ added: 0, merged: 0 }));
        const outcome = addRecords(database, records, 'import', file);
        if (checkpoint) keepCheckpoint(database, checkpoint(outcome));
        return outcome;
      }),
    complete: (completions, checkpoint) =>
      database.transaction(() => {
        const completed = completePapers(database, completions);
        if (checkpoint) keepCheckpoint(database, checkpoint(completed));
        return completed;
      }),
    checkpointOf: (path) => selectCheckpoint(database, path),
    count: (selection) => countSelected(database, selection),
    remove: (selection) => database.transaction(() => removeSelected(database, selection)),
    records: () => allRecords(database),
    revision: () => selectFact(database, 'revision') ?? '0',
    size: () => countPapers(database),
    summary: () => ({ ...summarize(database), bytes: statSync(path).size, path }),
    close: () => database.close(),
  };
}

function addStarterCatalogue(database: Database): void {
  const edition = () => selectFact(database, 'starter edition');
  if (edition() === STARTER_EDITION) return;
  database.transaction(() => {
    if (edition() === STARTER_EDITION) return;
    const unknown = readStarterCatalogue().filter((record) => !isHeld(database, record));
    addRecords(database, unknown, 'starter');
    upsertFact(database, 'starter edition', STARTER_EDITION);
  });
}

/** What the user imported is never replaced by a starter record. */
function isHeld(database: Database, record: PaperRecord): boolean {
  return selectIdByDoi(database, record) !== undefined || selectIdByKey(database, record.key) !== undefined;
}

function addRecords(database: Database, records: readonly PaperRecord[], origin: Origin, file?: number) {
  let merged = 0;
  for (const record of records) {
    if (origin === 'import') deleteStarterTwin(database, record);
    const old = selectIdByKey(database, record.key);
    // Who brought a paper first stays.
    const from = old === undefined ? file : selectFile(database, old);
    if (old !== undefined) {
      deletePaper(database, old);
      merged += 1;
    }
    insertPaper(database, record, origin, from);
  }
  if (records.length > 0) raiseRevision(database);
  return { added: records.length - merged, merged };
}

function selectFile(database: Database, id: number): number | undefined {
  const sql = 'SELECT imported_from AS file FROM papers WHERE id = ?';
  return database.get<{ file: number | null }>(sql, id)?.file ?? undefined;
}

/** Another text than before, for those who keep what they found. */
export function raiseRevision(database: Database): void {
  upsertFact(database, 'revision', String(Number(selectFact(database, 'revision') ?? 0) + 1));
}

function deleteStarterTwin(database: Database, record: PaperRecord): void {
  if (record.doi === undefined) return;
  const sql = `SELECT id FROM papers WHERE doi = ? AND origin = 'starter' AND key <> ?`;
  const twin = database.get<{ id: number }>(sql, record.doi, record.key);
  if (twin) deletePaper(database, twin.id);
}

function selectIdByKey(database: Database, key: string): number | undefined {
  return database.get<{ id: number }>('SELECT id FROM papers WHERE key = ?', key)?.id;
}

function selectIdByDoi(database: Database, { doi }: PaperRecord): number | undefined {
  if (doi === undefined) return undefined;
  return database.get<{ id: number }>('SELECT id FROM papers WHERE doi = ?', doi)?.id;
}

/** `file` is the import that brought the paper first. */
export function insertPaper(database: Database, record: PaperRecord, origin: Origin, file?: number): void {
  const { title, abstract = '', summary = '', ...rest } = record;
  const { lastInsertRowid: id } = database.run(
    `INSERT INTO papers (key, doi, origin, year, citations, publication_type, quartile, field_bits, open_access, downloadable, imported_from)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
    file ?? null,
  );
  insertIdentifiers(database, record, id);
  const words: SqlValue[] = [id, title, abstract, summary];
  database.run(
    'INSERT INTO texts (id, title, abstract, summary, record) VALUES (?, ?, ?, ?, ?)',
    ...words,
    JSON.stringify(rest),
  );
  database.run('INSERT INTO papers_fts (rowid, title, abstract, summary) VALUES (?, ?, ?, ?)', ...words);
}

/** The index holds no copy of the words, so that it has to be told them again to forget them. */
export function deletePaper(database: Database, id: number): void {
  database.run(
    `INSERT INTO papers_fts (papers_fts, rowid, title, abstract, summary)
     SELECT 'delete', id, title, abstract, summary FROM texts WHERE id = ?`,
    id,
  );
  database.run('DELETE FROM texts WHERE id = ?', id);
  database.run('DELETE FROM identifiers WHERE paper = ?', id);
  database.run('DELETE FROM papers WHERE id = ?', id);
}

function selectFact(database: Database, name: string): string | undefined {
  return database.get<{ value: string }>('SELECT value FROM facts WHERE name = ?', name)?.value;
}

function upsertFact(database: Database, name: string, value: string): void {
  const sql = 'INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value';
  database.run(sql, name, value);
}

function countPapers(database: Database): { papers: number; starter: number } {
  const sql = `SELECT count(*) AS papers, count(*) FILTER (WHERE origin = 'starter') AS starter FROM papers`;
  const row = database.get<{ papers: number; starter: number }>(sql);
  return { papers: row?.papers ?? 0, starter: row?.starter ?? 0 };
}

/** Papers for which each fact that searches filter by is known. */
function summarize(database: Database): Omit<LibrarySummary, 'bytes' | 'path'> {
  const { papers, starter } = countPapers(database);
  const coverage = database.get<Record<string, number>>(
    `SELECT count(doi) AS doi, count(year) AS year, count(citations) AS citationCount,
       count(publication_type) AS publicationType, count(*) FILTER (WHERE field_bits <> 0) AS fieldsOfStudy,
       count(open_access) AS openAccessPdf, count(*) FILTER (WHERE downloadable) AS downloadable,
       count(quartile) AS quartileRanking
     FROM papers`,
  );
  return { papers, starterPapers: starter, coverage: { ...coverage } };
}
