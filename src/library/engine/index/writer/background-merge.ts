import { appendTo } from '../../../../lib/groups.ts';
import { pauseEvery } from '../../../../platform/turns.ts';
import type { SegmentReader } from '../index-reader.ts';
import { NOTHING_DELETED } from '../segment/deletions.ts';
import { type DocIdMaps, mergeSegments } from '../segment/merge-segments.ts';
import { openSegment } from '../segment/segment-reader.ts';
import { writeMoreDeletions } from './index-writer.ts';
import type { LiveIndex, OpenSegment } from './live-index.ts';
import { type WriteLock, whenLockIsFree } from './write-lock.ts';

/** A merge yields to the event loop after this long. */
const SLICE_MS = 6;
const LOCK_WAIT_MS = 10_000;

/**
 * Runs the due merge, if any, without the lock; returns whether there was one. Papers deleted meanwhile are deleted
 * from the merged segment at publication.
 */
export async function mergeOnce(
  liveIndex: LiveIndex,
  lock: WriteLock,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  liveIndex.refresh();
  const sizes = liveIndex.open.map(({ segment: { name, maxDoc, bytes }, deletions }) => {
    return { name, maxDoc, deleted: deletions.count, bytes };
  });
  const names = chooseMerge(sizes);
  if (names.length === 0) return false;
  // Opened separately: a refresh of this process closes segments that the manifest no longer lists.
  const sources: Source[] = [];
  const name = liveIndex.newName();
  try {
    for (const { segment, deletions } of liveIndex.open.filter((entry) => names.includes(entry.segment.name))) {
      sources.push({ deletions, segment: openSegment(liveIndex.files, segment.name) });
    }
    const inputs = sources.map(({ segment, deletions }) => ({
      reader: segment.reader(deletions),
      columns: segment.columns,
    }));
    const maps = await mergeSegments(liveIndex.files, name, inputs, pauseEvery(SLICE_MS, signal));
    const publish = () => publishMerged(liveIndex, name, sources, maps);
    const outcome = await whenLockIsFree(lock, LOCK_WAIT_MS, publish, signal);
    if (!outcome?.done) liveIndex.files.remove(name);
    return outcome?.done ?? false;
  } catch (error) {
    // Another process has merged a source already.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  } finally {
    for (const { segment } of sources) segment.close();
  }
}

type Source = Pick<OpenSegment, 'segment' | 'deletions'>;

/** Replaces the sources by the merged segment; false if a source has disappeared meanwhile. */
function publishMerged(liveIndex: LiveIndex, name: string, sources: readonly Source[], maps: DocIdMaps): boolean {
  liveIndex.refresh();
  const now = sources.map(({ segment }) => liveIndex.open.find((entry) => entry.segment.name === segment.name));
  if (now.some((entry) => entry === undefined)) return false;
  const later = now.flatMap((entry, source) => {
    const before = sources[source]?.segment.reader(sources[source]?.deletions ?? NOTHING_DELETED) as SegmentReader;
    return deletedSince(before, entry?.reader as SegmentReader, maps[source] as Int32Array);
  });
  const rest = liveIndex.manifest.segments.filter(
    (entry) => !sources.some(({ segment }) => segment.name === entry.name),
  );
  const merged = openSegment(liveIndex.files, name);
  try {
    const { maxDoc } = merged;
    if (later.length > 0 && later.length < maxDoc) {
      const deletions = writeMoreDeletions(liveIndex, { segment: merged, deletions: NOTHING_DELETED }, later);
      rest.push({ name, deletions });
    } else if (maxDoc > later.length) rest.push({ name });
  } finally {
    merged.close();
  }
  liveIndex.replace({ position: liveIndex.manifest.position, segments: rest });
  return true;
}

/** The docIds, in the merged segment, of papers deleted from a source during the merge. */
function deletedSince(before: SegmentReader, now: SegmentReader, map: Int32Array): number[] {
  const docIds: number[] = [];
  if (!now.hasDeleted) return docIds;
  for (let docId = 0; docId < now.maxDoc; docId += 1) {
    if (now.isDeleted(docId) && !before.isDeleted(docId)) docIds.push(map[docId] as number);
  }
  return docIds;
}

export type SegmentSize = { name: string; maxDoc: number; deleted: number; bytes: number };

/** Number of segments in a size class that triggers a merge. Fewer means more writing, more means slower searches. */
const MERGE_AT = 4;
/** Ratio between the largest segments of consecutive size classes. */
const CLASS_FACTOR = 4;
/** Papers of the largest segment in the smallest class. */
const SMALLEST_CLASS = 1_000;
/** A segment with a larger share of deleted papers is rewritten by itself. */
const MAX_DELETED_SHARE = 0.3;
/** Offsets in a segment have 32 bits. This limit leaves room for what a merge adds. */
const MAX_SEGMENT_BYTES = 3_500_000_000;

/**
 * The smallest segments of a class that fit into one merge. In a large index some segments are too large for any merge,
 * and the others must not wait for them.
 */
function smallestThatFit(members: readonly SegmentSize[]): SegmentSize[] {
  let bytes = 0;
  return [...members]
    .sort((a, b) => a.bytes - b.bytes)
    .filter((segment) => {
      bytes += segment.bytes;
      return bytes <= MAX_SEGMENT_BYTES;
    });
}

/** The segments to merge next: the smallest class with enough of them, else one with many deletions. */
export function chooseMerge(segments: readonly SegmentSize[]): string[] {
  const classes = new Map<number, SegmentSize[]>();
  for (const segment of segments) {
    const papers = Math.max(segment.maxDoc - segment.deleted, 1);
    const level = papers <= SMALLEST_CLASS ? 0 : Math.ceil(Math.log(papers / SMALLEST_CLASS) / Math.log(CLASS_FACTOR));
    appendTo(classes, level, segment);
  }
  const levels = [...classes.entries()].sort(([a], [b]) => a - b);
  for (const [, members] of levels) {
    const fitting = smallestThatFit(members);
    if (fitting.length >= MERGE_AT) return fitting.map(({ name }) => name);
  }
  const wasteful = segments.find(({ maxDoc, deleted }) => deleted > maxDoc * MAX_DELETED_SHARE);
  return wasteful ? [wasteful.name] : [];
}
