import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { freeFailure } from '../../contract/errors.ts';

/** Files that SQLite creates beside a database. */
const BESIDE = ['', '-wal', '-shm', '-journal'];

/**
 * Creates an empty file of mode 0600, in a folder of mode 0700, if there is none. An existing file is not even opened:
 * closing it would release the locks that SQLite holds on it in this process, and another process that closes the
 * database would then remove its log while we use it. Throws STORE_UNAVAILABLE if something other than a file is in its
 * place, because opening a pipe would wait for ever. Returns whether it created the file.
 */
export function createFile(path: string): boolean {
  makeFolder(dirname(path));
  for (const end of BESIDE) refuseOther(path + end);
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Removes a file that is still empty: if it stayed, it would look as if somebody had emptied it. */
export function removeEmpty(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.size === 0) rmSync(path, { force: true });
}

/**
 * Creates a folder and its parents. Node's own recursive mkdir never ends if a folder is created but still missing, or
 * refused as missing, as in /proc.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process created it.
    if (!existsSync(path)) throw error;
  }
}

/** A link to a file counts as a file. */
function refuseOther(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats || stats.isFile()) return;
  throw freeFailure({
    code: 'STORE_UNAVAILABLE',
    problem: [{ kind: 'no-regular-file', file: path }],
    retryable: false,
    advice: [{ kind: 'check-data-folder', setting: 'PAPERQUEUE_DATA_DIR' }],
  });
}
