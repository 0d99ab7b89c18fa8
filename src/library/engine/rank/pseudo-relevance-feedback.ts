import { type IndexSnapshot, ONLY_IN_FULL_TEXT, type SegmentReader } from '../index/index-reader.ts';
import { FEEDBACK } from './constants.ts';
import { readImpacts } from './score.ts';
import { type CollectionStatistics, isDistinctive, type TermStats } from './statistics.ts';
import { createTermOrdinals, type TermOrdinals } from './term-ordinals.ts';
import type { Hit } from './top-k.ts';
import type { WeightedQuery, WeightedTerm } from './weighted-query.ts';

/**
 * Pseudo-relevance feedback (Rocchio 1971): terms of the top papers' weighted centroid. Weights are impact times idf
 * squared, as a dot product needs them.
 */
export function pseudoRelevanceFeedback(
  { segments }: IndexSnapshot,
  query: WeightedQuery,
  list: readonly Hit[],
  statistics: CollectionStatistics,
): WeightedTerm[] {
  const ordinals = createTermOrdinals(segments, statistics);
  const centroid = weighCentroid(ordinals, segments, list.slice(0, FEEDBACK.papers), statistics);
  ordinals.clear();
  const queryTerms = new Set(query.terms.map(({ term }) => term));
  return ordinals.terms
    .map((stats, ordinal) => ({ stats, value: centroid[ordinal] as number }))
    .filter(({ stats }) => queryTerms.has(stats.term) || isDistinctive(stats, statistics.papers))
    .sort((a, b) => b.value - a.value || (a.stats.term < b.stats.term ? -1 : 1))
    .slice(0, FEEDBACK.terms)
    .map(({ stats: { term, idf }, value }) => ({ term, word: term, weight: value * idf }));
}

/** The share of the feedback score in the sum of both scores, each scaled to its maximum. */
export function feedbackShare({ terms }: Pick<WeightedQuery, 'terms'>): number {
  return FEEDBACK.weight * Math.min(1, FEEDBACK.termsForFullWeight / terms.length);
}

/** The weights of the best papers in the feedback; their sum is 1. */
function paperWeights(papers: readonly Hit[]): number[] {
  const top = papers[0]?.score ?? 1;
  const powers = papers.map(({ score }) => (score / top) ** FEEDBACK.scoreExponent);
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/**
 * How clearly the first list of a short text separates its best papers from the others, 0 to 1. If all have about the
 * same score, chance decides which are the best, and feedback from them is noise. The measure is the effective sample
 * size (Kish 1965) of the weighted papers: 1 up to half of FEEDBACK.papers, then falling to 0. Longer texts depend less
 * on it; keywords and long texts are topics, to which many papers are equally relevant.
 */
export function measureClarity(
  list: readonly Hit[],
  { keywords, terms }: Pick<WeightedQuery, 'keywords' | 'terms'>,
): number {
  if (keywords.length > 0) return 1;
  const squares = paperWeights(list.slice(0, FEEDBACK.papers)).reduce((sum, weight) => sum + weight ** 2, 0);
  const clarity = 2 * (1 - 1 / (squares * FEEDBACK.papers));
  const least = terms.length / FEEDBACK.termsForFullWeight - 1;
  return Math.min(1, Math.max(0, clarity, least));
}

/** The mean of the papers' vectors, each of length 1 and weighted by its score; indexed by ordinal. */
function weighCentroid(
  ordinals: TermOrdinals,
  segments: readonly SegmentReader[],
  papers: readonly Hit[],
  statistics: CollectionStatistics,
): number[] {
  const centroid: number[] = [];
  const weights = paperWeights(papers);
  for (const [nth, { segmentIndex, docId }] of papers.entries()) {
    const segment = segments[segmentIndex] as SegmentReader;
    const { count, terms, frequencies } = segment.termVector(docId);
    const impactOf = readImpacts(segment, docId, statistics.lengthFactors);
    const termOrdinals: number[] = [];
    const values: number[] = [];
    let squares = 0;
    for (let at = 0; at < count; at += 1) {
      if (frequencies[at] === ONLY_IN_FULL_TEXT) continue;
      const term = ordinals.lookUpOrdinal(segmentIndex, terms[at] as number);
      const { idf } = ordinals.terms[term] as TermStats;
      const value = idf * impactOf(frequencies[at] as number);
      squares += value * value;
      termOrdinals.push(term);
      values.push(value);
    }
    const norm = Math.sqrt(squares) || 1;
    const share = (weights[nth] as number) / norm;
    for (const [index, term] of termOrdinals.entries())
      centroid[term] = (centroid[term] ?? 0) + share * (values[index] as number);
  }
  return centroid;
}
