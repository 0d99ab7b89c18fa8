import type { Database } from '../../../platform/sqlite/database.ts';
import type { KeyStatements } from '../core/creation-keys.ts';
import type { CreationKey } from '../port.ts';

/** `place` rather than a clock determines which key was closed last. */
export const KEYS: KeyStatements = {
  close: `INSERT INTO creation_keys (account, key, created_at, place) SELECT $1, $2, now(), coalesce(max(place), 0) + 1
       FROM creation_keys WHERE account = $1 AND job IS NULL
     ON CONFLICT (account, key) DO UPDATE SET place = excluded.place WHERE job IS NULL RETURNING key`,
  newestFirst: 'creation_keys.created_at DESC, jobs.place DESC',
};

/** Call it in the transaction that creates the job. */
export function addKey(database: Database, account: number, { key, digest }: CreationKey, job: string): void {
  // Later than all earlier keys, even after the clock was set back, because jobs are listed in this order.
  const latest = 'SELECT max(created_at) AS at FROM creation_keys WHERE account = ?';
  const at = Math.max(Date.now(), (database.get<{ at: number | null }>(latest, account)?.at ?? 0) + 1);
  const sql = 'INSERT INTO creation_keys (account, key, digest, job, created_at) VALUES (?, ?, ?, ?, ?)';
  database.run(sql, account, key, digest, job, at);
}
