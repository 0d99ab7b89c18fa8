import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JournalRanking } from '../papers/journals/journal-ranking.ts';
import type { Paper } from '../papers/paper.ts';
import type { PaperToRead } from '../papers/paper-to-read.ts';
import { type Database, openDatabase } from '../platform/sqlite/database.ts';
import { addRecords, editRecords } from './add-records.ts';
import { openIndexFolder } from './engine/index/index-files.ts';
import { openPaperIndex } from './engine/index/paper-index.ts';
import { openWriteLock } from './engine/index/writer/write-lock.ts';
import { findByDoi, findByKey, findByTitle, findNamed } from './find-records.ts';
import { addMissingIdentifiers, findSameWorks, type SameWork } from './identifier-rows.ts';
import { completePapers, selectCheckpoint, sumIdentified, upsertCheckpoint } from './imports.ts';
import { addJournals, fillQuartiles, type JournalClues, lookUpQuartile, selectRankings } from './journals.ts';
import { LIBRARY_MIGRATIONS } from './library-schema.ts';
import { listMerged, mergePapers, partPaper, selectAlike, selectMergedPapers } from './merged-records.ts';
import { selectOrigin, selectStarterIds } from './paper-rows.ts';
import type { LibrarySummary, PaperLibrary } from './ports/library.ts';
import { raiseEdition, selectEdition, selectProperty, upsertProperty } from './properties.ts';
import { type AuthorsOfPaper, allRecords, authorLists, findRecord, readPapers } from './records.ts';
import { countSelected, removeSelected, selectIds } from './removal-selection.ts';
import { findRetractions, replaceRetractions, selectRetractionTable } from './retractions/retraction-rows.ts';
import { createSearchableIndex, type OnMergeError, type SearchableIndex } from './searchable-index.ts';
import { readStarterCatalogue, STARTER_EDITION, STARTER_SIZE } from './starter/starter.ts';
import { keepTextWords, readTextWords, removeTextWords } from './text-words.ts';
import { openVectors, type VectorStore } from './vectors.ts';

export type Library = PaperLibrary & {
  /** The record of a paper by its id in the index; undefined when it was removed. */
  findById(id: number): Paper | undefined;
  /** The record of this key, or the record that it was merged into. */
  findByKey(key: string): Paper | undefined;
  /** A record with this DOI, in any spelling. */
  findByDoi(doi: string | null | undefined): Paper | undefined;
  /** At most `max` records whose titles contain all words of this title, equal titles first. */
  findByTitle(title: string, max: number): Paper[];
  /** The authors of all papers, or of those of a year, in batches, so that the caller can yield between them. */
  authorLists(year?: number): Iterable<AuthorsOfPaper[]>;
  /** The papers of the same work as a live record, oldest first. */
  findSameWorks(record: Paper): SameWork[];
  /** Ids of the papers that came with the package. */
  starterIds(): number[];
  /**
   * Runs `work` on the index. Callers that can wait should call `catchUp` first: if many papers are pending, the index
   * lacks some.
   */
  search: SearchableIndex['search'];
  catchUp: SearchableIndex['catchUp'];
  /** Papers that the index does not have yet. */
  pending(): number;
  /** Changes with every change by the user. */
  edition(): string;
  /** Adds records of live sources; they only complete records that the user imported. */
  persistResults(records: readonly Paper[]): void;
  /** The imported ranking of a paper's journal. */
  lookUpQuartile(paper: JournalClues): JournalRanking | undefined;
  /** Vectors of texts, stored so that the endpoint is called only once per text. */
  vectors: VectorStore;
  /** Makes the paper findable by the words of its full text. `hash` identifies the text. */
  keepTextWords(paper: PaperToRead, hash: string, text: () => string): void;
  /** The words of the full texts of papers, by their ids. */
  textWords(): (id: number) => string | undefined;
  close(): void;
};

/** In KiB. With SQLite's default of 2 MB a large import rereads the identifier pages constantly. */
const CACHE_KIB = 16_384;

