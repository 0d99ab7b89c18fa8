import type { Completion } from '../../papers/formats/read/parsed-entry.ts';
import type { RankedJournal } from '../../papers/journals/journal-ranking.ts';
import type { Paper } from '../../papers/paper.ts';
import type { QuartileSource } from '../../papers/vocabulary.ts';

/** What the use-cases need of the local library. */

export type LibrarySummary = {
  papers: number;
  /** Of these, how many came with the package. */
  starterPapers: number;
  /** Papers per fact that searches filter by. */
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
  /** What searches read; it is made of the library and follows it. */
  index: {
    segments: number;
    papers: number;
    /** Deleted papers that take space until the next merge. */
    deleted: number;
    /** Papers that the next search takes in first. */
    pending: number;
    bytes: number;
    /** Why it was built anew, when it was. */
    rebuiltBecause?: string;
  };
};

/** What tells whether a file is still the one that was imported. */
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
  /** Records that went into papers that were there already. */
  merged: number;
  /** Papers that took an abstract or a summary from a file that holds nothing else. */
  completed: number;
  /** Journals of a ranking. */
  journals: number;
  /** Entries that are no papers. */
  passedOver: number;
  /** Entries that could not be read. */
  skipped: number;
};

/** How far the import of a file has come. */
export type ImportCheckpoint = FileIdentity & {
  format: string;
  /** Pieces of the file that are in the library or settled otherwise. */
  pieces: number;
  counts: ImportCounts;
  isFinished: boolean;
};

/** Papers of the library that meet all of the given conditions; with none, none. */
export type PaperSelection = {
  /** Keys, or DOIs in any spelling. */
  names?: readonly string[];
  origin?: 'starter' | 'live' | 'import';
  /** Absolute path of an imported file: the papers that it was the first to bring. */
  importedFrom?: string;
  years?: { from: number; to: number };
};

/** The local library of embedded mode. Throws STORE_UNAVAILABLE. */
export type PaperLibrary = {
  /**
   * Adds records in one transaction; a record of a work that is there already is merged with it. `checkpoint` makes of
   * the outcome how far the import has come, which is kept in the same transaction.
   */
  add(
    records: readonly Paper[],
    checkpoint?: (outcome: { added: number; merged: number }) => ImportCheckpoint,
  ): { added: number; merged: number };
  /** Gives papers that are there the texts that they lack, in one transaction; tells how many papers took any. */
  complete(completions: readonly Completion[], checkpoint?: (completed: number) => ImportCheckpoint): number;
  /**
   * Keeps journals of rankings in one transaction, each in the place of what was known of it in the same edition; tells
   * how many there were. Papers have their quartiles of them after `fillQuartiles`, those that are added later at once.
   */
  addJournals(journals: readonly RankedJournal[], checkpoint?: (journals: number) => ImportCheckpoint): number;
  /**
   * Gives all papers that are there the quartiles that the rankings kept since the last time tell, and tells how many
   * papers have another one now. It goes on where an earlier call was stopped, and does nothing where nothing is left
   * to do.
   */
  fillQuartiles(signal?: AbortSignal): Promise<number>;
  /** How far the last import of the file at this path came. */
  checkpointOf(path: string): ImportCheckpoint | undefined;
  /** How many papers are selected. */
  count(selection: PaperSelection): number;
  /**
   * Removes the selected papers and tells how many there were. A file whose papers are removed can be imported again.
   */
  remove(selection: PaperSelection): number;
  /** All records, in the order in which they came. */
  records(): IterableIterator<Paper>;
  /** Makes searches ready for what was added, which the next one would otherwise do; the signal ends it early. */
  settle(signal?: AbortSignal): Promise<void>;
  summary(): LibrarySummary;
};
