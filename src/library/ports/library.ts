import type { Completion } from '../../formats/parsed-entry.ts';
import type { ListedPaper } from '../../formats/tables/retraction-watch.ts';
import type { RankedJournal } from '../../papers/journals/journal-ranking.ts';
import type { Paper } from '../../papers/paper.ts';
import type { TableEntry } from '../../papers/retraction/status.ts';
import type { QuartileSource } from '../../papers/source-words.ts';

declare module '../../jobs/features.ts' {
  interface Features {
    library(): Promise<PaperLibrary>;
  }
}

export type LibrarySummary = {
  papers: number;
  /** Papers that came with the package. */
  starterPapers: number;
  /** Number of papers that have each filterable field. */
  coverage: Record<string, number>;
  /** Size of the library's file in bytes. */
  bytes: number;
  path: string;
  /** Records of imported files; absent if there are none. */
  imported?: IdentifiedRecords;
  /** The editions of journal rankings used for quartiles, oldest first. */
  rankings: {
    source: QuartileSource;
    year: number;
    journals: number;
    /** Journals with a quartile. */
    ranked: number;
  }[];
  /** Retraction Watch's table, if there is one. */
  retractions?: RetractionTableSummary;
  /** The search index, which is built from the library. */
  index: {
    segments: number;
    papers: number;
    /** Deleted papers that take space until the next merge. */
    deleted: number;
    /** Papers that the next search will add to the index first. */
    pending: number;
    bytes: number;
    /** Why the index was rebuilt, if it was. */
    rebuiltBecause?: string;
  };
};

/** Identifies the content of an imported file. */
export type FileIdentity = {
  /** Absolute. */
  path: string;
  size: number;
  /** Milliseconds since the epoch. */
  modifiedAt: number;
  /** SHA-256 (hexadecimal) of its first 64 KB. */
  head: string;
};

/** The progress of an import, over all its runs. */
export type ImportCounts = {
  added: number;
  /** Of the added papers, those that the user had removed before; absent if there are none. */
  addedAgain?: number;
  /** Records that were merged into existing papers and changed them. */
  merged: number;
  /** Records that added nothing to the library; absent if there are none. */
  alreadyThere?: number;
  /** Papers completed with an abstract or summary from a file that has only those. */
  completed: number;
  journals: number;
  /** Entries that are not papers. */
  passedOver: number;
  /** Entries that could not be read. */
  skipped: number;
};

export type AddedCounts = Pick<ImportCounts, 'added' | 'addedAgain' | 'merged' | 'alreadyThere'>;

/** The records of a file, or of all imported files, as PRISMA counts them. */
export type IdentifiedRecords = {
  /** By the name of the database that a record names; '' for records that name none. */
  databases: Record<string, number>;
  /** Records of works that the library already had, or that another of these records describes. */
  duplicates: number;
};

export type ImportCheckpoint = FileIdentity & {
  format: string;
  /** Pieces of the file that were processed. */
  pieces: number;
  counts: ImportCounts;
  /** Absent for files that an earlier version imported. */
  identified?: IdentifiedRecords;
  isFinished: boolean;
};

/** Where a paper of the library comes from: the package, a live search, or an import of the user. */
export const PAPER_ORIGINS = ['starter', 'live', 'import'] as const;
export type PaperOrigin = (typeof PAPER_ORIGINS)[number];

/** The sort fields of the library's papers: `added` is the order of their addition. */
export const LIBRARY_SORT_FIELDS = [
  'added',
  'title',
  'year',
  'citationCount',
  'influentialCitationCount',
  'referenceCount',
  'quartileRanking',
] as const;
export type LibrarySortField = (typeof LIBRARY_SORT_FIELDS)[number];

/** A paper of the library. Its id never changes, and no other paper gets it later. */
export type LibraryPaper = { id: number; origin: PaperOrigin; record: Paper };

/** Selects papers that meet all given conditions. */
export type PaperSelection = {
  ids?: readonly number[];
  origin?: PaperOrigin;
  /** Absolute path of an imported file: selects papers that this file added first. */
  importedFrom?: string;
  years?: { from: number; to: number };
};