/** Papers of the starter catalogue added without a pause: about 10 ms. */
const STARTER_PART = 20;

/**
 * Creates the library if there is none. Other requests are answered meanwhile, which opening a new library does not
 * allow.
 */
export async function createLibrary(dataDir: string): Promise<void> {
  const path = join(dataDir, 'library.sqlite');
  if (existsSync(path)) return;
  const database = openDatabase(path, LIBRARY_MIGRATIONS);
  try {
    for (const _ of addStarterCatalogue(database)) await nextTurn();
  } finally {
    database.close();
  }
}

/**
 * Opens the library in the data folder; a new one is filled with the package's starter catalogue. If another process
 * locks the file, it fails as busy after a short time, as each change does, so that the caller can wait. `onMergeError`
 * receives the error of a failed index merge.
 */
export function openLibrary(dataDir: string, onMergeError?: OnMergeError): Library {
  const path = join(dataDir, 'library.sqlite');
  const database = openDatabase(path, LIBRARY_MIGRATIONS);
  try {
    database.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    addMissingIdentifiers(database);
    for (const _ of addStarterCatalogue(database));
  } catch (error) {
    database.close();
    throw error;
  }
  const index = openIndex(dataDir, database, onMergeError);
  const vectors = openVectors(database);
  const isNothing = (outcome: unknown) => outcome === 0 || (Array.isArray(outcome) && outcome.length === 0);
  /** Runs a change by the user in a transaction, and raises the edition unless its outcome is 0 or an empty list. */
  const byUser = <T>(work: () => T): T =>
    database.transaction(() => {
      const outcome = work();
      if (!isNothing(outcome)) raiseEdition(database);
      return outcome;
    });
  return {
    findById: (id) => findRecord(database, id),
    findByKey: (key) => findByKey(database, key),
    findByDoi: (doi) => findByDoi(database, doi),
    findByTitle: (title, max) => findByTitle(database, index.search, title, max),
    authorLists: (year) => authorLists(database, year),
    findSameWorks: (record) => findSameWorks(database, record),
    hasImported: (record) => findSameWorks(database, record).some(({ id }) => selectOrigin(database, id) === 'import'),
    starterIds: () => selectStarterIds(database),
    add: (records, checkpoint) =>
      database.transaction(() => {
        const file = checkpoint && upsertCheckpoint(database, checkpoint({ added: 0, merged: 0 }));
        const outcome = addRecords(database, records, 'import', file);
        if (checkpoint) upsertCheckpoint(database, checkpoint(outcome));
        if (records.length > 0) raiseEdition(database);
        return outcome;
      }),
    complete: (completions, checkpoint) =>
      byUser(() => {
        const completed = completePapers(database, completions);
        if (checkpoint) upsertCheckpoint(database, checkpoint(completed));
        return completed;
      }),
    addJournals: (journals, checkpoint) =>
      database.transaction(() => {
        const count = addJournals(database, journals);
        if (checkpoint) upsertCheckpoint(database, checkpoint(count));
        return count;
      }),
    fillQuartiles: (signal) => fillQuartiles(database, signal),
    lookUpQuartile: (paper) => lookUpQuartile(database, paper),
    findCheckpoint: (path) => selectCheckpoint(database, path),
    identifiedRecords: () => sumIdentified(database),
    count: (selection) => countSelected(database, selection),
    list: (selection, sort) => selectIds(database, selection, sort),
    read: (ids) => readPapers(database, ids),
    findNamed: (name) => findNamed(database, name),
    findSameIds: (record) => findSameWorks(database, record).map(({ id }) => id),
    duplicates: () => ({
      merged: selectMergedPapers(database).map((id) => ({ id, records: listMerged(database, id) })),
      apart: selectAlike(database),
    }),
    merge: (ids) => byUser(() => mergePapers(database, ids)),
    part: (id, numbers) => byUser(() => partPaper(database, id, numbers)),
    remove: (selection) => byUser(() => removeSelected(database, selection)),
    edit: (ids, change) => byUser(() => editRecords(database, ids, change)),
    persistResults: (records) => database.transaction(() => void addRecords(database, records, 'live')),
    replaceRetractions: (...table) => database.transaction(() => replaceRetractions(database, ...table)),
    retractionTable: () => selectRetractionTable(database),
    findRetractions: (names) => findRetractions(database, names),
    records: () => allRecords(database),
    settle: index.settle,
    search: index.search,
    catchUp: index.catchUp,
    pending: index.pending,
    edition: () => selectEdition(database),
    vectors: { find: vectors.find, keep: (vectorsByHash) => database.transaction(() => vectors.keep(vectorsByHash)) },
    keepTextWords: (...text) => database.transaction(() => keepTextWords(database, ...text)),
    removeTextWords: () => database.transaction(() => removeTextWords(database)),
    textWords: () => readTextWords(database),
    size: () => countPapers(database),
    summary: () => ({
      ...summarize(database),
      imported: sumIdentified(database),
      retractions: selectRetractionTable(database),
      ...index.health(),
      bytes: sizeOnDisk(path),
      path,
    }),
    close: () => {
      index.close();
      database.close();
    },
  };
}

