import { type IndexSnapshot, ONLY_IN_FULL_TEXT, type SegmentReader } from '../index/index-reader.ts';
import { QUERY_COPIES } from './constants.ts';
import type { CollectionStatistics } from './statistics.ts';
import type { Hit } from './top-k.ts';
import type { WeightedQuery } from './weighted-query.ts';

/**
 * Omits papers that repeat the query from the top of a list. Someone who asks with the abstract of a paper often has
 * that paper: its score is far above all others, so that feedback would only repeat its words. Short queries and
 * keywords have no copies: a relevant paper may well contain all of their words.
 */
export function withoutCopies(
  list: readonly Hit[],
  query: WeightedQuery,
  { segments }: IndexSnapshot,
  statistics: CollectionStatistics,
): readonly Hit[] {
  if (query.keywords.length > 0 || query.terms.length < QUERY_COPIES.minTerms) return list;
  const maxWeight = QUERY_COPIES.minShareOfWeight * query.terms.reduce((sum, { weight }) => sum + weight, 0);
  const top = list.slice(0, QUERY_COPIES.papers);
  const others = top.filter((hit) => sharedWeight(hit, query, segments, statistics) < maxWeight);
  return [...others, ...list.slice(QUERY_COPIES.papers)];
}

/** The weight of the query's terms that the paper contains; a long text contains most words of any query. */
function sharedWeight(
  { segmentIndex, docId }: Hit,
  { terms }: WeightedQuery,
  segments: readonly SegmentReader[],
  { find }: CollectionStatistics,
): number {
  const vector = (segments[segmentIndex] as SegmentReader).termVector(docId);
  const { frequencies } = vector;
  const present = new Set(
    vector.terms.subarray(0, vector.count).filter((_, at) => frequencies[at] !== ONLY_IN_FULL_TEXT),
  );
  let sum = 0;
  for (const { term, weight } of terms) if (present.has(find(term).termIds[segmentIndex] as number)) sum += weight;
  return sum;
}
