import { type JobRecord, SETTLED_MS } from '../ports/store.ts';
import { type BalanceDeps, measuredBalance, readBalancesNow } from './balances.ts';

/** Longest that an answer waits for the balance: it says more with it, and enough without. */
const PATIENCE_MS = 3_000;

/**
 * What the balance now says of the credits of a hosted job that ended in error, as a sentence; undefined for any other
 * job. A balance proves no refund, because others may have moved it: the sentence says what was seen. Reading only;
 * does not throw.
 */
export async function describeRefund(deps: BalanceDeps, job: JobRecord): Promise<string | undefined> {
  if (job.status !== 'error' || job.mode !== 'hosted' || job.charged !== 'yes') return undefined;
  const unseen = 'Whether they were given back is not known';
  if (job.account !== deps.account) return `${unseen}: the job belongs to another account than the configured one.`;
  const now = await readBalancesNow(deps, AbortSignal.timeout(PATIENCE_MS)).catch(() => undefined);
  const known = measuredBalance(now, job.pool);
  if (!known) return `${unseen}: the service tells no balance now.`;
  const holds = `the ${job.pool} pool holds ${known.balance}`;
  const evidence = deps.store.evidence(job.number, known.measured);
  const isClear = evidence && !evidence.isBlurred && evidence.othersUnknown === 0;
  if (!isClear || evidence.totalBefore !== known.total) return `${unseen}; ${holds} now.`;
  const drop = evidence.balanceBefore - evidence.othersCharged - known.balance;
  if (drop === 0) return `They seem to have been given back: ${holds}, as if the job had cost nothing.`;
  if (drop !== job.cost) return `${unseen}: ${holds} now, which its cost alone does not explain.`;
  const age = Date.parse(known.measured.from) - Date.parse(job.finishedAt ?? job.createdAt);
  const yet = age >= SETTLED_MS ? '' : ' yet';
  return `They do not seem to have been given back${yet}: ${holds}, less by its cost than before.`;
}
