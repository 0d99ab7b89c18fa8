import { MAX_CLOSED_KEYS } from '../../../contract/rules.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { CreationKey, KeyedJob } from '../port.ts';

/**
 * Keys of creations, each account's own. A key belongs to the first job that was created under it, or was closed before
 * there was one. It is written in the transaction of the job and its charge, and stays as long as the job. Of closed
 * keys the account's latest stay: their order counts and no clock, which may be wrong for one start.
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
  const sql = 'INSERT INTO creation_keys (account, key, digest, job, created_at) VALUES (?, ?, ?, ?, ?)';
  database.run(sql, account, key, digest, job, Date.now());
}

/** The job that was created under a key. Where there is none the key is closed: no creation under it is accepted. */
export function closeKey(
  database: Database,
  account: number,
  key: string,
  maxClosed = MAX_CLOSED_KEYS,
): string | undefined {
  const row = findKey(database, account, key);
  if (row) return row.job ?? undefined;
  return database.transaction(() => {
    const latest = 'SELECT max(place) AS place FROM creation_keys WHERE account = ? AND job IS NULL';
    const place = (database.get<{ place: number | null }>(latest, account)?.place ?? 0) + 1;
    const { changes } = database.run(
      `INSERT INTO creation_keys (account, key, created_at, place) VALUES (?, ?, ?, ?) ON CONFLICT (account, key) DO NOTHING`,
      ...[account, key, Date.now(), place],
    );
    if (changes === 0) return findKey(database, account, key)?.job ?? undefined;
    const forget = 'DELETE FROM creation_keys WHERE account = ? AND job IS NULL AND place <= ?';
    database.run(forget, account, place - maxClosed);
    return undefined;
  });
}

function findKey(database: Database, account: number, key: string): KeyRow | undefined {
  return database.get<KeyRow>('SELECT job, digest FROM creation_keys WHERE account = ? AND key = ?', account, key);
}

type KeyedJobRow = { id: string; key: string; operation: string; state: string; created_at: number };

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
