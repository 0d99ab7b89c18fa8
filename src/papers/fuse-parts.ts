import { fuse } from './fuse-ranks.ts';

/** A work found by some parts of a query. */
export type FusedWork = {
  id: number;
  /** From 1 down: 1 if all parts rank it first. */
  score: number;
  /** The parts that found it, by position in the input. */
  foundBy: number[];
};

/**
 * The constant of reciprocal rank fusion for parts. Lists for one query confirm each other, so that 60th in two of them
 * says as much as first in one. Parts are queries of their own, and the first result of one must stay above that.
 * docs/benchmarks.md has the others tried.
 */
const K = 10;

/**
 * Fuses the works of several searches, each for a part of one query, best first. Each list has the ids of the works
 * that one part found, best first; a work that a list repeats counts at its first position.
 */
export function fuseParts(lists: readonly (readonly number[])[]): FusedWork[] {
  const ranked = lists.map((ids) => ({ weight: 1, ranks: new Map([...new Set(ids)].map((id, at) => [id, at + 1])) }));
  return fuse(ranked, K).map((work) => ({
    ...work,
    foundBy: ranked.flatMap(({ ranks }, part) => (ranks.has(work.id) ? [part] : [])),
  }));
}
