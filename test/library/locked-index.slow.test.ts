import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openIndexFolder } from '../../src/library/engine/index/index-files.ts';
import { openPaperIndex } from '../../src/library/engine/index/paper-index.ts';
import { openWriteLock } from '../../src/library/engine/index/writer/write-lock.ts';
import { openDriver } from '../../src/platform/sqlite/driver.ts';
import { afterEachTest } from '../helpers/after-each.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { turns } from '../helpers/until.ts';
import { only, openShelf, paper } from '../search/federated/shelf.ts';

/**
 * Another process has the write lock of the index. It is played by a connection of this one, which gives the lock back
 * only when the event loop goes on: whoever blocked the process while waiting for it would wait in vain.
 */

const ends: (() => unknown)[] = [];
afterEachTest(() => {
  for (const end of ends.splice(0)) end();
});

function holdLock(folder: string): { release(): void } {
  const other = openDriver(join(folder, 'lock.sqlite'));
  ends.push(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  return { release: () => other.exec('ROLLBACK') };
}

/** A library whose index has one paper, `old`, and whose write lock somebody else has. */
function openLocked() {
  const dataDir = temporaryFolder();
  const shelf = openShelf(dataDir);
  shelf.add([paper({ key: 'old', title: 'Zyzzyva weevils' })]);
  expect(shelf.ids(only('zyzzyva'))).toEqual(['old']);
  const lock = holdLock(join(dataDir, 'library-index'));
  const wait = vi.spyOn(Atomics, 'wait');
  ends.push(() => wait.mockRestore());
  return { ...shelf, lock, wait, dataDir };
}

it('a search waits for nobody, and finds what is published', () => {
  const { add, ids, summary, lock, wait } = openLocked();
  add([paper({ key: 'new', title: 'Zyzzyva beetles' })]);
  expect(ids(only('zyzzyva'))).toEqual(['old']);
  expect(summary().index.pending).toBe(1);
  lock.release();
  expect(ids(only('zyzzyva'))).toHaveLength(2);
  expect(wait).not.toHaveBeenCalled();
});

it('whoever catches up first waits without holding others up, and finds all', async () => {
  const { add, ids, library, lock, wait } = openLocked();
  add([paper({ key: 'new', title: 'Zyzzyva beetles' })]);
  let isCaughtUp = false;
  const catchingUp = library.catchUp().then(() => {
    isCaughtUp = true;
  });
  await turns();
  expect(isCaughtUp).toBe(false);
  lock.release();
  await catchingUp;
  expect(ids(only('zyzzyva'))).toHaveLength(2);
  expect(wait).not.toHaveBeenCalled();
});

it('settling, and the merges that it ends with, wait in the same way', async () => {
  const { add, ids, library, summary, lock, wait } = openLocked();
  lock.release();
  for (const key of ['a', 'b', 'c']) {
    add([paper({ key, title: `Zyzzyva ${key}` })]);
    ids(only('zyzzyva'));
  }
  const before = summary().index.segments;
  const other = openDriver(join(library.summary().path, '..', 'library-index', 'lock.sqlite'));
  ends.push(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  const settling = library.settle();
  await turns();
  other.exec('ROLLBACK');
  await settling;
  expect(summary().index.segments).toBeLessThan(before);
  expect(wait).not.toHaveBeenCalled();
});

it('a call that is cancelled stops waiting', async () => {
  const { add, library } = openLocked();
  add([paper({ key: 'new', title: 'Zyzzyva beetles' })]);
  const cancelling = new AbortController();
  const catchingUp = library.catchUp(cancelling.signal);
  await turns();
  cancelling.abort();
  await catchingUp;
  expect(library.summary().index.pending).toBe(1);
});

it('a damaged index that cannot be discarded now is not searched, and is built anew when it can', () => {
  const folder = join(temporaryFolder(), 'index');
  const index = openPaperIndex({
    files: openIndexFolder(folder),
    lock: openWriteLock(join(folder, 'lock.sqlite')),
    library: 'test',
  });
  ends.push(() => index.close());
  index.write((writer) => writer.publish({ revision: 1, id: 1, removal: 0 }));
  const lock = holdLock(folder);
  expect(index.discard('damaged')).toBe(false);
  expect(index.position().revision).toBe(1);
  lock.release();
  expect(index.discard('damaged')).toBe(true);
  expect(index.position().revision).toBe(0);
});

it('many pending papers are added in steps', async () => {
  const { add, ids, library } = openShelf(temporaryFolder());
  add(Array.from({ length: 1_200 }, (_, nth) => paper({ key: `k${nth}`, title: `Zyzzyva ${nth}` })));
  let ticks = 0;
  const tick = () => {
    ticks += 1;
    if (ticks > 0) ticking = setImmediate(tick);
  };
  let ticking = setImmediate(tick);
  await library.catchUp();
  clearImmediate(ticking);
  expect(ticks).toBeGreaterThanOrEqual(2);
  expect(library.summary().index.pending).toBe(0);
  expect(ids(only('zyzzyva'))).toHaveLength(100);
});
