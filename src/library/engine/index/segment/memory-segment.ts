import { DamagedIndexError, type IndexFiles } from '../index-files.ts';
import type { IndexedPaper, SegmentReader } from '../index-reader.ts';
import { createSegmentBuilder } from './segment-builder.ts';
import { fullReader, openSegment } from './segment-reader.ts';

/** A segment in memory, for ranking retrieved papers beside the library; docIds follow the order of the papers. */
export function memorySegment(papers: readonly IndexedPaper[]): SegmentReader {
  const builder = createSegmentBuilder();
  for (const paper of papers) builder.add(paper);
  const files = filesInMemory();
  builder.write(files, NAME);
  return fullReader(openSegment(files, NAME));
}

const NAME = 'in memory';

/** Files in memory, as far as writing and reading one segment needs them. */
function filesInMemory(): IndexFiles {
  const contents = new Map<string, Buffer>();
  return {
    create(name) {
      const chunks: Uint8Array[] = [];
      let size = 0;
      return {
        get size() {
          return size;
        },
        write(bytes) {
          // The writer reuses its buffers.
          chunks.push(bytes.slice());
          size += bytes.length;
        },
        finish: () => {
          contents.set(name, Buffer.concat(chunks));
        },
        abandon: () => undefined,
      };
    },
    open(name) {
      const bytes = contents.get(name) ?? Buffer.alloc(0);
      return {
        size: bytes.length,
        read(target, offset) {
          if (offset + target.length > bytes.length) throw new DamagedIndexError(`${name} ends too early`);
          target.set(bytes.subarray(offset, offset + target.length));
        },
        close: () => undefined,
      };
    },
    readWhole: (name) => contents.get(name),
    publish: () => undefined,
    remove: (name) => {
      contents.delete(name);
    },
    list: () => [],
  };
}
