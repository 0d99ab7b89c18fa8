import type { FieldTotals, IndexPart } from '../index/index-reader.ts';
import { RANKING } from './constants.ts';

/** Per field and length: 1 / (1 - b + b * length / average), BM25's normalisation by length. */
export type LengthFactors = { title: Float32Array; abstract: Float32Array; summary: Float32Array };

/** Lengths are stored in 16 bits. */
const LENGTHS = 0x10000;

/** The factors of a collection, from the average length of each field over the papers that have it. */
export function readLengthFactors(parts: readonly IndexPart[]): LengthFactors {
  const total = (name: keyof FieldTotals) => parts.reduce((sum, { totals }) => sum + totals[name], 0);
  return {
    title: lengthFactors(total('title') / total('withTitle'), RANKING.titleLengthShare),
    abstract: lengthFactors(total('abstract') / total('withAbstract'), RANKING.abstractLengthShare),
    summary: lengthFactors(total('summary') / total('withSummary'), RANKING.summaryLengthShare),
  };
}

function lengthFactors(average: number, share: number): Float32Array {
  const factors = new Float32Array(LENGTHS).fill(1);
  if (!(average > 0)) return factors;
  for (let length = 0; length < LENGTHS; length += 1) factors[length] = 1 / (1 - share + (share * length) / average);
  return factors;
}
