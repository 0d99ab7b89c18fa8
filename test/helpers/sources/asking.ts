import { filtersSchema } from '../../../src/contract/filters.ts';
import { readQueryText } from '../../../src/papers/query/query.ts';
import { compileStrategy } from '../../../src/papers/strategy/predicate.ts';
import type { StrategyNode } from '../../../src/papers/strategy/strategy-tree.ts';
import type { SourceAnswer, SourcePage, SourceRequest, SourceSearch } from '../../../src/search/sources/source.ts';

/** Questions to sources and their answers, for tests without a network. */

export function questionOf(
  changes: Partial<Pick<SourceSearch, 'terms' | 'count'>> & {
    keywords?: readonly string[];
    strategy?: StrategyNode;
    filters?: Record<string, unknown>;
  } = {},
): SourceSearch {
  const { keywords = [], strategy, filters = {}, ...rest } = changes;
  return {
    terms: [],
    count: 100,
    ...rest,
    keywords: keywords.map(readQueryText),
    ...(strategy && { strategy: { node: strategy, lines: [], test: compileStrategy(strategy) } }),
    filters: filtersSchema.parse(filters),
  };
}

export function answerOf(body: unknown, status = 200, headers: Record<string, string> = {}): SourceAnswer {
  const type = { 'content-type': 'application/json;charset=UTF-8' };
  return {
    status,
    headers: new Headers({ ...type, ...headers }),
    text: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

/** The parameters of a request's address, or of its form, decoded. */
export function readParameters(request: SourceRequest | undefined): Record<string, string> {
  if (!request) throw new Error('there is no request');
  return Object.fromEntries(
    request.body === undefined ? new URL(request.url).searchParams : new URLSearchParams(request.body),
  );
}

/** The records of a page that is no failure. */
export function recordsOf(page: SourcePage): Extract<SourcePage, { records: unknown }>['records'] {
  if ('failure' in page) throw new Error(`the page is a failure: ${page.failure}`);
  return page.records;
}
