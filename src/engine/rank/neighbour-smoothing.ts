import { type IndexSnapshot, ONLY_IN_FULL_TEXT, type SegmentReader } from '../index/index-reader.ts';
import { NEIGHBOUR_SMOOTHING } from './constants.ts';
import { impactOf } from './score.ts';
import type { CollectionStatistics } from './statistics.ts';
import { createTermOrdinals, type TermOrdinals } from './term-ordinals.ts';
import type { Hit } from './top-k.ts';

const { terms: MAX_TERMS, neighbours: MAX_NEIGHBOURS } = NEIGHBOUR_SMOOTHING;

/** Papers as unit vectors of their heaviest terms, numbered by ordinal: those of paper n start at n * MAX_TERMS. */
type TermVectors = { counts: Uint8Array; terms: Int32Array; values: Float32Array; termCount: number };

/** Inverted `TermVectors`: papers of term t, with weights, from `starts[t]` up to `starts[t + 1]`. */
type PostingLists = { starts: Int32Array; papers: Int32Array; values: Float32Array };

/**
 * Neighbour smoothing by the cluster hypothesis (Kurland and Lee 2004; Diaz 2005). Returns for each paper of the list
 * the mean score of its nearest neighbours, weighted by cosine.
 */
export function neighbourSmoothing(
  snapshot: IndexSnapshot,
  list: readonly Hit[],
  statistics: CollectionStatistics,
): Float64Array {
  const termVectors = readTermVectors(snapshot, list, statistics);
  const postings = invert(termVectors);
  const gains = new Float64Array(list.length);
  const cosines = new Float64Array(list.length);
  const touched = new Int32Array(list.length);
  for (let index = 0; index < list.length; index += 1) {
    const count = addCosines(index, termVectors, postings, cosines, touched);
    // In list order, so that ties in similarity go to the higher-ranked paper.
    const neighbours = touched.subarray(0, count).sort();
    gains[index] = meanOfNearest(index, neighbours, cosines, list);
    for (const other of neighbours) cosines[other] = 0;
  }
  return gains;
}

function addCosines(
  index: number,
  { counts, terms, values }: TermVectors,
  postings: PostingLists,
  cosines: Float64Array,
  touched: Int32Array,
): number {
  let count = 0;
  const first = index * MAX_TERMS;
  for (let at = first; at < first + (counts[index] as number); at += 1) {
    const term = terms[at] as number;
    const end = postings.starts[term + 1] as number;
    for (let nth = postings.starts[term] as number; nth < end; nth += 1) {
      const other = postings.papers[nth] as number;
      if (cosines[other] === 0) {
        touched[count] = other;
        count += 1;
      }
      cosines[other] = (cosines[other] as number) + (values[at] as number) * (postings.values[nth] as number);
    }
  }
  return count;
}

function meanOfNearest(own: number, neighbours: Int32Array, cosines: Float64Array, list: readonly Hit[]): number {
  const nearest: number[] = [];
  for (const index of neighbours) {
    const value = cosines[index] as number;
    let at = nearest.length;
    if (index === own || (at === MAX_NEIGHBOURS && value <= (cosines[nearest[at - 1] as number] as number))) continue;
    if (at < MAX_NEIGHBOURS) nearest.push(index);
    else at -= 1;
    for (; at > 0 && (cosines[nearest[at - 1] as number] as number) < value; at -= 1)
      nearest[at] = nearest[at - 1] as number;
    nearest[at] = index;
  }
  let [sum, weight] = [0, 0];
  for (const index of nearest) {
    sum += (cosines[index] as number) * (list[index] as Hit).score;
    weight += cosines[index] as number;
  }
  return weight === 0 ? 0 : sum / weight;
}

function readTermVectors(
  { segments }: IndexSnapshot,
  list: readonly Hit[],
  statistics: CollectionStatistics,
): TermVectors {
  const ordinals = createTermOrdinals(segments, statistics);
  const termVectors: TermVectors = {
    counts: new Uint8Array(list.length),
    terms: new Int32Array(list.length * MAX_TERMS),
    values: new Float32Array(list.length * MAX_TERMS),
    termCount: 0,
  };
  list.forEach((hit, index) => {
    readTermVector(
      segments[hit.segmentIndex] as SegmentReader,
      hit,
      index * MAX_TERMS,
      termVectors,
      statistics,
      ordinals,
    );
  });
  termVectors.termCount = ordinals.terms.length;
  ordinals.clear();
  return termVectors;
}

/** Writes the heaviest terms of the paper from `first` on. */
function readTermVector(
  segment: SegmentReader,
  { segmentIndex, docId }: Hit,
  first: number,
  { counts, terms, values }: TermVectors,
  statistics: CollectionStatistics,
  ordinals: TermOrdinals,
): void {
  const idfs = statistics.distinctiveIdf(segmentIndex);
  const vector = segment.termVector(docId);
  let size = 0;
  for (let nth = 0; nth < vector.count; nth += 1) {
    if (vector.frequencies[nth] === ONLY_IN_FULL_TEXT) continue;
    const termId = vector.terms[nth] as number;
    const idf = idfs(termId);
    if (idf === 0) continue;
    const value = Math.fround(
      idf * impactOf(vector.frequencies[nth] as number, docId, segment, statistics.lengthFactors),
    );
    if (size === MAX_TERMS && value <= (values[first + size - 1] as number)) continue;
    if (size < MAX_TERMS) size += 1;
    let at = first + size - 1;
    for (; at > first && (values[at - 1] as number) < value; at -= 1) {
      values[at] = values[at - 1] as number;
      terms[at] = terms[at - 1] as number;
    }
    values[at] = value;
    terms[at] = termId;
  }
  let squares = 0;
  for (let at = first; at < first + size; at += 1) squares += (values[at] as number) ** 2;
  const length = Math.sqrt(squares) || 1;
  for (let at = first; at < first + size; at += 1) {
    values[at] = (values[at] as number) / length;
    terms[at] = ordinals.ordinalOf(segmentIndex, terms[at] as number);
  }
  counts[first / MAX_TERMS] = size;
}

/** Omits terms that a large share of the list has, which make all papers similar, and those that only one paper has. */
function invert({ counts, terms, values, termCount }: TermVectors): PostingLists {
  const sizes = new Int32Array(termCount);
  forEachEntry(counts, (_, at) => {
    sizes[terms[at] as number] = (sizes[terms[at] as number] as number) + 1;
  });
  const maxSize = counts.length * NEIGHBOUR_SMOOTHING.maxShareOfList;
  const starts = new Int32Array(termCount + 1);
  for (let term = 0; term < termCount; term += 1) {
    const size = sizes[term] as number;
    starts[term + 1] = (starts[term] as number) + (size < 2 || size > maxSize ? 0 : size);
  }
  const next = starts.slice();
  const papers = new Int32Array(starts[termCount] as number);
  const weights = new Float32Array(papers.length);
  forEachEntry(counts, (index, at) => {
    const term = terms[at] as number;
    if (starts[term] === starts[term + 1]) return;
    papers[next[term] as number] = index;
    weights[next[term] as number] = values[at] as number;
    next[term] = (next[term] as number) + 1;
  });
  return { starts, papers, values: weights };
}

function forEachEntry(counts: Uint8Array, visit: (index: number, at: number) => void): void {
  for (let index = 0; index < counts.length; index += 1) {
    const first = index * MAX_TERMS;
    for (let at = first; at < first + (counts[index] as number); at += 1) visit(index, at);
  }
}
