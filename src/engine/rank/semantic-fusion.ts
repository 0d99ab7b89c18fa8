import { SEMANTIC } from './constants.ts';

/** The cosine of the angle between two vectors of one length: 1 for the same direction, 0 at right angles. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let [dot, squareA, squareB] = [0, 0, 0];
  for (let at = 0; at < a.length; at += 1) {
    const [x, y] = [a[at] as number, b[at] as number];
    dot += x * y;
    squareA += x * x;
    squareB += y * y;
  }
  return dot / Math.sqrt(squareA * squareB);
}

/** A place in the list before fusion, from 0, and the score after it. */
export type FusedHit = { place: number; score: number };

/**
 * Fuses the scores of a ranked list with the cosines of its first papers: the sum of both, the scores scaled to their
 * maximum and the cosines to their range, again relative to the best. Papers without a cosine come after those with
 * one, in their order. Ties keep their order.
 */
export function fuseWithCosines(scores: readonly number[], cosines: readonly number[]): FusedHit[] {
  const top = Math.max(...scores, Number.MIN_VALUE);
  const [low, high] = [Math.min(...cosines), Math.max(...cosines)];
  const range = high - low || 1;
  const sumAt = (place: number, similarity: number) =>
    (1 - SEMANTIC.weight) * ((scores[place] as number) / top) + SEMANTIC.weight * similarity;
  const compared = cosines
    .map((value, place) => ({ place, score: sumAt(place, (value - low) / range) }))
    .sort((a, b) => b.score - a.score || a.place - b.place);
  const best = compared[0]?.score || 1;
  const last = compared.at(-1)?.score ?? best;
  const rest = scores
    .slice(cosines.length)
    .map((_, at) => ({ place: cosines.length + at, score: Math.min(last, sumAt(cosines.length + at, 0)) }));
  return [...compared, ...rest].map(({ place, score }) => ({ place, score: score / best }));
}
