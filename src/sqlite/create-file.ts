import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { freeFailure } from '../contract/errors.ts';

/** What SQLite opens beside a file. */
const BESIDE = ['', '-wal', '-shm', '-journal'];

/**
 * Makes an empty file of mode 0600, in a folder of mode 0700, where there is none. A file that is there is not touched,
 * not even opened: closing it would take the locks away that SQLite has on it in this process, and another process that
 * closes the database then removes its log under us. Throws STORE_UNAVAILABLE where something else than a file stands
 * in its place: a pipe would be waited for without end.
 */
export function createFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  for (const end of BESIDE) refuseOther(path + end);
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** A link to a file is one. */
function refuseOther(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats || stats.isFile()) return;
  throw freeFailure({
    code: 'STORE_UNAVAILABLE',
    problem: [{ kind: 'no-regular-file', file: path }],
    retryable: false,
    advice: [{ do: 'check-data-folder', setting: 'PAPERQUEUE_DATA_DIR' }],
  });
}
