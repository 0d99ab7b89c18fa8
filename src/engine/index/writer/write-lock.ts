import { type Database, isDamage, openDatabase } from '../../../sqlite/database.ts';

/** A lock across processes. The operating system releases it when its holder dies. */
export type WriteLock = {
  /** Undefined if another process held the lock for longer than `waitMs`. */
  attempt<T>(waitMs: number, work: () => T): { done: T } | undefined;
  close(): void;
};

const PAUSE = new Int32Array(new SharedArrayBuffer(4));
const PAUSE_MS = 5;
const MAX_FILES = 100;

/**
 * Locks an empty SQLite file, which works on every system. If the file is damaged, all processes take the next name: if
 * two processes removed it, each could lock its own file. Throws STORE_UNAVAILABLE if it cannot be opened.
 */
export function openWriteLock(path: string): WriteLock {
  let database: Database | undefined;
  let number = 1;
  const begin = (waitMs: number): boolean => {
    const busyMs = Math.max(0, Math.floor(waitMs));
    const deadline = performance.now() + busyMs;
    for (;;) {
      try {
        database ??= openDatabase(nameOf(path, number), [], busyMs);
        database.get(`PRAGMA busy_timeout = ${busyMs}`);
        database.exec('BEGIN IMMEDIATE');
        return true;
      } catch (error) {
        if (isDamage(error) && number < MAX_FILES) {
          database?.close();
          database = undefined;
          number += 1;
          continue;
        }
        if (!isBusy(error)) throw error;
        // If two processes create the file at once, SQLite refuses one without waiting.
        if (database || performance.now() >= deadline) return false;
        Atomics.wait(PAUSE, 0, 0, PAUSE_MS);
      }
    }
  };
  return {
    attempt: (waitMs, work) => {
      if (!begin(waitMs)) return undefined;
      try {
        return { done: work() };
      } finally {
        database?.exec('ROLLBACK');
      }
    },
    close: () => database?.close(),
  };
}

function nameOf(path: string, number: number): string {
  return number === 1 ? path : path.replace(/(\.\w+)?$/, `-${number}$1`);
}

function isBusy(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return (
    cause instanceof Error &&
    /database is locked|SQLITE_BUSY/i.test(`${(cause as { code?: string }).code} ${cause.message}`)
  );
}
