import type { IndexSnapshot, SegmentReader } from '../index/index-reader.ts';
import type { AcceptDoc } from './compile-filters.ts';
import { FEEDBACK, NEIGHBOUR_SMOOTHING, QUERY_COPIES, QUERY_COVERAGE } from './constants.ts';
import { neighbourSmoothing } from './neighbour-smoothing.ts';
import { feedbackShare, measureClarity, pseudoRelevanceFeedback } from './pseudo-relevance-feedback.ts';
import { addMinorTerms, findCopies } from './query-copies.ts';
import { addScores, addWeight, FULL_TEXT_IMPACT } from './score.ts';
import type { CollectionStatistics } from './statistics.ts';
import { createTopK, type Hit, isBefore, lowerBound, type TopK } from './top-k.ts';
import type { WeightedQuery, WeightedTerm } from './weighted-query.ts';

/** A paper found. Without a query term, it was found by feedback. */
export type RankedHit = Hit & { hasQueryTerm: boolean };

/** The top papers, best first, and the terms that feedback added to the query. */
export type Ranking = { hits: RankedHit[]; related: WeightedTerm[] };

/** Below all scores of terms, and above 0, which means not found. */
const SCORE_WITHOUT_TERMS = 2 ** -66;

/** Candidates for feedback, allowing for those excluded because they repeat the query. */
const FEEDBACK_CANDIDATES = FEEDBACK.papers + QUERY_COPIES.papers;

/** Per segment, one score per docId. */
type Scores = Float32Array[];

export type RankOptions = {
  /** At most so many papers; 0 for only the terms of feedback. */
  count: number;
  /** Which papers of a segment may be found; undefined: all. */
  accept(segment: SegmentReader): AcceptDoc | undefined;
  /** Default true; false ranks by BM25F alone, which suffices for counting. */
  feedback?: boolean;
  /** Also finds accepted papers without a term of the query; default false. */
  withoutTerms?: boolean;
};

/**
 * Ranks all papers that contain a term of the query: BM25F and coverage, then pseudo-relevance feedback. The score is
 * the sum of both, each scaled to its maximum. Filters restrict the papers returned and leave scores unchanged.
 */
export function rank(
  snapshot: IndexSnapshot,
  query: WeightedQuery,
  statistics: CollectionStatistics,
  options: RankOptions,
): Ranking {
  const first = scoreAll(snapshot, query.terms, statistics, 'first', options.withoutTerms ? SCORE_WITHOUT_TERMS : 0);
  const hasFeedback = options.feedback !== false;
  if (hasFeedback) favourCoverage(snapshot, first, query, statistics);
  const list = hasFeedback ? findTopK(snapshot, first, FEEDBACK_CANDIDATES, () => undefined) : [];
  if (list.length < FEEDBACK.minPapers) {
    const hits = findTopK(snapshot, first, options.count, options.accept);
    return { hits: withQueryTerms(hits, first), related: [] };
  }
  const copies = findCopies(list, query, snapshot, statistics);
  const feedbackList = list.filter((hit) => !copies.includes(hit));
  const related = pseudoRelevanceFeedback(snapshot, query, feedbackList, statistics);
  if (options.count === 0) return { hits: [], related };
  const second = scoreAll(snapshot, related, statistics, 'second');
  const firstBest = list[0]?.score ?? 1;
  const secondBest = maxCosine(snapshot, second, statistics);
  const share = measureClarity(list, query) * feedbackShare(query);
  mix(first, (1 - share) / firstBest, second, secondBest > 0 ? share / secondBest : 0, statistics);
  const mixed = second;
  const found = findTopK(snapshot, mixed, NEIGHBOUR_SMOOTHING.papers, () => undefined);
  const best = copies.length === 0 ? found : addMinorTerms(snapshot, found, query, statistics, (1 - share) / firstBest);
  const top = smoothByNeighbours(snapshot, mixed, best, query, statistics, copies);
  // Both steps only raise scores, and all other papers are below. Without a filter, the top k are therefore among
  // these.
  const isUnfiltered = snapshot.segments.every((segment) => options.accept(segment) === undefined);
  const hits =
    isUnfiltered && options.count <= top.length
      ? top.slice(0, options.count)
      : findTopK(snapshot, mixed, options.count, options.accept);
  return { hits: withQueryTerms(hits, first), related };
}

