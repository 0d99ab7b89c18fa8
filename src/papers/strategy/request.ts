import { invalidInput } from '../../contract/errors.ts';
import type { InvalidField } from '../../contract/invalid.ts';
import { invalidField } from '../../contract/invalid.ts';
import type { RequestBody } from '../../contract/requests.ts';
import { positiveTerms } from './positive-terms.ts';
import { readStrategy } from './read-strategy.ts';
import type { StrategyNode } from './tree.ts';

/** The strategy of a request. Throws INVALID_INPUT where it cannot be read. */
export function strategyOf({ strategy }: Pick<RequestBody, 'strategy'>): StrategyNode | undefined {
  if (strategy === undefined) return undefined;
  const result = readStrategy(strategy);
  if ('node' in result) return result.node;
  throw invalidInput([strategyProblem(result.problem)]);
}

/** Why the strategy of a request cannot be read; none where it can, or where there is none. */
export function strategyProblems({ strategy }: Pick<RequestBody, 'strategy'>): InvalidField[] {
  const result = strategy === undefined ? undefined : readStrategy(strategy);
  return result && 'problem' in result ? [strategyProblem(result.problem)] : [];
}

/** The request as ranking sees it: the words that papers of the strategy may have stand for it, as keywords. */
export function withPositiveTerms(body: RequestBody): RequestBody {
  const { strategy: _, ...rest } = body;
  const node = strategyOf(body);
  return node ? { ...rest, keywords: positiveTerms(node) } : body;
}

function strategyProblem(problem: string): InvalidField {
  return invalidField('strategy', `${problem}`);
}
