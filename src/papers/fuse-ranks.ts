import { addTo } from '../lib/groups.ts';

/** A ranked list: the rank of each paper id, from 1, and the weight of the list. */
export type RankedList = { weight: number; ranks: ReadonlyMap<number, number> };

/** The constant of Cormack, Clarke and Büttcher (2009), for lists that answer the same question. */
const K = 60;

/**
 * Reciprocal rank fusion: the sum of weight / (k + rank) over the lists that contain the paper, divided by the
 * maximum. It uses ranks because scores of different engines are not comparable.
 */
export function fuse(lists: readonly RankedList[], k = K): { id: number; score: number }[] {
  const used = lists.filter(({ ranks }) => ranks.size > 0);
  const maxSum = used.reduce((sum, { weight }) => sum + weight / (k + 1), 0);
  const sums = new Map<number, number>();
  for (const { weight, ranks } of used) {
    for (const [id, rank] of ranks) addTo(sums, id, weight / (k + rank));
  }
  return [...sums].map(([id, sum]) => ({ id, score: sum / maxSum })).sort((a, b) => b.score - a.score || a.id - b.id);
}

/** A work found by some parts of a query. */
export type FusedWork = {
  id: number;
  /** From 1 down: 1 if all parts rank it first. */
  score: number;
  /** The parts that found it, by position in the input. */
  foundBy: number[];
};

/**
 * The constant of reciprocal rank fusion for parts. Lists for one query confirm each other: with `K`, rank 60 in two of
 * them counts as much as rank 1 in one. Parts are separate queries, so the first result of one must stay above that.
 */
const K_OF_PARTS = 10;

/**
 * Fuses the works of several searches, each for a part of one query, best first. Each list has the ids of the works
 * that one part found, best first; a work that a list repeats counts at its first position.
 */
export function fuseParts(lists: readonly (readonly number[])[]): FusedWork[] {
  const ranked = lists.map((ids) => ({ weight: 1, ranks: new Map([...new Set(ids)].map((id, at) => [id, at + 1])) }));
  return fuse(ranked, K_OF_PARTS).map((work) => ({
    ...work,
    foundBy: ranked.flatMap(({ ranks }, part) => (ranks.has(work.id) ? [part] : [])),
  }));
}
