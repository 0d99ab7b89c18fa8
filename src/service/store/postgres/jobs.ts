import { randomBytes } from 'node:crypto';
import type { JobRequest } from '../../../contract/requests.ts';
import { type GrantStatements, IS_DUE, renewAllowances } from '../core/allowances.ts';
import { findCreation, type KeyStatements, keysIn } from '../core/creation-keys.ts';
import {
  capFutureTimes,
  countOpenJobs,
  EXHAUSTED,
  failExhausted,
  failJob,
  finishJob,
  type JobStatements,
  newJob,
  OPEN,
  queueIn,
} from '../core/job-queue.ts';
import type { Run } from '../core/steps.ts';
import { type CreationKey, LEASE_MS, type LeasedJob, MAX_ATTEMPTS, type ServiceStore } from '../port.ts';
import { zippedAside } from '../zipped-answer.ts';
import { CommitLost, isTaken, type Postgres, runSteps, type Sql } from './connection.ts';
import { createAnswerCache, findJobs } from './find-jobs.ts';

/** Notifies listening processes. Call it after the commit, because a notification takes a server-wide lock. */
type Notify = (what: 'jobs' | 'outbox') => void;

/** The scraper key is no longer needed. */
const KEYLESS = ', sealed_key = NULL';

const JOBS: JobStatements = {
  endedByWorker: `, ended_by = lease_token${KEYLESS}`,
  endedAlone: KEYLESS,
  expired: '',
  refund: 'UPDATE balances SET spent = spent - $3 WHERE account = $1 AND pool = $2',
};

export function jobsIn(database: Postgres, run: Run, notify: Notify): ServiceStore['jobs'] {
  const { sql, transaction, write } = database;
  const isFull = openJobsLimit(run);
  const cache = createAnswerCache();
  const queue = queueIn(run, JOBS);
  /** Ends a job. If the outcome of the commit is unknown, checks whether it succeeded. */
  const end = async (job: LeasedJob, work: () => Promise<boolean>): Promise<boolean> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CommitLost)) throw error;
      const [row] = await sql<{ ended_by: string | null }>('SELECT ended_by FROM jobs WHERE id = $1', job.id);
      return row?.ended_by === job.token || work();
    }
  };
  /** Inserts a job. If the account has too few credits, first begins the month of its allowance and tries again. */
  const insertPaidJob = async (account: number, request: JobRequest, keys: Keys) => {
    const insert = () => insertJob(write, account, request, keys);
    const created = await insert();
    const mayRenew = 'refused' in created && created.refused === 'credits';
    return mayRenew && (await run.transaction(() => renewAllowances(GRANTS, account))) ? insert() : created;
  };
  return {
    ...keysIn(run, KEYS),
    ...queue,
    async create(account, request, maxOpen, key, sealedKey) {
      const created = (await isFull(maxOpen))
        ? { refused: 'queue' as const }
        : await insertPaidJob(account, request, { key, sealedKey });
      if ('id' in created) {
        notify('jobs');
        return created;
      }
      // The result of an earlier creation under the key takes precedence over any refusal.
      return (key && (await run.read(findCreation(account, key)))) ?? created;
    },
    async lease() {
      const first = await leaseJob(sql);
      if (first.isAnyAhead) await run.change(capFutureTimes());
      const { job, isAnyExhausted } = first.job || !first.isAnyAhead ? first : await leaseJob(sql);
      if (isAnyExhausted) await failExhausted(run, JOBS);
      return job;
    },
    async finish(job, outcome) {
      const answer = await zippedAside(outcome);
      const finish = (sql: Sql) => runSteps(sql, finishJob(JOBS, job, outcome, answer));
      const hasCallback = job.request.body.callbackUrl !== undefined;
      const isOurs = await end(job, () => (hasCallback ? transaction(finish) : finish(write)));
      if (isOurs && hasCallback) notify('outbox');
      return isOurs;
    },
    async release(job) {
      await queue.release(job);
      notify('jobs');
    },
    fail: (job, report) => end(job, () => run.transaction(() => failJob(JOBS, job, report))),
    find: findJobs(sql, cache),
    async expire(olderThanMs) {
      cache.clear();
      await queue.expire(olderThanMs);
      await sql(`DELETE FROM source_lanes WHERE changed_at < now() - interval '30 days'`);
    },
  };
}

