/** Groups the items by key, in the given order; no group is empty. */
export function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Adds to a key's sum, which starts at 0. */
export function addTo<Key>(sums: Map<Key, number>, key: Key, by = 1): void {
  sums.set(key, (sums.get(key) ?? 0) + by);
}

/** How often each name occurs among the values, in the order of the names, without those that do not occur. */
export function countInOrder(names: readonly string[], values: readonly string[]): Record<string, number> {
  const counts = names.map((name) => [name, values.filter((value) => value === name).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** Maps each word of a value to the name that lists it. */
export function byWord<Name extends string>(words: Readonly<Record<Name, string>>, separator = ' '): Map<string, Name> {
  const entries = Object.entries(words) as [Name, string][];
  return new Map(entries.flatMap(([name, list]) => list.split(separator).map((word) => [word, name] as const)));
}

/** The most frequent value, each counted with its weight; 0 if there is none. */
export function mostFrequent(values: readonly number[], weights: readonly number[] = []): number {
  const counts = new Map<number, number>();
  for (const [at, value] of values.entries()) counts.set(value, (counts.get(value) ?? 0) + (weights[at] ?? 1));
  let [best, most] = [0, 0];
  for (const [value, count] of counts) if (count > most) [best, most] = [value, count];
  return best;
}

/** Appends an item to a key's list, which starts empty. */
export function appendTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** The pairs of a table such as `ж=zh ъ=`, separated by blanks. */
export function readPairs(table: string): [name: string, value: string][] {
  return table.split(' ').map((pair) => pair.split('=', 2) as [string, string]);
}
