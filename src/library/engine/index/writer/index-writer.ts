import { randomBytes } from 'node:crypto';
import type { IndexedPaper, LibraryPosition } from '../index-reader.ts';
import { type Deletions, deleteMore, isDeleted, writeDeletions } from '../segment/deletions.ts';
import type { SegmentBuilder } from '../segment/segment-builder.ts';
import { fullReader } from '../segment/segment-reader.ts';
import type { LiveIndex, OpenSegment } from './live-index.ts';
import type { Manifest } from './manifest.ts';

/** The only writer, while it holds the lock. Unpublished changes are lost. */
export type IndexWriter = {
  /** The published position. Later changes of the library must be added. */
  readonly position: LibraryPosition;
  /** Adds or replaces a paper and thereby reaches `position` in the library. */
  add(paper: IndexedPaper, position: LibraryPosition): void;
  remove(id: number, position: LibraryPosition): void;
  publish(position: LibraryPosition): void;
};

/** Buffers papers in `builder`, which must be empty, and publishes whenever it holds `maxWords`. */
export function createIndexWriter(liveIndex: LiveIndex, builder: SegmentBuilder, maxWords: number): IndexWriter {
  /** Ids whose papers in published segments are obsolete. */
  const touched = new Set<number>();
  const added = new Set<number>();
  let last = liveIndex.manifest.position;

  const publish = (position: LibraryPosition) => {
    last = position;
    const segments = liveIndex.open.map((entry) => withDeletions(liveIndex, entry, touched));
    if (builder.papers > 0) {
      const name = liveIndex.newName();
      builder.write(liveIndex.files, name);
      segments.push({ name });
    }
    liveIndex.replace({ position, segments: segments.filter((segment) => segment !== undefined) });
    touched.clear();
    added.clear();
  };

  return {
    get position() {
      return liveIndex.manifest.position;
    },
    add(paper, position) {
      // A segment holds each id at most once.
      if (added.has(paper.id)) publish(last);
      touched.add(paper.id);
      added.add(paper.id);
      builder.add(paper);
      last = position;
      if (builder.words >= maxWords) publish(position);
    },
    remove(id, position) {
      if (added.has(id)) publish(last);
      touched.add(id);
      last = position;
    },
    publish,
  };
}

type Entry = Manifest['segments'][number];

/** The manifest entry of a segment without the touched papers; undefined if no paper is left. */
function withDeletions(
  liveIndex: LiveIndex,
  { segment, deletions }: OpenSegment,
  touched: ReadonlySet<number>,
): Entry | undefined {
  const entry = liveIndex.manifest.segments.find(({ name }) => name === segment.name) as Entry;
  const docIds = docIdsOf(segment.columns.ids, touched, deletions);
  if (docIds.length === 0) return entry;
  if (deletions.count + docIds.length === segment.maxDoc) return undefined;
  return { name: segment.name, deletions: writeMoreDeletions(liveIndex, { segment, deletions }, docIds) };
}

/** Writes the deletions of a segment and adds some; returns the file name. */
export function writeMoreDeletions(
  liveIndex: LiveIndex,
  { segment, deletions }: Pick<OpenSegment, 'segment' | 'deletions'>,
  docIds: readonly number[],
): string {
  const name = `${segment.name}.${randomBytes(4).toString('hex')}.deleted`;
  writeDeletions(liveIndex.files, name, segment.name, deleteMore(deletions, fullReader(segment), docIds));
  return name;
}

function docIdsOf(ids: Int32Array, touched: ReadonlySet<number>, deletions: Deletions): number[] {
  const docIds: number[] = [];
  if (touched.size === 0) return docIds;
  let [min, max] = [Number.POSITIVE_INFINITY, 0];
  for (const id of touched) {
    min = Math.min(min, id);
    max = Math.max(max, id);
  }
  for (let docId = 0; docId < ids.length; docId += 1) {
    const id = ids[docId] as number;
    if (id < min || id > max || !touched.has(id)) continue;
    if (!isDeleted(deletions, docId)) docIds.push(docId);
  }
  return docIds;
}
