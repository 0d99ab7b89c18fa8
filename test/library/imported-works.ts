import { join } from 'node:path';
import { findSameWorks } from '../../src/library/identifier-rows.ts';
import { openLibrary } from '../../src/library/library.ts';
import { LIBRARY_MIGRATIONS } from '../../src/library/library-schema.ts';
import type { Paper } from '../../src/papers/paper.ts';
import { openDatabase } from '../../src/platform/sqlite/database.ts';
import { afterEachTest } from '../helpers/after-each.ts';
import { libraryFolder } from '../helpers/library-folder.ts';

const open: { close: () => void }[] = [];
afterEachTest(() => {
  for (const library of open.splice(0)) library.close();
});

/** A library; `works` counts what was imported into it, apart from what it had at first. */
export function openShelf() {
  const dataDir = libraryFolder();
  const library = openLibrary(dataDir);
  const database = openDatabase(join(dataDir, 'library.sqlite'), LIBRARY_MIGRATIONS);
  open.push(library, database);
  const before = library.size().papers;
  return {
    ...library,
    /** One import for each record. */
    take: (...records: Paper[]) => {
      for (const each of records) library.add([each]);
    },
    works: () => library.size().papers - before,
    key: (key: string) => library.findByKey(key),
    doi: (doi: string | null) => library.findByDoi(doi),
    same: (each: Paper) => findSameWorks(database, each)[0]?.record.key,
  };
}
