import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openDatabase, openOrRead } from '../platform/sqlite/database.ts';
import { addStarterCatalogue } from './add-records.ts';
import { type LibraryChanges, libraryChanges } from './changes.ts';
import { addMissingIdentifiers } from './identifier-rows.ts';
import { LIBRARY_MIGRATIONS } from './library-schema.ts';
import type { PaperLibrary } from './ports/library.ts';
import { type LibraryQueries, libraryQueries } from './queries.ts';
import { type OnMergeError, openSearchableIndex, type SearchableIndex } from './searchable-index.ts';

export type Library = PaperLibrary &
  Omit<LibraryQueries, 'tally'> &
  LibraryChanges & {
    /**
     * Runs `work` on the index. Callers that can wait should call `catchUp` first: if many papers are pending, the
     * index lacks some.
     */
    search: SearchableIndex['search'];
    catchUp: SearchableIndex['catchUp'];
    /** Papers that the index does not have yet. */
    pending(): number;
    close(): void;
  };

/** In KiB. With SQLite's default of 2 MB a large import rereads the identifier pages constantly. */
const CACHE_KIB = 16_384;

/**
 * Creates the library if there is none. Other requests are answered meanwhile, which opening a new library does not
 * allow.
 */
export async function createLibrary(dataDir: string): Promise<void> {
  const path = join(dataDir, 'library.sqlite');
  if (existsSync(path)) return;
  const database = openDatabase(path, LIBRARY_MIGRATIONS);
  try {
    for (const _ of addStarterCatalogue(database)) await nextTurn();
  } finally {
    database.close();
  }
}

/**
 * Opens the library in the data folder; a new one is filled with the package's starter catalogue. If another process
 * locks the file, it fails as busy after a short time, as each change does, so that the caller can wait. `onMergeError`
 * receives the error of a failed index merge.
 */
export function openLibrary(dataDir: string, onMergeError?: OnMergeError): Library {
  const path = join(dataDir, 'library.sqlite');
  const database = openOrRead(path, LIBRARY_MIGRATIONS);
  try {
    database.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    if (!database.isReadOnly) {
      addMissingIdentifiers(database);
      for (const _ of addStarterCatalogue(database));
    }
  } catch (error) {
    database.close();
    throw error;
  }
  const index = openSearchableIndex(dataDir, database, onMergeError);
  const { tally, ...queries } = libraryQueries(database, index.search);
  return {
    ...queries,
    ...libraryChanges(database),
    settle: index.settle,
    search: index.search,
    catchUp: index.catchUp,
    pending: index.pending,
    summary: () => ({
      ...tally(),
      ...index.health(),
      bytes: sizeOnDisk(path),
      path,
    }),
    close: () => {
      index.close();
      database.close();
    },
  };
}

/** Size in bytes, including the write-ahead log. */
function sizeOnDisk(path: string): number {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  return statSync(path).size + (log?.size ?? 0);
}
