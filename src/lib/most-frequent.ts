/** The value that occurs most, each counted with its weight; 0 when there is none. */
export function mostFrequent(values: readonly number[], weights: readonly number[] = []): number {
  const counts = new Map<number, number>();
  for (const [at, value] of values.entries()) counts.set(value, (counts.get(value) ?? 0) + (weights[at] ?? 1));
  let [best, most] = [0, 0];
  for (const [value, count] of counts) if (count > most) [best, most] = [value, count];
  return best;
}
