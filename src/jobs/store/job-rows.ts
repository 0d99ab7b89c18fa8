import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ReceivedPaper, SearchFlow, SourceReport } from '../../contract/answers.ts';
import { type ChargeState, freeFailure, type PaperqueueError } from '../../contract/errors.ts';
import { asFields } from '../../lib/json.ts';
import type { Database } from '../../platform/sqlite/database.ts';
import type { SqlValue } from '../../platform/sqlite/driver.ts';
import { VERSION } from '../../platform/version.ts';
import type { Note } from '../../wording/notes.ts';
import type { LookUpRecord } from '../ports/paper-finder.ts';
import type { RelatedRecord } from '../ports/related.ts';
import type { FreeJob, JobLabel, JobRecord, NewJob, ResultsDigest } from '../ports/store.ts';
import { turnOfBalance } from './clock.ts';
import { type JobRow, readJob } from './read-job.ts';

/** Statements over jobs, attempts and results: one function each. */

const SELECT_JOB = 'SELECT jobs.*, results.count AS papers FROM jobs LEFT JOIN results ON results.job = jobs.number';

/** A creation refused before its job number was returned. */
const IS_SPARE = `(status = 'refused' AND told = 0 AND job_id IS NULL)`;

/**
 * The number of a refused creation, for reuse by the next one; null if there is none. It must be greater than all other
 * jobs' numbers.
 */
function takeSpareNumber(database: Database): number | null {
  const last = `SELECT number FROM jobs WHERE NOT ${IS_SPARE} ORDER BY number DESC LIMIT 1`;
  const sql = `SELECT number FROM jobs WHERE number > coalesce((${last}), 0) ORDER BY number LIMIT 1`;
  const spare = database.get<{ number: number }>(sql)?.number ?? null;
  // It is no longer a run. Its money rows stay: its hold was released.
  if (spare !== null) database.run('DELETE FROM runs WHERE job = ?', spare);
  return spare;
}

/** Inserts a job with these columns, replacing one with its number; returns its number. */
function insertJob(database: Database, values: Record<string, SqlValue>): number {
  const columns = { number: takeSpareNumber(database), ...values };
  const names = Object.keys(columns);
  const sql = `INSERT OR REPLACE INTO jobs (${names.join()}) VALUES (${names.map(() => '?').join()})`;
  return database.run(sql, ...Object.values(columns)).lastInsertRowid;
}

export function insertIntent(database: Database, job: NewJob, process: number, at: string, turn: number): number {
  const { fingerprint, mode, account, operation, cost, pool, balanceBefore } = job;
  return insertJob(database, {
    fingerprint,
    mode,
    account,
    operation,
    request: JSON.stringify(job.request),
    status: 'submitting',
    cost,
    pool,
    charged: 'unknown',
    process,
    balance_before: balanceBefore?.balance ?? null,
    balance_total: balanceBefore?.total ?? null,
    balance_from: balanceBefore?.measured.from ?? null,
    balance_to: balanceBefore?.measured.to ?? null,
    spent_before: balanceBefore?.spent ?? null,
    refunded_before: balanceBefore?.refunded ?? null,
    idempotency_key: job.idempotencyKey ?? null,
    key_until: job.keyUntil ?? null,
    question: job.serviceFingerprint ?? null,
    software: VERSION,
    created_at: at,
    dialled_at: null,
    told: 0,
    turn,
    balance_turn: turnOfBalance(database, account, balanceBefore?.measured.from) ?? turn,
  });
}

/** Records the actual charge, in place of the intended one. */
export function updateCharge(
  database: Database,
  number: number,
  { pool, balanceBefore }: Pick<NewJob, 'pool' | 'balanceBefore'>,
): void {
  database.run(
    `UPDATE jobs SET pool = ?, balance_before = ?, balance_total = ?, balance_from = ?, balance_to = ?,
       spent_before = ?, refunded_before = ? WHERE number = ?`,
    pool,
    balanceBefore?.balance ?? null,
    balanceBefore?.total ?? null,
    balanceBefore?.measured.from ?? null,
    balanceBefore?.measured.to ?? null,
    balanceBefore?.spent ?? null,
    balanceBefore?.refunded ?? null,
    number,
  );
}

/** A job that cost us nothing. */
const FREE = { cost: 0, pool: 'basic', charged: 'no' };

export function insertAdopted(database: Database, mode: string, account: string, jobId: string, at: string): number {
  const moments = { created_at: at, answered_at: at };
  return insertJob(database, { ...FREE, job_id: jobId, mode, account, status: 'queued', ...moments });
}

