import { randomBytes } from 'node:crypto';
import type { IndexedPaper, LibraryPosition } from '../index-reader.ts';
import { type Deletions, deleteMore, isDeleted, writeDeletions } from '../segment/deletions.ts';
import type { SegmentBuilder } from '../segment/segment-builder.ts';
import { wholePart } from '../segment/segment-reader.ts';
import type { Published } from './live-index.ts';
import type { Manifest } from './manifest.ts';
import type { OpenSegment } from './open-segments.ts';

/** The one writer, while it has the lock. What it does not publish never was. */
export type IndexWriter = {
  /** Up to where the index is: what comes after is to be added. */
  readonly position: LibraryPosition;
  /** Adds a paper, or puts it in the place of the one of this id; `reached` is the position that is reached with it. */
  add(paper: IndexedPaper, reached: LibraryPosition): void;
  remove(id: number, reached: LibraryPosition): void;
  /** Makes everything so far visible to all readers at once. */
  publish(reached: LibraryPosition): void;
};

/** Writes by way of `builder`, which has to be empty; publishes by itself when that holds `mostWords`. */
export function createIndexWriter(published: Published, builder: SegmentBuilder, mostWords: number): IndexWriter {
  /** Ids of which the published segments hold nothing valid any more. */
  const touched = new Set<number>();
  const added = new Set<number>();
  let last = published.manifest.position;

  const publish = (reached: LibraryPosition) => {
    last = reached;
    const segments = published.open.map((entry) => withDeletions(published, entry, touched));
    if (builder.papers > 0) {
      const name = published.newName();
      builder.write(published.files, name);
      segments.push({ name });
    }
    published.replace({ position: reached, segments: segments.filter((segment) => segment !== undefined) });
    touched.clear();
    added.clear();
  };

  return {
    get position() {
      return published.manifest.position;
    },
    add(paper, reached) {
      // Within one segment an id may be there once only.
      if (added.has(paper.id)) publish(last);
      touched.add(paper.id);
      added.add(paper.id);
      builder.add(paper);
      last = reached;
      if (builder.words >= mostWords) publish(reached);
    },
    remove(id, reached) {
      if (added.has(id)) publish(last);
      touched.add(id);
      last = reached;
    },
    publish,
  };
}

type Entry = Manifest['segments'][number];

/** The manifest's entry for a segment without the touched papers; undefined when none is left. */
function withDeletions(
  published: Published,
  { segment, deletions }: OpenSegment,
  touched: ReadonlySet<number>,
): Entry | undefined {
  const entry = published.manifest.segments.find(({ name }) => name === segment.name) as Entry;
  const slots = slotsOf(segment.columns.ids, touched, deletions);
  if (slots.length === 0) return entry;
  if (deletions.count + slots.length === segment.slots) return undefined;
  return { name: segment.name, deletions: writeMoreDeletions(published, { segment, deletions }, slots) };
}

/** Writes the deletions of a segment with some more; gives the name of the file. */
export function writeMoreDeletions(
  published: Published,
  { segment, deletions }: Pick<OpenSegment, 'segment' | 'deletions'>,
  slots: readonly number[],
): string {
  const name = `${segment.name}.${randomBytes(4).toString('hex')}.deleted`;
  writeDeletions(published.files, name, segment.name, deleteMore(deletions, wholePart(segment), slots));
  return name;
}

function slotsOf(ids: Int32Array, touched: ReadonlySet<number>, deletions: Deletions): number[] {
  const slots: number[] = [];
  if (touched.size === 0) return slots;
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const id of touched) {
    least = Math.min(least, id);
    most = Math.max(most, id);
  }
  for (let slot = 0; slot < ids.length; slot += 1) {
    const id = ids[slot] as number;
    if (id < least || id > most || !touched.has(id)) continue;
    if (!isDeleted(deletions, slot)) slots.push(slot);
  }
  return slots;
}
