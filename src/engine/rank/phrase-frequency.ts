import { ONLY_IN_FULL_TEXT, type Postings, type SegmentReader } from '../index/index-reader.ts';

/** A term's id in each segment (-1 where it does not occur), and the number of papers that contain it. */
type Term = { termIds: readonly number[]; documentFrequency: number };

/** Number of live papers that contain all of the terms, wherever but in the full text alone; 0 for no terms. */
export function countPapersWithAll(segments: readonly SegmentReader[], terms: readonly Term[]): number {
  const [first] = terms;
  if (!first) return 0;
  if (terms.length === 1) return first.documentFrequency;
  let count = 0;
  for (const [index, segment] of segments.entries()) {
    const termIds = terms.map((term) => term.termIds[index] as number);
    if (termIds.every((termId) => termId >= 0)) count += countInSegment(segment, termIds);
  }
  return count;
}

function countInSegment(segment: SegmentReader, termIds: readonly number[]): number {
  const [rarest, ...others] = [...termIds].sort((a, b) => segment.documentFrequency(a) - segment.documentFrequency(b));
  const postings = segment.postings(rarest as number);
  // Postings are valid until the next call.
  const candidates = postings.docIds.subarray(0, postings.count).filter((_, at) => isCountedAt(postings, at));
  let size = candidates.length;
  for (const termId of others) size = intersect(candidates, size, segment.postings(termId));
  let counted = 0;
  for (const docId of candidates.subarray(0, size)) if (segment.isCounted(docId)) counted += 1;
  return counted;
}

function isCountedAt({ frequencies }: Postings, at: number): boolean {
  return frequencies[at] !== ONLY_IN_FULL_TEXT;
}

/** Keeps the candidates that are in the postings, at the front of the array; returns their number. */
function intersect(candidates: Int32Array, size: number, postings: Postings): number {
  const { count, docIds } = postings;
  let matches = 0;
  let next = 0;
  for (let at = 0; at < size; at += 1) {
    const docId = candidates[at] as number;
    while (next < count && (docIds[next] as number) < docId) next += 1;
    if (next >= count || docIds[next] !== docId || !isCountedAt(postings, next)) continue;
    candidates[matches] = docId;
    matches += 1;
  }
  return matches;
}
