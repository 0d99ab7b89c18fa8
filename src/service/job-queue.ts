import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { creditCost, creditPool } from '../contract/credits.ts';
import type { Filters } from '../contract/filters.ts';
import type { Operation } from '../contract/operations.ts';
import type { Paper } from '../contract/paper.ts';
import type { JobRequest, RequestBody } from '../contract/requests.ts';
import type { Database } from '../sqlite/database.ts';
import { addLedgerRow, balanceIn, chargesOf } from './accounts.ts';

/**
 * Jobs and their states: queued -> running -> success | error. A worker takes a job by a lease (a random token with an
 * end); every write-back names the token, so that a worker that slept past its lease cannot finish a job that another one
 * has taken over. A job whose lease has run out is open again, at most MOST_ATTEMPTS times.
 */

const LEASE_MS = 60_000;
const MOST_ATTEMPTS = 3;

export type LeasedJob = { id: string; token: string; request: JobRequest };
export type StoredJob = { state: string; papers: Paper[]; notes: string[] };

/** Creates a job and charges it, in one transaction. Undefined when the pool has too few credits: nothing is taken. */
export function createJob(database: Database, account: number, request: JobRequest): string | undefined {
  const { scraperKey: _secret, ...body } = request.body;
  const pool = creditPool(request.body);
  const credits = creditCost(request.filters.limit);
  return database.transaction(() => {
    const balance = balanceIn(database, account, pool);
    if (balance !== null && balance < credits) return undefined;
    // 24 hexadecimal digits, as the hosted service's ids look.
    const id = randomBytes(12).toString('hex');
    insertJob(database, id, account, request.operation, body, request.filters);
    addLedgerRow(database, { account, job: id, pool, credits });
    return id;
  });
}

function insertJob(
  database: Database,
  id: string,
  account: number,
  operation: Operation,
  body: RequestBody,
  filters: Filters,
): void {
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

type LeaseRow = { id: string; operation: Operation; body: string; filters: string };

/** Takes the oldest open job; undefined when there is none. */
export function leaseJob(database: Database): LeasedJob | undefined {
  const token = randomBytes(16).toString('hex');
  const now = Date.now();
  const row = database.get<LeaseRow>(
    `UPDATE jobs SET state = 'running', lease_token = ?, lease_until = ?, attempts = attempts + 1
     WHERE id = (
       SELECT id FROM jobs
       WHERE state = 'queued' OR (state = 'running' AND lease_until < ? AND attempts < ?)
       ORDER BY created_at, rowid LIMIT 1)
     RETURNING id, operation, body, filters`,
    token,
    now + LEASE_MS,
    now,
    MOST_ATTEMPTS,
  );
  if (!row) return undefined;
  const request = { operation: row.operation, body: JSON.parse(row.body), filters: JSON.parse(row.filters) };
  return { id: row.id, token, request };
}

/** Stores the papers of a leased job. False when the lease is no longer this worker's. */
export function finishJob(
  database: Database,
  job: LeasedJob,
  papers: readonly Paper[],
  notes: readonly string[],
): boolean {
  const { changes } = database.run(
    `UPDATE jobs SET state = 'success', results = ?, notes = ?, finished_at = ?, lease_token = NULL, lease_until = NULL
     WHERE id = ? AND lease_token = ?`,
    gzipSync(JSON.stringify(papers)),
    JSON.stringify(notes),
    Date.now(),
    job.id,
    job.token,
  );
  return changes === 1;
}

/** Ends a leased job as an error of the service and gives its credits back. */
export function failJob(database: Database, job: LeasedJob): void {
  database.transaction(() => {
    if (endAsError(database, 'id = ? AND lease_token = ?', job.id, job.token)) refund(database, job.id);
  });
}

/** Ends jobs whose last permitted worker died: they would kill the next one too. */
export function failExhaustedJobs(database: Database): void {
  const spent = `state = 'running' AND lease_until < ? AND attempts >= ?`;
  const isExhausted = database.all<{ id: string }>(`SELECT id FROM jobs WHERE ${spent}`, Date.now(), MOST_ATTEMPTS);
  for (const { id } of isExhausted) {
    database.transaction(() => {
      if (endAsError(database, `id = ? AND ${spent}`, id, Date.now(), MOST_ATTEMPTS)) refund(database, id);
    });
  }
}

function endAsError(database: Database, condition: string, ...values: (string | number)[]): boolean {
  const sql = `UPDATE jobs SET state = 'error', finished_at = ?, lease_token = NULL, lease_until = NULL WHERE ${condition}`;
  return database.run(sql, Date.now(), ...values).changes === 1;
}

function refund(database: Database, job: string): void {
  for (const { account, pool, credits } of chargesOf(database, job)) {
    addLedgerRow(database, { account, job, pool, credits: -credits });
  }
}

/** The job of this account; undefined for an unknown and for a foreign one alike. */
export function findStoredJob(database: Database, account: number, id: string): StoredJob | undefined {
  const row = database.get<{ state: string; results: Uint8Array | null; notes: string }>(
    'SELECT state, results, notes FROM jobs WHERE id = ? AND account = ?',
    id,
    account,
  );
  if (!row) return undefined;
  const papers = row.results === null ? [] : (JSON.parse(gunzipSync(row.results).toString('utf8')) as Paper[]);
  return { state: row.state, papers, notes: JSON.parse(row.notes) as string[] };
}
