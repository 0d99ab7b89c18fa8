import { createFile } from './create-file.ts';
import { openDriver } from './driver.ts';

/** Held by this process until it is released or the process ends in any way. */
export type ProcessLock = { release(): void };

/**
 * Locks a file, creating it if needed; undefined if another process holds the lock. SQLite uses a lock of the operating
 * system, so a killed process leaves nothing behind, and process ids do not have to be trusted.
 */
export function takeProcessLock(path: string): ProcessLock | undefined {
  createFile(path);
  const driver = openDriver(path);
  try {
    // Nothing is ever written, so no journal is needed on disk.
    driver.exec('PRAGMA journal_mode = MEMORY');
    driver.exec('BEGIN EXCLUSIVE');
    return { release: () => driver.close() };
  } catch (error) {
    driver.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/** Node's driver and libsql report it differently; the text is SQLite's own. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && /database is locked/.test(error.message);
}
