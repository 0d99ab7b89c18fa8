import { DamagedIndexError, type IndexFiles } from '../index-files.ts';
import type { IndexedPaper, IndexPart } from '../index-reader.ts';
import { createSegmentBuilder } from './segment-builder.ts';
import { openSegment, wholePart } from './segment-reader.ts';

/**
 * A part of some papers that is on no disk: what was found elsewhere just now can be ranked beside what the library
 * holds. Slots are in the order of the papers.
 */
export function partInMemory(papers: readonly IndexedPaper[]): IndexPart {
  const builder = createSegmentBuilder();
  for (const paper of papers) builder.add(paper);
  const files = filesInMemory();
  builder.write(files, NAME);
  return wholePart(openSegment(files, NAME));
}

const NAME = 'in memory';

/** A part as if the papers of these ids had been deleted from it. Its terms' counts stay as they are. */
export function withoutIds(part: IndexPart, ids: ReadonlySet<number>): IndexPart {
  const hidden = new Uint8Array(part.slots);
  let count = 0;
  for (let slot = 0; slot < part.slots; slot += 1) {
    if (!ids.has(part.ids[slot] as number) || part.isDeleted(slot)) continue;
    hidden[slot] = 1;
    count += 1;
  }
  if (count === 0) return part;
  return { ...part, hasDeleted: true, isDeleted: (slot) => hidden[slot] === 1 || part.isDeleted(slot) };
}

/** As much of a folder as writing and reading one segment takes. */
function filesInMemory(): IndexFiles {
  const held = new Map<string, Buffer>();
  return {
    create(name) {
      const chunks: Uint8Array[] = [];
      let size = 0;
      return {
        get size() {
          return size;
        },
        write(bytes) {
          // The writer uses its buffers again.
          chunks.push(bytes.slice());
          size += bytes.length;
        },
        finish: () => {
          held.set(name, Buffer.concat(chunks));
        },
        abandon: () => undefined,
      };
    },
    open(name) {
      const bytes = held.get(name) ?? Buffer.alloc(0);
      return {
        size: bytes.length,
        read(target, offset) {
          if (offset + target.length > bytes.length) throw new DamagedIndexError(`${name} ends too early`);
          target.set(bytes.subarray(offset, offset + target.length));
        },
        close: () => undefined,
      };
    },
    readWhole: (name) => held.get(name),
    publish: () => undefined,
    remove: (name) => {
      held.delete(name);
    },
    list: () => [],
  };
}
