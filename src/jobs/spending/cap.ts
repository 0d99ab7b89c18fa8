import { creditCost } from '../../contract/credits.ts';
import { freeFailure, type PaperqueueError } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/rules.ts';
import type { JobStore } from '../ports/store.ts';

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
