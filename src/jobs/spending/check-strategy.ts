import { freeFailure, invalidInput } from '../../contract/errors.ts';
import type { RequestBody } from '../../contract/requests.ts';
import { strategyProblems } from '../../papers/query/query.ts';
import { type BalanceDeps, freshBalances } from './balances.ts';

/**
 * Throws INVALID_INPUT for an unreadable strategy, or one that the service does not accept. A hosted service reports
 * support for strategies with the credits, which are requested before anything is created.
 */
export async function checkStrategy(deps: BalanceDeps, body: RequestBody): Promise<void> {
  if (body.strategy === undefined) return;
  const problems = strategyProblems(body);
  if (problems.length > 0) throw invalidInput(problems, 'request');
  if (deps.mode === 'embedded') return;
  const balances = await freshBalances(deps);
  if (balances?.balances.takesStrategies === true) return;
  throw freeFailure({
    code: 'INVALID_INPUT',
    problem: [{ kind: 'strategy-not-taken' }],
    advice: [{ kind: 'search-without-strategy' }],
  });
}