function withQueryTerms(hits: readonly Hit[], first: Scores): RankedHit[] {
  return hits.map((hit) => {
    const score = first[hit.segmentIndex]?.[hit.docId] as number;
    return { ...hit, hasQueryTerm: score > SCORE_WITHOUT_TERMS };
  });
}

function scoreAll(
  snapshot: IndexSnapshot,
  terms: readonly WeightedTerm[],
  statistics: CollectionStatistics,
  kind: 'first' | 'second',
  start = 0,
): Scores {
  // Feedback looks for papers on the same topic, and a full text touches on many topics.
  const onlyInFullText = kind === 'first' ? FULL_TEXT_IMPACT : 0;
  return addUp(snapshot, terms, statistics, kind, start, (scores, segment, termId, weight) =>
    addScores(scores, segment, termId, weight, statistics.lengthFactors, onlyInFullText),
  );
}

/**
 * Raises the first score of each paper by how much of a short query it covers. A sentence states one thing and all of
 * its words matter; keywords are often alternatives, and a long text mentions more than any one paper covers.
 */
function favourCoverage(
  snapshot: IndexSnapshot,
  first: Scores,
  { keywords, terms }: WeightedQuery,
  statistics: CollectionStatistics,
): void {
  const share = keywords.length > 0 ? 0 : 1 - terms.length / QUERY_COVERAGE.termsForNone;
  if (share <= 0 || terms.length === 0) return;
  const covered = addUp(snapshot, terms, statistics, 'second', 0, addWeight);
  const factor = (QUERY_COVERAGE.gain * share) / terms.reduce((sum, { weight }) => sum + weight, 0);
  for (const [index, scores] of first.entries()) raise(scores, covered[index] as Float32Array, factor);
}

function raise(scores: Float32Array, covered: Float32Array, factor: number): void {
  for (let docId = 0; docId < scores.length; docId += 1)
    scores[docId] = (scores[docId] as number) * (1 + factor * (covered[docId] as number));
}

/** Starts every score at `start`, then adds each query term to the papers that contain it. */
function addUp(
  { segments }: IndexSnapshot,
  terms: readonly WeightedTerm[],
  statistics: CollectionStatistics,
  kind: 'first' | 'second',
  start: number,
  add: (scores: Float32Array, segment: SegmentReader, termId: number, weight: number) => void,
): Scores {
  const all = segments.map((segment) => scoresOf(segment, kind).fill(start));
  for (const { term, weight } of terms) {
    const { termIds } = statistics.find(term);
    for (const [segmentIndex, segment] of segments.entries()) {
      const termId = termIds[segmentIndex] as number;
      if (termId >= 0) add(all[segmentIndex] as Float32Array, segment, termId, weight);
    }
  }
  return all;
}

const scratch = new WeakMap<SegmentReader, { first: Float32Array; second: Float32Array }>();

/** The reused score arrays of a segment: refilling is cheaper than allocating. */
function scoresOf(segment: SegmentReader, kind: 'first' | 'second'): Float32Array {
  let lists = scratch.get(segment);
  if (!lists) {
    lists = { first: new Float32Array(segment.maxDoc), second: new Float32Array(segment.maxDoc) };
    scratch.set(segment, lists);
  }
  return lists[kind];
}

/** The maximum of the second score divided by the norm of each paper, which makes it a cosine. */
function maxCosine({ segments }: IndexSnapshot, all: Scores, { inverseNorms }: CollectionStatistics): number {
  const maxima = segments.map((segment, index) =>
    maxCosineIn(segment, all[index] as Float32Array, inverseNorms(index)),
  );
  return Math.max(...maxima);
}

