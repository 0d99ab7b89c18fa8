import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { readReports, type SearchFlow } from '../../../contract/answers.ts';
import { creditCost, creditPool } from '../../../contract/credits.ts';
import type { Operation } from '../../../contract/operations.ts';
import type { JobRequest } from '../../../contract/requests.ts';
import type { WirePaper } from '../../../contract/wire-paper.ts';
import type { SearchOutcome } from '../../../jobs/ports/search-engine.ts';
import type { Database, SqlValue } from '../../../platform/sqlite/database.ts';
import { readNotes } from '../../../wording/notes.ts';
import { renewAllowances } from '../core/allowances.ts';
import { findCreation } from '../core/creation-keys.ts';
import { addDelivery } from '../core/outbox.ts';
import { failedSources } from '../core/overview.ts';
import { type Creation, type CreationKey, LEASE_MS, type LeasedJob, MAX_ATTEMPTS, type StoredJob } from '../port.ts';
import { zippedAnswer } from '../zipped-answer.ts';
import { balanceIn, chargeJob, GRANTS, refundJob } from './accounts.ts';
import { addKey } from './creation-keys.ts';
import { readRetention } from './retention.ts';
import { runSteps } from './run-steps.ts';

/** Jobs are never deleted. Only this index keeps queries fast, and SQLite uses it only for exactly this condition. */
const OPEN_JOBS = `jobs INDEXED BY open_jobs WHERE state IN ('queued', 'running')`;

/** Creates a job and charges it in one transaction, unless `key` already belongs to an earlier job. */
export function createJob(
  database: Database,
  account: number,
  request: JobRequest,
  maxOpen = Number.POSITIVE_INFINITY,
  key?: CreationKey,
): Creation {
  const { operation, filters } = request;
  const { scraperKey, ...rest } = request.body;
  // The scraper key is never stored; a request with one is stored as enrich: true.
  const body = scraperKey === undefined ? rest : { ...rest, enrich: true };
  const pool = creditPool(request.body);
  const credits = creditCost(filters.limit);
  return database.transaction(() => {
    const earlier = key && runSteps(database, findCreation(account, key));
    if (earlier) return earlier;
    if (countOpenJobs(database) >= maxOpen) return { refused: 'queue' };
    runSteps(database, renewAllowances(GRANTS, account));
    const balance = balanceIn(database, account, pool);
    if (balance !== null && balance < credits) return { refused: 'credits' };
    // 24 hexadecimal digits, like the hosted service's ids.
    const id = randomBytes(12).toString('hex');
    database.run(
      `INSERT INTO jobs (id, account, operation, body, filters, state, created_at) VALUES (?, ?, ?, ?, ?, 'queued', ?)`,
      ...[id, account, operation, JSON.stringify(body), JSON.stringify(filters), Date.now()],
    );
    chargeJob(database, { account, job: id, pool, credits });
    if (key) addKey(database, account, key, id);
    return { id };
  });
}

/** Jobs that are queued or running. */
export function countOpenJobs(database: Database): number {
  const sql = `SELECT count(*) AS open FROM ${OPEN_JOBS}`;
  return (database.get<{ open: number }>(sql) as { open: number }).open;
}

type LeaseRow = {
  id: string;
  account: number;
  operation: Operation;
  body: string;
  filters: string;
  attempts: number;
  created_at: number;
};

/** Shortens leases and pauses that end later than possible: they were written before the clock was set back. */
function capFutureTimes(database: Database, latest: number): void {
  database.run(
    `UPDATE jobs SET lease_until = min(lease_until, ?), not_before = min(not_before, ?)
     WHERE state IN ('queued', 'running') AND (lease_until > ? OR not_before > ?)`,
    ...[latest, latest, latest, latest],
  );
}

/**
 * Leases an open job; undefined if there is none. It chooses the account with the fewest running jobs, among those the
 * one served longest ago, and its oldest job.
 */
export function leaseJob(database: Database): LeasedJob | undefined {
  const token = randomBytes(16).toString('hex');
  const now = Date.now();
  return database.transaction(() => {
    capFutureTimes(database, now + LEASE_MS);
    const row = database.get<LeaseRow>(
      `UPDATE jobs SET state = 'running', lease_token = ?, lease_until = ?, attempts = attempts + 1
       WHERE id = (
         SELECT open.id FROM (SELECT *, rowid AS place FROM ${OPEN_JOBS}) AS open
           JOIN accounts ON accounts.id = open.account
         WHERE (open.state = 'queued' AND open.not_before <= ?)
            OR (open.state = 'running' AND open.lease_until < ? AND open.attempts < ?)
         ORDER BY
           (SELECT count(*) FROM jobs AS busy
            WHERE busy.account = open.account AND busy.state = 'running' AND busy.lease_until >= ?),
           accounts.served_at, open.place
         LIMIT 1)
       RETURNING id, account, operation, body, filters, attempts, created_at`,
      ...[token, now + LEASE_MS, now, now, MAX_ATTEMPTS, now],
    );
    if (!row) return undefined;
    // Later than all before, even after the clock was set back. Otherwise this account would be preferred over earlier
    // ones.
    const latest = database.get<{ at: number }>('SELECT max(served_at) AS at FROM accounts')?.at ?? 0;
    database.run('UPDATE accounts SET served_at = ? WHERE id = ?', Math.max(now, latest + 1), row.account);
    const { id, account, operation, attempts, created_at: createdAt } = row;
    const request = { operation, body: JSON.parse(row.body), filters: JSON.parse(row.filters) };
    return { id, token, account, request, hasKey: isChargedToKey(database, id), attempts, createdAt };
  });
}

