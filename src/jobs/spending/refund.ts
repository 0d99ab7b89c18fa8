import { counted } from '../../lib/counted.ts';
import { type BalanceEvidence, type JobRecord, type MeasuredBalance, SETTLED_MS } from '../ports/store.ts';
import { type BalanceDeps, measuredBalance, readBalancesWithin } from './balances.ts';

/** Longest that an answer waits for the balance: it says more with it, and enough without. */
const PATIENCE_MS = 3_000;

const UNKNOWN = 'Whether they were given back is not known';

/**
 * What the service's sums, or else its balance, say now of the credits of a hosted job that ended in error, as a
 * sentence; undefined for any other job. They cannot tell one job's refund from another's, so that the sentence says
 * what was seen. Reading only; does not throw.
 */
export async function describeRefund(deps: BalanceDeps, job: JobRecord): Promise<string | undefined> {
  if (job.status !== 'error' || job.mode !== 'hosted' || job.charged !== 'yes') return undefined;
  if (job.account !== deps.account) return `${UNKNOWN}: the job belongs to another account than the configured one.`;
  const now = await readBalancesWithin(deps, PATIENCE_MS).catch(() => undefined);
  const measurement = measuredBalance(now, job.pool);
  if (!measurement) return `${UNKNOWN}: the service tells no balance now.`;
  const age = Date.parse(measurement.measured.from) - Date.parse(job.finishedAt ?? job.createdAt);
  const yet = age >= SETTLED_MS ? '' : ' yet';
  const evidence = deps.store.evidence(job.number, measurement.measured);
  return (evidence && bySums(evidence, measurement, job, yet)) ?? byBalance(evidence, measurement, job, yet);
}

/**
 * Whether the service's own sums show that a failed job was given back, and nothing else can explain them. A balance
 * alone shows no such thing: it may have been filled up. Reading only; does not throw.
 */
export async function isRefunded(deps: BalanceDeps, job: JobRecord): Promise<boolean> {
  if (job.account !== deps.account) return false;
  const now = await readBalancesWithin(deps, PATIENCE_MS).catch(() => undefined);
  const measurement = measuredBalance(now, job.pool);
  if (!measurement) return false;
  const evidence = deps.store.evidence(job.number, measurement.measured);
  return evidence !== undefined && refundedSince(evidence, measurement) === job.cost && isOnlyJob(evidence);
}

/** What the service has given back since before the job, by its own sum; undefined where it tells none. */
function refundedSince({ refundedBefore }: BalanceEvidence, { refunded }: MeasuredBalance): number | undefined {
  if (refundedBefore === null || refunded == null || refunded < refundedBefore) return undefined;
  return refunded - refundedBefore;
}

function isOnlyJob(evidence: BalanceEvidence): boolean {
  return isClear(evidence) && evidence.othersCharged === 0;
}

/** Undefined where the service does not tell what it gave back, or told less than before. */
function bySums(
  evidence: BalanceEvidence,
  measurement: MeasuredBalance,
  job: JobRecord,
  yet: string,
): string | undefined {
  const refunded = refundedSince(evidence, measurement);
  if (refunded === undefined) return undefined;
  const counts = `the service has given ${counted(refunded, 'credit')} back to the ${job.pool} pool since`;
  if (refunded < job.cost) return `They were not given back${yet}: ${counts}.`;
  if (refunded === job.cost && isOnlyJob(evidence))
    return `They seem to have been given back: ${counts}, which is its cost.`;
  return `${UNKNOWN}: ${counts}, perhaps for other jobs.`;
}

function byBalance(
  evidence: BalanceEvidence | undefined,
  measurement: MeasuredBalance,
  job: JobRecord,
  yet: string,
): string {
  const holds = `the ${job.pool} pool holds ${measurement.balance}`;
  if (!evidence || !isClear(evidence) || evidence.totalBefore !== measurement.total) return `${UNKNOWN}; ${holds} now.`;
  const drop = evidence.balanceBefore - evidence.othersCharged - measurement.balance;
  if (drop === 0) return `They seem to have been given back: ${holds}, as if the job had cost nothing.`;
  if (drop !== job.cost) return `${UNKNOWN}: ${holds} now, which its cost alone does not explain.`;
  return `They do not seem to have been given back${yet}: ${holds}, less by its cost than before.`;
}

function isClear({ isBlurred, othersUnknown }: BalanceEvidence): boolean {
  return !isBlurred && othersUnknown === 0;
}
