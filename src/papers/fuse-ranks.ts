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
