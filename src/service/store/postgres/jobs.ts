import { randomBytes } from 'node:crypto';
import { creditCost, creditPool } from '../../../contract/credits.ts';
import type { JobRequest } from '../../../contract/requests.ts';
import type { SearchOutcome } from '../../../jobs/ports/search-engine.ts';
import { type GrantStatements, IS_DUE, renewAllowances } from '../core/allowances.ts';
import type { KeyStatements } from '../core/creation-keys.ts';
import { findCreation, keysIn } from '../core/creation-keys.ts';
import { addDelivery, giveUpDeadBodies } from '../core/outbox.ts';
import { failedSources } from '../core/overview.ts';
import type { Run } from '../core/steps.ts';
import { type CreationKey, LEASE_MS, type LeasedJob, type ServiceStore } from '../port.ts';
import { zippedAside } from '../zipped-answer.ts';
import { CommitLost, isTaken, type Postgres, runSteps, type Sql } from './connection.ts';
import { createAnswerCache, findJobs } from './find-jobs.ts';
import { capFutureTimes, failExhausted, leaseJob, OPEN, refund } from './leases.ts';
import { openRetention, RETENTION_NOW } from './retention.ts';

/** Notifies listening processes. Call it after the commit, because a notification takes a server-wide lock. */
type Notify = (what: 'jobs' | 'outbox') => void;

/** The scraper key is no longer needed. */
const ENDED = `ended_by = lease_token, finished_at = ${RETENTION_NOW}, sealed_key = NULL`;

export function jobsIn(database: Postgres, run: Run, notify: Notify): ServiceStore['jobs'] {
  const { sql, transaction, write } = database;
  const isFull = openJobsLimit(sql);
  const cache = createAnswerCache();
  const countRetention = openRetention();
  /** Changes a leased job and ends its lease. False if the lease no longer belongs to this worker. */
  const writeBack = async (sql: Sql, job: LeasedJob, change: string, ...values: unknown[]): Promise<boolean> => {
    const rows = await sql(
      `UPDATE jobs SET ${change}, lease_token = NULL, lease_until = NULL WHERE id = $1 AND lease_token = $2 RETURNING id`,
      ...[job.id, job.token, ...values],
    );
    return rows.length === 1;
  };
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
      if (first.isAnyAhead) await capFutureTimes(sql);
      const { job, isAnyExhausted } = first.job || !first.isAnyAhead ? first : await leaseJob(sql);
      if (isAnyExhausted) await failExhausted(database);
      return job;
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
      const success = `state = 'success', answer = $3, sources = $4, ${ENDED}`;
      const failed = failedSources(outcome.sources);
      const withDelivery = async (sql: Sql) => {
        if (!(await writeBack(sql, job, success, answer, failed))) return false;
        if (url !== undefined) await runSteps(sql, addDelivery(job, url, outcome.papers));
        return true;
      };
      const isOurs = await end(job, () =>
        url === undefined ? writeBack(write, job, success, answer, failed) : transaction(withDelivery),
      );
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
    fail: (job, report) => {
      const { notes, sources = [] }: Pick<SearchOutcome, 'notes' | 'sources'> = report ?? { notes: [] };
      const change = `state = 'error', ${ENDED}, notes = $3, sources = $4`;
      const withRefund = async (sql: Sql) => {
        if (!(await writeBack(sql, job, change, JSON.stringify(notes), JSON.stringify(sources)))) return false;
        await refund(sql, job.id);
        return true;
      };
      return end(job, () => transaction(withRefund));
    },
    async dueInMs() {
      const [row] = await sql<{ due: number | null }>(
        `SELECT extract(epoch FROM min(CASE state WHEN 'queued' THEN not_before ELSE lease_until END)
           - clock_timestamp())::float8 * 1000 AS due FROM jobs WHERE ${OPEN}`,
      );
      // One millisecond later, so that the lease has expired by then.
      return row?.due == null ? undefined : row.due + 1;
    },
    find: findJobs(sql, cache),
    async expire(olderThanMs) {
      cache.clear();
      await transaction(async (sql) => {
        await countRetention(sql);
        await sql(
          `UPDATE jobs SET answer = NULL, expired_at = now() WHERE state = 'success' AND expired_at IS NULL
             AND finished_at < (SELECT at FROM retention) - $1 * interval '1 ms'`,
          olderThanMs,
        );
        await runSteps(sql, giveUpDeadBodies());
      });
      await sql(`DELETE FROM source_lanes WHERE changed_at < now() - interval '30 days'`);
    },
  };
}

async function countOpen(sql: Sql): Promise<number> {
  const [row] = await sql<{ open: number }>(`SELECT count(*)::int AS open FROM jobs WHERE ${OPEN}`);
  return row?.open ?? 0;
}

const COUNTED_MS = 1_000;

/**
 * Whether one more job would exceed the limit. If many jobs wait, counting costs more than a creation. Far below the
 * limit, a count from the last second plus this process's own creations is sufficient.
 */
function openJobsLimit(sql: Sql): (maxOpen: number) => Promise<boolean> {
  let open = 0;
  let until = Number.NEGATIVE_INFINITY;
  let counting: Promise<void> | undefined;
  const count = async () => {
    open = await countOpen(sql);
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
  const { operation, body: requestBody, filters } = request;
  const { scraperKey, ...rest } = requestBody;
  // The scraper key is never stored; a request with one is stored as enrich: true.
  const body = scraperKey === undefined ? rest : { ...rest, enrich: true };
  // 24 hexadecimal digits, like the hosted service's ids.
  const id = randomBytes(12).toString('hex');
  const values = [account, creditPool(requestBody), creditCost(filters.limit), id, operation];
  const texts = [JSON.stringify(body), JSON.stringify(filters), sealedKey ?? null];
  try {
    const paid = await write(INSERT_JOB, ...values, ...texts, key?.key ?? null, key?.digest ?? null);
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