function isChargedToKey(database: Database, job: string): boolean {
  const sql = `SELECT 1 AS found FROM ledger WHERE job = ? AND kind = 'charge' AND pool = 'privateKey'`;
  return database.get(sql, job) !== undefined;
}

/** Changes a leased job and ends its lease. False if the lease no longer belongs to this worker. */
function writeBack(database: Database, job: LeasedJob, change: string, ...values: SqlValue[]): boolean {
  const sql = `UPDATE jobs SET ${change}, lease_token = NULL, lease_until = NULL WHERE id = ? AND lease_token = ?`;
  return database.run(sql, ...values, job.id, job.token).changes === 1;
}

/** Extends a lease. False if it no longer belongs to this worker. */
export function renewLease(database: Database, job: LeasedJob): boolean {
  const sql = `UPDATE jobs SET lease_until = ? WHERE id = ? AND lease_token = ?`;
  return database.run(sql, Date.now() + LEASE_MS, job.id, job.token).changes === 1;
}

/** Stores the papers of a leased job and the callback that the job asked for. False if the lease is no longer ours. */
export function finishJob(
  database: Database,
  job: LeasedJob,
  outcome: SearchOutcome,
  answer: Uint8Array = zippedAnswer(outcome),
): boolean {
  const { papers, sources } = outcome;
  return database.transaction(() => {
    const change = `state = 'success', answer = ?, sources = ?, finished_at = ?`;
    const values = [answer, failedSources(sources), readRetention(database)];
    if (!writeBack(database, job, change, ...values)) return false;
    const { callbackUrl: url } = job.request.body;
    if (url !== undefined) runSteps(database, addDelivery(job, url, papers));
    return true;
  });
}

/** Returns an interrupted job to the queue. The attempt does not count. */
export function releaseJob(database: Database, job: LeasedJob): void {
  writeBack(database, job, `state = 'queued', attempts = attempts - 1`);
}

/** Returns a leased job to the queue until `notBefore` (milliseconds since the epoch). */
export function postponeJob(database: Database, job: LeasedJob, notBefore: number): void {
  writeBack(database, job, `state = 'queued', not_before = ?`, notBefore);
}

/**
 * Ends a leased job as an error of the service and refunds it. The caller sees `report`. False if the lease no longer
 * belongs to this worker.
 */
export function failJob(
  database: Database,
  job: LeasedJob,
  report?: Pick<SearchOutcome, 'notes' | 'sources'>,
): boolean {
  return database.transaction(() => {
    if (!writeBack(database, job, `state = 'error', finished_at = ?`, readRetention(database))) return false;
    refundJob(database, job.id);
    if (report) {
      const sql = 'UPDATE jobs SET notes = ?, sources = ? WHERE id = ?';
      database.run(sql, JSON.stringify(report.notes), JSON.stringify(report.sources ?? []), job.id);
    }
    return true;
  });
}

/** Fails and refunds jobs whose last permitted worker died. They would kill the next worker too. */
export function failExhaustedJobs(database: Database): void {
  const isExhausted = `state = 'running' AND lease_until < ? AND attempts >= ?`;
  const select = `SELECT id FROM ${OPEN_JOBS} AND ${isExhausted}`;
  const end = `UPDATE jobs SET state = 'error', finished_at = ?, lease_token = NULL, lease_until = NULL
    WHERE id = ? AND ${isExhausted}`;
  for (const { id } of database.all<{ id: string }>(select, Date.now(), MAX_ATTEMPTS)) {
    database.transaction(() => {
      const { changes } = database.run(end, readRetention(database), id, Date.now(), MAX_ATTEMPTS);
      if (changes === 1) refundJob(database, id);
    });
  }
}

/** When a postponed job or an abandoned lease is due (milliseconds since the epoch); undefined if there is none. */
export function nextDue(database: Database): number | undefined {
  const sql = `SELECT min(iif(state = 'queued', not_before, lease_until + 1)) AS due FROM ${OPEN_JOBS}`;
  return database.get<{ due: number | null }>(sql)?.due ?? undefined;
}

/** Deletes the results of jobs that ended before a retention time, and returns how many. Jobs and charges stay. */
export function expireResults(database: Database, before: number): number {
  return database.run(
    `UPDATE jobs SET results = NULL, answer = NULL, expired_at = ? WHERE state = 'success' AND expired_at IS NULL AND finished_at < ?`,
    Date.now(),
    before,
  ).changes;
}

type StoredJobRow = {
  state: string;
  results: Uint8Array | null;
  answer: Uint8Array | null;
  notes: string;
  sources: string;
  flow: string | null;
  expired_at: number | null;
};

/** The job of this account; undefined both for an unknown and for a foreign job. */
export function findStoredJob(database: Database, account: number, id: string): StoredJob | undefined {
  const sql = 'SELECT state, results, answer, notes, sources, flow, expired_at FROM jobs WHERE id = ? AND account = ?';
  const row = database.get<StoredJobRow>(sql, id, account);
  if (!row) return undefined;
  const notes = readNotes(JSON.parse(row.notes));
  const sources = readReports(JSON.parse(row.sources));
  const answer = row.answer ?? earlierAnswer(row, { notes, sources });
  return { state: row.state, answer, notes, sources, expired: row.expired_at !== null };
}

/** Before schema 6, papers and reports were stored separately. */
function earlierAnswer({ state, results, flow, expired_at }: StoredJobRow, reports: Omit<SearchOutcome, 'papers'>) {
  if (state !== 'success' || expired_at !== null) return undefined;
  const papers = results === null ? [] : (JSON.parse(gunzipSync(results).toString('utf8')) as WirePaper[]);
  return zippedAnswer({ papers, ...reports, ...(flow !== null && { flow: JSON.parse(flow) as SearchFlow }) });
}
