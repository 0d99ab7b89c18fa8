import type { ImportTarget } from '../../library/ports/library.ts';

declare module '../../jobs/features.ts' {
  interface OperatorFeatures {
    /** The collection, for the person who runs it. Throws NOT_CONFIGURED without PAPERQUEUE_COLLECTION_URL. */
    collection(): Promise<CollectionAdmin>;
  }
}

/** One index of the collection. */
type CollectionIndex = {
  name: string;
  papers: number;
  bytes: number;
  /** Whether searches read it. */
  isSearched: boolean;
  /** Whether an unfinished load made it. */
  isUnfinished: boolean;
};

export type CollectionStatus = {
  /** The engine's status of its shards: green, yellow (a copy is missing) or red (papers are missing). */
  health: 'green' | 'yellow' | 'red';
  indexes: CollectionIndex[];
};

/** How many papers searches read now, and how many shards of the index are unreadable. */
export type CollectionSize = { papers: number; shards: { total: number; failed: number } };

/** The outcome of a search of the collection: `whole`, `incomplete`, or why it failed. */
export type CollectionAnswer = { outcome: string; seconds: number };

/** Files being loaded. Every method rejects with a PaperqueueError. */
export type CollectionLoad = ImportTarget & {
  /** The index that is loaded. */
  index: string;
  /** Makes loaded papers searchable and counts their terms; returns the index's number of papers. */
  finish(signal: AbortSignal): Promise<number>;
};

/** The collection, for its operator. Every method rejects with a PaperqueueError. */
export type CollectionAdmin = {
  /**
   * Starts loading into the searched index, or with `replace` into a new one, which `finish` puts in its place. An
   * interrupted load continues in the index it began. If that index has papers of other files than `files` (absolute
   * paths), `replace` deletes it and starts over.
   */
  load(replace: boolean, signal: AbortSignal, files?: readonly string[]): Promise<CollectionLoad>;
  status(signal: AbortSignal): Promise<CollectionStatus>;
  /** Deletes the indexes that no search reads, or all; returns their names. */
  drop(all: boolean, signal: AbortSignal): Promise<string[]>;
  close(): Promise<void>;
};
