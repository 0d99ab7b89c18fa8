import { createFile } from './create-file.ts';
import { openDriver } from './driver.ts';

/** Held by this process until it is released or the process ends, however it ends. */
export type ProcessLock = { release(): void };

/**
 * Takes the lock of a file, made where it is not there; undefined when another process holds it. It is the operating
 * system's lock that SQLite puts on a file, so that nothing is left behind by a process that was killed, and no number
 * of a process is believed.
 */
export function takeProcessLock(path: string): ProcessLock | undefined {
  createFile(path);
  const driver = openDriver(path);
  try {
    // Nothing is ever written: no journal has to be on disk for it.
    driver.exec('PRAGMA journal_mode = MEMORY');
    driver.exec('BEGIN EXCLUSIVE');
    return { release: () => driver.close() };
  } catch (error) {
    driver.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/** Node's driver and libsql tell it differently; the text is SQLite's own. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && /database is locked/.test(error.message);
}
