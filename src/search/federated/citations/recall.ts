import type { RecallEstimate } from '../../../wording/notes/citation-notes.ts';

/** Minimum works that both indexes have; an estimate from fewer is too unreliable. */
const MIN_SHARED = 3;
/** Maximum difference between two consecutive estimates, as a share of the earlier one. */
const TOLERANCE = 0.05;

/**
 * Chapman's estimate of a population from two captures (1951; the nearly unbiased form of Lincoln and Petersen's), here
 * two indexes: (a + 1)(b + 1) / (both + 1) - 1. Undefined below three shared works. Indexes copy from each other, so
 * the true number is rather larger.
 */
export function estimateAll(a: number, b: number, both: number): number | undefined {
  return both < MIN_SHARED ? undefined : ((a + 1) * (b + 1)) / (both + 1) - 1;
}

/** Whether the last three estimates each differ by at most 5 % from the one before. */
export function isStable(estimates: readonly (number | undefined)[]): boolean {
  const [first, second, third] = estimates.slice(-3);
  if (first === undefined || second === undefined || third === undefined) return false;
  const near = (a: number, b: number) => Math.abs(b - a) <= TOLERANCE * a;
  return near(first, second) && near(second, third);
}

/** The works that two indexes return for the same links. */
export type IndexPair = { indexes: [string, string]; first: ReadonlySet<number>; second: ReadonlySet<number> };

/**
 * Compares the pair of indexes that shares most works; undefined without a pair. `earlier` are the previous estimates.
 */
export function compareIndexes(
  pairs: readonly IndexPair[],
  earlier: readonly (number | undefined)[],
): RecallEstimate | undefined {
  const counted = pairs.map((pair) => ({ ...pair, both: [...pair.first].filter((id) => pair.second.has(id)).length }));
  const [best] = counted.sort((a, b) => b.both - a.both);
  if (!best) return undefined;
  const { indexes, both } = best;
  const [first, second] = [best.first.size, best.second.size];
  const all = estimateAll(first, second, both);
  return {
    indexes,
    first,
    second,
    both,
    ...(all !== undefined && { all: Math.round(all), share: Math.min(1, (first + second - both) / all) }),
    isStable: isStable([...earlier, all]),
  };
}
