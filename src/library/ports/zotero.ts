import type { ExportedPaper } from '../../formats/format.ts';

declare module '../../jobs/features.ts' {
  interface OperatorFeatures {
    /** The user's Zotero, at zotero.org or on this machine. */
    zotero(): Promise<Zotero>;
  }
}

/** Which Zotero library: the user's own, or that of a group, by its number. */
export type ZoteroLibraryChoice = {
  group?: string;
  /** Called when a person must allow something in Zotero's window. */
  onQuestion?: () => void;
  signal: AbortSignal;
};

export type PushOptions = ZoteroLibraryChoice & {
  /** Key or name of a collection. One with this name is created if there is none. */
  collection?: string;
  /** Tags of the items that are added, beside their keywords. */
  tags?: readonly string[];
  /** Read and compare only. */
  dryRun?: boolean;
  onProgress?: (done: number, total: number) => void;
};

/** A paper after a push; `key` is the key of its item in Zotero. */
export type PushedPaper = { ref: string; title: string; key?: string };

/** Why a paper was not added; `unknown`: Zotero gives no reason, and does not have the paper. */
export type PushProblem = 'field' | 'deleted' | 'locked' | 'changed' | 'too-long' | 'not-taken' | 'unknown';

/** The owner of the key, and its permissions for the personal library. */
export type ZoteroKey = { username: string; read: boolean; write: boolean };

export type PushReport = {
  /** The library's display name. */
  library: string;
  dryRun: boolean;
  collection?: { name: string; key?: string; isNew: boolean };
  added: PushedPaper[];
  /** Papers whose works the library already had. Their items are unchanged. */
  present: PushedPaper[];
  /** How many of them were added to the collection. */
  joined: number;
  failed: (PushedPaper & { reason: PushProblem })[];
  /** Notes of the papers that were added; absent if they have none. */
  notes?: { added: number; failed: number };
};

/** Items of Zotero for an import: all, or those changed since an earlier one. */
export type ZoteroChanges = {
  /** The library's display name. */
  library: string;
  /** Identifies library and collection in checkpoints. */
  address: string;
  /** The server that these versions belong to. Versions of different servers cannot be compared. */
  server: string;
  /** The library's version with these items; 0 if unknown. */
  version: number;
  isPartial: boolean;
  /** The items as JSON, one per line. */
  lines: AsyncIterable<string>;
  /**
   * Since the earlier import: titles of papers moved to the trash, and the number of items of any kind deleted
   * permanently.
   */
  removed(): Promise<{ trashed: string[]; deleted: number }>;
};

export type ChangesRequest = ZoteroLibraryChoice & {
  /** Key or name; default: the whole library. */
  collection?: string;
  /** The version up to which an earlier import read this address on this server. */
  sinceOf(address: string, server: string): number | undefined;
};

/** The user's Zotero, at zotero.org or on this machine. Throws PaperqueueError. */
export type Zotero = {
  /** Adds papers that the library does not have. Safe to repeat. */
  push(papers: readonly ExportedPaper[], options: PushOptions): Promise<PushReport>;
  changes(request: ChangesRequest): Promise<ZoteroChanges>;
  readKey(signal: AbortSignal): Promise<ZoteroKey>;
};
