/** A ranked list: paper row ids with their scores, larger is better. */
export type RankedList = Map<number, number>;

/** Each list scaled to its best score, then summed; a paper that several lists hold rises. */
export function fuse(lists: readonly RankedList[]): RankedList {
  const sums: RankedList = new Map();
  for (const list of lists) {
    const best = Math.max(...list.values(), 0);
    if (best <= 0) continue;
    for (const [id, score] of list) sums.set(id, (sums.get(id) ?? 0) + score / best);
  }
  return sums;
}

/** The best `count` of a list, best first, ties by the lower row id, with scores scaled to (0, 1]. */
export function best(list: RankedList, count: number): { id: number; score: number }[] {
  const ordered = [...list].sort(([idA, a], [idB, b]) => b - a || idA - idB).slice(0, count);
  const top = ordered[0]?.[1] ?? 1;
  return ordered.map(([id, score]) => ({ id, score: Number((score / top).toFixed(6)) }));
}
