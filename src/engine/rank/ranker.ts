import type { IndexPart, IndexSnapshot } from '../index/index-reader.ts';
import { DIFFUSION, FEEDBACK } from './constants.ts';
import type { AcceptSlot } from './filters.ts';
import { gainFromNeighbours } from './neighbour-smoothing.ts';
import type { Question, WeightedTerm } from './parsed-query.ts';
import { feedBack } from './pseudo-relevance-feedback.ts';
import { addScores } from './score.ts';
import type { CollectionStatistics } from './statistics.ts';
import { type BestHits, createBestHits, type Hit, isBefore } from './top-k.ts';

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
  accept(part: IndexPart): AcceptSlot | undefined;
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
  question: Question,
  statistics: CollectionStatistics,
  options: RankOptions,
): Ranking {
  const first = scoreAll(snapshot, question.terms, statistics, 'first');
  const list = options.feedback === false ? [] : pickBest(snapshot, first, FEEDBACK.negativesTo, () => undefined);
  if (list.length < FEEDBACK.leastPapers) {
    const hits = pickBest(snapshot, first, options.count, options.accept);
    return { hits, related: [], scales: { first: 1, second: 0 } };
  }
  const related = feedBack(snapshot, question, list, statistics);
  const second = scoreAll(snapshot, related, statistics, 'second');
  const firstBest = list[0]?.score ?? 1;
  const secondBest = scaleToAngles(snapshot, second, statistics);
  const scales = {
    first: (1 - FEEDBACK.weight) / firstBest,
    second: secondBest > 0 ? FEEDBACK.weight / secondBest : 0,
  };
  const mixed = mix(snapshot, first, second, scales);
  const top = question.keywords.length > 0 ? mixed : spread(snapshot, first, mixed, statistics);
  // Scores only rose, and all others are below: without a filter the best are among these.
  const isUnfiltered = snapshot.parts.every((part) => options.accept(part) === undefined);
  const hits =
    isUnfiltered && options.count <= top.length
      ? top.slice(0, options.count)
      : pickBest(snapshot, first, options.count, options.accept);
  return { hits, related, scales };
}

function scoreAll(
  { parts }: IndexSnapshot,
  terms: readonly WeightedTerm[],
  statistics: CollectionStatistics,
  kind: 'first' | 'second',
): Scores {
  const all = parts.map((part) => emptyScores(part, kind));
  for (const { term, weight } of terms) {
    const { numbers } = statistics.find(term);
    for (let place = 0; place < parts.length; place += 1) {
      const number = numbers[place] as number;
      if (number < 0) continue;
      addScores(all[place] as Float32Array, parts[place] as IndexPart, number, weight, statistics.lengthFactors);
    }
  }
  return all;
}

const scratch = new WeakMap<IndexPart, { first: Float32Array; second: Float32Array }>();

/** Lists of the size of a part, used for one search after the other: making them anew costs more than filling them. */
function emptyScores(part: IndexPart, kind: 'first' | 'second'): Float32Array {
  let lists = scratch.get(part);
  if (!lists) {
    lists = { first: new Float32Array(part.slots), second: new Float32Array(part.slots) };
    scratch.set(part, lists);
  }
  return lists[kind].fill(0);
}

/**
 * Makes of the second score the cosine of an angle, so that what a paper's vector is long by does not count; gives the
 * highest.
 */
function scaleToAngles({ parts }: IndexSnapshot, all: Scores, { inverseNorms }: CollectionStatistics): number {
  let most = 0;
  for (let place = 0; place < parts.length; place += 1) {
    most = Math.max(most, scalePart(parts[place] as IndexPart, all[place] as Float32Array, inverseNorms(place)));
  }
  return most;
}

function scalePart(part: IndexPart, scores: Float32Array, norms: Float32Array): number {
  let most = 0;
  for (let slot = 0; slot < scores.length; slot += 1) {
    const score = (scores[slot] as number) * (norms[slot] as number);
    scores[slot] = score;
    if (score > most && !part.isDeleted(slot)) most = score;
  }
  return most;
}

/** So little is left of a first score where the second speaks against the paper: it is found, and comes last. */
const MIN_REMAINING_SHARE = 1e-4;

/** Puts the sum of both scores in the place of the first, and gives the papers that are best by it. */
function mix(snapshot: IndexSnapshot, first: Scores, second: Scores, scales: Ranking['scales']): Hit[] {
  for (const [place, scores] of first.entries()) mixPart(scores, second[place] as Float32Array, scales);
  return pickBest(snapshot, first, DIFFUSION.papers, () => undefined);
}

function mixPart(scores: Float32Array, more: Float32Array, { first, second }: Ranking['scales']): void {
  for (let slot = 0; slot < scores.length; slot += 1) {
    const own = (scores[slot] as number) * first;
    const sum = own + (more[slot] as number) * second;
    scores[slot] = sum > own * MIN_REMAINING_SHARE ? sum : own * MIN_REMAINING_SHARE;
  }
}

/**
 * Papers that are like other good ones gain by it. What stands further down than the papers that are compared keeps its
 * score. Gives the list in its new order.
 */
function spread(
  snapshot: IndexSnapshot,
  scores: Scores,
  list: readonly Hit[],
  statistics: CollectionStatistics,
): readonly Hit[] {
  if (list.length < DIFFUSION.leastPapers) return list;
  const gains = gainFromNeighbours(snapshot, list, statistics);
  const risen = list.map((hit, place) => {
    const own = scores[hit.part] as Float32Array;
    own[hit.slot] = hit.score + DIFFUSION.weight * (gains[place] as number);
    return { ...hit, score: own[hit.slot] as number };
  });
  return risen.sort((a, b) => (isBefore(a, b) ? -1 : 1));
}

function pickBest({ parts }: IndexSnapshot, all: Scores, count: number, acceptOf: RankOptions['accept']): Hit[] {
  const best = createBestHits(count);
  for (let place = 0; place < parts.length; place += 1) {
    const part = parts[place] as IndexPart;
    offerPart(best, place, part, all[place] as Float32Array, acceptOf(part));
  }
  return best.take();
}

function offerPart(
  best: BestHits,
  place: number,
  part: IndexPart,
  scores: Float32Array,
  accept: AcceptSlot | undefined,
): void {
  let { least } = best;
  for (let slot = 0; slot < scores.length; slot += 1) {
    const score = scores[slot] as number;
    if (score < least || score === 0) continue;
    if (part.isDeleted(slot) || (accept && !accept(slot))) continue;
    best.offer(place, slot, part.ids[slot] as number, score);
    least = best.least;
  }
}
