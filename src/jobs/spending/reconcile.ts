import { PaperqueueError } from '../../contract/errors.ts';
import { type Evidence, type JobRecord, SETTLED_MS } from '../ports/ports.ts';
import { type BalanceDeps, measuredBalance, readBalancesNow } from './balances.ts';

/**
 * A creation that nobody knows the outcome of is judged by the balance before and the balance now. Reading only; and
 * only where one explanation is left:
 *
 *   balance fell by what our other jobs took            -> not charged, once the request cannot be on its way any more
 *   balance fell by that and the cost of this job       -> charged
 *   anything else, or another creation in between       -> unknown still
 */

const PATIENCE_MS = 10_000;

export type Verdict = { charged: 'yes' | 'no' | 'unknown'; reason: string };

/** The judgement, from the evidence and the balance now. Pure. */
export function judge(
  evidence: Evidence,
  cost: number,
  now: { balance: number; total: number | null; at: number },
): Verdict {
  const { balanceBefore, totalBefore, othersCharged, othersUnknown } = evidence;
  const still = (reason: string): Verdict => ({ charged: 'unknown', reason });
  if (evidence.isBlurred)
    return still('another creation ran at the same time, so that the balances cannot be told apart');
  if (totalBefore !== now.total)
    return still('credits were granted in between, so that the balances cannot be compared');
  const drop = balanceBefore - othersCharged - now.balance;
  if (drop === cost + othersUnknown)
    return { charged: 'yes', reason: `the balance fell by its cost, to ${now.balance}` };
  if (drop !== 0) return still(`the balance changed by ${-drop}, which its cost of ${cost} does not explain`);
  const answeredAt = evidence.answeredAt === null ? Number.NaN : Date.parse(evidence.answeredAt);
  if (!(now.at - answeredAt >= SETTLED_MS)) {
    return still(
      `the balance has not changed, but it is too early to be sure; look again in ${SETTLED_MS / 1000} seconds`,
    );
  }
  return { charged: 'no', reason: `the balance is unchanged at ${now.balance}` };
}

/**
 * Judges an unknown job, records a clear verdict, and says in plain words what is known. Any other job is left alone.
 */
export async function reconcileJob(deps: BalanceDeps, job: JobRecord): Promise<{ job: JobRecord; note?: string }> {
  if (job.status !== 'unknown') return { job };
  if (job.charged === 'yes')
    return { job, note: 'Its credits were taken, but its id never arrived: its papers cannot be fetched.' };
  const verdict = await verdictOn(deps, job);
  if (verdict.charged === 'unknown') return { job, note: `Not reconciled: ${verdict.reason}.` };
  const settled = deps.store.settle(job.number, verdict.charged);
  return {
    job: settled,
    note: `Reconciled as ${verdict.charged === 'yes' ? 'charged' : 'not charged'}: ${verdict.reason}.`,
  };
}

async function verdictOn(deps: BalanceDeps, job: JobRecord): Promise<Verdict> {
  const still = (reason: string): Verdict => ({ charged: 'unknown', reason });
  if (job.account !== deps.account) return still('it belongs to another account than the one that is configured now');
  const unmeasured = 'no balance is known from before the creation';
  const now = new Date().toISOString();
  if (!deps.store.evidence(job.number, { from: now, to: now })) return still(unmeasured);
  try {
    const known = measuredBalance(await readBalancesNow(deps, AbortSignal.timeout(PATIENCE_MS)), job.pool);
    if (!known) return still('the service tells no balance');
    // Read after the balance: a creation that began while it was asked for blurs it.
    const evidence = deps.store.evidence(job.number, known.measured);
    if (!evidence) return still(unmeasured);
    return judge(evidence, job.cost, {
      balance: known.balance,
      total: known.total,
      at: Date.parse(known.measured.from),
    });
  } catch (error) {
    if (!(error instanceof PaperqueueError) && !(error instanceof DOMException)) throw error;
    return still('the service did not tell the balance now');
  }
}
