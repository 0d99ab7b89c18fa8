import { creditCost, type Pool } from '../contract/credits.ts';
import { freeFailure } from '../contract/errors.ts';
import type { JobRequest } from '../contract/requests.ts';
import type { BeginOptions } from './begin-search.ts';
import { freshBalances } from './spending/balances.ts';
import { capProblem } from './spending/cap.ts';
import type { EstimateDeps } from './spending/estimate.ts';
import { findReusable, type SubmitDeps, sentPool, withScraperKey } from './spending/submit.ts';

/**
 * Refuses the whole group before anything is sent, if the cap or a known balance has no room for all its new jobs.
 * Throws CREDIT_CAP and INSUFFICIENT_CREDITS.
 */
export async function refuseTooDear(
  deps: SubmitDeps & EstimateDeps,
  searches: readonly JobRequest[],
  options: BeginOptions,
): Promise<void> {
  const paid = searches.filter((request) => findReusable(deps, request, options) === undefined);
  const costs = new Map<Pool, number>();
  for (const request of paid) {
    const pool = sentPool(deps, withScraperKey(request, deps.scraperKey));
    costs.set(pool, (costs.get(pool) ?? 0) + creditCost(request.filters.limit));
  }
  const total = [...costs.values()].reduce((sum, cost) => sum + cost, 0);
  const problem = options.overCap || total === 0 ? undefined : capProblem(deps, total);
  if (problem) throw problem;
  if (paid.length < 2) return;
  const measured = await freshBalances(deps);
  for (const [pool, cost] of costs) {
    const balance = measured?.balances[pool];
    if (balance === undefined || balance >= cost) continue;
    throw freeFailure({
      code: 'INSUFFICIENT_CREDITS',
      problem: [{ kind: 'pool-too-low', cost, pool, balance }],
      advice: [{ kind: 'see-cost' }],
    });
  }
}
