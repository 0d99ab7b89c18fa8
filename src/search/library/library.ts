import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { LibrarySummary, PaperLibrary } from '../../jobs/ports.ts';
import { isOtherTitle, mergeRecords } from '../../papers/merge.ts';
import type { PaperRecord } from '../../papers/record.ts';
import { type Database, openDatabase } from '../../sqlite/database.ts';
import { openIndexFolder } from '../index/files.ts';
import { openPaperIndex } from '../index/paper-index.ts';
import type { IndexSnapshot } from '../index/port.ts';
import { openWriteLock } from '../index/write-lock.ts';
import { readStarterCatalogue, STARTER_EDITION } from '../starter/starter.ts';
import { deleteFact, raiseRevision, selectFact, selectRevision, upsertFact } from './facts.ts';
import {
  deleteIdentifiersButKeys,
  findSameWorks,
  insertIdentifiers,
  moveIdentifiers,
  type SameWork,
  takeKey,
} from './identifiers.ts';
import { completePapers, keepCheckpoint, selectCheckpoint } from './imports.ts';
import { deletePaper, insertPaper, type Origin, selectOrigin, updatePaper } from './paper-rows.ts';
import { allRecords, readRecord } from './records.ts';
import { LIBRARY_MIGRATIONS } from './schema.ts';
import { createSearchableIndex, type SearchableIndex } from './searchable-index.ts';
import { countSelected, removeSelected } from './selection.ts';

export type Library = PaperLibrary & {
  database: Database;
  /** Runs `work` on the index as it is with everything that the library holds; a damaged index is built anew. */
  search<T>(work: (snapshot: IndexSnapshot) => T): T;
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
  try {
    addMissingIdentifiers(database);
    addStarterCatalogue(database);
  } catch (error) {
    database.close();
    throw error;
  }
  const index = openIndex(dataDir, database);
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
    settle: index.settle,
    search: index.search,
    revision: () => String(selectRevision(database)),
    size: () => countPapers(database),
    summary: () => ({ ...summarize(database), ...index.health(), bytes: sizeOnDisk(path), path }),
    close: () => {
      index.close();
      database.close();
    },
  };
}

function openIndex(dataDir: string, database: Database): SearchableIndex {
  const folder = join(dataDir, 'library-index');
  const library = selectFact(database, 'library id') ?? '';
  return createSearchableIndex(database, () => {
    const lock = openWriteLock(join(folder, 'lock.sqlite'));
    const index = openPaperIndex({ files: openIndexFolder(folder), lock, library });
    return {
      ...index,
      close: () => {
        index.close();
        lock.close();
      },
    };
  });
}

function addStarterCatalogue(database: Database): void {
  const edition = () => selectFact(database, 'starter edition');
  if (edition() === STARTER_EDITION) return;
  database.transaction(() => {
    if (edition() === STARTER_EDITION) return;
    // What the user imported is never touched by a record of the package.
    const unknown = readStarterCatalogue().filter((record) => findSameWorks(database, record).length === 0);
    addRecords(database, unknown, 'starter');
    upsertFact(database, 'starter edition', STARTER_EDITION);
  });
}

/** Libraries from before there were identifiers get those of their papers. */
function addMissingIdentifiers(database: Database): void {
  if (selectFact(database, 'identifiers missing') === undefined) return;
  database.transaction(() => {
    if (selectFact(database, 'identifiers missing') === undefined) return;
    for (const { id } of database.all<{ id: number }>('SELECT id FROM papers')) {
      insertIdentifiers(database, id, readRecord(database, id));
    }
    deleteFact(database, 'identifiers missing');
  });
}

function addRecords(database: Database, records: readonly PaperRecord[], origin: Origin, file?: number) {
  if (records.length === 0) return { added: 0, merged: 0 };
  const revision = raiseRevision(database);
  let added = 0;
  for (const record of records) {
    const [same, ...others] = findSameWorks(database, record);
    if (same) mergeInto(database, same, others, record, { origin, revision });
    else {
      takeKey(database, record.key, insertPaper(database, record, origin, revision, file));
      added += 1;
    }
  }
  return { added, merged: records.length - added };
}

type Change = { origin: Origin; revision: number };

/** Makes of a paper, of others that turn out to be of the same work, and of a new record one paper that is found by all their names. */
function mergeInto(
  database: Database,
  same: SameWork,
  others: readonly SameWork[],
  record: PaperRecord,
  change: Change,
) {
  let held = same.record;
  for (const other of others) {
    held = mergeRecords(held, other.record);
    moveIdentifiers(database, other.id, same.id);
    deletePaper(database, other.id);
  }
  // What the user has takes the place of what came with the package, its key included.
  if (selectOrigin(database, same.id) === 'starter') held = { ...held, key: record.key };
  if (held.key === record.key && isOtherTitle(held, record)) deleteIdentifiersButKeys(database, same.id);
  updatePaper(database, same.id, mergeRecords(held, record), change.origin, change.revision);
  insertIdentifiers(database, same.id, record);
}

/** With what is written and not yet moved into the file. */
function sizeOnDisk(path: string): number {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  return statSync(path).size + (log?.size ?? 0);
}

function countPapers(database: Database): { papers: number; starter: number } {
  const sql = `SELECT count(*) AS papers, count(*) FILTER (WHERE origin = 'starter') AS starter FROM papers`;
  const row = database.get<{ papers: number; starter: number }>(sql);
  return { papers: row?.papers ?? 0, starter: row?.starter ?? 0 };
}

/** Papers for which each fact that searches filter by is known. */
function summarize(database: Database): Omit<LibrarySummary, 'bytes' | 'path' | 'index'> {
  const { papers, starter } = countPapers(database);
  const coverage = database.get<Record<string, number>>(
    `SELECT (SELECT count(DISTINCT paper) FROM identifiers WHERE kind = 'doi') AS doi,
       count(year) AS year, count(citations) AS citationCount,
       count(publication_type) AS publicationType, count(*) FILTER (WHERE field_bits <> 0) AS fieldsOfStudy,
       count(open_access) AS openAccessPdf, count(*) FILTER (WHERE downloadable) AS downloadable,
       count(quartile) AS quartileRanking
     FROM papers`,
  );
  return { papers, starterPapers: starter, coverage: { ...coverage } };
}