export function insertFinished(
  database: Database,
  operation: 'relatedPapers' | 'lookupPapers',
  job: FreeJob<RelatedRecord | LookUpRecord>,
  at: string,
): number {
  const { fingerprint, mode, account, record, notes, sources } = job;
  return insertJob(database, {
    ...FREE,
    fingerprint,
    mode,
    account,
    operation,
    related: JSON.stringify(record),
    status: 'success',
    notes: JSON.stringify(notes),
    sources: JSON.stringify(sources),
    software: VERSION,
    created_at: at,
    answered_at: at,
    finished_at: at,
  });
}

/** The number has been returned to a caller, so it is never reused. */
export function updateTold(database: Database, number: number): void {
  database.run('UPDATE jobs SET told = 1 WHERE number = ? AND told = 0', number);
}

/** A finished job does not change: two calls may have requested its id, and one was slow. */
export function updateConfirmed(
  database: Database,
  number: number,
  jobId: string | null,
  notes: readonly Note[],
  at: string,
): void {
  const sql = `UPDATE jobs SET job_id = ?, status = iif(finished_at IS NULL, 'queued', status), charged = 'yes',
    notes = iif(finished_at IS NULL, ?, notes), answered_at = ?, told = 1 WHERE number = ?`;
  database.run(sql, jobId, JSON.stringify(notes), at, number);
}

/**
 * The creation ended without a job id: `refused` if nothing was charged, otherwise `unknown`. False if its outcome was
 * already certain: late news does not change it.
 */
export function updateUncreated(
  database: Database,
  number: number,
  { charged, namedId }: { charged: ChargeState; namedId?: string },
  at: string,
): boolean {
  const status = charged === 'no' ? 'refused' : 'unknown';
  const { changes } = database.run(
    `UPDATE jobs SET status = ?, charged = ?, job_id = coalesce(?, job_id), answered_at = coalesce(answered_at, ?)
     WHERE number = ? AND charged = 'unknown'`,
    ...[status, charged, namedId ?? null, at, number],
  );
  return changes === 1;
}

export function updateStatus(database: Database, number: number, status: string): void {
  database.run('UPDATE jobs SET status = ? WHERE number = ? AND finished_at IS NULL', status, number);
}

/** False if the job was already final: two processes may have waited for it, and the first recorded outcome stays. */
export function updateFinished(
  database: Database,
  number: number,
  outcome: { status: string; notes: readonly Note[]; sources?: readonly SourceReport[]; flow?: SearchFlow },
  at: string,
): boolean {
  const { status, notes, sources = [], flow } = outcome;
  const { changes } = database.run(
    `UPDATE jobs SET status = ?, finished_at = ?, notes = ?, sources = ?, flow = ?
     WHERE number = ? AND finished_at IS NULL`,
    ...[status, at, JSON.stringify(notes), JSON.stringify(sources), flow ? JSON.stringify(flow) : null, number],
  );
  return changes === 1;
}

export function updateLabel(database: Database, number: number, { name, group, isStarred }: JobLabel): void {
  if (name !== undefined) database.run('UPDATE jobs SET name = ? WHERE number = ?', name, number);
  if (group !== undefined) database.run('UPDATE jobs SET group_name = ? WHERE number = ?', group, number);
  if (isStarred !== undefined) database.run('UPDATE jobs SET starred = ? WHERE number = ?', Number(isStarred), number);
}

/** Removes a job's papers, and hides the job from lists. */
export function updateRemoved(database: Database, number: number, at: string): void {
  database.run('UPDATE jobs SET removed_at = ? WHERE number = ? AND removed_at IS NULL', at, number);
  database.run('DELETE FROM results WHERE job = ?', number);
}

/** A removed job is restored as one whose papers have not been read yet: its notes come with its papers. */
export function updateRestored(database: Database, number: number): void {
  database.run(
    `UPDATE jobs SET removed_at = NULL, status = 'queued', finished_at = NULL, notes = '[]'
     WHERE number = ? AND removed_at IS NOT NULL`,
    number,
  );
}

/** A removed job whose papers cannot be read from a service again equals no request. */
export const CAN_BE_READ = `(removed_at IS NULL OR (mode = 'hosted' AND job_id IS NOT NULL))`;

export function insertPapers(database: Database, number: number, papers: readonly ReceivedPaper[]): void {
  const json = JSON.stringify(papers);
  const sql = 'INSERT INTO results (job, papers, count, sha256) VALUES (?, ?, ?, ?)';
  database.run(sql, number, gzipSync(json), papers.length, sha256(json));
}

function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

function selectJob(database: Database, condition: string, ...values: SqlValue[]): JobRecord | undefined {
  const row = database.get<JobRow>(`${SELECT_JOB} WHERE ${condition}`, ...values);
  return row && readJob(row);
}

