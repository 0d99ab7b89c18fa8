/** So many items take ten milliseconds or so. */
const PER_TURN = 99;

/** Changes one after the other; the page answers after each hundred or so. */
export async function mapInTurns<T, R>(items: readonly T[], change: (item: T, at: number) => R): Promise<R[]> {
  const changed: R[] = [];
  for (const [at, item] of items.entries())
    if (changed.push(change(item, at)) % PER_TURN === 0) await new Promise((go) => setTimeout(go));
  return changed;
}
