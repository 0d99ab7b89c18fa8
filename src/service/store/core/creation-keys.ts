import { MAX_CLOSED_KEYS } from '../../../contract/rules.ts';
import type { Creation, CreationKey, KeyedJob, ServiceStore } from '../port.ts';
import { isoTime, type Moment, query, type Run, type Steps } from './steps.ts';

/**
 * Idempotency keys of creations, separate for each account. A key belongs to the first job created under it, or was
 * closed before there was one. It is written in the transaction of the job and its charge, and stays as long as the
 * job. Of closed keys, each account keeps the latest. They are ordered by a counter rather than a clock, which may be
 * wrong after a restart.
 */

export type KeyStatements = {
  /** Closes a key ($2) of an account ($1) as its latest one. Returns no row if the key has a job. */
  close: string;
  /** The order of keys and their jobs, newest first. */
  newestFirst: string;
};

export function keysIn(
  run: Run,
  { close, newestFirst }: KeyStatements,
): Pick<ServiceStore['jobs'], 'repeated' | 'closeKey' | 'keyed'> {
  return {
    repeated: (account, key) => run.read(findCreation(account, key)),
    closeKey: (account, key) => run.change(closeKey(close, account, key)),
    keyed: (account, key, count) => run.read(listKeyedJobs(newestFirst, account, key, count)),
  };
}

type KeyRow = { job: string | null; digest: string | null };

function* findKey(account: number, key: string): Steps<KeyRow | undefined> {
  const rows = yield* query<KeyRow>(
    'SELECT job, digest FROM creation_keys WHERE account = $1 AND key = $2',
    account,
    key,
  );
  return rows[0];
}

/** The job of an equal creation under this key, or the refusal of a different one; undefined for a new key. */
export function* findCreation(account: number, { key, digest }: CreationKey): Steps<Creation | undefined> {
  const row = yield* findKey(account, key);
  if (!row) return undefined;
  return row.job !== null && row.digest === digest ? { id: row.job, isRepeated: true } : { refused: 'key' };
}

/**
 * The job created under a key. If there is none, the key is closed: no creation under it is accepted. Closing it again
 * makes it the account's latest closed key.
 */
export function* closeKey(
  close: string,
  account: number,
  key: string,
  maxClosed = MAX_CLOSED_KEYS,
): Steps<string | undefined> {
  // Waits for a creation under this key that is about to be committed.
  const closed = yield* query(close, account, key);
  if (closed.length === 0) return (yield* findKey(account, key))?.job ?? undefined;
  yield* query(
    `DELETE FROM creation_keys WHERE account = $1 AND job IS NULL AND place <= (
       SELECT place FROM creation_keys WHERE account = $1 AND job IS NULL ORDER BY place DESC LIMIT 1 OFFSET $2)`,
    ...[account, maxClosed],
  );
  return undefined;
}

type KeyedJobRow = Pick<KeyedJob, 'operation'> & {
  id: string;
  key: string;
  state: KeyedJob['status'] | 'running';
  created_at: Moment;
};

function* listKeyedJobs(
  newestFirst: string,
  account: number,
  key: string | undefined,
  count: number,
): Steps<KeyedJob[]> {
  const rows = yield* query<KeyedJobRow>(
    `SELECT jobs.id, key, operation, state, jobs.created_at FROM creation_keys JOIN jobs ON jobs.id = creation_keys.job
     WHERE creation_keys.account = $1 AND ($2::text IS NULL OR key = $2) ORDER BY ${newestFirst} LIMIT $3`,
    ...[account, key ?? null, count],
  );
  return rows.map((row) => ({
    jobId: row.id,
    idempotencyKey: row.key,
    operation: row.operation,
    status: row.state === 'running' ? 'queued' : row.state,
    createdAt: isoTime(row.created_at),
  }));
}
