import { oncePer } from '../../../lib/once.ts';
import type { FieldTotals } from '../index/index-reader.ts';
import { RANKING } from './constants.ts';

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
