import { type IndexSnapshot, ONLY_IN_FULL_TEXT, type SegmentReader } from '../index/index-reader.ts';
import { QUERY_COPIES } from './constants.ts';
import { readImpacts } from './score.ts';
import type { CollectionStatistics } from './statistics.ts';
import { createTermOrdinals } from './term-ordinals.ts';
import { type Hit, isBefore } from './top-k.ts';
import type { WeightedQuery } from './weighted-query.ts';

/**
 * Papers at the top of a list that repeat the query. Users who search with a paper's abstract often have that paper:
 * its score is far above all others, and feedback would only repeat its words. Short queries and keywords have no
 * copies, because a relevant paper may well contain all of their words.
 */
export function findCopies(
  list: readonly Hit[],
  query: WeightedQuery,
  { segments }: IndexSnapshot,
  statistics: CollectionStatistics,
): readonly Hit[] {
  if (query.keywords.length > 0 || query.terms.length < QUERY_COPIES.minTerms) return [];
  const minWeight = QUERY_COPIES.minShareOfWeight * query.terms.reduce((sum, { weight }) => sum + weight, 0);
  const top = list.slice(0, QUERY_COPIES.papers);
  return top.filter((hit) => sharedWeight(hit, query, segments, statistics) >= minWeight);
}

export function isAmong(hits: readonly Hit[], { segmentIndex, docId }: Hit): boolean {
  return hits.some((hit) => hit.segmentIndex === segmentIndex && hit.docId === docId);
}

/**
 * The total weight of the query terms that the paper contains. Full texts are ignored: a long one contains most words
 * of any query.
 */
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

/**
 * Adds `factor` times the scores of the text's minor terms to the papers of a ranked list, and ranks it again. Common
 * words of method show which papers on a subject resemble the query paper. Restricted to the list, it avoids reading
 * their long posting lists.
 */
export function addMinorTerms(
  { segments }: IndexSnapshot,
  list: readonly Hit[],
  { minorTerms }: WeightedQuery,
  statistics: CollectionStatistics,
  factor: number,
): Hit[] {
  const ordinals = createTermOrdinals(segments, statistics);
  const weights = new Float64Array(minorTerms.length);
  for (const { term, weight } of minorTerms) {
    const { termIds } = statistics.find(term);
    const segmentIndex = termIds.findIndex((termId) => termId >= 0);
    if (segmentIndex >= 0) weights[ordinals.lookUpOrdinal(segmentIndex, termIds[segmentIndex] as number)] = weight;
  }
  const risen = list.map((hit) => {
    const { segmentIndex, docId } = hit;
    const segment = segments[segmentIndex] as SegmentReader;
    const impactOf = readImpacts(segment, docId, statistics.lengthFactors);
    const { count, terms, frequencies } = segment.termVector(docId);
    let sum = 0;
    for (let at = 0; at < count; at += 1) {
      const ordinal = ordinals.findOrdinal(segmentIndex, terms[at] as number);
      if (ordinal >= 0) sum += (weights[ordinal] as number) * impactOf(frequencies[at] as number);
    }
    return { ...hit, score: hit.score + factor * sum };
  });
  ordinals.clear();
  return risen.sort((a, b) => (isBefore(a, b) ? -1 : 1));
}
