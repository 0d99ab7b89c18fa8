import type { IndexFiles } from './index-files.ts';
import { type IndexSnapshot, LIBRARY_START, type LibraryPosition } from './index-reader.ts';
import { createSegmentBuilder, type SegmentBuilder } from './segment/segment-builder.ts';
import { mergeOnce } from './writer/background-merge.ts';
import { createIndexWriter, type IndexWriter } from './writer/index-writer.ts';
import { openLiveIndex } from './writer/live-index.ts';
import type { WriteLock } from './writer/write-lock.ts';

/**
 * The inverted index of a library, in a folder. Segments never change; a manifest says which of them count, and
 * replacing it publishes a change whole, so that a crash leaves the index as it was before or as it is after. One
 * process writes at a time, any number reads. All of it is derived from the library: what is damaged counts as empty
 * and is built anew.
 */
export type PaperIndex = {
  /** What is published, as this process knows it; valid until it refreshes, writes or merges. */
  snapshot(): IndexSnapshot;
  position(): LibraryPosition;
  /** Looks what other processes have published. */
  refresh(): void;
  /** Runs `work` as the only writer; undefined when another process was writing for longer than `waitMs`. */
  write<T>(waitMs: number, work: (writer: IndexWriter) => T): { done: T } | undefined;
  /** Publishes an empty index: something in this one is damaged. */
  discard(reason: string): void;
  /** Merges until nothing is due, in pieces of some milliseconds; gives how many merges there were. */
  merge(signal?: AbortSignal): Promise<number>;
  /** Lets go of what is kept between writes to make them quick; for after a large one. */
  releaseMemory(): void;
  health(): IndexHealth;
  close(): void;
};

type IndexHealth = {
  segments: number;
  papers: number;
  /** Papers that are deleted and still take space, until the next merge. */
  deleted: number;
  bytes: number;
  /** Why the index was built anew, the last time that this process saw it; undefined when it never did. */
  rebuiltBecause: string | undefined;
};

export type PaperIndexOptions = {
  files: IndexFiles;
  lock: WriteLock;
  /** Which library this is the index of; that of another one is dropped. */
  library: string;
  /** Words that are held in memory before they become a segment. */
  maxWords?: number;
};

/** 12 million words are about 70,000 papers; while they are written they take about 300 MB. */
const MAX_BUFFERED_WORDS = 12_000_000;
const DISCARD_WAIT_MS = 30_000;

export function openPaperIndex({ files, lock, library, maxWords = MAX_BUFFERED_WORDS }: PaperIndexOptions): PaperIndex {
  const liveIndex = openLiveIndex(files, library);
  let builder: SegmentBuilder | undefined;
  let rebuiltBecause: string | undefined;
  let snapshotOf = liveIndex.open;
  let snapshot: IndexSnapshot = { segments: [] };
  const refresh = () => {
    liveIndex.refresh();
    rebuiltBecause = liveIndex.damage ?? rebuiltBecause;
  };
  refresh();
  return {
    snapshot() {
      // The same one as long as nothing changes, so that what is known about it can be kept.
      if (snapshotOf !== liveIndex.open) {
        snapshotOf = liveIndex.open;
        snapshot = { segments: liveIndex.open.map(({ reader }) => reader) };
      }
      return snapshot;
    },
    position: () => liveIndex.manifest.position,
    refresh,
    write: (waitMs, work) =>
      lock.attempt(waitMs, () => {
        refresh();
        // What a failed attempt left in it must not come into another one.
        if (builder === undefined || builder.papers > 0) builder = createSegmentBuilder();
        return work(createIndexWriter(liveIndex, builder, maxWords));
      }),
    discard(reason) {
      rebuiltBecause = reason;
      lock.attempt(DISCARD_WAIT_MS, () => {
        liveIndex.refresh();
        liveIndex.replace({ position: LIBRARY_START, segments: [] });
      });
    },
    async merge(signal) {
      for (let merges = 0; ; merges += 1) {
        if (signal?.aborted || !(await mergeOnce(liveIndex, lock, signal))) return merges;
      }
    },
    releaseMemory: () => {
      builder = undefined;
    },
    health: () => ({
      segments: liveIndex.open.length,
      papers: liveIndex.open.reduce((sum, { reader }) => sum + reader.papers, 0),
      deleted: liveIndex.open.reduce((sum, { deletions }) => sum + deletions.count, 0),
      bytes: liveIndex.open.reduce((sum, { segment }) => sum + segment.bytes, 0),
      rebuiltBecause,
    }),
    close: () => liveIndex.close(),
  };
}
