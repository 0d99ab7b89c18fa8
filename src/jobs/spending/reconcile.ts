import { PaperqueueError } from '../../contract/errors.ts';
import { withDeadline } from '../../lib/deadline.ts';
import { isNote, type Note } from '../../wording/notes.ts';
import { type BalanceEvidence, type JobRecord, SETTLED_MS } from '../ports/store.ts';
import { type BalanceDeps, measuredBalance, readBalancesWithin } from './balances.ts';
import type { ChargeReason } from './notes.ts';

/**
 * Reconciles a creation of unknown outcome. If its answer named a job, or if the service keeps keys, the service is
 * asked for that job, which is certain. Otherwise the measurements before and now are compared, and judged only if a
 * single explanation is left:
 * all that was ever spent grew by less than our other jobs took and this one costs -> not charged
 * it grew, or the balance fell, by exactly that -> charged (or another machine was)
 * anything else, or another creation in between -> still unknown
 * An unchanged balance proves nothing: a refund or a refill may have returned what this job took.
 */

const PATIENCE_MS = 10_000;

export type Verdict = { charged: 'yes' | 'no' | 'unknown'; reason: ChargeReason };

/** The verdict, from the evidence and the pool's current state. Pure. */
export function reconcile(
  evidence: BalanceEvidence,
  cost: number,
  now: { balance: number; total: number | null; spent: number | null; at: number },
): Verdict {
  const { othersUnknown } = evidence;
  const still = (reason: ChargeReason): Verdict => ({ charged: 'unknown', reason });
  if (evidence.isBlurred) return still({ kind: 'blurred' });
  const rest = unexplainedSpending(evidence, now);
  if ('kind' in rest) return still(rest);
  const { amount, isSum } = rest;
  if (amount === cost + othersUnknown) {
    return {
      charged: 'yes',
      reason: isSum ? { kind: 'counted-as-spent' } : { kind: 'balance-fell', balance: now.balance },
    };
  }
  if (isSum && amount >= 0 && amount < cost) {
    const answeredAt = Date.parse(evidence.answeredAt ?? '');
    if (now.at - answeredAt >= SETTLED_MS) return { charged: 'no', reason: { kind: 'too-little-spent' } };
    return still({ kind: 'too-early', seconds: SETTLED_MS / 1000 });
  }
  if (amount === 0) {
    const { othersCharged: others } = evidence;
    return still({ kind: 'unchanged', balance: now.balance, ...(others > 0 && { others }) });
  }
  return still({ kind: 'unexplained', change: -amount, cost });
}

/** What left the pool beyond our other jobs' costs, or why this is unknown. */
function unexplainedSpending(
  { balanceBefore, totalBefore, spentBefore, othersCharged }: BalanceEvidence,
  now: { balance: number; total: number | null; spent: number | null },
): { amount: number; isSum: boolean } | ChargeReason {
  if (spentBefore !== null && now.spent !== null)
    return { amount: now.spent - spentBefore - othersCharged, isSum: true };
  if (totalBefore !== now.total) return { kind: 'credits-granted' };
  return { amount: balanceBefore - othersCharged - now.balance, isSum: false };
}

/** Reconciles an unknown job, records a clear verdict, and returns the job. Leaves other jobs unchanged. */
export async function reconcileJob(deps: BalanceDeps, job: JobRecord): Promise<{ job: JobRecord; note?: Note }> {
  if (job.status !== 'unknown') return { job };
  const byId = await reconcileByNamedId(deps, job);
  if (byId) return byId;
  if (job.charged === 'yes') return { job, note: { kind: 'charged-without-id' } };
  const byKey = await reconcileByKey(deps, job);
  if (byKey) return byKey;
  const verdict = await reconcileByBalance(deps, job);
  if (verdict.charged === 'unknown') return { job, note: { kind: 'not-reconciled', reason: verdict.reason } };
  const settled = deps.store.settle(job.number, verdict.charged);
  return {
    job: settled,
    note: { kind: 'reconciled', charged: verdict.charged, reason: verdict.reason },
  };
}

/** Whether no later look can tell more: no balance is known from before the creation, and its answer named no job. */
export function isDoubtLasting({ jobId }: JobRecord, notes: readonly (Note | undefined)[]): boolean {
  const isUnmeasured = (note: Note | undefined) =>
    note !== undefined && isNote('not-reconciled')(note) && note.reason.kind === 'not-measured';
  return jobId === null && notes.some(isUnmeasured);
}

type Reconciled = { job: JobRecord; note: Note };

/** The job that the failed creation's answer named, if there is one and the service has it. */
async function reconcileByNamedId(deps: BalanceDeps, job: JobRecord): Promise<Reconciled | undefined> {
  const { store, service, account } = deps;
  const { jobId } = job;
  if (jobId === null || job.account !== account) return undefined;
  const known = await ifAnswered(() => withDeadline(PATIENCE_MS, [], ({ signal }) => service.status(jobId, signal)));
  if (known === undefined) return undefined;
  return { job: store.confirm(job.number, jobId), note: { kind: 'named-job-exists', jobId } };
}

/** Undefined if the service refuses, or does not answer in time. */
async function ifAnswered<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PaperqueueError) && !(error instanceof DOMException)) throw error;
    return undefined;
  }
}

/** The service's answer about the creation's key; undefined if it keeps none or does not answer. */
async function reconcileByKey(deps: BalanceDeps, job: JobRecord): Promise<Reconciled | undefined> {
  const { store, service, account } = deps;
  const key = job.account === account ? store.keptKey(job.number, new Date().toISOString()) : undefined;
  if (key === undefined) return undefined;
  return ifAnswered(async () => {
    const { jobId } = await withDeadline(PATIENCE_MS, [], ({ signal }) => service.closeKey(key, signal));
    return jobId === null
      ? { job: store.settle(job.number, 'no'), note: { kind: 'no-job-under-key' } }
      : { job: store.confirm(job.number, jobId), note: { kind: 'created-once' } };
  });
}

async function reconcileByBalance(deps: BalanceDeps, job: JobRecord): Promise<Verdict> {
  const still = (reason: ChargeReason): Verdict => ({ charged: 'unknown', reason });
  if (job.account !== deps.account) return still({ kind: 'other-account' });
  const unmeasured = { kind: 'not-measured' } as const;
  const now = new Date().toISOString();
  if (!deps.store.evidence(job.number, { from: now, to: now })) return still(unmeasured);
  try {
    const measurement = measuredBalance(await readBalancesWithin(deps, PATIENCE_MS), job.pool);
    if (!measurement) return still({ kind: 'not-told' });
    // Read after the balance, so that a creation that began meanwhile counts as blurring it.
    const evidence = deps.store.evidence(job.number, measurement.measured);
    if (!evidence) return still(unmeasured);
    return reconcile(evidence, job.cost, {
      balance: measurement.balance,
      total: measurement.total,
      spent: measurement.spent ?? null,
      at: Date.parse(measurement.measured.from),
    });
  } catch (error) {
    if (!(error instanceof PaperqueueError) && !(error instanceof DOMException)) throw error;
    return still({ kind: 'no-answer' });
  }
}