/** The local library of embedded mode. Throws STORE_UNAVAILABLE. */
export type PaperLibrary = RetractionTables & {
  /** Adds records, or merges them into papers of the same works, with the checkpoint, in one transaction. */
  add(records: readonly Paper[], checkpoint?: (outcome: AddedCounts) => ImportCheckpoint): AddedCounts;
  /** Adds missing texts to existing papers, in one transaction; returns how many papers changed. */
  complete(completions: readonly Completion[], checkpoint?: (completed: number) => ImportCheckpoint): number;
  /**
   * Stores journals of rankings in one transaction, replacing those of the same edition; returns how many. Existing
   * papers get their quartiles from `fillQuartiles`, later ones when added.
   */
  addJournals(journals: readonly RankedJournal[], checkpoint?: (journals: number) => ImportCheckpoint): number;
  /**
   * Updates quartiles of existing papers from the rankings added since the last call; returns how many papers changed.
   * Resumes an interrupted call.
   */
  fillQuartiles(signal?: AbortSignal): Promise<number>;
  /** Records of all imported files; undefined if there are none. */
  identifiedRecords(): IdentifiedRecords | undefined;
  /** The progress of the last import of the file at this path. */
  findCheckpoint(path: string): ImportCheckpoint | undefined;
  /** Number of selected papers; 0 without conditions. */
  count(selection: PaperSelection): number;
  /** Ids of the selected papers, by default the latest addition first. Without conditions it selects all. */
  list(selection: PaperSelection, sort?: string): number[];
  /** The papers with these ids, in this order, without those removed meanwhile. */
  read(ids: readonly number[]): Iterable<LibraryPaper>;
  /** Ids of the papers that a text names: a reference (`L17`), key, citation key or identifier. */
  findNamed(name: string): number[];
  /** Ids of the papers of the same work, oldest first. */
  findSameIds(record: Paper): number[];
  /**
   * The papers that were merged from several records, with these, the latest merge first; and groups of imported papers
   * that share a title, DOI or place, and are kept apart.
   */
  duplicates(): { merged: { id: number; records: Paper[] }[]; apart: number[][] };
  /** Makes one paper of these, under the first, in one transaction. */
  merge(ids: readonly [number, ...number[]]): void;
  /**
   * Takes records (numbers from 1; default: all but the first) out of a merged paper, in one transaction; returns the
   * ids of the new papers.
   */
  part(id: number, numbers?: readonly number[]): number[];
  /**
   * Removes the selected papers, in one transaction; returns how many. Without conditions it removes none. Their files
   * can then be imported again.
   */
  remove(selection: PaperSelection): number;
  /**
   * Changes the records of papers in one transaction; returns each record before and after. If `change` throws, nothing
   * is changed. Papers that no longer exist are skipped.
   */
  edit(ids: readonly number[], change: (record: Paper) => Paper): { id: number; before: Paper; after: Paper }[];
  /** Removes the words of full texts from search. */
  removeTextWords(): void;
  /** Whether the user imported a record of the same work. */
  hasImported(record: Paper): boolean;
  /** All records, in order of addition. */
  records(): IterableIterator<Paper>;
  /** Adds pending papers to the search index, as the next search would. The signal stops it early. */
  settle(signal?: AbortSignal): Promise<void>;
  /**
   * The number of papers, how many of them came with the package, and the number that answers report: papers of the
   * package count only if there are no others.
   */
  size(): { papers: number; starter: number; counted: number };
  summary(): LibrarySummary;
};

/** The target of imports: the library, or something that only accepts papers and merges nothing. */
export type ImportTarget = {
  add(...parameters: Parameters<PaperLibrary['add']>): MaybePromise<ReturnType<PaperLibrary['add']>>;
  complete?(...parameters: Parameters<PaperLibrary['complete']>): MaybePromise<number>;
  addJournals?(...parameters: Parameters<PaperLibrary['addJournals']>): MaybePromise<number>;
  fillQuartiles?(signal?: AbortSignal): Promise<number>;
  findCheckpoint(path: string): MaybePromise<ImportCheckpoint | undefined>;
};

type MaybePromise<T> = T | Promise<T>;

/** Retraction Watch's table, parsed and not yet stored. */
export type RetractionTable = {
  papers: readonly ListedPaper[];
  rows: number;
  /** Rows without an identifier or of an unknown nature. */
  skipped: number;
  /** The ISO day up to which it is complete. */
  asOf: string;
};

export type RetractionTableSummary = { asOf: string; loadedAt: string; rows: number; papers: number };

export type RetractionTables = {
  /** Replaces the whole table in one transaction. */
  replaceRetractions(table: RetractionTable, loadedAt: string): RetractionTableSummary;
  retractionTable(): RetractionTableSummary | undefined;
  /** The table's entry of each name; undefined without a table. */
  findRetractions(names: readonly string[]): ReadonlyMap<string, TableEntry> | undefined;
};
