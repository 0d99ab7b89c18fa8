import { randomBytes } from 'node:crypto';
import { creditCost, creditPool } from '../../../contract/credits.ts';
import type { JobRequest } from '../../../contract/requests.ts';
import type { SearchOutcome } from '../../../jobs/ports/search-engine.ts';
import { LEASE_MS, type LeasedJob, MAX_ATTEMPTS, type ServiceStore } from '../port.ts';
import { addDelivery } from './outbox.ts';
import { failedSources } from './overview.ts';
import { openExpiry, RETENTION_NOW } from './retention.ts';
import { type Moment, query, type Run, type Steps } from './steps.ts';

/** Jobs after their creation. The stores create and lease them differently. */

/** Where the tables of the two databases differ. */
export type JobStatements = {
  /** Columns that a job loses, or gets from its lease, when its worker ends it. Each begins with a comma. */
  endedByWorker: string;
  /** The same when its last permitted worker has died. */
  endedAlone: string;
  /** Columns that a job loses with its answer. Each begins with a comma. */
  expired: string;
  /** Lowers what an account ($1) has spent from a pool ($2) by a refund ($3). Absent if the ledger is summed. */
  refund?: string;
};

export function queueIn(
  run: Run,
  { expired }: JobStatements,
): Pick<ServiceStore['jobs'], 'renew' | 'release' | 'postpone' | 'dueInMs' | 'expire'> {
  const expire = openExpiry(expired);
  return {
    renew: (job) => run.change(renewLease(job)),
    release: (job) => run.change(releaseJob(job)),
    postpone: (job, delayMs) => run.change(postponeJob(job, delayMs)),
    dueInMs: () => run.read(nextDueInMs()),
    expire: (olderThanMs) => run.transaction(() => expire(olderThanMs)),
  };
}

/** A job as it is stored and charged. */
export function newJob({ operation, body: requestBody, filters }: JobRequest) {
  const { scraperKey, ...rest } = requestBody;
  // The scraper key is never stored; a request with one is stored as enrich: true.
  const body = scraperKey === undefined ? rest : { ...rest, enrich: true };
  return {
    // 24 hexadecimal digits, like the hosted service's ids.
    id: randomBytes(12).toString('hex'),
    operation,
    body: JSON.stringify(body),
    filters: JSON.stringify(filters),
    pool: creditPool(requestBody),
    credits: creditCost(filters.limit),
  };
}

/** Condition: queued or running. */
export const OPEN = `state IN ('queued', 'running')`;

export function* countOpenJobs(): Steps<number> {
  const [row] = yield* query<{ open: number }>(`SELECT count(*)::int AS open FROM jobs WHERE ${OPEN}`);
  return row?.open ?? 0;
}

/** Shortens leases and pauses that end later than possible: they were written before the clock was set back. */
export function* capFutureTimes(): Steps<void> {
  const latest = `clock_timestamp() + $1 * interval '1 ms'`;
  yield* query(
    `UPDATE jobs SET lease_until = least(lease_until, ${latest}), not_before = least(not_before, ${latest})
     WHERE ${OPEN} AND (lease_until > ${latest} OR not_before > ${latest})`,
    LEASE_MS,
  );
}

/** Milliseconds until a postponed job or an abandoned lease is due, if there is an open job. */
export function* nextDueInMs(): Steps<number | undefined> {
  // One millisecond later, so that the lease has expired by then.
  const [row] = yield* query<{ due: Moment | null; now: Moment }>(
    `SELECT min(CASE state WHEN 'queued' THEN not_before ELSE lease_until + 1 * interval '1 ms' END) AS due,
       clock_timestamp() AS now FROM jobs WHERE ${OPEN}`,
  );
  return row?.due == null ? undefined : Number(row.due) - Number(row.now);
}

/** Extends a lease. False if it no longer belongs to this worker. */
function* renewLease(job: LeasedJob): Steps<boolean> {
  const rows = yield* query(
    `UPDATE jobs SET lease_until = clock_timestamp() + $3 * interval '1 ms' WHERE id = $1 AND lease_token = $2 RETURNING id`,
    ...[job.id, job.token, LEASE_MS],
  );
  return rows.length === 1;
}

