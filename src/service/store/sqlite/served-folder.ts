import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { freeFailure } from '../../../contract/errors.ts';
import { type ProcessLock, takeProcessLock } from '../../../platform/sqlite/process-lock.ts';
import { SERVE_FILE } from './schema.ts';

/** Name of the file after `store copy`. A service on the old file would spend the same credits a second time. */
const COPIED_FILE = 'serve-copied.sqlite';

/** Renames a service's file, which no process may have open, to the name of a copied one. */
export function markCopied(dataDir: string): void {
  const [from, to] = [join(dataDir, SERVE_FILE), join(dataDir, COPIED_FILE)];
  for (const end of ['', '-wal', '-shm']) if (existsSync(from + end)) renameSync(from + end, to + end);
}

/** Throws NOT_CONFIGURED if the folder's accounts and jobs have moved to PostgreSQL. */
export function refuseCopied(dataDir: string): void {
  const copied = join(dataDir, COPIED_FILE);
  if (existsSync(join(dataDir, SERVE_FILE)) || !existsSync(copied)) return;
  throw freeFailure({
    code: 'NOT_CONFIGURED',
    problem: [{ kind: 'copied-away' }],
    advice: [{ kind: 'use-copied-database', setting: 'PAPERQUEUE_DATABASE_URL', file: copied, name: SERVE_FILE }],
  });
}

/** An empty file beside `serve.sqlite`. */
const LOCK_FILE = 'serve.lock';

/** Locks a data folder for the one process that serves it. Throws STORE_UNAVAILABLE while another process serves it. */
export function lockServing(dataDir: string): ProcessLock {
  const lock = takeProcessLock(join(dataDir, LOCK_FILE));
  if (lock) return lock;
  throw freeFailure({
    code: 'STORE_UNAVAILABLE',
    problem: [{ kind: 'already-serving' }],
    advice: [{ kind: 'stop-other-service', setting: 'PAPERQUEUE_DATA_DIR' }],
  });
}
