export type SegmentSize = { name: string; maxDoc: number; deleted: number; bytes: number };

/** Segments of one size class that are merged into one: fewer means more writing, more means slower searches. */
const MERGE_AT = 4;
/** Ratio between the largest segments of consecutive size classes. */
const CLASS_FACTOR = 4;
/** Papers of the largest segment in the smallest class. */
const SMALLEST_CLASS = 1_000;
/** Share of deleted papers above which a segment is rewritten by itself. */
const MAX_DELETED_SHARE = 0.3;
/** Offsets in a segment have 32 bits; this leaves room for what a merge adds. */
const MAX_SEGMENT_BYTES = 3_500_000_000;

/** The segments to merge next: the smallest class with enough of them, else one with many deletions. */
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
