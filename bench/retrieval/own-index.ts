import { join } from 'node:path';
import { fieldBits } from '../../src/library/engine/index/index-columns.ts';
import { openIndexFolder } from '../../src/library/engine/index/index-files.ts';
import type { IndexedPaper } from '../../src/library/engine/index/index-reader.ts';
import { openPaperIndex, type PaperIndex } from '../../src/library/engine/index/paper-index.ts';
import { openWriteLock } from '../../src/library/engine/index/writer/write-lock.ts';
import type { PoolPaper } from './collection.ts';

/** An index in a folder, without a library behind it. */
export function openBenchIndex(folder: string): PaperIndex {
  const lock = openWriteLock(join(folder, 'lock.sqlite'));
  const index = openPaperIndex({ files: openIndexFolder(folder), lock, library: 'bench' });
  return {
    ...index,
    close: () => {
      index.close();
      lock.close();
    },
  };
}

export type IndexedBenchPaper = PoolPaper & { fullText?: string };

/** Adds papers, numbered from `first` in order. */
export function addToIndex(index: PaperIndex, papers: Iterable<IndexedBenchPaper>, first = 1): void {
  index.write((writer) => {
    let id = first - 1;
    for (const paper of papers) {
      id += 1;
      writer.add(toIndexed(id, paper), { revision: 1, id, removal: 0 });
    }
    writer.publish({ revision: 1, id, removal: 0 });
  });
}

function toIndexed(id: number, paper: IndexedBenchPaper): IndexedPaper {
  const { title, abstract, year, citations, isOpenAccess, publicationType, fields = [], fullText } = paper;
  return {
    id,
    title,
    abstract,
    summary: '',
    fullText,
    year,
    citations,
    isOpenAccess,
    publicationType,
    fieldBits: fieldBits(fields),
    isDownloadable: isOpenAccess ?? false,
  };
}
