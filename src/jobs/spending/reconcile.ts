import { PaperqueueError } from '../../contract/errors.ts';
import { withDeadline } from '../../lib/deadline.ts';
import { type BalanceEvidence, type JobRecord, SETTLED_MS } from '../ports/store.ts';
import { type BalanceDeps, measuredBalance, readBalancesWithin } from './balances.ts';

/**
 * A creation that nobody knows the outcome of. Where the service keeps keys it is asked for the job of this one: that
 * is certain. Elsewhere the measurements before and now are compared, and judged only where one explanation is left:
 *
 *   all that was ever spent grew by less than our other jobs took and this one costs -> not charged
 *   it grew, or the balance fell, by exactly that -> charged (or another machine was)
 *   anything else, or another creation in between                                    -> unknown still
 *
 * An unchanged balance proves nothing: a refund or a refill may have brought back what this job took.
 */

const PATIENCE_MS = 10_000;

export type Verdict = { charged: 'yes' | 'no' | 'unknown'; reason: string };

const OTHER_MACHINE = 'unless another machine with the same token spent as much';

/** The judgement, from the evidence and what the pool shows now. Pure. */
export function reconcile(
  evidence: BalanceEvidence,
  cost: number,
  now: { balance: number; total: number | null; spent: number | null; at: number },
): Verdict {
  const { othersUnknown } = evidence;
  const still = (reason: string): Verdict => ({ charged: 'unknown', reason });
  if (evidence.isBlurred)
    return still('another creation ran at the same time, so that the balances cannot be told apart');
  const rest = unexplainedSpending(evidence, now);
  if (typeof rest === 'string') return still(rest);
  const { amount, isSum } = rest;
  if (amount === cost + othersUnknown) {
    const what = isSum ? 'the service counts its cost as spent' : `the balance fell by its cost, to ${now.balance}`;
    return { charged: 'yes', reason: `${what}, ${OTHER_MACHINE}` };
  }
  if (isSum && amount >= 0 && amount < cost) {
    const answeredAt = Date.parse(evidence.answeredAt ?? '');
    if (now.at - answeredAt >= SETTLED_MS)
      return { charged: 'no', reason: 'the service has spent too little since to have charged it' };
    return still(
      `nothing was spent on it yet, but it is too early to be sure; look again in ${SETTLED_MS / 1000} seconds`,
    );
  }
  if (amount === 0)
    return still(
      `the balance is unchanged at ${now.balance}, which proves nothing: a refund or a refill may have brought the credits back`,
    );
  return still(`the balance changed by ${-amount}, which its cost of ${cost} does not explain`);
}

/** What went out of the pool beyond what our other jobs took; or why that cannot be said. */
function unexplainedSpending(
  { balanceBefore, totalBefore, spentBefore, othersCharged }: BalanceEvidence,
  now: { balance: number; total: number | null; spent: number | null },
): { amount: number; isSum: boolean } | string {
  if (spentBefore !== null && now.spent !== null)
    return { amount: now.spent - spentBefore - othersCharged, isSum: true };
  if (totalBefore !== now.total) return 'credits were granted in between, so that the balances cannot be compared';
  return { amount: balanceBefore - othersCharged - now.balance, isSum: false };
}

/**
 * Judges an unknown job, records a clear verdict, and says in plain words what is known. Any other job is left alone.
 */
export async function reconcileJob(deps: BalanceDeps, job: JobRecord): Promise<{ job: JobRecord; note?: string }> {
  if (job.status !== 'unknown') return { job };
  if (job.charged === 'yes')
    return { job, note: 'Its credits were taken, but its id never arrived: its papers cannot be fetched.' };
  const byKey = await reconcileByKey(deps, job);
  if (byKey) return byKey;
  const verdict = await reconcileByBalance(deps, job);
  if (verdict.charged === 'unknown') return { job, note: `Not reconciled: ${verdict.reason}.` };
  const settled = deps.store.settle(job.number, verdict.charged);
  return {
    job: settled,
    note: `Reconciled as ${verdict.charged === 'yes' ? 'charged' : 'not charged'}: ${verdict.reason}.`,
  };
}

/** What the service says of the creation's key; undefined where it keeps none, or does not answer. */
async function reconcileByKey(
  deps: BalanceDeps,
  job: JobRecord,
): Promise<{ job: JobRecord; note: string } | undefined> {
  const { store, service, account } = deps;
  const key = job.account === account ? store.keptKey(job.number, new Date().toISOString()) : undefined;
  if (key === undefined) return undefined;
  try {
    const { jobId } = await withDeadline(PATIENCE_MS, [], ({ signal }) => service.closeKey(key, signal));
    if (jobId !== null)
      return {
        job: store.confirm(job.number, jobId),
        note: 'The service has the job: it was created and charged once.',
      };
    const note = 'Reconciled as not charged: the service has no job under its key, and will not create one.';
    return { job: store.settle(job.number, 'no'), note };
  } catch (error) {
    if (!(error instanceof PaperqueueError) && !(error instanceof DOMException)) throw error;
    return undefined;
  }
}

async function reconcileByBalance(deps: BalanceDeps, job: JobRecord): Promise<Verdict> {
  const still = (reason: string): Verdict => ({ charged: 'unknown', reason });
  if (job.account !== deps.account) return still('it belongs to another account than the one that is configured now');
  const unmeasured = 'no balance is known from before the creation';
  const now = new Date().toISOString();
  if (!deps.store.evidence(job.number, { from: now, to: now })) return still(unmeasured);
  try {
    const measurement = measuredBalance(await readBalancesWithin(deps, PATIENCE_MS), job.pool);
    if (!measurement) return still('the service tells no balance');
    // Read after the balance: a creation that began while it was asked for blurs it.
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
    return still('the service did not tell the balance now');
  }
}
