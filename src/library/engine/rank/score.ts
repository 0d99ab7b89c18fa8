import { oncePer } from '../../../lib/once.ts';
import { type FieldTotals, ONLY_IN_FULL_TEXT, type SegmentReader } from '../index/index-reader.ts';
import { RANKING } from './constants.ts';

/** A term's contribution to the first score of a paper that has it only in the full text; without idf. */
export const FULL_TEXT_IMPACT = RANKING.fullTextFrequency / (RANKING.fullTextFrequency + RANKING.k1);

/**
 * The BM25F score of a term in a paper, 0 to 1, without idf, as a function of its packed frequencies: weighted,
 * length-normalised frequencies saturate together. It is 0 for a term that only the full text has.
 */
export function readImpacts(
  { lengths }: SegmentReader,
  docId: number,
  factors: LengthFactors,
): (packedFreqs: number) => number {
  const { k1, titleWeight, summaryWeight } = RANKING;
  const title = factors.title[lengths.title[docId] as number] as number;
  const abstract = factors.abstract[lengths.abstract[docId] as number] as number;
  const summary = factors.summary[lengths.summary[docId] as number] as number;
  return (packedFreqs) => {
    const termFreq =
      titleWeight * (packedFreqs & 3) * title +
      ((packedFreqs >> 2) & 15) * abstract +
      summaryWeight * (packedFreqs >> 6) * summary;
    return termFreq / (termFreq + k1);
  };
}

/**
 * Adds `weight` times the impact (`readImpacts`), inlined for speed, to each paper of the segment with the term.
 * `onlyInFullText` is the impact of a term that only the full text has.
 */
export function addScores(
  scores: Float32Array,
  segment: SegmentReader,
  termId: number,
  weight: number,
  factors: LengthFactors,
  onlyInFullText = 0,
): void {
  const { k1, titleWeight, summaryWeight } = RANKING;
  const { count, docIds, frequencies: packedFreqs } = segment.postings(termId);
  const { title: titleLengths, abstract: abstractLengths, summary: summaryLengths } = segment.lengths;
  const { title: titleFactors, abstract: abstractFactors, summary: summaryFactors } = factors;
  for (let at = 0; at < count; at += 1) {
    const docId = docIds[at] as number;
    const packedFreq = packedFreqs[at] as number;
    if (packedFreq === ONLY_IN_FULL_TEXT) {
      scores[docId] = (scores[docId] as number) + weight * onlyInFullText;
      continue;
    }
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
 * Adds `weight` to each paper of the segment with the term outside the full text; a long full text contains words of
 * any query.
 */
export function addWeight(sums: Float32Array, segment: SegmentReader, termId: number, weight: number): void {
  const { count, docIds, frequencies } = segment.postings(termId);
  for (let at = 0; at < count; at += 1) {
    const docId = docIds[at] as number;
    if (frequencies[at] !== ONLY_IN_FULL_TEXT) sums[docId] = (sums[docId] as number) + weight;
  }
}

/**
 * Approximate norm of a paper's impacts, assuming that each content term occurs once; exact idf weights would need the
 * whole paper.
 */
export function expectedNorm(segment: SegmentReader, docId: number, factors: LengthFactors): number {
  const { k1, titleWeight } = RANKING;
  const { lengths, contentTerms, contentTitleTerms } = segment;
  const inTitle = contentTitleTerms[docId] as number;
  const abstractLength = lengths.abstract[docId] as number;
  const once = factors.abstract[abstractLength] as number;
  const both =
    titleWeight * (factors.title[lengths.title[docId] as number] as number) + (abstractLength === 0 ? 0 : once);
  const [a, b] = [both / (both + k1), once / (once + k1)];
  return Math.sqrt(inTitle * a * a + ((contentTerms[docId] as number) - inTitle) * b * b) || 1;
}

/** Per field, indexed by length: 1 / (1 - b + b * length / avgFieldLength), the length normalisation of BM25. */
export type LengthFactors = { title: Float32Array; abstract: Float32Array; summary: Float32Array };

/** Lengths are stored in 16 bits. */
const LENGTHS = 0x10000;

/** The factors of a collection with these totals. Averages cover the papers that have the field. */
export const readLengthFactors: (totals: FieldTotals) => LengthFactors = oncePer((totals) => ({
  title: lengthFactors(totals.title / totals.withTitle, RANKING.titleB),
  abstract: lengthFactors(totals.abstract / totals.withAbstract, RANKING.abstractB),
  summary: lengthFactors(totals.summary / totals.withSummary, RANKING.summaryB),
}));

function lengthFactors(avgFieldLength: number, b: number): Float32Array {
  const factors = new Float32Array(LENGTHS).fill(1);
  if (!(avgFieldLength > 0)) return factors;
  for (let length = 0; length < LENGTHS; length += 1) factors[length] = 1 / (1 - b + (b * length) / avgFieldLength);
  return factors;
}
