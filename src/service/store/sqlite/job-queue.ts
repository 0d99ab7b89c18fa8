import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { readReports, type SearchFlow } from '../../../contract/answers.ts';
import type { Operation } from '../../../contract/operations.ts';
import type { JobRequest } from '../../../contract/requests.ts';
import type { WirePaper } from '../../../contract/wire-paper.ts';
import type { SearchOutcome } from '../../../jobs/ports/search-engine.ts';
import type { Database } from '../../../platform/sqlite/database.ts';
import { readNotes } from '../../../wording/notes.ts';
import { renewAllowances } from '../core/allowances.ts';
import { findCreation, type KeyStatements } from '../core/creation-keys.ts';
import { capFutureTimes, countOpenJobs, type JobStatements, newJob, OPEN } from '../core/job-queue.ts';
import { type Creation, type CreationKey, LEASE_MS, type LeasedJob, MAX_ATTEMPTS, type StoredJob } from '../port.ts';
import { zippedAnswer } from '../zipped-answer.ts';
import { balanceIn, chargeJob, GRANTS } from './accounts.ts';
import { runSteps } from './run-steps.ts';

export const JOBS: JobStatements = { endedByWorker: '', endedAlone: '', expired: ', results = NULL' };

/** `place` rather than a clock determines which key was closed last. */
export const KEYS: KeyStatements = {
  close: `INSERT INTO creation_keys (account, key, created_at, place) SELECT $1, $2, now(), coalesce(max(place), 0) + 1
       FROM creation_keys WHERE account = $1 AND job IS NULL
     ON CONFLICT (account, key) DO UPDATE SET place = excluded.place WHERE job IS NULL RETURNING key`,
  newestFirst: 'creation_keys.created_at DESC, jobs.place DESC',
};

/** Creates a job and charges it in one transaction, unless `key` already belongs to an earlier job. */
export function createJob(
  database: Database,
  account: number,
  request: JobRequest,
  maxOpen = Number.POSITIVE_INFINITY,
  key?: CreationKey,
): Creation {
  const { id, operation, body, filters, pool, credits } = newJob(request);
  return database.transaction(() => {
    const earlier = key && runSteps(database, findCreation(account, key));
    if (earlier) return earlier;
    if (runSteps(database, countOpenJobs()) >= maxOpen) return { refused: 'queue' };
    runSteps(database, renewAllowances(GRANTS, account));
    const balance = balanceIn(database, account, pool);
    if (balance !== null && balance < credits) return { refused: 'credits' };
    database.run(
      `INSERT INTO jobs (id, account, operation, body, filters, state, created_at) VALUES (?, ?, ?, ?, ?, 'queued', ?)`,
      ...[id, account, operation, body, filters, Date.now()],
    );
    chargeJob(database, { account, job: id, pool, credits });
    if (key) addKey(database, account, key, id);
    return { id };
  });
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

/**
 * Leases an open job; undefined if there is none. It chooses the account with the fewest running jobs, among those the
 * one served longest ago, and its oldest job.
 */
export function leaseJob(database: Database): LeasedJob | undefined {
  const token = randomBytes(16).toString('hex');
  const now = Date.now();
  return database.transaction(() => {
    runSteps(database, capFutureTimes(), now);
    const row = database.get<LeaseRow>(
      `UPDATE jobs SET state = 'running', lease_token = ?, lease_until = ?, attempts = attempts + 1
       WHERE id = (
         SELECT open.id FROM (SELECT *, rowid AS place FROM jobs INDEXED BY open_jobs WHERE ${OPEN}) AS open
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

/** Call it in the transaction that creates the job. */
function addKey(database: Database, account: number, { key, digest }: CreationKey, job: string): void {
  // Later than all earlier keys, even after the clock was set back, because jobs are listed in this order.
  const latest = 'SELECT max(created_at) AS at FROM creation_keys WHERE account = ?';
  const at = Math.max(Date.now(), (database.get<{ at: number | null }>(latest, account)?.at ?? 0) + 1);
  const sql = 'INSERT INTO creation_keys (account, key, digest, job, created_at) VALUES (?, ?, ?, ?, ?)';
  database.run(sql, account, key, digest, job, at);
}
