import { describe, expect, it } from 'vitest';
import { withBackgroundIndexing } from '../../src/library/background-indexing.ts';
import { type Library, openLibrary } from '../../src/library/library.ts';
import { parseQuery } from '../../src/papers/query/query.ts';
import { searchLibrary } from '../../src/search/federated/library-search.ts';
import { afterEachTest } from '../helpers/after-each.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { until } from '../helpers/until.ts';
import { only, openShelf, paper } from '../search/federated/shelf.ts';

const open: Library[] = [];
afterEachTest(() => {
  for (const library of open.splice(0)) library.close();
});

function openAhead(dataDir: string): Library {
  const library = withBackgroundIndexing(openLibrary(dataDir), dataDir);
  open.push(library);
  return library;
}

/** Adds so many papers, as an import of as many batches of 1,000 does. */
function addBatches({ add }: Pick<Library, 'add'>, batches: number): void {
  for (let batch = 0; batch < batches; batch += 1)
    add(Array.from({ length: 1_000 }, (_, nth) => paper({ key: `${batch}.${nth}`, title: `Zyzzyva ${batch}-${nth}` })));
}

/** How many papers of the folder the index lacks, as a program sees it that comes now. */
function pendingIn(dataDir: string): number {
  const { library } = openShelf(dataDir);
  const { pending } = library.summary().index;
  library.close();
  return pending;
}

describe('the papers of a large import', () => {
  it('are taken into the index while it goes on, and all of them when it has settled', async () => {
    const dataDir = libraryFolder();
    const library = openAhead(dataDir);
    addBatches(library, 6);
    expect(await until(() => pendingIn(dataDir) <= 1_000)).toBe(true);
    await library.settle();
    expect(pendingIn(dataDir)).toBe(0);
    expect(searchLibrary(library, parseQuery({ body: only('zyzzyva'), filters: { limit: 300 } }))).toHaveLength(300);
  });

  it('are left for later when whoever waits has enough', async () => {
    const dataDir = libraryFolder();
    const library = openAhead(dataDir);
    addBatches(library, 6);
    await library.settle(AbortSignal.abort());
    expect(pendingIn(dataDir)).toBeGreaterThan(0);
    await library.settle();
    expect(pendingIn(dataDir)).toBe(0);
  });
});

it('a few papers start no thread: the next search takes them in', () => {
  const dataDir = libraryFolder();
  const library = openAhead(dataDir);
  addBatches(library, 1);
  expect(pendingIn(dataDir)).toBeGreaterThanOrEqual(1_000);
  expect(searchLibrary(library, parseQuery({ body: only('zyzzyva'), filters: { limit: 100 } }))).toHaveLength(100);
});
