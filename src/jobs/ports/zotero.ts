import type { ExportedPaper } from '../../formats/write/export-formats.ts';

/** Which library of Zotero: the user's own, or that of a group by its number. */
export type ZoteroLibraryChoice = {
  group?: string | undefined;
  /** Told when a person has to allow something in Zotero's window. */
  onQuestion?: () => void;
  signal: AbortSignal;
};

export type PushOptions = ZoteroLibraryChoice & {
  /** Key or name of a collection, which is made where there is none of that name. */
  collection?: string | undefined;
  /** Tags of the items that are added. */
  tags?: readonly string[];
  /** Read and compare only. */
  dryRun?: boolean;
  onProgress?: (done: number, total: number) => void;
};

/** A paper after a push; `key` is that of its item in Zotero. */
export type PushedPaper = { ref: string; title: string; key?: string };

/** Why a paper was not added; `unknown`: Zotero does not say, and does not have it. */
export type PushProblem = 'field' | 'deleted' | 'locked' | 'changed' | 'too-long' | 'not-taken' | 'unknown';

/** Whose key it is, and what it may do with the personal library. */
export type ZoteroKey = { username: string; read: boolean; write: boolean };

export type PushReport = {
  /** Which library it is, for people. */
  library: string;
  dryRun: boolean;
  collection?: { name: string; key?: string; isNew: boolean };
  added: PushedPaper[];
  /** Papers whose works were there already; their items stay as they are. */
  present: PushedPaper[];
  /** How many of those were put into the collection. */
  joined: number;
  failed: (PushedPaper & { reason: PushProblem })[];
};

/** Items of Zotero for an import: all, or those that changed since an earlier one. */
export type ZoteroChanges = {
  /** Which library it is, for people. */
  library: string;
  /** Names library and collection in checkpoints. */
  address: string;
  /** Whose versions these are: those of another server cannot be compared. */
  server: string;
  /** The library's version with these items; 0 where it says nothing. */
  version: number;
  isPartial: boolean;
  /** The items as JSON, one a line. */
  lines: AsyncIterable<string>;
  /** Since the earlier import: titles of papers in the trash, and how many items of any kind were deleted for good. */
  removed(): Promise<{ trashed: string[]; deleted: number }>;
};

export type ChangesRequest = ZoteroLibraryChoice & {
  /** Key or name; default: the whole library. */
  collection?: string | undefined;
  /** The version up to which an earlier import has read this address of this server. */
  sinceOf(address: string, server: string): number | undefined;
};

/** The user's Zotero, at zotero.org or on this machine. Throws PaperqueueError. */
export type Zotero = {
  /** Adds papers that the library does not have. Safe to repeat. */
  push(papers: readonly ExportedPaper[], options: PushOptions): Promise<PushReport>;
  changes(request: ChangesRequest): Promise<ZoteroChanges>;
  /** What the key may do, in words. */
  readKey(signal: AbortSignal): Promise<ZoteroKey>;
};
