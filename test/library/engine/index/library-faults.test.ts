import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PaperqueueError } from '../../../../src/contract/errors.ts';
import { type IndexFiles, openIndexFolder } from '../../../../src/library/engine/index/index-files.ts';
import { openPaperIndex } from '../../../../src/library/engine/index/paper-index.ts';
import { openWriteLock } from '../../../../src/library/engine/index/writer/write-lock.ts';
import { LIBRARY_MIGRATIONS } from '../../../../src/library/library-schema.ts';
import { createSearchableIndex } from '../../../../src/library/searchable-index.ts';
import { parseQuery } from '../../../../src/papers/query/query.ts';
import { openDatabase } from '../../../../src/platform/sqlite/database.ts';
import { searchIndex } from '../../../../src/search/federated/library-search.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { only, openShelf, paper } from '../../../search/federated/shelf.ts';

function codeOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error instanceof PaperqueueError ? error.details.code : error;
  }
  return 'no error';
}

it('says that the store is unavailable when the disk is full, and goes on when it is not any more', () => {
  const dataDir = temporaryFolder();
  const { add } = openShelf(dataDir);
  const database = openDatabase(join(dataDir, 'library.sqlite'), LIBRARY_MIGRATIONS);
  const folder = join(temporaryFolder(), 'index');
  let isFull = false;
  const files: IndexFiles = {
    ...openIndexFolder(folder),
    create: (name) => {
      if (isFull) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      return openIndexFolder(folder).create(name);
    },
  };
  const index = createSearchableIndex(database, () => {
    return openPaperIndex({ files, lock: openWriteLock(join(folder, 'lock.sqlite')), library: 'test' });
  });
  const find = () =>
    index.search(
      (snapshot) => searchIndex(snapshot, parseQuery({ body: only('zyzzyva'), filters: { limit: 100 } })).hits,
    );
  add([paper({ key: 'a', title: 'Zyzzyva weevils' })]);
  expect(find()).toHaveLength(1);
  isFull = true;
  expect(find()).toHaveLength(1);
  add([paper({ key: 'b', title: 'Zyzzyva beetles' })]);
  expect(codeOf(find)).toBe('STORE_UNAVAILABLE');
  isFull = false;
  expect(find()).toHaveLength(2);
  index.close();
  database.close();
});

it('says that the store is unavailable when something else is in the place of its folder', () => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, 'library-index'), 'a file');
  const { ids } = openShelf(dataDir);
  expect(codeOf(() => ids(only('graphs')))).toBe('STORE_UNAVAILABLE');
});

it('settles a library whose index turns out damaged while it is merged', async () => {
  const dataDir = temporaryFolder();
  const { add, ids, library } = openShelf(dataDir);
  for (const key of ['a', 'b', 'c', 'd']) {
    add([paper({ key, title: `Zyzzyva ${key}` })]);
    ids(only('zyzzyva'));
  }
  library.close();
  const folder = join(dataDir, 'library-index');
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.segment'))) {
    const bytes = readFileSync(join(folder, name));
    // The first posting: no search has read it yet.
    bytes[0] = (bytes[0] as number) ^ 1;
    writeFileSync(join(folder, name), bytes);
  }
  const again = openShelf(dataDir);
  await again.library.settle();
  expect(again.ids(only('zyzzyva'))).toHaveLength(4);
  expect(again.summary().index.rebuiltBecause).toMatch(/damaged/);
});

it('does not take a whole segment of another index for its own', () => {
  const [one, other] = ['Zyzzyva weevils', 'Quokka weevils'].map((title) => {
    const dataDir = temporaryFolder();
    const { add, ids, library } = openShelf(dataDir);
    add([paper({ key: 'a', title })]);
    ids(only('weevils'));
    library.close();
    const folder = join(dataDir, 'library-index');
    const name = readdirSync(folder).find((file) => file.endsWith('.segment')) as string;
    return { dataDir, segment: join(folder, name) };
  });
  if (!one || !other) throw new Error('two are made');
  cpSync(other.segment, one.segment);
  const { ids } = openShelf(one.dataDir);
  expect([ids(only('zyzzyva')), ids(only('quokka'))]).toEqual([['a'], []]);
});

it('follows a library that was put back from an older copy', () => {
  const [dataDir, copy] = [temporaryFolder(), temporaryFolder()];
  const first = openShelf(dataDir);
  first.add([paper({ key: 'kept', title: 'Zyzzyva kept' })]);
  first.library.close();
  cpSync(dataDir, copy, { recursive: true });
  const second = openShelf(dataDir);
  for (const key of ['x', 'y', 'z']) second.add([paper({ key, title: `Zyzzyva ${key}` })]);
  expect(second.ids(only('zyzzyva'))).toHaveLength(4);
  second.library.close();
  // The papers are those of the copy, the index is that of today.
  rmSync(join(copy, 'library-index'), { recursive: true, force: true });
  cpSync(join(dataDir, 'library-index'), join(copy, 'library-index'), { recursive: true });
  const { add, ids, summary } = openShelf(copy);
  expect(ids(only('zyzzyva'))).toEqual(['kept']);
  // It gets the number that a paper of the lost days had.
  add([paper({ key: 'new', title: 'Quokka' })]);
  expect([ids(only('quokka')), ids(only('zyzzyva'))]).toEqual([['new'], ['kept']]);
  expect(summary().index).toMatchObject({ papers: summary().papers, pending: 0 });
});
