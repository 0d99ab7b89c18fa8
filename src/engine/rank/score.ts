import type { IndexPart } from '../index/index-reader.ts';
import { RANKING } from './constants.ts';
import type { LengthFactors } from './length-factors.ts';

const { saturation, titleWeight, summaryWeight } = RANKING;

/**
 * How much one word says for a paper, 0 to 1: BM25F. The frequencies of the fields (packed as in a posting), each
 * weighted and measured against the field's length, are summed and then saturate together.
 */
export function impactOf(frequencies: number, slot: number, part: IndexPart, factors: LengthFactors): number {
  const { lengths } = part;
  let frequency = 0;
  const title = frequencies & 3;
  const abstract = (frequencies >> 2) & 15;
  const summary = frequencies >> 6;
  if (title !== 0) frequency += titleWeight * title * (factors.title[lengths.title[slot] as number] as number);
  if (abstract !== 0) frequency += abstract * (factors.abstract[lengths.abstract[slot] as number] as number);
  if (summary !== 0)
    frequency += summaryWeight * summary * (factors.summary[lengths.summary[slot] as number] as number);
  return frequency / (frequency + saturation);
}

/**
 * Adds `weight` times the term's impact to the score of every paper of the part that holds it. This is where searches
 * spend their time, so that the formula of `impactOf` is written out with its columns at hand.
 */
export function addScores(
  scores: Float32Array,
  part: IndexPart,
  number: number,
  weight: number,
  factors: LengthFactors,
): void {
  const { count, slots, frequencies } = part.postings(number);
  const { title: titleLengths, abstract: abstractLengths, summary: summaryLengths } = part.lengths;
  const { title: titleFactors, abstract: abstractFactors, summary: summaryFactors } = factors;
  for (let at = 0; at < count; at += 1) {
    const slot = slots[at] as number;
    const packed = frequencies[at] as number;
    let frequency = 0;
    if ((packed & 60) !== 0) {
      frequency = ((packed >> 2) & 15) * (abstractFactors[abstractLengths[slot] as number] as number);
    }
    if ((packed & 3) !== 0) {
      frequency += titleWeight * (packed & 3) * (titleFactors[titleLengths[slot] as number] as number);
    }
    if (packed > 63)
      frequency += summaryWeight * (packed >> 6) * (summaryFactors[summaryLengths[slot] as number] as number);
    scores[slot] = (scores[slot] as number) + (weight * frequency) / (frequency + saturation);
  }
}

/**
 * How long the vector of a paper's impacts is, but for a factor that is equal for all: each of its telling words is
 * taken to occur once. The idf of every word is left out, for which all of the paper would have to be read.
 */
export function expectedNorm(part: IndexPart, slot: number, factors: LengthFactors): number {
  const { lengths, tellingTerms, tellingTitleTerms } = part;
  const inTitle = tellingTitleTerms[slot] as number;
  const abstractLength = lengths.abstract[slot] as number;
  const once = factors.abstract[abstractLength] as number;
  const both =
    titleWeight * (factors.title[lengths.title[slot] as number] as number) + (abstractLength === 0 ? 0 : once);
  const [a, b] = [both / (both + saturation), once / (once + saturation)];
  return Math.sqrt(inTitle * a * a + ((tellingTerms[slot] as number) - inTitle) * b * b) || 1;
}