export function selectByNumber(database: Database, number: number): JobRecord | undefined {
  return selectJob(database, 'number = ?', number);
}

/** Undefined for a number that the next creation reuses. */
export function selectTold(database: Database, number: number): JobRecord | undefined {
  return selectJob(database, `number = ? AND NOT ${IS_SPARE}`, number);
}

export function selectByJobId(database: Database, jobId: string, account: string): JobRecord | undefined {
  return selectJob(database, 'job_id = ? AND account = ? ORDER BY operation IS NULL, number LIMIT 1', jobId, account);
}

/**
 * An equal job within the window; a creation that may still be in progress counts at any age. An embedded search that
 * found nothing does not count: the library may have grown since, and searching again costs nothing. (An answer about
 * related papers never uses the library.)
 */
export function selectEqual(database: Database, fingerprints: readonly string[], since: string, newerThan = 0) {
  return selectJob(
    database,
    `${isEqual(fingerprints)} AND ${CAN_BE_READ} AND number > ? AND status NOT IN ('refused', 'error')
       AND (created_at >= ? OR status IN ('submitting', 'unknown', 'unfinished'))
       AND NOT (mode = 'embedded' AND operation <> 'relatedPapers' AND status = 'success' AND coalesce(results.count, 0) = 0)
     ORDER BY number DESC LIMIT 1`,
    ...fingerprints,
    newerThan,
    since,
  );
}

/** The newest equal job within the window that was not refused, whatever its outcome. */
export function selectNewestEqual(
  database: Database,
  fingerprints: readonly string[],
  since: string,
): JobRecord | undefined {
  const condition = `${isEqual(fingerprints)} AND status <> 'refused' AND created_at >= ? ORDER BY number DESC LIMIT 1`;
  return selectJob(database, condition, ...fingerprints, since);
}

function isEqual(fingerprints: readonly string[]): string {
  return `fingerprint IN (${fingerprints.map(() => '?').join()})`;
}

/** Jobs, newest first, and their total number. */
export function selectJobs(database: Database, offset: number, count: number, status: string | undefined) {
  const isListed = `NOT ${IS_SPARE} AND coalesce(iif(removed_at IS NULL, status = ?, ? = 'removed'), removed_at IS NULL)`;
  const condition = [status ?? null, status ?? null];
  const sql = `${SELECT_JOB} WHERE ${isListed} ORDER BY number DESC LIMIT ? OFFSET ?`;
  const rows = database.all<JobRow>(sql, ...condition, count, offset);
  const { total } = database.get<{ total: number }>(
    `SELECT count(*) AS total FROM jobs WHERE ${isListed}`,
    ...condition,
  ) as { total: number };
  return { jobs: rows.map(readJob), total };
}

/** The bytes of a job's papers, and their recorded hash; undefined before it succeeded. */
export function selectPacked(database: Database, number: number) {
  const sql = 'SELECT papers AS packed, sha256 FROM results WHERE job = ?';
  return database.get<{ packed: Uint8Array; sha256: string | null }>(sql, number);
}

/** The size of a job's papers before they were packed: the last four bytes of gzip (RFC 1952, ISIZE). */
export function selectTextBytes(database: Database, number: number): number {
  const sql = 'SELECT substr(papers, -4) AS size FROM results WHERE job = ?';
  const row = database.get<{ size: Uint8Array }>(sql, number);
  return row?.size.length === 4 ? Buffer.from(row.size).readUInt32LE() : 0;
}

export function unpackPapers(number: number, packed: Uint8Array): ReceivedPaper[] {
  return readWhole(number, () => {
    const stored: unknown = JSON.parse(gunzipSync(packed).toString('utf8'));
    if (!Array.isArray(stored) || !stored.every((paper) => asFields(paper) === paper)) throw new Error('no papers');
    return stored as ReceivedPaper[];
  });
}

/** The hash of a job's stored results, as recorded when they arrived and as they are now. */
export function selectDigest(database: Database, number: number): ResultsDigest | undefined {
  const row = selectPacked(database, number);
  if (!row) return undefined;
  const now = sha256(readWhole(number, () => gunzipSync(row.packed)));
  return { sha256: row.sha256 ?? now, isIntact: row.sha256 === null || row.sha256 === now };
}

function readWhole<T>(number: number, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw damaged(number, cause);
  }
}

function damaged(number: number, cause: unknown): PaperqueueError {
  return freeFailure(
    {
      code: 'STORE_UNAVAILABLE',
      problem: [{ kind: 'damaged-papers', job: `J${number}` }],
      advice: [{ kind: 'restore-backup', setting: 'PAPERQUEUE_DATA_DIR' }],
    },
    { cause },
  );
}
