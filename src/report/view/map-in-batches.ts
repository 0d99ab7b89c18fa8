/** This many items take about ten milliseconds. */
const PER_TURN = 99;

/** Maps items one after the other, yielding after each hundred or so to keep the page responsive. */
export async function mapInBatches<T, R>(items: readonly T[], change: (item: T, at: number) => R): Promise<R[]> {
  const changed: R[] = [];
  for (const [at, item] of items.entries())
    if (changed.push(change(item, at)) % PER_TURN === 0) await new Promise((go) => setTimeout(go));
  return changed;
}
