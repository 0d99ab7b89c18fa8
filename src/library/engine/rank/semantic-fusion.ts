import { SEMANTIC } from './constants.ts';

/** Cosine similarity of two vectors of equal length; 0 if either has no direction. */
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

/** `position`: in the list before fusion, from 0. `score`: after fusion. */
export type FusedHit = { position: number; score: number };

/**
 * Fuses the scores of a ranked list with the cosines of its first papers. The fused score is the weighted sum of the
 * score, scaled to its maximum, and the cosine, scaled to its range; the result is scaled to its maximum again. `share`
 * is the weight of the cosines. Papers without a cosine follow in their order. Ties keep their order.
 */
export function fuseWithCosines(scores: readonly number[], cosines: readonly number[], share: number): FusedHit[] {
  const top = Math.max(...scores, Number.MIN_VALUE);
  const [low, high] = [Math.min(...cosines), Math.max(...cosines)];
  const range = high - low || 1;
  const sumAt = (position: number, similarity: number) =>
    (1 - share) * ((scores[position] as number) / top) + share * similarity;
  const compared = cosines
    .map((value, position) => ({ position, score: sumAt(position, (value - low) / range) }))
    .sort((a, b) => b.score - a.score || a.position - b.position);
  const best = compared[0]?.score || 1;
  const last = compared.at(-1)?.score ?? best;
  const rest = scores
    .slice(cosines.length)
    .map((_, at) => ({ position: cosines.length + at, score: Math.min(last, sumAt(cosines.length + at, 0)) }));
  return [...compared, ...rest].map(({ position, score }) => ({ position, score: score / best }));
}

/**
 * As `fuseWithCosines`, given the vectors of the first papers. The top papers after a first fusion represent the topic
 * better than the query, which may be short or long: the query vector moves towards their mean, and the papers are
 * fused again.
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
  const best = first.slice(0, count).map(({ position }) => vectors[position] as Float32Array);
  return fuseWithCosines(scores, cosinesTo(movedTowards(question, best)), share);
}

/**
 * The weight of the cosines. An embedding model that understands the query ranks papers much as the words do. One that
 * does not (foreign subject, long list of criteria, weak model) would only add noise. The agreement of the two orders
 * among the first 60 papers is a rough measure, so the weight is its mean with the maximum.
 */
function shareOf(cosines: readonly number[]): number {
  const { agreementPapers, minAgreementPapers, maxWeight } = SEMANTIC;
  const first = cosines.slice(0, agreementPapers);
  if (first.length < minAgreementPapers) return maxWeight;
  const order = first
    .map((value, position) => ({ value, position }))
    .sort((a, b) => b.value - a.value || a.position - b.position);
  const squares = order.reduce((sum, { position }, rank) => sum + (rank - position) ** 2, 0);
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
