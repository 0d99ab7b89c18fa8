import type { ImportTarget } from './library.ts';

/** One index of the collection. */
type CollectionIndex = {
  name: string;
  papers: number;
  bytes: number;
  /** Whether searches read it. */
  isSearched: boolean;
  /** Whether a load that is not finished made it. */
  isUnfinished: boolean;
};

export type CollectionStatus = {
  /** The engine's own word for its shards: green, yellow (a copy is missing) or red (papers are missing). */
  health: 'green' | 'yellow' | 'red';
  indexes: CollectionIndex[];
};

/** How many papers a search reads now, and how many shards of the index cannot be read. */
export type CollectionSize = { papers: number; shards: { total: number; failed: number } };

/** How a search of the collection went: `whole`, `incomplete`, or why it failed. */
export type CollectionAnswer = { outcome: string; seconds: number };

/** Files being loaded. Every method rejects with a PaperqueueError. */
export type CollectionLoad = ImportTarget & {
  /** The index that is loaded. */
  index: string;
  /** Makes what was loaded found by searches, and counts its terms; gives the number of papers in the index. */
  finish(signal: AbortSignal): Promise<number>;
};

/** The collection, for the person who runs it. Every method rejects with a PaperqueueError. */
export type CollectionAdmin = {
  /**
   * Begins to load: into the index that is searched, or with `replace` into a new one, which `finish` puts in its
   * place. A load that was interrupted goes on in the index that it began; where that has papers of files that are not
   * among `files` (absolute paths), `replace` deletes it and begins anew.
   */
  load(replace: boolean, signal: AbortSignal, files?: readonly string[]): Promise<CollectionLoad>;
  status(signal: AbortSignal): Promise<CollectionStatus>;
  /** Deletes the indexes that no search reads, or all; gives their names. */
  drop(all: boolean, signal: AbortSignal): Promise<string[]>;
  close(): Promise<void>;
};
