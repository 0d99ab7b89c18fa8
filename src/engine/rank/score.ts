import type { SegmentReader } from '../index/index-reader.ts';
import { RANKING } from './constants.ts';
import type { LengthFactors } from './length-factors.ts';

const { k1, titleWeight, summaryWeight } = RANKING;

/**
 * How much one word says for a paper, 0 to 1: BM25F. The frequencies of the fields (packed as in a posting), each
 * weighted and measured against the field's length, are summed and then saturate together.
 */
export function impactOf(packedFreqs: number, docId: number, segment: SegmentReader, factors: LengthFactors): number {
  const { lengths } = segment;
  let termFreq = 0;
  const title = packedFreqs & 3;
  const abstract = (packedFreqs >> 2) & 15;
  const summary = packedFreqs >> 6;
  if (title !== 0) termFreq += titleWeight * title * (factors.title[lengths.title[docId] as number] as number);
  if (abstract !== 0) termFreq += abstract * (factors.abstract[lengths.abstract[docId] as number] as number);
  if (summary !== 0)
    termFreq += summaryWeight * summary * (factors.summary[lengths.summary[docId] as number] as number);
  return termFreq / (termFreq + k1);
}

/**
 * Adds `weight` times the term's impact to the score of every paper of the part that holds it. This is where searches
 * spend their time, so that the formula of `impactOf` is written out with its columns at hand.
 */
export function addScores(
  scores: Float32Array,
  segment: SegmentReader,
  termId: number,
  weight: number,
  factors: LengthFactors,
): void {
  const { count, docIds, frequencies: packedFreqs } = segment.postings(termId);
  const { title: titleLengths, abstract: abstractLengths, summary: summaryLengths } = segment.lengths;
  const { title: titleFactors, abstract: abstractFactors, summary: summaryFactors } = factors;
  for (let at = 0; at < count; at += 1) {
    const docId = docIds[at] as number;
    const packedFreq = packedFreqs[at] as number;
    let termFreq = 0;
    if ((packedFreq & 60) !== 0) {
      termFreq = ((packedFreq >> 2) & 15) * (abstractFactors[abstractLengths[docId] as number] as number);
    }
    if ((packedFreq & 3) !== 0) {
      termFreq += titleWeight * (packedFreq & 3) * (titleFactors[titleLengths[docId] as number] as number);
    }
    if (packedFreq > 63)
      termFreq += summaryWeight * (packedFreq >> 6) * (summaryFactors[summaryLengths[docId] as number] as number);
    scores[docId] = (scores[docId] as number) + (weight * termFreq) / (termFreq + k1);
  }
}

/**
 * How long the vector of a paper's impacts is, but for a factor that is equal for all: each of its telling words is
 * taken to occur once. The idf of every word is left out, for which all of the paper would have to be read.
 */
export function expectedNorm(segment: SegmentReader, docId: number, factors: LengthFactors): number {
  const { lengths, contentTerms, contentTitleTerms } = segment;
  const inTitle = contentTitleTerms[docId] as number;
  const abstractLength = lengths.abstract[docId] as number;
  const once = factors.abstract[abstractLength] as number;
  const both =
    titleWeight * (factors.title[lengths.title[docId] as number] as number) + (abstractLength === 0 ? 0 : once);
  const [a, b] = [both / (both + k1), once / (once + k1)];
  return Math.sqrt(inTitle * a * a + ((contentTerms[docId] as number) - inTitle) * b * b) || 1;
}
