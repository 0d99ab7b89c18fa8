import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Charged } from '../contract/errors.ts';
import { PaperqueueError } from '../contract/errors.ts';
import type { Operation } from '../contract/operations.ts';
import { type Paper, paperSchema } from '../contract/paper.ts';
import type { JobRequest } from '../contract/requests.ts';
import type { JobRecord, JobStore } from '../jobs/ports.ts';
import { type Database, openDatabase } from '../sqlite/database.ts';
import { JOB_STORE_MIGRATIONS } from './migrations.ts';

type JobRow = {
  number: number;
  job_id: string | null;
  mode: JobRecord['mode'];
  account: string;
  operation: Operation | null;
  request: string | null;
  status: string;
  cost: number;
  pool: JobRecord['pool'];
  charged: Charged;
  created_at: string;
  finished_at: string | null;
  notes: string;
};

/** The job store in a SQLite file of the data folder, shared by all processes of the user. */
export function openJobStore(dataDir: string): JobStore & { close: () => void } {
  const database = openDatabase(join(dataDir, 'jobs.sqlite'), JOB_STORE_MIGRATIONS);
  updateAbandoned(database);
  const byNumber = (number: number) => readJob(selectByNumber(database, number));
  const mustFind = (number: number): JobRecord => {
    const job = byNumber(number);
    if (!job) throw new Error(`job ${number} is not in the store`);
    return job;
  };
  return {
    begin: (job, reuseSince) =>
      database.transaction(() => {
        updateAbandoned(database);
        const equal =
          reuseSince === undefined ? undefined : readJob(selectEqual(database, job.fingerprint, reuseSince));
        return equal ? { job: equal, reused: true } : { job: mustFind(insertIntent(database, job)), reused: false };
      }),
    confirm: (number, jobId) => {
      updateConfirmed(database, number, jobId);
      return mustFind(number);
    },
    fail: (number, charged) => {
      updateFailed(database, number, charged);
      return mustFind(number);
    },
    adopt: ({ mode, account, jobId }) => mustFind(insertAdopted(database, mode, account, jobId)),
    setStatus: (number, status) => {
      updateStatus(database, number, status);
      return mustFind(number);
    },
    finish: (number, { status, papers, notes }) => {
      database.transaction(() => {
        updateFinished(database, number, status, notes);
        if (status === 'success') insertPapers(database, number, papers);
      });
      return mustFind(number);
    },
    byNumber,
    byJobId: (jobId, account) => readJob(selectByJobId(database, jobId, account)),
    papers: (number) => selectPapers(database, number),
    close: () => database.close(),
  };
}

function insertIntent(database: Database, job: Parameters<JobStore['begin']>[0]): number {
  return database.run(
    `INSERT INTO jobs (fingerprint, mode, account, operation, request, status, cost, pool, charged, created_at)
     VALUES (?, ?, ?, ?, ?, 'submitting', ?, ?, 'unknown', ?)`,
    job.fingerprint,
    job.mode,
    job.account,
    job.operation,
    JSON.stringify(job.request),
    job.cost,
    job.pool,
    new Date().toISOString(),
  ).lastInsertRowid;
}

/**
 * An intent this old has no process behind it any more: every creation has ended by its time-outs. What became of the
 * request nobody knows, and nothing is sent again.
 */
const ABANDONED_MS = 120_000;

function updateAbandoned(database: Database): void {
  const before = new Date(Date.now() - ABANDONED_MS).toISOString();
  database.run(`UPDATE jobs SET status = 'unknown' WHERE status = 'submitting' AND created_at < ?`, before);
}

function selectEqual(database: Database, fingerprint: string, since: string): JobRow | undefined {
  return database.get<JobRow>(
    `SELECT * FROM jobs WHERE fingerprint = ? AND created_at >= ? AND status NOT IN ('refused', 'error')
     ORDER BY number DESC LIMIT 1`,
    fingerprint,
    since,
  );
}

function insertAdopted(database: Database, mode: string, account: string, jobId: string): number {
  return database.run(
    `INSERT INTO jobs (job_id, mode, account, status, cost, pool, charged, created_at)
     VALUES (?, ?, ?, 'queued', 0, 'basic', 'no', ?)`,
    jobId,
    mode,
    account,
    new Date().toISOString(),
  ).lastInsertRowid;
}

function updateConfirmed(database: Database, number: number, jobId: string): void {
  database.run(`UPDATE jobs SET job_id = ?, status = 'queued', charged = 'yes' WHERE number = ?`, jobId, number);
}

function updateFailed(database: Database, number: number, charged: Charged): void {
  const status = charged === 'no' ? 'refused' : 'unknown';
  database.run('UPDATE jobs SET status = ?, charged = ? WHERE number = ?', status, charged, number);
}

function updateStatus(database: Database, number: number, status: string): void {
  database.run(`UPDATE jobs SET status = ? WHERE number = ? AND finished_at IS NULL`, status, number);
}

function updateFinished(database: Database, number: number, status: string, notes: readonly string[]): void {
  database.run(
    'UPDATE jobs SET status = ?, finished_at = ?, notes = ? WHERE number = ? AND finished_at IS NULL',
    status,
    new Date().toISOString(),
    JSON.stringify(notes),
    number,
  );
}

/** Two processes may have waited for the same job; the papers that came first stay, so that references do. */
function insertPapers(database: Database, number: number, papers: readonly Paper[]): void {
  const packed = gzipSync(JSON.stringify(papers));
  database.run('INSERT INTO results (job, papers) VALUES (?, ?) ON CONFLICT (job) DO NOTHING', number, packed);
}

function selectByNumber(database: Database, number: number): JobRow | undefined {
  return database.get<JobRow>('SELECT * FROM jobs WHERE number = ?', number);
}

function selectByJobId(database: Database, jobId: string, account: string): JobRow | undefined {
  return database.get<JobRow>('SELECT * FROM jobs WHERE job_id = ? AND account = ?', jobId, account);
}

function selectPapers(database: Database, number: number): Paper[] {
  const row = database.get<{ papers: Uint8Array }>('SELECT papers FROM results WHERE job = ?', number);
  if (!row) return [];
  try {
    return paperSchema.array().parse(JSON.parse(gunzipSync(row.papers).toString('utf8')));
  } catch (cause) {
    throw damaged(number, cause);
  }
}

function damaged(number: number, cause: unknown): PaperqueueError {
  return new PaperqueueError(
    {
      code: 'STORE_UNAVAILABLE',
      message: `The stored papers of J${number} are damaged.`,
      charged: 'no',
      retryable: false,
      next: 'Restore the data folder (PAPERQUEUE_DATA_DIR) from a backup; searching again would be charged.',
    },
    { cause },
  );
}

function readJob(row: JobRow | undefined): JobRecord | undefined {
  if (!row) return undefined;
  return {
    number: row.number,
    jobId: row.job_id,
    mode: row.mode,
    account: row.account,
    operation: row.operation,
    request: row.request === null ? null : (JSON.parse(row.request) as JobRequest),
    status: row.status,
    cost: row.cost,
    pool: row.pool,
    charged: row.charged,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    notes: JSON.parse(row.notes) as string[],
  };
}
