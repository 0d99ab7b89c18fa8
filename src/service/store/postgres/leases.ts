import { randomBytes } from 'node:crypto';
import type { JobRequest } from '../../../contract/requests.ts';
import { EXHAUSTED, OPEN } from '../core/job-queue.ts';
import { LEASE_MS, type LeasedJob, MAX_ATTEMPTS } from '../port.ts';
import type { Sql } from './connection.ts';

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
