import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, isDamage, openDatabase } from '../../../../platform/sqlite/database.ts';

/** A lock across processes. The operating system releases it when its holder dies. */
export type WriteLock = {
  /** Undefined if another process holds the lock now. It never waits: nothing else would run in this process. */
  attempt<T>(work: () => T): { done: T } | undefined;
  close(): void;
};

/** Between two attempts: the other process may write for milliseconds, or for minutes. */
export const LOCK_PAUSE_MS = 20;

/**
 * Runs the work as soon as the lock is free; undefined if that takes longer than `waitMs` or the signal aborts first.
 */
export async function whenLockIsFree<T>(
  { attempt }: Pick<WriteLock, 'attempt'>,
  waitMs: number,
  work: () => T,
  signal?: AbortSignal,
): Promise<{ done: T } | undefined> {
  const deadline = performance.now() + waitMs;
  while (!signal?.aborted) {
    const outcome = attempt(work);
    if (outcome || performance.now() >= deadline) return outcome;
    await sleep(LOCK_PAUSE_MS);
  }
  return undefined;
}

const MAX_FILES = 100;

/**
 * Locks an empty SQLite file, which works on every system. If the file is damaged, all processes take the next name: if
 * two processes removed it, each could lock its own file. Throws STORE_UNAVAILABLE if it cannot be opened.
 */
export function openWriteLock(path: string): WriteLock {
  let database: Database | undefined;
  let number = 1;
  const begin = (): boolean => {
    for (;;) {
      try {
        database ??= openDatabase(nameOf(path, number), [], 0);
        database.exec('BEGIN IMMEDIATE');
        return true;
      } catch (error) {
        if (isDamage(error) && number < MAX_FILES) {
          database?.close();
          database = undefined;
          number += 1;
          continue;
        }
        // Another process may be creating the file at the same time.
        if (isBusy(error)) return false;
        throw error;
      }
    }
  };
  return {
    attempt: (work) => {
      if (!begin()) return undefined;
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
