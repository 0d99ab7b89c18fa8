import type { Filters } from '../../src/contract/filters.ts';
import type { RequestBody } from '../../src/contract/requests.ts';
import { parseQuery, type Query } from '../../src/papers/query/query.ts';

/** The query of a body, without filters unless some are given. */
export function queryOf(
  body: Pick<RequestBody, 'keywords' | 'query' | 'strategy'>,
  filters: Filters = { limit: 100 },
): Query {
  return parseQuery({ body, filters });
}
