import { MAX_CLOSED_KEYS } from '../../../contract/rules.ts';
import type { CreationKey, KeyedJob } from '../port.ts';
import type { Sql } from './connection.ts';

/** Keys of creations, each account's own: see the keys of the other store. */

type KeyRow = { job: string | null; digest: string | null };

const SELECT_KEY = 'SELECT job, digest FROM creation_keys WHERE account = $1 AND key = $2';

/** The job of an equal creation under this key, or the refusal of a different one; undefined for a new key. */
export async function findCreation(sql: Sql, account: number, { key, digest }: CreationKey) {
  const [row] = await sql<KeyRow>(SELECT_KEY, account, key);
  if (!row) return undefined;
  if (row.job !== null && row.digest === digest) return { id: row.job, isRepeated: true as const };
  return { refused: 'key' as const };
}

/** The job that was created under a key. Where there is none the key is closed, and the account's latest again. */
export async function closeKey(
  sql: Sql,
  account: number,
  key: string,
  maxClosed = MAX_CLOSED_KEYS,
): Promise<string | undefined> {
  // Waits for a creation under this key that is about to be committed.
  const [closed] = await sql(
    `INSERT INTO creation_keys (account, key) VALUES ($1, $2)
     ON CONFLICT (account, key) DO UPDATE SET place = DEFAULT WHERE creation_keys.job IS NULL RETURNING key`,
    ...[account, key],
  );
  if (!closed) return (await sql<KeyRow>(SELECT_KEY, account, key))[0]?.job ?? undefined;
  await sql(
    `DELETE FROM creation_keys WHERE account = $1 AND job IS NULL AND place <= (
       SELECT place FROM creation_keys WHERE account = $1 AND job IS NULL ORDER BY place DESC OFFSET $2 LIMIT 1)`,
    ...[account, maxClosed],
  );
  return undefined;
}

type KeyedJobRow = Pick<KeyedJob, 'operation'> & {
  id: string;
  key: string;
  state: KeyedJob['status'] | 'running';
  created_at: Date;
};

/** The account's latest jobs that have a key, newest first; the one of a key where it is given. */
export async function listKeyedJobs(sql: Sql, account: number, key: string | undefined, count: number) {
  const rows = await sql<KeyedJobRow>(
    `SELECT jobs.id, key, operation, state, jobs.created_at FROM creation_keys JOIN jobs ON jobs.id = creation_keys.job
     WHERE creation_keys.account = $1 AND ($2::text IS NULL OR key = $2)
     ORDER BY jobs.place DESC LIMIT $3`,
    ...[account, key ?? null, count],
  );
  return rows.map(
    (row): KeyedJob => ({
      jobId: row.id,
      idempotencyKey: row.key,
      operation: row.operation,
      status: row.state === 'running' ? 'queued' : row.state,
      createdAt: row.created_at.toISOString(),
    }),
  );
}
