import type { IndexSnapshot, SegmentReader } from '../index/index-reader.ts';
import { FEEDBACK, NEIGHBOUR_SMOOTHING } from './constants.ts';
import type { AcceptDoc } from './filters.ts';
import { neighbourSmoothing } from './neighbour-smoothing.ts';
import type { ParsedQuery, WeightedTerm } from './parsed-query.ts';
import { pseudoRelevanceFeedback } from './pseudo-relevance-feedback.ts';
import { addScores } from './score.ts';
import type { CollectionStatistics } from './statistics.ts';
import { createTopK, type Hit, isBefore, type TopK } from './top-k.ts';

/** The papers that were found, best first, and the terms that were fed back from the best of them. */
export type Ranking = {
  hits: Hit[];
  related: WeightedTerm[];
  /** What the sums of both scores were multiplied by. */
  scales: { first: number; second: number };
};

/** One score per slot of every part. */
type Scores = Float32Array[];

export type RankOptions = {
  count: number;
  /** Which papers may be found, per part; undefined for all. */
  accept(segment: SegmentReader): AcceptDoc | undefined;
  /** Without feedback it is plain BM25F: for counting, and for what the best papers must not influence. */
  feedback?: boolean;
};

/**
 * Ranks all papers that hold any term of the question. The first score is BM25F. The words of its best papers, weighted
 * as in Rocchio's relevance feedback (1971), make a second one over all papers; the final score is the sum of both,
 * each scaled to its best. Filters do not change a score: they say which papers may be among the best.
 */
export function rank(
  snapshot: IndexSnapshot,
  query: ParsedQuery,
  statistics: CollectionStatistics,
  options: RankOptions,
): Ranking {
  const first = scoreAll(snapshot, query.terms, statistics, 'first');
  const list = options.feedback === false ? [] : findTopK(snapshot, first, FEEDBACK.negativesTo, () => undefined);
  if (list.length < FEEDBACK.minPapers) {
    const hits = findTopK(snapshot, first, options.count, options.accept);
    return { hits, related: [], scales: { first: 1, second: 0 } };
  }
  const related = pseudoRelevanceFeedback(snapshot, query, list, statistics);
  const second = scoreAll(snapshot, related, statistics, 'second');
  const firstBest = list[0]?.score ?? 1;
  const secondBest = scaleToCosines(snapshot, second, statistics);
  const scales = {
    first: (1 - FEEDBACK.weight) / firstBest,
    second: secondBest > 0 ? FEEDBACK.weight / secondBest : 0,
  };
  const mixed = mix(snapshot, first, second, scales);
  const top = query.keywords.length > 0 ? mixed : smoothByNeighbours(snapshot, first, mixed, statistics);
  // Scores only rose, and all others are below: without a filter the best are among these.
  const isUnfiltered = snapshot.segments.every((segment) => options.accept(segment) === undefined);
  const hits =
    isUnfiltered && options.count <= top.length
      ? top.slice(0, options.count)
      : findTopK(snapshot, first, options.count, options.accept);
  return { hits, related, scales };
}

function scoreAll(
  { segments }: IndexSnapshot,
  terms: readonly WeightedTerm[],
  statistics: CollectionStatistics,
  kind: 'first' | 'second',
): Scores {
  const all = segments.map((segment) => emptyScores(segment, kind));
  for (const { term, weight } of terms) {
    const { termIds } = statistics.find(term);
    for (let segmentIndex = 0; segmentIndex < segments.length; segmentIndex += 1) {
      const termId = termIds[segmentIndex] as number;
      if (termId < 0) continue;
      addScores(
        all[segmentIndex] as Float32Array,
        segments[segmentIndex] as SegmentReader,
        termId,
        weight,
        statistics.lengthFactors,
      );
    }
  }
  return all;
}

const scratch = new WeakMap<SegmentReader, { first: Float32Array; second: Float32Array }>();

/** Lists of the size of a part, used for one search after the other: making them anew costs more than filling them. */
function emptyScores(segment: SegmentReader, kind: 'first' | 'second'): Float32Array {
  let lists = scratch.get(segment);
  if (!lists) {
    lists = { first: new Float32Array(segment.maxDoc), second: new Float32Array(segment.maxDoc) };
    scratch.set(segment, lists);
  }
  return lists[kind].fill(0);
}

/**
 * Makes of the second score the cosine of an angle, so that what a paper's vector is long by does not count; gives the
 * highest.
 */
function scaleToCosines({ segments }: IndexSnapshot, all: Scores, { inverseNorms }: CollectionStatistics): number {
  let max = 0;
  for (let segmentIndex = 0; segmentIndex < segments.length; segmentIndex += 1) {
    max = Math.max(
      max,
      scaleSegment(
        segments[segmentIndex] as SegmentReader,
        all[segmentIndex] as Float32Array,
        inverseNorms(segmentIndex),
      ),
    );
  }
  return max;
}

function scaleSegment(segment: SegmentReader, scores: Float32Array, norms: Float32Array): number {
  let max = 0;
  for (let docId = 0; docId < scores.length; docId += 1) {
    const score = (scores[docId] as number) * (norms[docId] as number);
    scores[docId] = score;
    if (score > max && !segment.isDeleted(docId)) max = score;
  }
  return max;
}

/** So little is left of a first score where the second speaks against the paper: it is found, and comes last. */
const MIN_REMAINING_SHARE = 1e-4;

/** Puts the sum of both scores in the place of the first, and gives the papers that are best by it. */
function mix(snapshot: IndexSnapshot, first: Scores, second: Scores, scales: Ranking['scales']): Hit[] {
  for (const [index, scores] of first.entries()) mixSegment(scores, second[index] as Float32Array, scales);
  return findTopK(snapshot, first, NEIGHBOUR_SMOOTHING.papers, () => undefined);
}

function mixSegment(scores: Float32Array, more: Float32Array, { first, second }: Ranking['scales']): void {
  for (let docId = 0; docId < scores.length; docId += 1) {
    const own = (scores[docId] as number) * first;
    const sum = own + (more[docId] as number) * second;
    scores[docId] = sum > own * MIN_REMAINING_SHARE ? sum : own * MIN_REMAINING_SHARE;
  }
}

/**
 * Papers that are like other good ones gain by it. What stands further down than the papers that are compared keeps its
 * score. Gives the list in its new order.
 */
function smoothByNeighbours(
  snapshot: IndexSnapshot,
  scores: Scores,
  list: readonly Hit[],
  statistics: CollectionStatistics,
): readonly Hit[] {
  if (list.length < NEIGHBOUR_SMOOTHING.minPapers) return list;
  const gains = neighbourSmoothing(snapshot, list, statistics);
  const risen = list.map((hit, index) => {
    const own = scores[hit.segmentIndex] as Float32Array;
    own[hit.docId] = hit.score + NEIGHBOUR_SMOOTHING.weight * (gains[index] as number);
    return { ...hit, score: own[hit.docId] as number };
  });
  return risen.sort((a, b) => (isBefore(a, b) ? -1 : 1));
}

function findTopK({ segments }: IndexSnapshot, all: Scores, count: number, acceptOf: RankOptions['accept']): Hit[] {
  const topK = createTopK(count);
  for (let segmentIndex = 0; segmentIndex < segments.length; segmentIndex += 1) {
    const segment = segments[segmentIndex] as SegmentReader;
    offerSegment(topK, segmentIndex, segment, all[segmentIndex] as Float32Array, acceptOf(segment));
  }
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
