import { join } from 'node:path';
import { freeFailure } from '../contract/errors.ts';
import { type ProcessLock, takeProcessLock } from '../platform/sqlite/process-lock.ts';

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
