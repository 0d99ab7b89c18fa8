import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { PaperqueueError } from '../../src/contract/errors.ts';
import { DamagedIndexError, openIndexFolder } from '../../src/library/engine/index/index-files.ts';
import { openPaperIndex } from '../../src/library/engine/index/paper-index.ts';
import { openWriteLock } from '../../src/library/engine/index/writer/write-lock.ts';
import { LIBRARY_MIGRATIONS } from '../../src/library/library-schema.ts';
import { createSearchableIndex } from '../../src/library/searchable-index.ts';
import { openDatabase } from '../../src/platform/sqlite/database.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { openShelf, paper } from '../search/federated/shelf.ts';

afterEach(() => vi.useRealTimers());

/** A library whose index is merged after each search that found something new, and what those merges met. */
function withMerges(fail: () => unknown) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const dataDir = temporaryFolder();
  const { add } = openShelf(dataDir);
  const database = openDatabase(join(dataDir, 'library.sqlite'), LIBRARY_MIGRATIONS);
  const folder = join(dataDir, 'other-index');
  const told: unknown[] = [];
  let merges = 0;
  const index = createSearchableIndex(
    database,
    () => ({
      ...openPaperIndex({
        files: openIndexFolder(folder),
        lock: openWriteLock(join(folder, 'lock.sqlite')),
        library: 'test',
      }),
      merge: async () => {
        merges += 1;
        throw fail();
      },
    }),
    (error) => told.push(error),
  );
  let papers = 0;
  return {
    told,
    merges: () => merges,
    health: () => index.health().index,
    async searchNew() {
      papers += 1;
      add([paper({ key: `k${papers}`, title: `Zyzzyva ${papers}` })]);
      index.search(() => {});
      await vi.advanceTimersByTimeAsync(60_000);
    },
    close() {
      index.close();
      database.close();
    },
  };
}

it('a merge that fails by a fault of ours is told once and not tried for ever; searches go on', async () => {
  const { told, merges, searchNew, close } = withMerges(() => new TypeError('segment is undefined'));
  for (let search = 0; search < 3; search += 1) await searchNew();
  expect([told, merges()]).toEqual([[new TypeError('segment is undefined')], 1]);
  close();
});

it.each([
  ['full disk', () => Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })],
  [
    'locked file',
    () =>
      new PaperqueueError({ code: 'STORE_UNAVAILABLE', message: 'locked', charged: 'no', retryable: true, next: '' }),
  ],
])('a merge that fails by a %s is told and tried again', async (_what, fail) => {
  const { told, merges, searchNew, close } = withMerges(fail);
  for (let search = 0; search < 3; search += 1) await searchNew();
  expect([told.length, merges()]).toEqual([3, 3]);
  close();
});

it('a merge that meets damage has the index built anew by the next search', async () => {
  const { told, health, searchNew, close } = withMerges(() => new DamagedIndexError('a segment is damaged'));
  await searchNew();
  expect([told.length, health().rebuiltBecause]).toEqual([1, undefined]);
  await searchNew();
  expect(health()).toMatchObject({ rebuiltBecause: 'a segment is damaged', pending: 0 });
  close();
});