function maxCosineIn(segment: SegmentReader, scores: Float32Array, norms: Float32Array): number {
  let max = 0;
  for (let docId = 0; docId < scores.length; docId += 1) {
    const score = (scores[docId] as number) * (norms[docId] as number);
    if (score > max && !segment.isDeleted(docId)) max = score;
  }
  return max;
}

/** Replaces the second score by the sum of the first score and the cosine, each times its factor. */
function mix(
  first: Scores,
  firstFactor: number,
  second: Scores,
  secondFactor: number,
  { inverseNorms }: CollectionStatistics,
): void {
  for (const [index, scores] of first.entries())
    mixSegment(scores, firstFactor, second[index] as Float32Array, secondFactor, inverseNorms(index));
}

function mixSegment(
  first: Float32Array,
  firstFactor: number,
  second: Float32Array,
  secondFactor: number,
  norms: Float32Array,
): void {
  for (let docId = 0; docId < first.length; docId += 1) {
    const cosine = (second[docId] as number) * (norms[docId] as number);
    second[docId] = (first[docId] as number) * firstFactor + cosine * secondFactor;
  }
}

/** Raises the scores of papers similar to the top ones, in place, for papers of the list only. */
function smoothByNeighbours(
  snapshot: IndexSnapshot,
  scores: Scores,
  list: readonly Hit[],
  query: WeightedQuery,
  statistics: CollectionStatistics,
  copies: readonly Hit[],
): readonly Hit[] {
  const isLongEnough = list.length >= NEIGHBOUR_SMOOTHING.minPapers;
  const gains = isLongEnough ? neighbourSmoothing(snapshot, list, statistics, copies) : new Float64Array(list.length);
  const most = copies.length > 0 ? QUERY_COPIES.likenessWeight : 1;
  const share = most * Math.min(1, query.terms.length / NEIGHBOUR_SMOOTHING.termsForFullWeight);
  const deviation = standardDeviation(gains);
  const factor = deviation === 0 ? 0 : (share * standardDeviation(list.map(({ score }) => score))) / deviation;
  const risen = list.map((hit, index) => {
    const score = hit.score + factor * (gains[index] as number);
    const segmentScores = scores[hit.segmentIndex] as Float32Array;
    segmentScores[hit.docId] = score;
    // Rounded to the precision of the scores.
    return { ...hit, score: segmentScores[hit.docId] as number };
  });
  return risen.sort((a, b) => (isBefore(a, b) ? -1 : 1));
}

function standardDeviation(values: ArrayLike<number>): number {
  let [sum, squares] = [0, 0];
  for (let index = 0; index < values.length; index += 1) {
    sum += values[index] as number;
    squares += (values[index] as number) ** 2;
  }
  return Math.sqrt(Math.max(0, squares / values.length - (sum / values.length) ** 2));
}

function findTopK({ segments }: IndexSnapshot, all: Scores, count: number, acceptOf: RankOptions['accept']): Hit[] {
  const accepts = segments.map(acceptOf);
  const deleted = segments.reduce((sum, { maxDoc, papers }) => sum + maxDoc - papers, 0);
  const isFiltered = accepts.some((accept) => accept !== undefined);
  const topK = createTopK(count, isFiltered ? 0 : lowerBound(all, count + deleted));
  for (const [segmentIndex, segment] of segments.entries())
    offerSegment(topK, segmentIndex, segment, all[segmentIndex] as Float32Array, accepts[segmentIndex]);
  return topK.take();
}

function offerSegment(
  topK: TopK,
  segmentIndex: number,
  segment: SegmentReader,
  scores: Float32Array,
  accept: AcceptDoc | undefined,
): void {
  let { minScore } = topK;
  for (let docId = 0; docId < scores.length; docId += 1) {
    const score = scores[docId] as number;
    if (score < minScore || score === 0) continue;
    if (segment.isDeleted(docId) || (accept && !accept(docId))) continue;
    topK.offer(segmentIndex, docId, segment.ids[docId] as number, score);
    minScore = topK.minScore;
  }
}
