import type { ImportTarget } from '../../library/ports/library.ts';

declare module '../../jobs/features.ts' {
  interface OperatorFeatures {
    /** The collection, for its operator. Throws NOT_CONFIGURED without PAPERQUEUE_COLLECTION_URL. */
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
  /** Whether an unfinished load created it. */
  isUnfinished: boolean;
};

export type CollectionStatus = {
  /** The engine's status of its shards: green, yellow (a copy is missing) or red (papers are missing). */
  health: 'green' | 'yellow' | 'red';
  indexes: CollectionIndex[];
};

/** The number of papers in the searched index, and of its shards and unreadable shards. */
export type CollectionSize = { papers: number; shards: { total: number; failed: number } };

/** The outcome of a search of the collection: `whole`, `incomplete`, or why it failed. */
export type CollectionAnswer = { outcome: string; seconds: number };

/** Files being loaded. Every method rejects with a PaperqueueError. */
export type CollectionLoad = ImportTarget & {
  /** The index that is loaded. */
  index: string;
  /** Makes loaded papers searchable and counts their terms; returns the number of papers in the index. */
  finish(signal: AbortSignal): Promise<number>;
};

/** The collection, for its operator. Every method rejects with a PaperqueueError. */
export type CollectionAdmin = {
  /**
   * Starts loading into the searched index, or with `replace` into a new one, which `finish` puts in its place. An
   * interrupted load continues in the index that it began. If that index contains papers of files other than `files`
   * (absolute paths), `replace` deletes it and starts over.
   */
  load(replace: boolean, signal: AbortSignal, files?: readonly string[]): Promise<CollectionLoad>;
  status(signal: AbortSignal): Promise<CollectionStatus>;
  /** Deletes the indexes that no search uses, or all; returns their names. */
  drop(all: boolean, signal: AbortSignal): Promise<string[]>;
  close(): Promise<void>;
};
