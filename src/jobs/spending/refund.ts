import type { NoteOf } from '../../wording/notes.ts';
import { type BalanceEvidence, type JobRecord, type MeasuredBalance, SETTLED_MS } from '../ports/store.ts';
import { type BalanceDeps, measuredBalance, readBalancesWithin } from './balances.ts';

/** Maximum time that an answer waits for the balance, which is optional. */
const PATIENCE_MS = 3_000;

type Refund = NoteOf<'refund'>;

/**
 * What the service's totals, or else its balance, show about the credits of a hosted job that ended in error, as a
 * note; undefined for any other job. They cannot attribute a refund to a job, so the note only states what was
 * observed. Only reads; does not throw.
 */
export async function describeRefund(deps: BalanceDeps, job: JobRecord): Promise<Refund | undefined> {
  if (job.status !== 'error' || job.mode !== 'hosted' || job.charged !== 'yes') return undefined;
  if (job.account !== deps.account) return unknown({ by: 'other-account' });
  const now = await readBalancesWithin(deps, PATIENCE_MS).catch(() => undefined);
  const measurement = measuredBalance(now, job.pool);
  if (!measurement) return unknown({ by: 'nothing' });
  const age = Date.parse(measurement.measured.from) - Date.parse(job.finishedAt ?? job.createdAt);
  const isYet = age < SETTLED_MS;
  const evidence = deps.store.evidence(job.number, measurement.measured);
  return (evidence && bySums(evidence, measurement, job, isYet)) ?? byBalance(evidence, measurement, job, isYet);
}

/**
 * Whether the service's own totals prove that a failed job was refunded. A balance alone does not: it may have been
 * topped up. Only reads; does not throw.
 */
export async function isRefunded(deps: BalanceDeps, job: JobRecord): Promise<boolean> {
  if (job.account !== deps.account) return false;
  const now = await readBalancesWithin(deps, PATIENCE_MS).catch(() => undefined);
  const measurement = measuredBalance(now, job.pool);
  if (!measurement) return false;
  const evidence = deps.store.evidence(job.number, measurement.measured);
  return evidence !== undefined && refundedSince(evidence, measurement) === job.cost && isOnlyJob(evidence);
}

/** What the service has refunded since before the job, by its own total; undefined if it reports none. */
function refundedSince({ refundedBefore }: BalanceEvidence, { refunded }: MeasuredBalance): number | undefined {
  if (refundedBefore === null || refunded == null || refunded < refundedBefore) return undefined;
  return refunded - refundedBefore;
}

function isOnlyJob(evidence: BalanceEvidence): boolean {
  return isClear(evidence) && evidence.othersCharged === 0;
}

function unknown(evidence: Refund['evidence']): Refund {
  return { kind: 'refund', state: 'unknown', isYet: false, evidence };
}

/** Undefined if the service does not report refunds, or now reports less than before. */
function bySums(
  evidence: BalanceEvidence,
  measurement: MeasuredBalance,
  job: JobRecord,
  isYet: boolean,
): Refund | undefined {
  const refunded = refundedSince(evidence, measurement);
  if (refunded === undefined) return undefined;
  const refund = { kind: 'refund', isYet, evidence: { by: 'sum', pool: job.pool, refunded } } as const;
  if (refunded < job.cost) return { ...refund, state: 'not-back' };
  const isItsOwn = refunded === job.cost && isOnlyJob(evidence);
  return { ...refund, state: isItsOwn ? 'seems-back' : 'unknown' };
}

function byBalance(
  evidence: BalanceEvidence | undefined,
  measurement: MeasuredBalance,
  job: JobRecord,
  isYet: boolean,
): Refund {
  const { balance } = measurement;
  const refund = (state: Refund['state'], isComparable = true): Refund => ({
    kind: 'refund',
    state,
    isYet,
    evidence: { by: 'balance', pool: job.pool, balance, isComparable },
  });
  if (!evidence || !isClear(evidence) || evidence.totalBefore !== measurement.total) return refund('unknown', false);
  const drop = evidence.balanceBefore - evidence.othersCharged - balance;
  if (drop === 0) return refund('seems-back');
  return refund(drop === job.cost ? 'seems-not-back' : 'unknown');
}

function isClear({ isBlurred, othersUnknown }: BalanceEvidence): boolean {
  return !isBlurred && othersUnknown === 0;
}
