import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openIndexFolder } from '../../../../src/library/engine/index/index-files.ts';
import type { IndexedPaper } from '../../../../src/library/engine/index/index-reader.ts';
import { openPaperIndex } from '../../../../src/library/engine/index/paper-index.ts';
import { openWriteLock } from '../../../../src/library/engine/index/writer/write-lock.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { only, openShelf, paper } from '../../../search/federated/shelf.ts';
import { compareContents } from './compare-with-naive.ts';

/** Publishes each batch by itself, an id without a title as removed, and compares the index with the naive one. */
function publishAll(batches: readonly (readonly [number, string | undefined][])[]): void {
  const folder = join(temporaryFolder(), 'index');
  const lock = openWriteLock(join(folder, 'lock.sqlite'));
  const index = openPaperIndex({ files: openIndexFolder(folder), lock, library: 'test' });
  const papers = new Map<number, IndexedPaper>();
  batches.forEach((batch, revision) => {
    const reached = { revision: revision + 1, id: 1, removal: 1 };
    index.write((writer) => {
      for (const [id, title] of batch) {
        if (title === undefined) {
          papers.delete(id);
          writer.remove(id, reached);
          continue;
        }
        const added = { id, title, abstract: '', summary: '', fieldBits: 0, isDownloadable: false };
        papers.set(id, added);
        writer.add(added, reached);
      }
      writer.publish(reached);
    });
    compareContents(index.snapshot(), papers);
  });
  index.close();
  lock.close();
}

it('takes papers that hold no word at all, alone, beside others and deleted', () => {
  publishAll([[[1, '???']]]);
  publishAll([
    [
      [1, ''],
      [2, 'owl'],
      [3, '!'],
    ],
    [[1, undefined]],
    [[3, 'owl']],
  ]);
});

it('imports a paper whose title holds no word', () => {
  const { add, ids, summary } = openShelf();
  ids(only('zyzzyva'));
  add([paper({ key: 'a', title: '?!' })]);
  add([paper({ key: 'b', title: 'Zyzzyva' })]);
  expect(ids(only('zyzzyva'))).toEqual(['b']);
  add([paper({ key: 'c', title: '?!?' })]);
  expect(ids(only('zyzzyva'))).toEqual(['b']);
  expect(summary().index.rebuiltBecause).toBeUndefined();
});

it('counts a long word of letters beyond the basic plane once, wherever its longest form is cut', () => {
  const word = `x${'𐐨'.repeat(40)}`;
  publishAll([[[1, `${word} owl ${word}`]], [[2, `${word} owl`]]]);
});
