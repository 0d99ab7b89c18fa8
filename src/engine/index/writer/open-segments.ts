import type { IndexFiles } from '../index-files.ts';
import type { IndexPart } from '../index-reader.ts';
import { type Deletions, NOTHING_DELETED, readDeletions } from '../segment/deletions.ts';
import { openSegment, type Segment, wholePart } from '../segment/segment-reader.ts';
import type { Manifest } from './manifest.ts';

/** A segment of the manifest, open, with its deletions at that time. */
export type OpenSegment = { segment: Segment; deletions: Deletions; part: IndexPart };

/** The segments of a manifest. Those that are open already are kept, those that are no longer named are closed. */
export function openSegments(files: IndexFiles, manifest: Manifest, open: readonly OpenSegment[]): OpenSegment[] {
  const held = new Map(open.map((entry) => [entry.segment.name, entry.segment]));
  const opened: OpenSegment[] = [];
  const fresh: Segment[] = [];
  try {
    for (const { name, deletions: file } of manifest.segments) {
      const known = held.get(name);
      const segment = known ?? openSegment(files, name);
      if (!known) fresh.push(segment);
      const deletions = file ? readDeletions(files, file, name, wholePart(segment)) : NOTHING_DELETED;
      opened.push({ segment, deletions, part: segment.part(deletions) });
    }
  } catch (error) {
    for (const segment of fresh) segment.close();
    throw error;
  }
  const kept = new Set(opened.map(({ segment }) => segment));
  for (const { segment } of open) if (!kept.has(segment)) segment.close();
  return opened;
}
