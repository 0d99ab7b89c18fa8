import type { FieldTotals, SegmentReader } from '../index/index-reader.ts';
import { RANKING } from './constants.ts';

/** Per field, indexed by length: 1 / (1 - b + b * length / avgFieldLength), the length normalisation of BM25. */
export type LengthFactors = { title: Float32Array; abstract: Float32Array; summary: Float32Array };

/** Lengths are stored in 16 bits. */
const LENGTHS = 0x10000;

/** The factors of a collection. Averages cover the papers that have the field. */
export function readLengthFactors(segments: readonly Pick<SegmentReader, 'totals'>[]): LengthFactors {
  const total = (name: keyof FieldTotals) => segments.reduce((sum, { totals }) => sum + totals[name], 0);
  return {
    title: lengthFactors(total('title') / total('withTitle'), RANKING.titleB),
    abstract: lengthFactors(total('abstract') / total('withAbstract'), RANKING.abstractB),
    summary: lengthFactors(total('summary') / total('withSummary'), RANKING.summaryB),
  };
}

function lengthFactors(avgFieldLength: number, b: number): Float32Array {
  const factors = new Float32Array(LENGTHS).fill(1);
  if (!(avgFieldLength > 0)) return factors;
  for (let length = 0; length < LENGTHS; length += 1) factors[length] = 1 / (1 - b + (b * length) / avgFieldLength);
  return factors;
}
