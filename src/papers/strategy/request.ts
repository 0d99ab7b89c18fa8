import { invalidInput } from '../../contract/errors.ts';
import type { InvalidField } from '../../contract/invalid.ts';
import { invalidField } from '../../contract/invalid.ts';
import type { RequestBody } from '../../contract/requests.ts';
import { positiveTerms } from './positive-terms.ts';
import { printStrategy } from './print.ts';
import { readStrategy } from './read-strategy.ts';
import { conceptsOf, type StrategyNode } from './tree.ts';

/** The strategy of a request. Throws INVALID_INPUT where it cannot be read. */
export function strategyOf({ strategy }: Pick<RequestBody, 'strategy'>): StrategyNode | undefined {
  if (strategy === undefined) return undefined;
  const result = readStrategy(strategy);
  if ('node' in result) return result.node;
  throw invalidInput([strategyProblem(result.problem)]);
}

/** A part of a search that is counted alone: a line of a numbered strategy, or a concept, a part of its AND. */
type StrategyPart = { name: string; node: StrategyNode };

/** The parts of a request's strategy; none without a strategy, or where it is a single part. */
export function partsOfStrategy({
  strategy,
}: Pick<RequestBody, 'strategy'>): Record<'lines' | 'concepts', StrategyPart[]> {
  const result = strategy === undefined ? undefined : readStrategy(strategy);
  if (!result || !('node' in result)) return { lines: [], concepts: [] };
  const concepts = conceptsOf(result.node).map((node) => ({ name: printStrategy(node), node }));
  const lines = (result.lines ?? []).map((node, index) => ({ name: String(index + 1), node }));
  return { lines, concepts: concepts.length > 1 ? concepts : [] };
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
