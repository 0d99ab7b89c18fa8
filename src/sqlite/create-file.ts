import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes an empty file of mode 0600, in a folder of mode 0700, where there is none. A file that is there is not touched,
 * not even opened: closing it would take the locks away that SQLite has on it in this process, and another process that
 * closes the database then removes its log under us.
 */
export function createFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
