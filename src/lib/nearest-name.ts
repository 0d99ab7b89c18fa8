/** The name that was probably meant: the nearest within this many edits. */
export function nearestName(typed: string, names: readonly string[], maxDistance: number): string | undefined {
  const [first] = names
    .map((name) => ({ name, distance: editDistance(typed, name, maxDistance) }))
    .sort((a, b) => a.distance - b.distance);
  return first && first.distance <= maxDistance ? first.name : undefined;
}

/**
 * The minimum number of letters to insert, delete or replace (Levenshtein), or Infinity above `max`: it looks no
 * further than that from the diagonal.
 */
function editDistance(from: string, to: string, max: number): number {
  if (Math.abs(from.length - to.length) > max) return Number.POSITIVE_INFINITY;
  const far = Number.POSITIVE_INFINITY;
  let row = new Map(Array.from({ length: Math.min(max, to.length) + 1 }, (_, index) => [index, index]));
  for (let at = 0; at < from.length; at += 1) {
    const next = new Map<number, number>();
    for (let index = Math.max(at + 1 - max, 0); index <= Math.min(at + 1 + max, to.length); index += 1) {
      const replaced = index === 0 ? far : (row.get(index - 1) ?? far) + (from[at] === to[index - 1] ? 0 : 1);
      next.set(index, Math.min(replaced, (row.get(index) ?? far) + 1, (next.get(index - 1) ?? far) + 1));
    }
    row = next;
  }
  return row.get(to.length) ?? far;
}
