/** What a merge is chosen by. */
export type SegmentSize = { name: string; maxDoc: number; deleted: number; bytes: number };

/** So many segments of one size class become one: fewer means more writing, more means slower searches. */
const MERGE_AT = 4;
/** Each size class holds segments up to so many times larger. */
const CLASS_FACTOR = 4;
/** All segments up to this many papers are of the smallest class. */
const SMALLEST_CLASS = 1_000;
/** A segment of which so much is deleted is written anew by itself. */
const MAX_DELETED_SHARE = 0.3;
/** Offsets in a segment are 32 bits wide; the rest is for what the merge adds. */
const MAX_SEGMENT_BYTES = 3_500_000_000;

/**
 * The segments to merge next, or none: first the smallest class that has enough of them, then a segment that is mostly
 * deleted. With a factor of four a paper is written about log4(papers / 1,000) times more.
 */
export function chooseMerge(segments: readonly SegmentSize[]): string[] {
  const classes = new Map<number, SegmentSize[]>();
  for (const segment of segments) {
    const papers = Math.max(segment.maxDoc - segment.deleted, 1);
    const level = papers <= SMALLEST_CLASS ? 0 : Math.ceil(Math.log(papers / SMALLEST_CLASS) / Math.log(CLASS_FACTOR));
    classes.set(level, [...(classes.get(level) ?? []), segment]);
  }
  const levels = [...classes.entries()].sort(([a], [b]) => a - b);
  for (const [, members] of levels) {
    if (members.length < MERGE_AT) continue;
    const bytes = members.reduce((sum, segment) => sum + segment.bytes, 0);
    if (bytes <= MAX_SEGMENT_BYTES) return members.map(({ name }) => name);
  }
  const wasteful = segments.find(({ maxDoc, deleted }) => deleted > maxDoc * MAX_DELETED_SHARE);
  return wasteful ? [wasteful.name] : [];
}
