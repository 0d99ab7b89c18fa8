import type { JournalRanking } from '../papers/journals/journal-ranking.ts';
import type { Paper } from '../papers/paper.ts';
import type { Database } from '../platform/sqlite/database.ts';
import { findByDoi, findByKey, findByTitle, findNamed } from './find-records.ts';
import { findSameWorks, type SameWork } from './identifier-rows.ts';
import { selectCheckpoint, sumIdentified } from './imports.ts';
import { type JournalClues, lookUpQuartile, selectRankings } from './journals.ts';
import { listMerged, selectAlike, selectMergedPapers } from './merged-records.ts';
import { selectOrigin, selectStarterIds } from './paper-rows.ts';
import type { LibrarySummary, PaperLibrary } from './ports/library.ts';
import { selectEdition } from './properties.ts';
import { type AuthorsOfPaper, allRecords, authorLists, findRecord, readPapers } from './records.ts';
import { countSelected, selectIds } from './removal-selection.ts';
import { findRetractions, selectRetractionTable } from './retractions/retraction-rows.ts';
import type { SearchableIndex } from './searchable-index.ts';
import { readTextWords } from './text-words.ts';

export type LibraryQueries = Pick<
  PaperLibrary,
  | 'findNamed'
  | 'findSameIds'
  | 'hasImported'
  | 'findCheckpoint'
  | 'identifiedRecords'
  | 'count'
  | 'list'
  | 'read'
  | 'records'
  | 'duplicates'
  | 'retractionTable'
  | 'findRetractions'
  | 'size'
> & {
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
  /** The imported ranking of a paper's journal. */
  lookUpQuartile(paper: JournalClues): JournalRanking | undefined;
  /** The words of the full texts of papers, by their ids. */
  textWords(): (id: number) => string | undefined;
  /** Changes with every change by the user. */
  edition(): string;
  /** How many papers have each field, and what was imported. */
  tally(): Omit<LibrarySummary, 'bytes' | 'path' | 'index'>;
};

/** What a library answers. */
export function libraryQueries(database: Database, search: SearchableIndex['search']): LibraryQueries {
  return {
    findById: (id) => findRecord(database, id),
    findByKey: (key) => findByKey(database, key),
    findByDoi: (doi) => findByDoi(database, doi),
    findByTitle: (title, max) => findByTitle(database, search, title, max),
    findNamed: (name) => findNamed(database, name),
    authorLists: (year) => authorLists(database, year),
    findSameWorks: (record) => findSameWorks(database, record),
    findSameIds: (record) => findSameWorks(database, record).map(({ id }) => id),
    hasImported: (record) => findSameWorks(database, record).some(({ id }) => selectOrigin(database, id) === 'import'),
    starterIds: () => selectStarterIds(database),
    lookUpQuartile: (paper) => lookUpQuartile(database, paper),
    findCheckpoint: (path) => selectCheckpoint(database, path),
    identifiedRecords: () => sumIdentified(database),
    count: (selection) => countSelected(database, selection),
    list: (selection, sort) => selectIds(database, selection, sort),
    read: (ids) => readPapers(database, ids),
    records: () => allRecords(database),
    duplicates: () => ({
      merged: selectMergedPapers(database).map((id) => ({ id, records: listMerged(database, id) })),
      apart: selectAlike(database),
    }),
    retractionTable: () => selectRetractionTable(database),
    findRetractions: (names) => findRetractions(database, names),
    textWords: () => readTextWords(database),
    edition: () => selectEdition(database),
    size: () => countPapers(database),
    tally: () => ({
      ...summarize(database),
      imported: sumIdentified(database),
      retractions: selectRetractionTable(database),
    }),
  };
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