const COUNTED_MS = 1_000;

/**
 * Whether one more job would exceed the limit. If many jobs wait, counting costs more than a creation. Far below the
 * limit, a count from the last second plus this process's own creations is sufficient.
 */
function openJobsLimit(run: Run): (maxOpen: number) => Promise<boolean> {
  let open = 0;
  let until = Number.NEGATIVE_INFINITY;
  let counting: Promise<void> | undefined;
  const count = async () => {
    open = await run.read(countOpenJobs());
    until = performance.now() + COUNTED_MS;
  };
  return async (maxOpen) => {
    if (!Number.isFinite(maxOpen)) return false;
    if (open >= maxOpen / 2) await count();
    else if (performance.now() >= until) {
      counting ??= count().finally(() => {
        counting = undefined;
      });
      await counting;
    }
    open += 1;
    return open > maxOpen;
  };
}

type Keys = { key: CreationKey | undefined; sealedKey: Uint8Array | undefined };

const INSERT_JOB = `WITH paid AS (
     UPDATE balances SET spent = spent + $3
     WHERE account = $1 AND pool = $2 AND (granted IS NULL OR granted - spent >= $3)
       AND NOT EXISTS (SELECT 1 FROM allowances WHERE account = $1 AND pool = $2 AND ${IS_DUE})
     RETURNING account
   ), keyed AS (
     INSERT INTO creation_keys (account, key, digest, job) SELECT account, $9, $10, $4 FROM paid WHERE $9::text IS NOT NULL
   ), job AS (
     INSERT INTO jobs (id, account, operation, body, filters, sealed_key) SELECT $4, account, $5, $6, $7, $8 FROM paid
   )
   INSERT INTO ledger (account, job, pool, kind, credits) SELECT account, $4, $2, 'charge', $3 FROM paid RETURNING id`;

/**
 * Inserts a job and charges it in one statement. The row of the pool serialises concurrent charges. A key taken by
 * another creation rolls everything back.
 */
async function insertJob(write: Sql, account: number, request: JobRequest, { key, sealedKey }: Keys) {
  const { id, operation, body, filters, pool, credits } = newJob(request);
  const values = [account, pool, credits, id, operation, body, filters, sealedKey ?? null];
  try {
    const paid = await write(INSERT_JOB, ...values, key?.key ?? null, key?.digest ?? null);
    return paid.length === 1 ? { id } : { refused: 'credits' as const };
  } catch (error) {
    if (key && isTaken(error)) return { refused: 'key' as const };
    throw error;
  }
}

/** `place` follows the order in which keys were closed and jobs were created. */
export const KEYS: KeyStatements = {
  close: `INSERT INTO creation_keys (account, key) VALUES ($1, $2)
     ON CONFLICT (account, key) DO UPDATE SET place = DEFAULT WHERE creation_keys.job IS NULL RETURNING key`,
  newestFirst: 'jobs.place DESC',
};

/** The row of a pool serves as its lock. */
export const GRANTS: GrantStatements = {
  openPools: `INSERT INTO balances (account, pool, granted) VALUES ($1, 'basic', 0), ($1, 'pro', 0), ($1, 'privateKey', 0)`,
  grant: 'UPDATE balances SET granted = granted + $3 WHERE account = $1 AND pool = $2',
  setGranted: 'UPDATE balances SET granted = $3 WHERE account = $1 AND pool = $2',
};

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
async function leaseJob(sql: Sql): Promise<Lease> {
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
