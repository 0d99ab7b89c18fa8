import { type IndexSnapshot, ONLY_IN_FULL_TEXT, type SegmentReader, type TermVector } from '../index/index-reader.ts';
import { NEIGHBOUR_SMOOTHING } from './constants.ts';
import { isAmong } from './query-copies.ts';
import { readImpacts } from './score.ts';
import type { CollectionStatistics } from './statistics.ts';
import { createTermOrdinals, type TermOrdinals } from './term-ordinals.ts';
import type { Hit } from './top-k.ts';

/**
 * Term vectors of papers, restricted to terms of the best ones, numbered by ordinal. Those of paper n range from
 * `starts[n]` to `starts[n + 1]`.
 */
type TermVectors = {
  starts: Int32Array;
  terms: Int32Array;
  values: Float32Array;
  /** By paper, the squared length of the whole vector, other terms included. */
  squaredLengths: Float64Array;
};

/**
 * Buffers for the terms of all papers of a search, reused by the next: allocating them takes longer than filling them.
 */
let buffers = allocate(NEIGHBOUR_SMOOTHING.papers * 96);

function allocate(length: number): Pick<TermVectors, 'terms' | 'values'> {
  return { terms: new Int32Array(length), values: new Float32Array(length) };
}

/** Inverted `TermVectors` of the best papers: papers with term t range from `starts[t]` to `starts[t + 1]`. */
type PostingLists = { starts: Int32Array; papers: Int32Array; values: Float32Array };

/**
 * Neighbour smoothing by the cluster hypothesis (Kurland and Lee 2004; Diaz 2005): papers similar to the top papers are
 * relevant, too. Returns for each paper of a ranked list the root of the sum of its squared cosines with the top
 * papers, weighted by their scores, so that a close neighbour counts more than several distant ones; 0 without
 * neighbours. A paper that repeats the query is added to the top papers with the weight of the best other one, because
 * its own score is so high that it would outweigh all others.
 */
export function neighbourSmoothing(
  { segments }: IndexSnapshot,
  list: readonly Hit[],
  statistics: CollectionStatistics,
  copies: readonly Hit[] = [],
): Float64Array {
  const { bestPapers, maxBestShare } = NEIGHBOUR_SMOOTHING;
  const best = list.slice(0, copies.length + Math.min(bestPapers, Math.ceil(list.length * maxBestShare)));
  const first = best.find((hit) => !isAmong(copies, hit)) ?? (best[0] as Hit);
  const ordinals = createTermOrdinals(segments, statistics);
  numberTerms(segments, best, statistics, ordinals);
  const vectors = readTermVectors(segments, list, statistics, ordinals);
  ordinals.clear();
  weighTerms(vectors, ordinals.terms.length);
  const postings = invert(vectors, best.length, ordinals.terms.length);
  const scores = Float64Array.from(best, ({ score }) => Math.min(1, score / first.score));
  const gains = new Float64Array(list.length);
  const cosines = new Float64Array(best.length);
  for (let index = 0; index < list.length; index += 1)
    gains[index] = similarityToTop(index, vectors, postings, scores, cosines);
  return gains;
}

/** The distinctive terms of the papers. */
function numberTerms(
  segments: readonly SegmentReader[],
  papers: readonly Hit[],
  { distinctiveIdf }: CollectionStatistics,
  ordinals: TermOrdinals,
): void {
  for (const { segmentIndex, docId } of papers) {
    const { count, terms, frequencies } = (segments[segmentIndex] as SegmentReader).termVector(docId);
    for (let at = 0; at < count; at += 1) {
      const termId = terms[at] as number;
      if (frequencies[at] === ONLY_IN_FULL_TEXT) continue;
      if (distinctiveIdf(segmentIndex, termId) > 0) ordinals.lookUpOrdinal(segmentIndex, termId);
    }
  }
}

/** Per snapshot and segment, the squared lengths of vectors by docId; 0 for papers that no search has needed yet. */
const squaresBySegment = new WeakMap<CollectionStatistics, Float32Array[]>();

/** Reads the impacts of the numbered terms, times idf. */
function readTermVectors(
  segments: readonly SegmentReader[],
  list: readonly Hit[],
  statistics: CollectionStatistics,
  ordinals: TermOrdinals,
): TermVectors {
  const allSquares = squaresBySegment.get(statistics) ?? segments.map(({ maxDoc }) => new Float32Array(maxDoc));
  squaresBySegment.set(statistics, allSquares);
  const idfs = Float64Array.from(ordinals.terms, ({ idf }) => idf);
  const vectors = {
    starts: new Int32Array(list.length + 1),
    squaredLengths: new Float64Array(list.length),
    ...buffers,
  };
  let end = 0;
  for (const [index, { segmentIndex, docId }] of list.entries()) {
    const segment = segments[segmentIndex] as SegmentReader;
    const impactOf = readImpacts(segment, docId, statistics.lengthFactors);
    const vector = segment.termVector(docId);
    const squares = allSquares[segmentIndex] as Float32Array;
    if (squares[docId] === 0) squares[docId] = squaredLength(vector, segmentIndex, impactOf, statistics);
    vectors.squaredLengths[index] = squares[docId] as number;
    const { count, terms: termIds, frequencies } = vector;
    if (end + count > vectors.terms.length) enlarge(vectors, count);
    const { terms, values } = vectors;
    for (let at = 0; at < count; at += 1) {
      const ordinal = ordinals.findOrdinal(segmentIndex, termIds[at] as number);
      if (ordinal < 0) continue;
      const packed = frequencies[at] as number;
      if (packed === ONLY_IN_FULL_TEXT) continue;
      terms[end] = ordinal;
      values[end] = impactOf(packed) * (idfs[ordinal] as number);
      end += 1;
    }
    vectors.starts[index + 1] = end;
  }
  return vectors;
}