/** Changes a leased job and ends its lease. False if the lease no longer belongs to this worker. */
function* writeBack(job: LeasedJob, change: string, ...values: unknown[]): Steps<boolean> {
  const rows = yield* query(
    `UPDATE jobs SET ${change}, lease_token = NULL, lease_until = NULL WHERE id = $1 AND lease_token = $2 RETURNING id`,
    ...[job.id, job.token, ...values],
  );
  return rows.length === 1;
}

/** Returns an interrupted job to the queue. The attempt does not count. */
function* releaseJob(job: LeasedJob): Steps<void> {
  yield* writeBack(job, `state = 'queued', attempts = attempts - 1`);
}

/** Returns a leased job to the queue for `delayMs`. */
export function* postponeJob(job: LeasedJob, delayMs: number): Steps<void> {
  yield* writeBack(job, `state = 'queued', not_before = clock_timestamp() + $3 * interval '1 ms'`, delayMs);
}

/**
 * Stores the answer of a leased job and the callback that the job asked for. False if the lease is no longer ours.
 * Without a callback, it is one statement.
 */
export function* finishJob(
  { endedByWorker }: JobStatements,
  job: LeasedJob,
  { papers, sources }: SearchOutcome,
  answer: Uint8Array,
): Steps<boolean> {
  const change = `state = 'success', answer = $3, sources = $4, finished_at = ${RETENTION_NOW}${endedByWorker}`;
  if (!(yield* writeBack(job, change, answer, failedSources(sources)))) return false;
  const { callbackUrl: url } = job.request.body;
  if (url !== undefined) yield* addDelivery(job, url, papers);
  return true;
}

/**
 * Ends a leased job as an error of the service and refunds it. The caller sees `report`. False if the lease no longer
 * belongs to this worker.
 */
export function* failJob(
  statements: JobStatements,
  job: LeasedJob,
  { notes, sources = [] }: Pick<SearchOutcome, 'notes' | 'sources'> = { notes: [] },
): Steps<boolean> {
  const change = `state = 'error', finished_at = ${RETENTION_NOW}${statements.endedByWorker}, notes = $3, sources = $4`;
  if (!(yield* writeBack(job, change, JSON.stringify(notes), JSON.stringify(sources)))) return false;
  yield* refundJob(statements, job.id);
  return true;
}

/** Refunds a job's charge, once. */
export function* refundJob({ refund }: JobStatements, job: string): Steps<void> {
  const refunded = yield* query<{ account: number; pool: string; credits: number }>(
    `INSERT INTO ledger (account, job, pool, kind, credits, at)
     SELECT account, job, pool, 'refund', credits, now() FROM ledger WHERE job = $1 AND kind = 'charge'
     ON CONFLICT DO NOTHING RETURNING account, pool, credits`,
    job,
  );
  if (refund === undefined) return;
  for (const { account, pool, credits } of refunded) yield* query(refund, account, pool, credits);
}

/** Condition: the last permitted worker of a job has died. It would kill the next worker too. */
export const EXHAUSTED = `(state = 'running' AND lease_until < now() AND attempts >= ${MAX_ATTEMPTS})`;

/** Ends and refunds the jobs whose last permitted worker died. */
export async function failExhausted(run: Run, statements: JobStatements): Promise<void> {
  for (const id of await run.read(listExhausted())) await run.transaction(() => endExhausted(statements, id));
}

export function* listExhausted(): Steps<string[]> {
  const rows = yield* query<{ id: string }>(`SELECT id FROM jobs WHERE ${OPEN} AND ${EXHAUSTED}`);
  return rows.map(({ id }) => id);
}

export function* endExhausted(statements: JobStatements, id: string): Steps<void> {
  const ended = yield* query(
    `UPDATE jobs SET state = 'error', finished_at = ${RETENTION_NOW}${statements.endedAlone}, lease_token = NULL, lease_until = NULL
     WHERE id = $1 AND ${EXHAUSTED} RETURNING id`,
    id,
  );
  if (ended.length === 1) yield* refundJob(statements, id);
}
