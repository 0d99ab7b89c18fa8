import type { IndexFiles } from './index-files.ts';
import { type IndexSnapshot, LIBRARY_START, type LibraryPosition } from './index-reader.ts';
import { createSegmentBuilder, type SegmentBuilder } from './segment/segment-builder.ts';
import { mergeOnce } from './writer/background-merge.ts';
import { createIndexWriter, type IndexWriter } from './writer/index-writer.ts';
import { openLiveIndex } from './writer/live-index.ts';
import type { WriteLock } from './writer/write-lock.ts';

/**
 * The library's inverted index, in a folder. Segments are immutable; replacing the manifest publishes a change
 * atomically. There is one writer and any number of readers. A damaged index counts as empty and is rebuilt from the
 * library.
 */
export type PaperIndex = {
  /** The published state opened by this process. Valid until the next refresh, write or merge. */
  snapshot(): IndexSnapshot;
  position(): LibraryPosition;
  /** Opens what other processes have published. */
  refresh(): void;
  /** Runs `work` under the write lock; undefined if another process has it now. */
  write<T>(work: (writer: IndexWriter) => T): { done: T } | undefined;
  /** Publishes an empty index because this one is damaged; false if another process has the write lock now. */
  discard(reason: string): boolean;
  /** Runs all due merges, in slices of a few milliseconds; returns how many there were. */
  merge(signal?: AbortSignal): Promise<number>;
  /** Frees the caches that speed up repeated writes. Call it after a large import. */
  releaseMemory(): void;
  health(): IndexHealth;
  close(): void;
};

type IndexHealth = {
  segments: number;
  papers: number;
  /** Deleted papers that take up space until the next merge. */
  deleted: number;
  bytes: number;
  /** Why the index was last rebuilt, as far as this process knows; undefined if it was not. */
  rebuiltBecause: string | undefined;
};

export type PaperIndexOptions = {
  files: IndexFiles;
  lock: WriteLock;
  /** The library this index belongs to. An index of another library is discarded. */
  library: string;
  /** Words buffered in memory before a segment is written. Default 12 million, about 70,000 papers and 300 MB. */
  maxWords?: number;
};

/** About 70,000 papers; writing them takes about 300 MB. */
const MAX_BUFFERED_WORDS = 12_000_000;

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
      // One object per published state: statistics are cached by it.
      if (snapshotOf !== liveIndex.open) {
        snapshotOf = liveIndex.open;
        snapshot = { segments: liveIndex.open.map(({ reader }) => reader) };
      }
      return snapshot;
    },
    position: () => liveIndex.manifest.position,
    refresh,
    write: (work) =>
      lock.attempt(() => {
        refresh();
        // A failed attempt may have left papers in the builder.
        if (builder === undefined || builder.papers > 0) builder = createSegmentBuilder();
        return work(createIndexWriter(liveIndex, builder, maxWords));
      }),
    discard(reason) {
      rebuiltBecause = reason;
      const outcome = lock.attempt(() => {
        liveIndex.refresh();
        liveIndex.replace({ position: LIBRARY_START, segments: [] });
      });
      return outcome !== undefined;
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
