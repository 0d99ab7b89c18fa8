import { type IndexSnapshot, ONLY_IN_FULL_TEXT, type SegmentReader } from '../index/index-reader.ts';
import { NEIGHBOUR_SMOOTHING } from './constants.ts';
import { impactsIn } from './score.ts';
import { type CollectionStatistics, UNNUMBERED } from './statistics.ts';
import type { Hit } from './top-k.ts';

/** Term vectors of papers, terms numbered by ordinal: those of paper n stand from `starts[n]` up to `starts[n + 1]`. */
type TermVectors = { starts: Int32Array; terms: Int32Array; values: Float32Array };

/** Room for the terms of a paper, to begin with. */
const TERMS_OF_A_PAPER = 96;

/** Inverted `TermVectors` of the best papers: those with term t, from `starts[t]` up to `starts[t + 1]`. */
type PostingLists = { starts: Int32Array; papers: Int32Array; values: Float32Array };

/**
 * Neighbour smoothing by the cluster hypothesis (Kurland and Lee 2004; Diaz 2005): what is like the best papers is
 * relevant, too. Returns for each paper of a ranked list the root of the sum of its squared cosines with the best
 * papers, weighted by their scores, so that a close neighbour says more than several distant ones. 0 without any.
 */
export function neighbourSmoothing(
  { segments }: IndexSnapshot,
  list: readonly Hit[],
  statistics: CollectionStatistics,
): Float64Array {
  const ordinals = scratch.get(statistics) ?? new Int32Array(statistics.distinctiveTerms.idfs.length);
  scratch.set(statistics, ordinals);
  const { vectors, idfs } = readTermVectors(segments, list, statistics, ordinals);
  weighTerms(vectors, idfs);
  const { bestPapers, maxBestShare } = NEIGHBOUR_SMOOTHING;
  const best = list.slice(0, Math.min(bestPapers, Math.ceil(list.length * maxBestShare)));
  const postings = invert(vectors, best.length, idfs.length);
  const scores = Float64Array.from(best, ({ score }) => score / (best[0] as Hit).score);
  const gains = new Float64Array(list.length);
  for (let index = 0; index < list.length; index += 1) gains[index] = likeness(index, vectors, postings, scores);
  return gains;
}

/** Per snapshot and number of a distinctive term, its ordinal + 1; 0 between searches. */
const scratch = new WeakMap<CollectionStatistics, Int32Array>();

/** Reads the impacts of the distinctive terms; `idfs` are those of the terms by their ordinals. */
function readTermVectors(
  segments: readonly SegmentReader[],
  list: readonly Hit[],
  { distinctiveTerms, lengthFactors }: CollectionStatistics,
  ordinals: Int32Array,
): { vectors: TermVectors; idfs: number[] } {
  const numbers: number[] = [];
  const vectors = { starts: new Int32Array(list.length + 1), ...sized(list.length * TERMS_OF_A_PAPER) };
  let end = 0;
  for (const [index, { segmentIndex, docId }] of list.entries()) {
    const segment = segments[segmentIndex] as SegmentReader;
    const impactOf = impactsIn(segment, docId, lengthFactors);
    const numbersOfSegment = distinctiveTerms.numbers(segmentIndex);
    const { count, terms: termIds, frequencies } = segment.termVector(docId);
    if (end + count > vectors.terms.length) enlarge(vectors, count);
    const { terms, values } = vectors;
    for (let at = 0; at < count; at += 1) {
      const termId = termIds[at] as number;
      const packed = frequencies[at] as number;
      let number = numbersOfSegment[termId] as number;
      if (number === UNNUMBERED) number = distinctiveTerms.assign(segmentIndex, termId);
      if (number < 0 || packed === ONLY_IN_FULL_TEXT) continue;
      if (ordinals[number] === 0) ordinals[number] = numbers.push(number);
      terms[end] = (ordinals[number] as number) - 1;
      values[end] = impactOf(packed);
      end += 1;
    }
    vectors.starts[index + 1] = end;
  }
  for (const number of numbers) ordinals[number] = 0;
  return { vectors, idfs: numbers.map((number) => distinctiveTerms.idfs[number] as number) };
}

function sized(length: number): Pick<TermVectors, 'terms' | 'values'> {
  return { terms: new Int32Array(length), values: new Float32Array(length) };
}

function enlarge(vectors: TermVectors, count: number): void {
  const { terms, values } = vectors;
  Object.assign(vectors, sized(2 * terms.length + count));
  vectors.terms.set(terms);
  vectors.values.set(values);
}

/**
 * Makes the vectors unit vectors of impacts times idf. What many papers of the list have tells nothing about which of
 * them are alike, whatever its idf: it counts less by the square of the share of papers without it.
 */
function weighTerms({ starts, terms, values }: TermVectors, idfs: readonly number[]): void {
  const papers = starts.length - 1;
  const end = starts[papers] as number;
  const counts = new Int32Array(idfs.length);
  for (let at = 0; at < end; at += 1) counts[terms[at] as number] = (counts[terms[at] as number] as number) + 1;
  const weights = Float64Array.from(idfs, (idf, term) => idf * (1 - (counts[term] as number) / papers) ** 2);
  for (let index = 0; index < papers; index += 1) {
    const [first, last] = [starts[index] as number, starts[index + 1] as number];
    let squares = 0;
    for (let at = first; at < last; at += 1) {
      const value = (values[at] as number) * (weights[terms[at] as number] as number);
      values[at] = value;
      squares += value * value;
    }
    const length = Math.sqrt(squares) || 1;
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

/** Of one paper to the best ones but itself. */
function likeness(
  index: number,
  { starts, terms, values }: TermVectors,
  postings: PostingLists,
  scores: Float64Array,
): number {
  const cosines = new Float64Array(scores.length);
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
