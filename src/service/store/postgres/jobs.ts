import { randomBytes } from 'node:crypto';
import type { SourceReport } from '../../../contract/answers.ts';
import { creditCost, creditPool } from '../../../contract/credits.ts';
import type { JobRequest } from '../../../contract/requests.ts';
import { KEY_DAYS } from '../../../contract/rules.ts';
import type { SearchOutcome } from '../../../jobs/ports/search-engine.ts';
import { zippedAside } from '../answer.ts';
import { type CreationKey, LEASE_MS, type LeasedJob, MAX_ATTEMPTS, type ServiceStore } from '../port.ts';
import { CommitLost, type Postgres, type Sql } from './connection.ts';
import { closeKey, findCreation, listKeyedJobs } from './creation-keys.ts';
import { addDelivery } from './outbox.ts';

/** Tells the processes that listen; called after the commit, because a notification takes a lock over the server. */
type Notify = (what: 'jobs' | 'outbox') => void;

/** The key is of no use any more. */
const ENDED = 'ended_by = lease_token, finished_at = now(), sealed_key = NULL';

const OPEN = `state IN ('queued', 'running')`;

export function jobsIn(database: Postgres, notify: Notify): ServiceStore['jobs'] {
  const { sql, transaction } = database;
  /** Changes a leased job and ends its lease. False when the lease is no longer this worker's. */
  const writeBack = async (run: Sql, job: LeasedJob, change: string, ...values: unknown[]): Promise<boolean> => {
    const rows = await run(
      `UPDATE jobs SET ${change}, lease_token = NULL, lease_until = NULL WHERE id = $1 AND lease_token = $2 RETURNING id`,
      ...[job.id, job.token, ...values],
    );
    return rows.length === 1;
  };
  /** Ends a job; where the commit was lost, looks whether it came through. */
  const end = async (job: LeasedJob, work: (sql: Sql) => Promise<boolean>): Promise<boolean> => {
    try {
      return await transaction(work);
    } catch (error) {
      if (!(error instanceof CommitLost)) throw error;
      const [row] = await sql<{ ended_by: string | null }>('SELECT ended_by FROM jobs WHERE id = $1', job.id);
      return row?.ended_by === job.token || transaction(work);
    }
  };
  return {
    async create(account, request, maxOpen, key, sealedKey) {
      const created = await transaction(async (sql) => {
        const earlier = key && (await findCreation(sql, account, key));
        if (earlier) return earlier;
        if (Number.isFinite(maxOpen) && (await countOpen(sql)) >= maxOpen) return { refused: 'queue' as const };
        return insertJob(sql, account, request, { key, sealedKey });
      });
      if ('id' in created) notify('jobs');
      return created;
    },
    repeated: (account, key) => findCreation(sql, account, key),
    closeKey: (account, key) => closeKey(sql, account, key),
    keyed: (account, key, count) => listKeyedJobs(sql, account, key, count),
    async lease() {
      await failExhausted(database);
      return transaction(leaseJob);
    },
    async renew(job) {
      const rows = await sql(
        `UPDATE jobs SET lease_until = clock_timestamp() + $3 * interval '1 ms' WHERE id = $1 AND lease_token = $2 RETURNING id`,
        ...[job.id, job.token, LEASE_MS],
      );
      return rows.length === 1;
    },
    async finish(job, outcome) {
      const answer = await zippedAside(outcome);
      const { callbackUrl: url } = job.request.body;
      const isOurs = await end(job, async (sql) => {
        const change = `state = 'success', answer = $3, ${ENDED}`;
        if (!(await writeBack(sql, job, change, answer))) return false;
        if (url !== undefined) await addDelivery(sql, job, url, outcome.papers);
        return true;
      });
      if (isOurs && url !== undefined) notify('outbox');
      return isOurs;
    },
    async release(job) {
      await writeBack(sql, job, `state = 'queued', attempts = attempts - 1`);
      notify('jobs');
    },
    async postpone(job, delayMs) {
      const change = `state = 'queued', not_before = clock_timestamp() + $3 * interval '1 ms'`;
      await writeBack(sql, job, change, delayMs);
    },
    fail: (job, report) =>
      end(job, async (sql) => {
        const { notes, sources = [] }: Pick<SearchOutcome, 'notes' | 'sources'> = report ?? { notes: [] };
        const change = `state = 'error', ${ENDED}, notes = $3, sources = $4`;
        if (!(await writeBack(sql, job, change, JSON.stringify(notes), JSON.stringify(sources)))) return false;
        await refund(sql, job.id);
        return true;
      }),
    async dueInMs() {
      const [row] = await sql<{ due: number | null }>(
        `SELECT extract(epoch FROM min(CASE state WHEN 'queued' THEN not_before ELSE lease_until END)
           - clock_timestamp())::float8 * 1000 AS due FROM jobs WHERE ${OPEN}`,
      );
      // So that the lease is over by then.
      return row?.due == null ? undefined : row.due + 1;
    },
    async find(account, id) {
      const [row] = await sql<StoredRow>(
        'SELECT state, answer, notes, sources, expired_at FROM jobs WHERE id = $1 AND account = $2',
        ...[id, account],
      );
      if (!row) return undefined;
      const { expired_at, answer, ...job } = row;
      return { ...job, answer: answer ?? undefined, expired: expired_at !== null };
    },
    async expire(olderThanMs) {
      await sql(
        `UPDATE jobs SET answer = NULL, expired_at = now()
         WHERE state = 'success' AND expired_at IS NULL AND finished_at < now() - $1 * interval '1 ms'`,
        olderThanMs,
      );
      await sql(`DELETE FROM creation_keys WHERE created_at < now() - $1 * interval '1 day'`, KEY_DAYS);
    },
  };
}

