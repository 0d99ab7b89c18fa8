import { setImmediate } from 'node:timers/promises';
import type { IndexPart } from '../index-reader.ts';
import { NOTHING_DELETED } from '../segment/deletions.ts';
import { mergeSegments, type SlotMaps } from '../segment/merge-segments.ts';
import { openSegment, wholePart } from '../segment/segment-reader.ts';
import { writeMoreDeletions } from './index-writer.ts';
import type { Published } from './live-index.ts';
import { chooseMerge } from './merge-policy.ts';
import type { OpenSegment } from './open-segments.ts';
import type { WriteLock } from './write-lock.ts';

/** A piece of a merge, after which whatever else the process has to do gets its turn. */
const SLICE_MS = 6;
const LOCK_WAIT_MS = 10_000;

/**
 * Does the merge that is due, if one is. Nothing is locked while it works: the segments do not change, and what was
 * deleted of them meanwhile is deleted of the merged one when that is published. Gives whether something was merged.
 */
export async function mergeOnce(
  published: Published,
  lock: WriteLock,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  published.refresh();
  const names = chooseMerge(published.open.map(sizeOf));
  if (names.length === 0) return false;
  // Of their own: a refresh of this process closes the segments of a manifest that has gone.
  const sources: Source[] = [];
  const name = published.newName();
  try {
    for (const { segment, deletions } of published.open.filter((entry) => names.includes(entry.segment.name))) {
      sources.push({ deletions, segment: openSegment(published.files, segment.name) });
    }
    const inputs = sources.map(({ segment, deletions }) => ({
      part: segment.part(deletions),
      columns: segment.columns,
    }));
    const maps = await mergeSegments(published.files, name, inputs, breatheEvery(SLICE_MS, signal));
    const outcome = lock.attempt(LOCK_WAIT_MS, () => publishMerged(published, name, sources, maps));
    if (!outcome?.done) published.files.remove(name);
    return outcome?.done ?? false;
  } catch (error) {
    // Another process has removed a source: there is nothing of it to merge any more.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  } finally {
    for (const { segment } of sources) segment.close();
  }
}

function sizeOf({ segment, deletions }: OpenSegment) {
  return { name: segment.name, slots: segment.slots, deleted: deletions.count, bytes: segment.bytes };
}

type Source = Pick<OpenSegment, 'segment' | 'deletions'>;

/** Puts the merged segment in the place of its sources; false when one of them has gone meanwhile. */
function publishMerged(published: Published, name: string, sources: readonly Source[], maps: SlotMaps): boolean {
  published.refresh();
  const now = sources.map(({ segment }) => published.open.find((entry) => entry.segment.name === segment.name));
  if (now.some((entry) => entry === undefined)) return false;
  const later = now.flatMap((entry, source) => {
    const before = sources[source]?.segment.part(sources[source]?.deletions ?? NOTHING_DELETED) as IndexPart;
    return deletedSince(before, entry?.part as IndexPart, maps[source] as Int32Array);
  });
  const rest = published.manifest.segments.filter(
    (entry) => !sources.some(({ segment }) => segment.name === entry.name),
  );
  const merged = openSegment(published.files, name);
  try {
    const slots = wholePart(merged).slots;
    if (later.length > 0 && later.length < slots) {
      const deletions = writeMoreDeletions(published, { segment: merged, deletions: NOTHING_DELETED }, later);
      rest.push({ name, deletions });
    } else if (slots > later.length) rest.push({ name });
  } finally {
    merged.close();
  }
  published.replace({ position: published.manifest.position, segments: rest });
  return true;
}

/** Where in the merged segment the papers are that were deleted of a source while it was merged. */
function deletedSince(before: IndexPart, now: IndexPart, map: Int32Array): number[] {
  const slots: number[] = [];
  if (!now.hasDeleted) return slots;
  for (let slot = 0; slot < now.slots; slot += 1) {
    if (now.isDeleted(slot) && !before.isDeleted(slot)) slots.push(map[slot] as number);
  }
  return slots;
}

/** Lets the event loop turn whenever so much time has passed, and stops where the signal says so. */
function breatheEvery(sliceMs: number, signal: AbortSignal | undefined): () => Promise<void> | undefined {
  let started = performance.now();
  return () => {
    if (performance.now() - started < sliceMs) return undefined;
    return setImmediate(undefined, signal ? { signal } : {}).then(() => {
      started = performance.now();
    });
  };
}
