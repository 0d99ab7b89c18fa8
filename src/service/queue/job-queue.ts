import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { SourceReport } from '../../contract/answers.ts';
import { creditCost, creditPool } from '../../contract/credits.ts';
import type { Operation } from '../../contract/operations.ts';
import type { WirePaper } from '../../contract/paper.ts';
import type { JobRequest } from '../../contract/requests.ts';
import type { Database } from '../../sqlite/database.ts';
import { balanceIn } from '../accounts/accounts.ts';
import { addLedgerRow, refundJob } from '../accounts/ledger.ts';
import { addDelivery } from '../callbacks/outbox.ts';
import { addKey, type CreationKey, findCreation } from './idempotency.ts';

/**
 * Jobs and their states: queued -> running -> success | error. A worker takes a job by a lease (a random token with an
 * end, renewed while it works); every write-back names the token, so that a worker that slept past its lease cannot
 * finish a job that another one has taken over. A job whose lease has run out is open again, at most MAX_ATTEMPTS
 * times. A job that failed for a passing reason goes back to queued until `not_before`, within the same number of
 * attempts.
 */

/**
 * Jobs are kept for good, and what happens at every creation and poll must not walk over those that have ended. SQLite
 * takes the index of the open ones only where the condition of the index stands word by word.
 */
const OPEN_JOBS = `jobs INDEXED BY open_jobs WHERE state IN ('queued', 'running')`;

export const LEASE_MS = 30_000;
export const MAX_ATTEMPTS = 3;

export type LeasedJob = {
  id: string;
  token: string;
  account: number;
  request: JobRequest;
  /** It was created with a key at the scraping service, which only the process that took it has. */
  hasKey: boolean;
  /** This one included. */
  attempts: number;
  createdAt: number;
};

export type JobOutcome = { papers: readonly WirePaper[]; notes: readonly string[]; sources?: readonly SourceReport[] };

export type StoredJob = {
  state: string;
  papers: WirePaper[];
  notes: string[];
  sources: SourceReport[];
  expired: boolean;
};

/** What became of a creation: a job, or why there is none and nothing was taken. */
export type Creation = { id: string; isRepeated?: true } | { refused: 'credits' | 'queue' | 'key' };

/**
 * Creates a job and charges it, in one transaction, unless the pool has too few credits or too many jobs are open.
 * Under a key that has a job already it gives that one, for nothing.
 */
export function createJob(
  database: Database,
  account: number,
  request: JobRequest,
  maxOpen = Number.POSITIVE_INFINITY,
  key?: CreationKey,
): Creation {
  const { scraperKey, ...rest } = request.body;
  // The key itself is never stored; that it counts as enrich: true is.
  const body = scraperKey === undefined ? rest : { ...rest, enrich: true };
  const pool = creditPool(request.body);
  const credits = creditCost(request.filters.limit);
  return database.transaction(() => {
    const earlier = key && findCreation(database, account, key);
    if (earlier) return earlier;
    if (countOpenJobs(database) >= maxOpen) return { refused: 'queue' };
    const balance = balanceIn(database, account, pool);
    if (balance !== null && balance < credits) return { refused: 'credits' };
    // 24 hexadecimal digits, as the hosted service's ids look.
    const id = randomBytes(12).toString('hex');
    insertJob(database, id, account, { ...request, body });
    addLedgerRow(database, 'charge', { account, job: id, pool, credits });
    if (key) addKey(database, account, key, id);
    return { id };
  });
}