function openIndex(dataDir: string, database: Database, onMergeError?: OnMergeError): SearchableIndex {
  const folder = join(dataDir, 'library-index');
  const library = selectProperty(database, 'library id') ?? '';
  const open = () => {
    const lock = openWriteLock(join(folder, 'lock.sqlite'));
    const index = openPaperIndex({ files: openIndexFolder(folder), lock, library });
    return {
      ...index,
      close: () => {
        index.close();
        lock.close();
      },
    };
  };
  return createSearchableIndex(database, open, onMergeError);
}

/** Adds the new papers of the package's catalogue, pausing after each part. A crash in between loses nothing. */
function* addStarterCatalogue(database: Database): Generator<void, void> {
  const isDone = () => selectProperty(database, 'starter edition') === STARTER_EDITION;
  if (isDone()) return;
  for (let from = 0; from < STARTER_SIZE; from += STARTER_PART) {
    yield;
    database.transaction(() => {
      if (isDone()) return;
      const part = readStarterCatalogue(from, from + STARTER_PART);
      // The package's records never change the user's own.
      const unknown = part.filter((record) => findSameWorks(database, record).length === 0);
      addRecords(database, unknown, 'starter');
      if (from + STARTER_PART >= STARTER_SIZE) upsertProperty(database, 'starter edition', STARTER_EDITION);
    });
  }
}

/** Size in bytes, including the write-ahead log. */
function sizeOnDisk(path: string): number {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  return statSync(path).size + (log?.size ?? 0);
}

function countPapers(database: Database): ReturnType<PaperLibrary['size']> {
  const sql = `SELECT count(*) AS papers, count(*) FILTER (WHERE origin = 'starter') AS starter FROM papers`;
  const row = database.get<{ papers: number; starter: number }>(sql);
  const { papers, starter } = row ?? { papers: 0, starter: 0 };
  return { papers, starter, counted: papers - starter || papers };
}

/** How many papers have each filterable field. */
function summarize(database: Database): Omit<LibrarySummary, 'bytes' | 'path' | 'index'> {
  const { papers, starter } = countPapers(database);
  const coverage = database.get<Record<string, number>>(
    `SELECT (SELECT count(DISTINCT paper) FROM identifiers WHERE kind = 'doi') AS doi,
       count(year) AS year, count(citations) AS citationCount,
       count(publication_type) AS publicationType, count(*) FILTER (WHERE field_bits <> 0) AS fieldsOfStudy,
       count(open_access) AS openAccessPdf, count(*) FILTER (WHERE downloadable OR open_access = 0) AS downloadable,
       count(quartile) AS quartileRanking
     FROM papers`,
  );
  return { papers, starterPapers: starter, coverage: { ...coverage }, rankings: selectRankings(database) };
}
