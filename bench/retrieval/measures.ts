import { randomNumbers } from './random-numbers.ts';

/** TREC's measures of one ranked list against the relevant papers (binary relevance). */
export type Measures = Record<(typeof MEASURES)[number], number>;

export const MEASURES = ['ndcg10', 'recall50', 'recall100', 'recall300', 'averagePrecision'] as const;

export function measure(ranked: readonly string[], relevant: ReadonlySet<string>): Measures {
  return {
    ndcg10: ndcg(ranked, relevant, 10),
    recall50: recall(ranked, relevant, 50),
    recall100: recall(ranked, relevant, 100),
    recall300: recall(ranked, relevant, 300),
    averagePrecision: averagePrecision(ranked, relevant),
  };
}

/**
 * Discounted cumulative gain of the first `depth`, relative to the best possible list (Järvelin and Kekäläinen 2002).
 */
function ndcg(ranked: readonly string[], relevant: ReadonlySet<string>, depth: number): number {
  const gain = (rank: number) => 1 / Math.log2(rank + 2);
  let found = 0;
  ranked.slice(0, depth).forEach((id, rank) => {
    if (relevant.has(id)) found += gain(rank);
  });
  let ideal = 0;
  for (let rank = 0; rank < Math.min(depth, relevant.size); rank += 1) ideal += gain(rank);
  return ideal === 0 ? 0 : found / ideal;
}

function recall(ranked: readonly string[], relevant: ReadonlySet<string>, depth: number): number {
  if (relevant.size === 0) return 0;
  return ranked.slice(0, depth).filter((id) => relevant.has(id)).length / relevant.size;
}

function averagePrecision(ranked: readonly string[], relevant: ReadonlySet<string>): number {
  let [hits, sum] = [0, 0];
  ranked.forEach((id, rank) => {
    if (!relevant.has(id)) return;
    hits += 1;
    sum += hits / (rank + 1);
  });
  return relevant.size === 0 ? 0 : sum / relevant.size;
}

const RESAMPLES = 2_000;

/**
 * The middle 95 % of the means of resampled values: how much the choice of topics may move the mean. The resamples are
 * always the same.
 */
export function bootstrapInterval(values: readonly number[]): [low: number, high: number] {
  const next = randomNumbers(values.length);
  const means = Array.from({ length: RESAMPLES }, () =>
    mean(values.map(() => values[Math.floor(next() * values.length)] ?? 0)),
  );
  means.sort((a, b) => a - b);
  return [means[Math.floor(RESAMPLES * 0.025)] ?? 0, means[Math.floor(RESAMPLES * 0.975)] ?? 0];
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
