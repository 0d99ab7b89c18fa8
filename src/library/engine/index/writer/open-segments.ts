import type { IndexFiles } from '../index-files.ts';
import type { SegmentReader } from '../index-reader.ts';
import { type Deletions, NOTHING_DELETED, readDeletions } from '../segment/deletions.ts';
import { fullReader, openSegment, type Segment } from '../segment/segment-reader.ts';
import type { Manifest } from './manifest.ts';

/** An open segment of a manifest, with its deletions at that time. */
export type OpenSegment = { segment: Segment; deletions: Deletions; reader: SegmentReader };

/** Opens the segments of a manifest. Reuses open ones and closes those that the manifest no longer names. */
export function openSegments(files: IndexFiles, manifest: Manifest, open: readonly OpenSegment[]): OpenSegment[] {
  const alreadyOpen = new Map(open.map((entry) => [entry.segment.name, entry.segment]));
  const opened: OpenSegment[] = [];
  const newlyOpened: Segment[] = [];
  try {
    for (const { name, deletions: file } of manifest.segments) {
      const reused = alreadyOpen.get(name);
      const segment = reused ?? openSegment(files, name);
      if (!reused) newlyOpened.push(segment);
      const deletions = file ? readDeletions(files, file, name, fullReader(segment)) : NOTHING_DELETED;
      opened.push({ segment, deletions, reader: segment.reader(deletions) });
    }
  } catch (error) {
    for (const segment of newlyOpened) segment.close();
    throw error;
  }
  const stillOpen = new Set(opened.map(({ segment }) => segment));
  for (const { segment } of open) if (!stillOpen.has(segment)) segment.close();
  return opened;
}
