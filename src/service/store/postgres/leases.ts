import { randomBytes } from 'node:crypto';
import type { JobRequest } from '../../../contract/requests.ts';
import { LEASE_MS, type LeasedJob, MAX_ATTEMPTS } from '../port.ts';
import type { Postgres, Sql } from './connection.ts';
import { RETENTION_NOW } from './retention.ts';

export const OPEN = `state IN ('queued', 'running')`;

type LeaseRow = Pick<JobRequest, 'operation' | 'body' | 'filters'> & {
  id: string;
  account: number;
  attempts: number;
  created_at: Date;
  has_key: boolean;
  sealed_key: Uint8Array | null;
  exhausted: boolean;
  ahead: boolean;
};

/** Leases and pauses that end later than possible were written before the clock was set back. */
const AHEAD = "now() + $2 * interval '1 ms'";

const EXHAUSTED = `(state = 'running' AND lease_until < now() AND attempts >= ${MAX_ATTEMPTS})`;
const DUE = `((state = 'queued' AND not_before <= now())
  OR (state = 'running' AND lease_until < now() AND attempts < ${MAX_ATTEMPTS}))`;

/**
 * Chooses the account with the fewest running jobs, among those the one served longest ago, and its oldest job. It
 * visits accounts in this order until one has a job that no other worker is taking. So the cost depends on the numbers
 * of accounts and running jobs, rather than on waiting jobs or on the server's estimates. Accounts that were never
 * served come in the order of their oldest jobs.
 */
const LEASE = `WITH at_work AS MATERIALIZED (
     SELECT account, count(*) FILTER (WHERE lease_until >= now()) AS busy, bool_or(${EXHAUSTED}) AS exhausted,
       bool_or(lease_until > ${AHEAD}) AS ahead
     FROM jobs WHERE state = 'running' GROUP BY account
   ), next AS MATERIALIZED (
     SELECT job.id, turn.account FROM (
       SELECT accounts.id AS account FROM accounts LEFT JOIN at_work ON at_work.account = accounts.id
       ORDER BY coalesce(busy, 0), served_at, CASE WHEN served_at = 'epoch' THEN (
         SELECT place FROM jobs WHERE jobs.account = accounts.id AND ${OPEN} AND ${DUE} ORDER BY place LIMIT 1) END
     ) AS turn CROSS JOIN LATERAL (
       SELECT id FROM jobs WHERE account = turn.account AND ${OPEN} AND ${DUE}
       ORDER BY place LIMIT 1 FOR UPDATE SKIP LOCKED
     ) AS job LIMIT 1
   ), served AS (
     UPDATE accounts SET served_at = greatest(
       clock_timestamp(), (SELECT max(served_at) + interval '1 microsecond' FROM accounts))
     FROM next WHERE accounts.id = next.account
   ), leased AS (
     UPDATE jobs SET state = 'running', lease_token = $1, attempts = attempts + 1,
       lease_until = clock_timestamp() + $2 * interval '1 ms'
     FROM next WHERE jobs.id = next.id
     RETURNING jobs.*, EXISTS (
       SELECT 1 FROM ledger WHERE job = jobs.id AND kind = 'charge' AND pool = 'privateKey') AS has_key
   )
   SELECT id, leased.account, operation, body, filters, attempts, created_at, sealed_key, has_key, exhausted, ahead
   FROM (SELECT coalesce(bool_or(exhausted), false) AS exhausted, coalesce(bool_or(ahead), false) OR EXISTS (
       SELECT 1 FROM jobs WHERE state = 'queued' AND not_before > 'epoch' AND not_before > ${AHEAD}) AS ahead
     FROM at_work) AS any_account LEFT JOIN leased ON true`;

type Lease = {
  job: LeasedJob | undefined;
  /** The last permitted worker of a job has died. */
  isAnyExhausted: boolean;
  /** A job waits for a time far in the future, because the clock was set back. */
  isAnyAhead: boolean;
};

/** Leases the next job, and reports conditions that keep other jobs from being leased. */
export async function leaseJob(sql: Sql): Promise<Lease> {
  const token = randomBytes(16).toString('hex');
  const [row] = await sql<LeaseRow>(LEASE, token, LEASE_MS);
  const isAnyExhausted = row?.exhausted === true;
  const isAnyAhead = row?.ahead === true;
  if (!row?.id) return { job: undefined, isAnyExhausted, isAnyAhead };
  const { id, account, operation, body, filters, attempts, created_at, has_key: hasKey, sealed_key } = row;
  const sealedKey = sealed_key ?? undefined;
  const request = { operation, body, filters };
  const job = { id, token, account, request, hasKey, sealedKey, attempts, createdAt: created_at.getTime() };
  return { job, isAnyExhausted, isAnyAhead };
}

/** Shortens leases and pauses that would end too late because the clock was set back. */
export async function capFutureTimes(sql: Sql): Promise<void> {
  const latest = `clock_timestamp() + $1 * interval '1 ms'`;
  await sql(
    `UPDATE jobs SET lease_until = least(lease_until, ${latest}), not_before = least(not_before, ${latest})
     WHERE ${OPEN} AND (lease_until > ${latest} OR not_before > ${latest})`,
    LEASE_MS,
  );
}

/** Refunds a job's charge, once. */
export async function refund(sql: Sql, job: string): Promise<void> {
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

/** Ends and refunds the jobs whose last permitted worker died. */
export async function failExhausted({ sql, transaction }: Postgres): Promise<void> {
  for (const { id } of await sql<{ id: string }>(`SELECT id FROM jobs WHERE ${EXHAUSTED}`)) {
    await transaction(async (sql) => {
      const ended = await sql(
        `UPDATE jobs SET state = 'error', finished_at = ${RETENTION_NOW}, sealed_key = NULL, lease_token = NULL, lease_until = NULL
         WHERE id = $1 AND ${EXHAUSTED} RETURNING id`,
        id,
      );
      if (ended.length === 1) await refund(sql, id);
    });
  }
}