function enlarge(vectors: TermVectors, count: number): void {
  const { terms, values } = vectors;
  buffers = allocate(2 * terms.length + count);
  buffers.terms.set(terms);
  buffers.values.set(values);
  Object.assign(vectors, buffers);
}

/** The sum of the squares of a paper's impacts times idf, over its distinctive terms. */
function squaredLength(
  { count, terms, frequencies }: TermVector,
  segmentIndex: number,
  impactOf: (packedFreqs: number) => number,
  { distinctiveIdf }: CollectionStatistics,
): number {
  let squares = 0;
  for (let at = 0; at < count; at += 1) {
    if (frequencies[at] === ONLY_IN_FULL_TEXT) continue;
    const value = impactOf(frequencies[at] as number) * distinctiveIdf(segmentIndex, terms[at] as number);
    squares += value * value;
  }
  return squares;
}

/** A smaller share of a squared length is a rounding error. */
const ROUNDING = 1e-5;

/**
 * Divides the vectors by the lengths of the whole vectors. A term that many papers of the list share does not
 * discriminate between them, whatever its idf: its weight is multiplied by the square of the share of papers without
 * it. Words outside the top papers are rare in the list and count in full.
 */
function weighTerms({ starts, terms, values, squaredLengths }: TermVectors, termCount: number): void {
  const papers = starts.length - 1;
  const end = starts[papers] as number;
  const counts = new Int32Array(termCount);
  for (let at = 0; at < end; at += 1) counts[terms[at] as number] = (counts[terms[at] as number] as number) + 1;
  const weights = Float64Array.from(counts, (count) => (1 - count / papers) ** 2);
  for (let index = 0; index < papers; index += 1) {
    const [first, last] = [starts[index] as number, starts[index + 1] as number];
    const whole = squaredLengths[index] as number;
    let [squares, others] = [0, whole];
    for (let at = first; at < last; at += 1) {
      const impact = values[at] as number;
      const value = impact * (weights[terms[at] as number] as number);
      values[at] = value;
      squares += value * value;
      others -= impact * impact;
    }
    const length = Math.sqrt(squares + (others > ROUNDING * whole ? others : 0)) || 1;
    for (let at = first; at < last; at += 1) values[at] = (values[at] as number) / length;
  }
}

/** The posting lists of the first papers. */
function invert({ starts, terms, values }: TermVectors, papers: number, termCount: number): PostingLists {
  const end = starts[papers] as number;
  const firsts = new Int32Array(termCount + 1);
  for (let at = 0; at < end; at += 1)
    firsts[(terms[at] as number) + 1] = (firsts[(terms[at] as number) + 1] as number) + 1;
  for (let term = 0; term < termCount; term += 1)
    firsts[term + 1] = (firsts[term + 1] as number) + (firsts[term] as number);
  const next = firsts.slice();
  const postings = { starts: firsts, papers: new Int32Array(end), values: new Float32Array(end) };
  for (let index = 0; index < papers; index += 1) {
    for (let at = starts[index] as number; at < (starts[index + 1] as number); at += 1) {
      const to = next[terms[at] as number] as number;
      postings.papers[to] = index;
      postings.values[to] = values[at] as number;
      next[terms[at] as number] = to + 1;
    }
  }
  return postings;
}

/** The similarity of one paper to all top papers except itself. */
function similarityToTop(
  index: number,
  { starts, terms, values }: TermVectors,
  postings: PostingLists,
  scores: Float64Array,
  cosines: Float64Array,
): number {
  cosines.fill(0);
  for (let at = starts[index] as number; at < (starts[index + 1] as number); at += 1) {
    const term = terms[at] as number;
    const end = postings.starts[term + 1] as number;
    for (let nth = postings.starts[term] as number; nth < end; nth += 1) {
      const other = postings.papers[nth] as number;
      cosines[other] = (cosines[other] as number) + (values[at] as number) * (postings.values[nth] as number);
    }
  }
  let sum = 0;
  for (let other = 0; other < scores.length; other += 1)
    if (other !== index) sum += (scores[other] as number) * (cosines[other] as number) ** 2;
  return Math.sqrt(sum);
}