function insertJob(database: Database, id: string, account: number, { operation, body, filters }: JobRequest): void {
  database.run(
    `INSERT INTO jobs (id, account, operation, body, filters, state, created_at) VALUES (?, ?, ?, ?, ?, 'queued', ?)`,
    id,
    account,
    operation,
    JSON.stringify(body),
    JSON.stringify(filters),
    Date.now(),
  );
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

/** No lease and no pause ends later than this: what seems to was written before the clock was set back. */
function bringNear(database: Database, latest: number): void {
  database.run(
    `UPDATE jobs SET lease_until = min(lease_until, ?), not_before = min(not_before, ?)
     WHERE state IN ('queued', 'running') AND (lease_until > ? OR not_before > ?)`,
    ...[latest, latest, latest, latest],
  );
}

/**
 * Takes an open job; undefined when there is none. Accounts take turns: the one with the fewest running jobs is next,
 * then the one that was served longest ago, and of its jobs the oldest.
 */
export function leaseJob(database: Database): LeasedJob | undefined {
  const token = randomBytes(16).toString('hex');
  const now = Date.now();
  return database.transaction(() => {
    bringNear(database, now + LEASE_MS);
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
           accounts.served_at, open.created_at, open.place
         LIMIT 1)
       RETURNING id, account, operation, body, filters, attempts, created_at`,
      token,
      now + LEASE_MS,
      now,
      now,
      MAX_ATTEMPTS,
      now,
    );
    if (!row) return undefined;
    database.run('UPDATE accounts SET served_at = ? WHERE id = ?', now, row.account);
    return readLease(row, token, isChargedToKey(database, row.id));
  });
}

function isChargedToKey(database: Database, job: string): boolean {
  const sql = `SELECT 1 AS found FROM ledger WHERE job = ? AND kind = 'charge' AND pool = 'privateKey'`;
  return database.get(sql, job) !== undefined;
}

function readLease(row: LeaseRow, token: string, hasKey: boolean): LeasedJob {
  const request = { operation: row.operation, body: JSON.parse(row.body), filters: JSON.parse(row.filters) };
  const { id, account, attempts, created_at: createdAt } = row;
  return { id, token, account, request, hasKey, attempts, createdAt };
}

/** Keeps a lease for another while. False when it is no longer this worker's. */
export function renewLease(database: Database, job: LeasedJob): boolean {
  const sql = `UPDATE jobs SET lease_until = ? WHERE id = ? AND lease_token = ?`;
  return database.run(sql, Date.now() + LEASE_MS, job.id, job.token).changes === 1;
}

/**
 * Stores the papers of a leased job, and its callback if it asked for one, in one transaction. False when the lease is
 * no longer this worker's.
 */
export function finishJob(database: Database, job: LeasedJob, outcome: JobOutcome): boolean {
  const { papers, notes, sources = [] } = outcome;
  const at = Date.now();
  return database.transaction(() => {
    const { changes } = database.run(
      `UPDATE jobs SET state = 'success', results = ?, notes = ?, sources = ?, finished_at = ?, lease_token = NULL, lease_until = NULL
       WHERE id = ? AND lease_token = ?`,
      gzipSync(JSON.stringify(papers)),
      JSON.stringify(notes),
      JSON.stringify(sources),
      at,
      job.id,
      job.token,
    );
    if (changes !== 1) return false;
    const { callbackUrl: url } = job.request.body;
    if (url !== undefined) addDelivery(database, { job: job.id, account: job.account, url, papers, createdAt: at });
    return true;
  });
}

/** Gives back a leased job that its worker did not come to the end of, as if it had never been taken. */
export function releaseJob(database: Database, job: LeasedJob): void {
  database.run(
    `UPDATE jobs SET state = 'queued', attempts = attempts - 1, lease_token = NULL, lease_until = NULL
     WHERE id = ? AND lease_token = ?`,
    job.id,
    job.token,
  );
}

/** Puts a leased job back into the queue until a moment. */
export function postponeJob(database: Database, job: LeasedJob, notBefore: number): void {
  database.run(
    `UPDATE jobs SET state = 'queued', not_before = ?, lease_token = NULL, lease_until = NULL
     WHERE id = ? AND lease_token = ?`,
    notBefore,
    job.id,
    job.token,
  );
}

/**
 * Ends a leased job as an error of the service and gives its credits back; `told` is what the caller may know of it.
 * False when the lease is no longer this worker's.
 */
export function failJob(database: Database, job: LeasedJob, report?: Omit<JobOutcome, 'papers'>): boolean {
  return database.transaction(() => {
    if (!endAsError(database, 'id = ? AND lease_token = ?', job.id, job.token)) return false;
    refundJob(database, job.id);
    if (report) {
      const sql = 'UPDATE jobs SET notes = ?, sources = ? WHERE id = ?';
      database.run(sql, JSON.stringify(report.notes), JSON.stringify(report.sources ?? []), job.id);
    }
    return true;
  });
}

/** Ends jobs whose last permitted worker died: they would kill the next one too. */
export function failExhaustedJobs(database: Database): void {
  const spent = `state = 'running' AND lease_until < ? AND attempts >= ?`;
  const sql = `SELECT id FROM ${OPEN_JOBS} AND ${spent}`;
  const isExhausted = database.all<{ id: string }>(sql, Date.now(), MAX_ATTEMPTS);
  for (const { id } of isExhausted) {
    database.transaction(() => {
      if (endAsError(database, `id = ? AND ${spent}`, id, Date.now(), MAX_ATTEMPTS)) refundJob(database, id);
    });
  }
}

function endAsError(database: Database, condition: string, ...values: (string | number)[]): boolean {
  const sql = `UPDATE jobs SET state = 'error', finished_at = ?, lease_token = NULL, lease_until = NULL WHERE ${condition}`;
  return database.run(sql, Date.now(), ...values).changes === 1;
}

/**
 * When the next postponed job or abandoned lease is due, in milliseconds since the epoch; undefined when none waits.
 */
export function nextDue(database: Database): number | undefined {
  const sql = `SELECT min(iif(state = 'queued', not_before, lease_until + 1)) AS due FROM ${OPEN_JOBS}`;
  return database.get<{ due: number | null }>(sql)?.due ?? undefined;
}

/** Gives up the results of jobs that ended before a moment; the jobs and their charges stay. Gives how many. */
export function expireResults(database: Database, before: number): number {
  return database.run(
    `UPDATE jobs SET results = NULL, expired_at = ? WHERE state = 'success' AND expired_at IS NULL AND finished_at < ?`,
    Date.now(),
    before,
  ).changes;
}

/** Jobs by state, over all accounts. */
export function countJobs(database: Database): { state: string; jobs: number }[] {
  return database.all('SELECT state, count(*) AS jobs FROM jobs GROUP BY state');
}

type StoredJobRow = {
  state: string;
  results: Uint8Array | null;
  notes: string;
  sources: string;
  expired_at: number | null;
};

/** The job of this account; undefined for an unknown and for a foreign one alike. */
export function findStoredJob(database: Database, account: number, id: string): StoredJob | undefined {
  const sql = 'SELECT state, results, notes, sources, expired_at FROM jobs WHERE id = ? AND account = ?';
  const row = database.get<StoredJobRow>(sql, id, account);
  if (!row) return undefined;
  return {
    state: row.state,
    papers: row.results === null ? [] : (JSON.parse(gunzipSync(row.results).toString('utf8')) as WirePaper[]),
    notes: JSON.parse(row.notes) as string[],
    sources: JSON.parse(row.sources) as SourceReport[],
    expired: row.expired_at !== null,
  };
}
