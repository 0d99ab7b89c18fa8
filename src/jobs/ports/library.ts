import type { Completion } from '../../formats/read/parsed-entry.ts';
import type { RankedJournal } from '../../papers/journals/journal-ranking.ts';
import type { Paper } from '../../papers/paper.ts';
import type { QuartileSource } from '../../papers/vocabulary.ts';
import type { RetractionTableSummary, RetractionTables } from './retractions.ts';

export type LibrarySummary = {
  papers: number;
  /** Of these, how many came with the package. */
  starterPapers: number;
  /** Papers that have a field, by fields that searches filter by. */
  coverage: Record<string, number>;
  /** Size of the library's file in bytes. */
  bytes: number;
  path: string;
  /** The editions of journal rankings that quartiles are looked up in, the oldest first. */
  rankings: {
    source: QuartileSource;
    year: number;
    journals: number;
    /** How many of them have a quartile. */
    ranked: number;
  }[];
  /** Retraction Watch's table, where there is one. */
  retractions?: RetractionTableSummary | undefined;
  /** The search index, which is built from the library. */
  index: {
    segments: number;
    papers: number;
    /** Deleted papers that take space until the next merge. */
    deleted: number;
    /** Papers that the next search adds to the index first. */
    pending: number;
    bytes: number;
    /** Why the index was built anew, if it was. */
    rebuiltBecause?: string;
  };
};

/** Identifies the content of a file that was imported. */
export type FileIdentity = {
  /** Absolute. */
  path: string;
  size: number;
  /** Milliseconds since the epoch. */
  modifiedAt: number;
  /** SHA-256 (hexadecimal) of its first 64 KB. */
  head: string;
};

/** What an import has done so far, over all its runs. */
export type ImportCounts = {
  added: number;
  /** Records that were merged into existing papers. */
  merged: number;
  /** Papers that got an abstract or a summary from a file that holds nothing else. */
  completed: number;
  /** Journals of a ranking. */
  journals: number;
  /** Entries that are no papers. */
  passedOver: number;
  /** Entries that could not be read. */
  skipped: number;
};

/** The progress of the import of a file. */
export type ImportCheckpoint = FileIdentity & {
  format: string;
  /** Pieces of the file that were processed. */
  pieces: number;
  counts: ImportCounts;
  isFinished: boolean;
};

/** Selects the papers that meet all of the given conditions; without any condition it selects none. */
export type PaperSelection = {
  /** Keys, or DOIs in any spelling. */
  names?: readonly string[];
  origin?: 'starter' | 'live' | 'import';
  /** Absolute path of an imported file: the papers that it was the first to bring. */
  importedFrom?: string;
  years?: { from: number; to: number };
};

/** The local library of embedded mode. Throws STORE_UNAVAILABLE. */
export type PaperLibrary = RetractionTables & {
  /** Adds records, or merges them into papers of the same works, and stores the checkpoint, in one transaction. */
  add(
    records: readonly Paper[],
    checkpoint?: (outcome: { added: number; merged: number }) => ImportCheckpoint,
  ): { added: number; merged: number };
  /** Adds missing texts to existing papers, in one transaction; returns how many papers got any. */
  complete(completions: readonly Completion[], checkpoint?: (completed: number) => ImportCheckpoint): number;
  /**
   * Stores journals of rankings in one transaction, replacing those of the same edition; returns how many. Existing
   * papers get their quartiles by `fillQuartiles`, later ones when they are added.
   */
  addJournals(journals: readonly RankedJournal[], checkpoint?: (journals: number) => ImportCheckpoint): number;
  /**
   * Updates the quartiles of existing papers from the rankings added since the last call; returns how many papers
   * changed. Resumes where an earlier call was stopped.
   */
  fillQuartiles(signal?: AbortSignal): Promise<number>;
  /** The progress of the last import of the file at this path. */
  findCheckpoint(path: string): ImportCheckpoint | undefined;
  /** How many papers are selected. */
  count(selection: PaperSelection): number;
  /** Removes the selected papers, whose files can then be imported again; returns how many there were. */
  remove(selection: PaperSelection): number;
  /** Removes the words of full texts, which searches looked into. */
  removeTextWords(): void;
  /** Whether the user imported a record of the same work. */
  hasImported(record: Paper): boolean;
  /** All records, in the order in which they were added. */
  records(): IterableIterator<Paper>;
  /** Adds pending papers to the search index, as the next search would; the signal ends it early. */
  settle(signal?: AbortSignal): Promise<void>;
  summary(): LibrarySummary;
};

/** What files are imported into: the library, or something that takes papers only, and joins nothing to them. */
export type ImportTarget = {
  add(...parameters: Parameters<PaperLibrary['add']>): MaybePromise<ReturnType<PaperLibrary['add']>>;
  complete?(...parameters: Parameters<PaperLibrary['complete']>): MaybePromise<number>;
  addJournals?(...parameters: Parameters<PaperLibrary['addJournals']>): MaybePromise<number>;
  fillQuartiles?(signal?: AbortSignal): Promise<number>;
  findCheckpoint(path: string): MaybePromise<ImportCheckpoint | undefined>;
};

type MaybePromise<T> = T | Promise<T>;