type StoredRow = {
  state: string;
  answer: Uint8Array | null;
  notes: string[];
  sources: SourceReport[];
  expired_at: Date | null;
};

export async function countOpen(sql: Sql): Promise<number> {
  const [row] = await sql<{ open: number }>(`SELECT count(*)::int AS open FROM jobs WHERE ${OPEN}`);
  return row?.open ?? 0;
}

type Keys = { key: CreationKey | undefined; sealedKey: Uint8Array | undefined };

/** Inserts a job and charges it: the row of the pool decides, whoever else charges it now. */
async function insertJob(sql: Sql, account: number, request: JobRequest, { key, sealedKey }: Keys) {
  const { operation, body: given, filters } = request;
  const { scraperKey, ...rest } = given;
  // The key is never stored; a request with one is stored as enrich: true.
  const body = scraperKey === undefined ? rest : { ...rest, enrich: true };
  const [pool, credits] = [creditPool(given), creditCost(filters.limit)];
  // 24 hexadecimal digits, as the hosted service's ids look.
  const id = randomBytes(12).toString('hex');
  if (key) {
    const mine = await sql(
      `INSERT INTO creation_keys (account, key, digest, job) VALUES ($1, $2, $3, $4)
       ON CONFLICT (account, key) DO NOTHING RETURNING key`,
      ...[account, key.key, key.digest, id],
    );
    // Another process was quicker by a moment.
    if (mine.length === 0) return (await findCreation(sql, account, key)) ?? { refused: 'key' as const };
  }
  const paid = await sql(
    `UPDATE balances SET spent = spent + $3 WHERE account = $1 AND pool = $2 AND granted - spent >= $3 RETURNING spent`,
    ...[account, pool, credits],
  );
  if (paid.length === 0) {
    if (key) await sql('DELETE FROM creation_keys WHERE account = $1 AND key = $2', account, key.key);
    return { refused: 'credits' as const };
  }
  await sql(
    'INSERT INTO jobs (id, account, operation, body, filters, sealed_key) VALUES ($1, $2, $3, $4, $5, $6)',
    ...[id, account, operation, JSON.stringify(body), JSON.stringify(filters), sealedKey ?? null],
  );
  await sql(
    `INSERT INTO ledger (account, job, pool, kind, credits) VALUES ($1, $2, $3, 'charge', $4)`,
    ...[account, id, pool, credits],
  );
  return { id };
}

