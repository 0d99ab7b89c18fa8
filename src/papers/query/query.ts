import { invalidInput } from '../../contract/errors.ts';
import type { Filters } from '../../contract/filters.ts';
import { type InvalidField, invalidField } from '../../contract/invalid.ts';
import type { RequestBody } from '../../contract/requests.ts';
import { compileStrategy, type StrategyTest } from '../strategy/predicate.ts';
import { readStrategy } from '../strategy/read-strategy.ts';
import { listConcepts, positiveTerms, printStrategy, type StrategyNode } from '../strategy/strategy-tree.ts';
import { testForeignFunctionWord } from './foreign-language.ts';
import { type QueryToken, readQueryTokens } from './terms.ts';

export type QueryText = { text: string; tokens: readonly QueryToken[] };

/** A Boolean strategy, and its test of a paper. `lines` has the tree of each line of a numbered strategy. */
type QueryStrategy = { node: StrategyNode; lines: readonly StrategyNode[]; test: StrategyTest };

/**
 * A query, parsed once: when a stored request is read, or before it is sent. Values that depend on statistics, such as
 * weights, are derived elsewhere (`library/engine/rank/weighted-query.ts`, `search/sources/source.ts`).
 */
export type Query = {
  /** The user's keywords, or a strategy's phrases that its papers may contain. */
  keywords: readonly QueryText[];
  text?: QueryText;
  strategy?: QueryStrategy;
  filters: Filters;
};

type Request = { body: Pick<RequestBody, 'keywords' | 'query' | 'strategy'>; filters: Filters };

/** Parses the query of a request. Throws INVALID_INPUT if its strategy cannot be parsed. */
export function parseQuery({ body, filters }: Request): Query {
  const text = body.query === undefined ? {} : { text: readQueryText(body.query) };
  const keywords = (body.keywords ?? []).map(readQueryText);
  if (body.strategy === undefined) return { keywords, ...text, filters };
  const strategy = readStrategy(body.strategy);
  if ('problem' in strategy) throw invalidInput([invalidField('strategy', strategy.problem)]);
  return { ...text, ...queryOfStrategy(strategy.node, strategy.lines), filters };
}

/** The reasons why a request's strategy cannot be parsed; empty if it can, or if there is none. */
export function strategyProblems(body: Pick<RequestBody, 'strategy'>): InvalidField[] {
  const result = body.strategy === undefined ? undefined : readStrategy(body.strategy);
  return result && 'problem' in result ? [invalidField('strategy', result.problem)] : [];
}

/** Without the function words of another language, which would be rare words in a library in English. */
export function readQueryText(text: string): QueryText {
  const tokens = readQueryTokens(text);
  const isForeign = testForeignFunctionWord(text);
  const content = isForeign ? tokens.filter(({ word }) => !isForeign(word)) : tokens;
  return { text, tokens: content.length > 0 ? content : tokens };
}

/**
 * A query from a strategy. Its keywords are the phrases that matching papers may contain, for engines that only accept
 * words.
 */
export function queryOfStrategy(
  node: StrategyNode,
  lines: readonly StrategyNode[] = [],
): Required<Pick<Query, 'keywords' | 'strategy'>> {
  return { keywords: positiveTerms(node).map(readQueryText), strategy: { node, lines, test: compileStrategy(node) } };
}

/** A part of a search that is counted separately: a line of a numbered strategy, or a concept (a part of its AND). */
type StrategyPart = { name: string; node: StrategyNode };

/** The parts of a query's strategy; empty without a strategy or with a single part. */
export function partsOfStrategy({ strategy }: Pick<Query, 'strategy'>): Record<'lines' | 'concepts', StrategyPart[]> {
  if (!strategy) return { lines: [], concepts: [] };
  const concepts = listConcepts(strategy.node).map((node) => ({ name: printStrategy(node), node }));
  const lines = strategy.lines.map((node, index) => ({ name: String(index + 1), node }));
  return { lines, concepts: concepts.length > 1 ? concepts : [] };
}
