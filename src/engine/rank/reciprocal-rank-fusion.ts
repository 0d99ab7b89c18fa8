/** One opinion of the order: the ids of papers with their ranks, from 1, and how much it counts. */
export type RankedList = { weight: number; ranks: ReadonlyMap<number, number> };

/** Cormack, Clarke and Büttcher (2009), who found 60 to work whatever is fused. */
const K = 60;

/**
 * Reciprocal rank fusion: a paper's score is the sum of weight / (60 + rank) over the lists that have it, as a share of
 * the most that these lists can give, so from 0 to 1. Scores of different engines are on scales of their own and are
 * never added; ranks can be.
 */
export function fuse(lists: readonly RankedList[]): { id: number; score: number }[] {
  const used = lists.filter(({ ranks }) => ranks.size > 0);
  const maxSum = used.reduce((sum, { weight }) => sum + weight / (K + 1), 0);
  const sums = new Map<number, number>();
  for (const { weight, ranks } of used) {
    for (const [id, rank] of ranks) sums.set(id, (sums.get(id) ?? 0) + weight / (K + rank));
  }
  return [...sums].map(([id, sum]) => ({ id, score: sum / maxSum })).sort((a, b) => b.score - a.score || a.id - b.id);
}
