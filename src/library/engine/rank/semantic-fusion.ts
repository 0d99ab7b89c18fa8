import { SEMANTIC } from './constants.ts';

/** The cosine of the angle between two vectors of one length: 0 at right angles, or where one has no direction. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let [dot, squareA, squareB] = [0, 0, 0];
  for (let at = 0; at < a.length; at += 1) {
    const [x, y] = [a[at] as number, b[at] as number];
    dot += x * y;
    squareA += x * x;
    squareB += y * y;
  }
  return dot / (Math.sqrt(squareA * squareB) || 1);
}

/** A place in the list before fusion, from 0, and the score after it. */
export type FusedHit = { place: number; score: number };

/**
 * Fuses the scores of a ranked list with the cosines of its first papers: the sum of both, the scores scaled to their
 * maximum and the cosines to their range, again relative to the best. `share` is that of the cosines. Papers without a
 * cosine come after those with one, in their order. Ties keep their order.
 */
export function fuseWithCosines(scores: readonly number[], cosines: readonly number[], share: number): FusedHit[] {
  const top = Math.max(...scores, Number.MIN_VALUE);
  const [low, high] = [Math.min(...cosines), Math.max(...cosines)];
  const range = high - low || 1;
  const sumAt = (place: number, similarity: number) =>
    (1 - share) * ((scores[place] as number) / top) + share * similarity;
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

/**
 * As `fuseWithCosines`, with the vectors of the first papers. The best papers then show the topic better than the
 * question, which may be short or long. The question's vector moves towards their mean, and the papers are fused again.
 */
export function fuseByMeaning(
  scores: readonly number[],
  question: Float32Array,
  vectors: readonly Float32Array[],
): FusedHit[] {
  const cosinesTo = (direction: Float32Array) => vectors.map((vector) => cosine(direction, vector));
  const cosines = cosinesTo(question);
  const share = shareOf(cosines);
  const first = fuseWithCosines(scores, cosines, share);
  const count = Math.min(SEMANTIC.feedbackPapers, Math.floor(SEMANTIC.maxFeedbackShare * vectors.length));
  if (count === 0) return first;
  const best = first.slice(0, count).map(({ place }) => vectors[place] as Float32Array);
  return fuseWithCosines(scores, cosinesTo(movedTowards(question, best)), share);
}

/**
 * A model that understands a question finds much of what the words found. One that does not, whatever the reason (a
 * foreign subject, a long list of criteria, a weak model), would only bring disorder. Sixty places are a rough measure
 * of that: the share is half way between the most and what they say.
 */
function shareOf(cosines: readonly number[]): number {
  const { agreementPapers, minAgreementPapers, maxWeight } = SEMANTIC;
  const first = cosines.slice(0, agreementPapers);
  if (first.length < minAgreementPapers) return maxWeight;
  const order = first.map((value, place) => ({ value, place })).sort((a, b) => b.value - a.value || a.place - b.place);
  const squares = order.reduce((sum, { place }, rank) => sum + (rank - place) ** 2, 0);
  const correlation = 1 - (6 * squares) / (first.length * (first.length ** 2 - 1));
  return (maxWeight + Math.min(maxWeight, Math.max(0, correlation))) / 2;
}

function movedTowards(question: Float32Array, vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(question.length);
  for (const vector of vectors)
    for (const [at, value] of toUnit(vector).entries()) sum[at] = (sum[at] as number) + value;
  const mean = toUnit(sum);
  return toUnit(question).map((value, at) => value + SEMANTIC.feedbackWeight * (mean[at] as number));
}

function toUnit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
