import type { Database } from '../../platform/sqlite/database.ts';
import type { SearchNote } from '../../wording/notes/search-notes.ts';
import type { AttemptOutcome } from '../ports/service.ts';
import type { JobRecord, JobResult, SettleDetails } from '../ports/store.ts';
import * as rows from './job-rows.ts';
import type { Outcome } from './outcomes.ts';
import type { JobRow } from './read-job.ts';
import { charge, releaseHold } from './spending-ledger.ts';

/**
 * The life of a creation before its outcome is known. Any pause may lie between intent and dial (a stopped process, a
 * closed laptop), during which others may have abandoned the creation. So the dial itself is stamped, in a transaction
 * that verifies that the intent still stands: without a stamp it was certainly never sent, and an abandoned creation is
 * never dialled.
 */

/**
 * A creation whose intent is this old is no longer running: its time-outs have expired. The clock may also have been
 * set back.
 */
const MAX_INTENT_MS = 120_000;

/** Outcomes of attempts that certainly cost nothing: the creation counts as not dialled. */
const FREE_OUTCOMES: readonly AttemptOutcome[] = ['not sent', 'rate limited', 'refused'];

/** Records the outcome of a dial. */
export function recordAttempt(
  database: Database,
  number: number,
  { outcome, key }: { outcome: AttemptOutcome; key: string | undefined },
  at: string,
): void {
  insertAttempt(database, number, outcome, at);
  if (FREE_OUTCOMES.includes(outcome)) updateDialled(database, number, key, null);
}

type Settled = { charged: JobRecord['charged'] } & SettleDetails;

/** Records what became of a creation: its charge, and the service's id or result. */
export function writeOutcome(database: Database, job: JobRecord, outcome: Outcome, at: string): void {
  const { number } = job;
  if ('charged' in outcome) {
    if (!outcome.isUntold || outcome.charged !== 'no') rows.updateTold(database, number);
    settle(database, number, outcome, at);
    return;
  }
  const notes = notesOnTwin(database, job, outcome.jobId);
  rows.updateConfirmed(database, number, outcome.jobId, notes, at);
  charge(database, number, at);
  if (outcome.result) writeResult(database, { ...job, notes }, outcome.result, at);
}

/** The notes on a new job whose id is already that of another job. */
function notesOnTwin(database: Database, { number, account }: JobRecord, jobId: string | null): SearchNote[] {
  if (jobId === null) return [];
  const twin = rows.selectByJobId(database, jobId, account);
  if (!twin || twin.number === number) return [];
  return [{ kind: twin.operation === null ? 'same-job' : 'same-creation', job: `J${twin.number}` }];
}

/** Records the final state of a job with its papers. */
export function writeResult(database: Database, job: JobRecord, { papers, ...outcome }: JobResult, at: string): void {
  const notes = [...job.notes, ...outcome.notes];
  const isFirst = rows.updateFinished(database, job.number, { ...outcome, notes }, at);
  if (isFirst && outcome.status === 'success') rows.insertPapers(database, job.number, papers);
}

/** The creation ended without a certain job id. A certain outcome is not changed. */
function settle(database: Database, number: number, outcome: Settled, at: string): void {
  const { charged } = outcome;
  if (!rows.updateUncreated(database, number, outcome, at)) return;
  if (charged === 'no') releaseHold(database, number, at);
  if (charged === 'yes') charge(database, number, at);
}

/**
 * Abandons the creations of dead processes, and those that are too old. Without a stamp they are over and were not
 * charged: if the process was only suspended, it finds out when it dials. With a stamp the outcome is unknown, and as
 * long as the process lives it may still be sending: the creation then counts as unanswered, so that no verdict says
 * "not charged".
 */
export function giveUpAbandoned(database: Database, ownPid: number, isStart = false): void {
  const now = Date.now();
  const at = new Date(now).toISOString();
  for (const creation of selectUnanswered(database)) {
    const isDead = creation.process === ownPid ? isStart : !isAlive(creation.process);
    const isOld = Math.abs(now - Date.parse(creation.created_at)) > MAX_INTENT_MS;
    if (creation.status === 'submitting' && creation.dialled_at === null && (isDead || isOld)) {
      rows.updateTold(database, creation.number);
      settle(database, creation.number, { charged: 'no' }, at);
    } else if (isDead) {
      settle(database, creation.number, { charged: 'unknown' }, at);
    } else if (isOld) {
      giveUpCreation(database, creation.number);
    }
  }
}

function isAlive(pid: number | null): boolean {
  if (pid === null) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function insertAttempt(database: Database, job: number, outcome: string, at: string): void {
  database.run('INSERT INTO attempts (job, outcome, at) VALUES (?, ?, ?)', job, outcome, at);
}

type Unanswered = Pick<JobRow, 'number' | 'process' | 'status' | 'dialled_at' | 'created_at'>;

/** Creations that are in progress, or were abandoned while their process may still be sending. */
export function selectUnanswered(database: Database): Unanswered[] {
  return database.all(
    `SELECT number, process, status, dialled_at, created_at FROM jobs
     WHERE status = 'submitting' OR (status = 'unknown' AND charged = 'unknown' AND answered_at IS NULL)`,
  );
}

/** False if the creation is no longer in progress, or belongs to another process. */
export function stampDial(
  database: Database,
  number: number,
  { process, key }: { process: number; key: string | undefined },
  at: string,
): boolean {
  const isOurs = database.get('SELECT 1 FROM jobs WHERE number = ? AND process = ?', number, process) !== undefined;
  return isOurs && updateDialled(database, number, key, at);
}

/** Without a key: any creation with this number. */
function updateDialled(database: Database, number: number, key: string | undefined, at: string | null): boolean {
  const sql = `UPDATE jobs SET dialled_at = ?
    WHERE number = ? AND status = 'submitting' AND coalesce(idempotency_key = ?, 1)`;
  return database.run(sql, at, number, key ?? null).changes === 1;
}

/** The creation is no longer waited for, but may not be over. */
function giveUpCreation(database: Database, number: number): void {
  rows.updateTold(database, number);
  database.run(`UPDATE jobs SET status = 'unknown' WHERE number = ? AND status = 'submitting'`, number);
}

/** The number of a creation of the same request under another token whose outcome is unknown. */
export function findUnderOtherToken(
  database: Database,
  serviceFingerprint: string,
  account: string,
  former: readonly string[] = [],
): number | undefined {
  const questions = [serviceFingerprint, ...former];
  const sql = `SELECT number FROM jobs WHERE question IN (${questions.map(() => '?').join()}) AND account <> ?
    AND status IN ('submitting', 'unknown') ORDER BY number DESC LIMIT 1`;
  return database.get<{ number: number }>(sql, ...questions, account)?.number;
}

/** The key of a creation while the service keeps it. If the clock was set back, the age of the key is unknown. */
export function keptKey(database: Database, number: number, now: string): string | undefined {
  const sql = 'SELECT idempotency_key AS key FROM jobs WHERE number = ? AND created_at <= ? AND key_until > ?';
  return database.get<{ key: string | null }>(sql, number, now, now)?.key ?? undefined;
}

/** A job that the service has certainly created or shown; one that it answered at once may have no id. */
export const IS_CREATED = `(job_id IS NOT NULL OR (status = 'success' AND charged = 'yes'))`;

/** Whether the service has created or shown any job for this account. */
export function hasJobOfService(database: Database, account: string): boolean {
  const sql = `SELECT 1 FROM jobs WHERE account = ? AND ${IS_CREATED} LIMIT 1`;
  return database.get(sql, account) !== undefined;
}
