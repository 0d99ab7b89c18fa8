import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { freeFailure } from '../../../contract/errors.ts';
import { SERVE_FILE } from './schema.ts';

/** What the file is called after `store copy`: a service over it would spend the same credits a second time. */
const COPIED_FILE = 'serve-copied.sqlite';

/** Gives the file of a service, which nobody has open, the name of one that was copied. */
export function markCopied(dataDir: string): void {
  const [from, to] = [join(dataDir, SERVE_FILE), join(dataDir, COPIED_FILE)];
  for (const end of ['', '-wal', '-shm']) if (existsSync(from + end)) renameSync(from + end, to + end);
}

/** Throws NOT_CONFIGURED where the accounts and jobs of the folder are in PostgreSQL now. */
export function refuseCopied(dataDir: string): void {
  const copied = join(dataDir, COPIED_FILE);
  if (existsSync(join(dataDir, SERVE_FILE)) || !existsSync(copied)) return;
  throw freeFailure({
    code: 'NOT_CONFIGURED',
    problem: [{ kind: 'copied-away' }],
    advice: [{ do: 'use-copied-database', setting: 'PAPERQUEUE_DATABASE_URL', file: copied, name: SERVE_FILE }],
  });
}
