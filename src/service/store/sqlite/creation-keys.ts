import { MAX_CLOSED_KEYS } from '../../../contract/rules.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { CreationKey, KeyedJob } from '../port.ts';

/**
 * Keys of creations, each account's own. A key belongs to the first job that was created under it, or was closed before
 * there was one. It is written in the transaction of the job and its charge, and stays as long as the job. Of closed
 * keys the account's latest stay: the order in which they were last closed counts, and no clock, which may be wrong for
 * one start.
 */

type KeyRow = { job: string | null; digest: string | null };

/** The job of an equal creation under this key, or the refusal of a different one; undefined for a new key. */
export function findCreation(
  database: Database,
  account: number,
  { key, digest }: CreationKey,
): { id: string; isRepeated: true } | { refused: 'key' } | undefined {
  const row = findKey(database, account, key);
  if (!row) return undefined;
  return row.job !== null && row.digest === digest ? { id: row.job, isRepeated: true } : { refused: 'key' };
}

/** To be called in the transaction that creates the job. */
export function addKey(database: Database, account: number, { key, digest }: CreationKey, job: string): void {
  // Later than all before, also when the clock was set back: the list of jobs is in this order.
  const latest = 'SELECT max(created_at) AS at FROM creation_keys WHERE account = ?';
  const at = Math.max(Date.now(), (database.get<{ at: number | null }>(latest, account)?.at ?? 0) + 1);
  const sql = 'INSERT INTO creation_keys (account, key, digest, job, created_at) VALUES (?, ?, ?, ?, ?)';
  database.run(sql, account, key, digest, job, at);
}

/**
 * The job that was created under a key. Where there is none the key is closed: no creation under it is accepted.
 * Whoever closes it again is promised this anew, so that it is the account's latest again.
 */
export function closeKey(
  database: Database,
  account: number,
  key: string,
  maxClosed = MAX_CLOSED_KEYS,
): string | undefined {
  const job = findKey(database, account, key)?.job;
  if (job) return job;
  return database.transaction(() => {
    const { changes } = database.run(
      `INSERT INTO creation_keys (account, key, created_at, place) SELECT ?, ?, ?, coalesce(max(place), 0) + 1
         FROM creation_keys WHERE account = ? AND job IS NULL
       ON CONFLICT (account, key) DO UPDATE SET place = excluded.place WHERE job IS NULL`,
      ...[account, key, Date.now(), account],
    );
    if (changes === 0) return findKey(database, account, key)?.job ?? undefined;
    database.run(
      `DELETE FROM creation_keys WHERE account = ? AND job IS NULL AND place <= (
         SELECT place FROM creation_keys WHERE account = ? AND job IS NULL ORDER BY place DESC LIMIT 1 OFFSET ?)`,
      ...[account, account, maxClosed],
    );
    return undefined;
  });
}

function findKey(database: Database, account: number, key: string): KeyRow | undefined {
  return database.get<KeyRow>('SELECT job, digest FROM creation_keys WHERE account = ? AND key = ?', account, key);
}

type KeyedJobRow = Pick<KeyedJob, 'operation'> & {
  id: string;
  key: string;
  state: KeyedJob['status'] | 'running';
  created_at: number;
};

/** The account's latest jobs that have a key, newest first; the one of a key where it is given. */
export function listKeyedJobs(database: Database, account: number, key: string | undefined, count: number): KeyedJob[] {
  const rows = database.all<KeyedJobRow>(
    `SELECT jobs.id, key, operation, state, jobs.created_at FROM creation_keys JOIN jobs ON jobs.id = creation_keys.job
     WHERE creation_keys.account = ? AND (? IS NULL OR key = ?)
     ORDER BY creation_keys.created_at DESC, jobs.rowid DESC LIMIT ?`,
    ...[account, key ?? null, key ?? null, count],
  );
  return rows.map((row) => ({
    jobId: row.id,
    idempotencyKey: row.key,
    operation: row.operation,
    status: row.state === 'running' ? 'queued' : row.state,
    createdAt: new Date(row.created_at).toISOString(),
  }));
}