type LeaseRow = Pick<JobRequest, 'operation' | 'body' | 'filters'> & {
  id: string;
  account: number;
  attempts: number;
  created_at: Date;
  has_key: boolean;
  sealed_key: Uint8Array | null;
};

/** What is due is checked again on the locked row, because another worker may have been quicker. */
const isDue = (row: string) => `((${row}.state = 'queued' AND ${row}.not_before <= now())
  OR (${row}.state = 'running' AND ${row}.lease_until < now() AND ${row}.attempts < ${MAX_ATTEMPTS}))`;

async function leaseJob(sql: Sql): Promise<LeasedJob | undefined> {
  const token = randomBytes(16).toString('hex');
  const [row] = await sql<LeaseRow>(
    `WITH open AS MATERIALIZED (
       SELECT id, account, place, state, lease_until, not_before, attempts FROM jobs WHERE ${OPEN}
     ), busy AS (
       SELECT account, count(*) FILTER (WHERE state = 'running' AND lease_until >= now()) AS jobs FROM open GROUP BY account
     ), next AS (
       SELECT j.id FROM open JOIN busy USING (account) JOIN accounts AS a ON a.id = open.account JOIN jobs AS j ON j.id = open.id
       WHERE ${isDue('open')} AND ${isDue('j')}
       ORDER BY busy.jobs, a.served_at, open.place LIMIT 1 FOR UPDATE OF j SKIP LOCKED
     )
     UPDATE jobs SET state = 'running', lease_token = $1, attempts = attempts + 1,
       lease_until = clock_timestamp() + $2 * interval '1 ms'
     FROM next WHERE jobs.id = next.id
     RETURNING jobs.id, account, operation, body, filters, attempts, created_at, sealed_key, EXISTS (
       SELECT 1 FROM ledger WHERE job = jobs.id AND kind = 'charge' AND pool = 'privateKey') AS has_key`,
    ...[token, LEASE_MS],
  );
  if (!row) return undefined;
  await sql('UPDATE accounts SET served_at = clock_timestamp() WHERE id = $1', row.account);
  const { id, account, operation, body, filters, attempts, created_at, has_key: hasKey, sealed_key } = row;
  return {
    id,
    token,
    account,
    request: { operation, body, filters },
    hasKey,
    sealedKey: sealed_key ?? undefined,
    attempts,
    createdAt: created_at.getTime(),
  };
}

/** Gives back what a job was charged, once. */
async function refund(sql: Sql, job: string): Promise<void> {
  await sql(
    `WITH back AS (
       INSERT INTO ledger (account, job, pool, kind, credits)
       SELECT account, job, pool, 'refund', credits FROM ledger WHERE job = $1 AND kind = 'charge'
       ON CONFLICT DO NOTHING RETURNING account, pool, credits
     )
     UPDATE balances SET spent = spent - back.credits FROM back
     WHERE balances.account = back.account AND balances.pool = back.pool`,
    job,
  );
}

async function failExhausted({ sql, transaction }: Postgres): Promise<void> {
  const isExhausted = `state = 'running' AND lease_until < now() AND attempts >= ${MAX_ATTEMPTS}`;
  for (const { id } of await sql<{ id: string }>(`SELECT id FROM jobs WHERE ${isExhausted}`)) {
    await transaction(async (sql) => {
      const ended = await sql(
        `UPDATE jobs SET state = 'error', finished_at = now(), sealed_key = NULL, lease_token = NULL, lease_until = NULL
         WHERE id = $1 AND ${isExhausted} RETURNING id`,
        id,
      );
      if (ended.length === 1) await refund(sql, id);
    });
  }
}
