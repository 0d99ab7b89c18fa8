import type { Database } from '../../platform/sqlite/database.ts';
import type { AttemptOutcome } from '../ports/service.ts';
import type { JobRecord } from '../ports/store.ts';
import * as rows from './job-rows.ts';
import type { JobRow } from './read-job.ts';
import { charge, releaseHold } from './spending-ledger.ts';

/**
 * The life of a creation before its outcome is known. Between intent and dial there may be any pause (a stopped
 * process, a closed laptop), in which others may have given the creation up. So the dial itself is stamped, in a
 * transaction that finds the intent still standing: what has no stamp was certainly never sent, and what was given up
 * is never dialled.
 */

/** An intent this old has no running creation: its time-outs are over. A clock may also have been set back. */
const MAX_INTENT_MS = 120_000;

/** Outcomes of tries that certainly cost nothing: the creation counts as not dialled. */
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

/** The creation is over without a job id. A certain outcome stays unchanged. */
export function settle(database: Database, number: number, charged: JobRecord['charged'], at: string): void {
  if (!rows.updateUncreated(database, number, charged, at)) return;
  if (charged === 'no') releaseHold(database, number, at);
  if (charged === 'yes') charge(database, number, at);
}

/**
 * Gives up the creations of dead processes, and those that are too old. Without a stamp they are over, and were not
 * charged: should the process be only asleep, it finds that at its dial. With a stamp nobody knows, and as long as the
 * process lives it may still be sending: the creation then counts as unanswered, so that no verdict says "not charged".
 */
export function giveUpAbandoned(database: Database, own: number, isStart = false): void {
  const now = Date.now();
  const at = new Date(now).toISOString();
  for (const creation of selectUnanswered(database)) {
    const isDead = creation.process === own ? isStart : !isAlive(creation.process);
    const isOld = Math.abs(now - Date.parse(creation.created_at)) > MAX_INTENT_MS;
    if (creation.status === 'submitting' && creation.dialled_at === null && (isDead || isOld)) {
      rows.updateTold(database, creation.number);
      settle(database, creation.number, 'no', at);
    } else if (isDead) {
      settle(database, creation.number, 'unknown', at);
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
    // EPERM: there is such a process, of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function insertAttempt(database: Database, job: number, outcome: string, at: string): void {
  database.run('INSERT INTO attempts (job, outcome, at) VALUES (?, ?, ?)', job, outcome, at);
}

type Unanswered = Pick<JobRow, 'number' | 'process' | 'status' | 'dialled_at' | 'created_at'>;

/** Creations that are under way, or given up while the process that made them may still be sending. */
export function selectUnanswered(database: Database): Unanswered[] {
  return database.all(
    `SELECT number, process, status, dialled_at, created_at FROM jobs
     WHERE status = 'submitting' OR (status = 'unknown' AND charged = 'unknown' AND answered_at IS NULL)`,
  );
}

/** False if the creation is no longer under way, or belongs to another process. */
export function stampDial(
  database: Database,
  number: number,
  { process, key }: { process: number; key: string | undefined },
  at: string,
): boolean {
  const isOurs = database.get('SELECT 1 FROM jobs WHERE number = ? AND process = ?', number, process) !== undefined;
  return isOurs && updateDialled(database, number, key, at);
}

/** Without a key, of any creation of this number. */
function updateDialled(database: Database, number: number, key: string | undefined, at: string | null): boolean {
  const sql = `UPDATE jobs SET dialled_at = ?
    WHERE number = ? AND status = 'submitting' AND coalesce(idempotency_key = ?, 1)`;
  return database.run(sql, at, number, key ?? null).changes === 1;
}

/** Nobody waits for it any more, but it may not be over. */
function giveUpCreation(database: Database, number: number): void {
  rows.updateTold(database, number);
  database.run(`UPDATE jobs SET status = 'unknown' WHERE number = ? AND status = 'submitting'`, number);
}

/** The number of a creation of the same question under another token whose outcome is not known. */
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

/** The key of a creation while the service keeps it. A clock that was set back tells nothing of how old the key is. */
export function keptKey(database: Database, number: number, now: string): string | undefined {
  const sql = 'SELECT idempotency_key AS key FROM jobs WHERE number = ? AND created_at <= ? AND key_until > ?';
  return database.get<{ key: string | null }>(sql, number, now, now)?.key ?? undefined;
}

/** Whether any creation of the account was answered with a job, or a job of it was shown. */
export function hasJobOfService(database: Database, account: string): boolean {
  return database.get('SELECT 1 FROM jobs WHERE account = ? AND job_id IS NOT NULL LIMIT 1', account) !== undefined;
}
