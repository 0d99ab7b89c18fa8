import { creditCost, type Pool } from '../../contract/credits.ts';
import { type ChargeState, freeFailure, type PaperqueueError } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/rules.ts';
import type { Note } from '../../wording/notes.ts';
import { jobRef } from '../job-refs.ts';
import type { CreationAttempt, JobRecord, JobStore, OlderStore } from '../ports/store.ts';

/** What jobs cost: each, several together, and those of a day, which a cap may limit. */

export type Credits = { cost: number; pool: Pool; charged: ChargeState; balance?: number };

/** Whether a job cost its credits in the end: the embedded service refunds jobs that failed through its own fault. */
export function finalCharge({ mode, status, charged }: JobRecord): ChargeState {
  return mode === 'embedded' && status === 'error' ? 'no' : charged;
}

/** Whether a call that created these jobs took credits; `known` is the state without them. */
export function combineCharges(known: ChargeState, attempts: readonly CreationAttempt[]): ChargeState {
  const charges = attempts.filter(({ reused }) => !reused).map(({ job }) => finalCharge(job));
  const states = [known, ...charges];
  if (states.includes('unknown')) return 'unknown';
  return states.includes('yes') ? 'yes' : 'no';
}

export type CapDeps = {
  store: JobStore;
  /** Maximum credits in 24 hours, over all processes, accounts and pools; undefined: no cap. */
  dailyCreditCap: number | undefined;
};

const MIN_COST = creditCost(LIMITS[0]);

const DAY_MS = 24 * 60 * 60 * 1000;

/** Credits that were or may have been charged in the last 24 hours, in all accounts and pools of this machine. */
export function spentToday({ store }: Pick<CapDeps, 'store'>): number {
  return store.committedSince(new Date(Date.now() - DAY_MS).toISOString());
}

/** Credits left under the cap: everything that was or may have been charged in the last 24 hours counts as spent. */
export function remainingCap({ store, dailyCreditCap }: CapDeps): number | undefined {
  if (dailyCreditCap === undefined) return undefined;
  return Math.max(dailyCreditCap - spentToday({ store }), 0);
}

/** The error for a job that would exceed the cap; undefined if there is room. */
export function capProblem(deps: CapDeps, cost: number): PaperqueueError | undefined {
  const remaining = remainingCap(deps);
  if (remaining === undefined || cost <= remaining) return undefined;
  return freeFailure({
    code: 'CREDIT_CAP',
    problem: [{ kind: 'over-cap', cost, cap: deps.dailyCreditCap ?? 0, left: remaining }],
    advice: [{ kind: 'lower-cost', setting: 'PAPERQUEUE_DAILY_CREDIT_CAP', isLeast: cost <= MIN_COST }],
  });
}

/** A note on the jobs that a store lacks, with the credits that they took. */
export function olderStoreNote({ file, number, at, credits }: OlderStore): Note {
  return { kind: 'older-store', file, credits, ...(number !== undefined && { job: jobRef(number), at }) };
}
