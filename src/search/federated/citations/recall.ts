import type { RecallEstimate } from '../../../wording/notes/citation-notes.ts';

/** Works that both have; fewer say too little. */
const MIN_SHARED = 3;
/** Two estimates in a row may differ by this share of the earlier one. */
const TOLERANCE = 0.05;

/**
 * Chapman's estimate of a population from two captures (1951; the nearly unbiased form of Lincoln and Petersen's), here
 * two indexes: (a + 1)(b + 1) / (both + 1) - 1. Undefined below three shared works. Indexes copy from each other, so
 * that the population is rather larger than this.
 */
export function estimateAll(a: number, b: number, both: number): number | undefined {
  return both < MIN_SHARED ? undefined : ((a + 1) * (b + 1)) / (both + 1) - 1;
}

/** Whether the last three estimates differ by at most 5 %, each from the one before. */
export function isStable(estimates: readonly (number | undefined)[]): boolean {
  const [first, second, third] = estimates.slice(-3);
  if (first === undefined || second === undefined || third === undefined) return false;
  const near = (a: number, b: number) => Math.abs(b - a) <= TOLERANCE * a;
  return near(first, second) && near(second, third);
}

/** The works that two indexes have of the same links. */
export type IndexPair = { indexes: [string, string]; first: ReadonlySet<number>; second: ReadonlySet<number> };

/** The pair that shares most works, compared; undefined without a pair. `earlier` are the estimates before. */
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
