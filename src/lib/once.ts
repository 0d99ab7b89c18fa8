/** Creates a value at the first call and returns the same one from then on. A throw is not remembered. */
export function once<T>(make: () => T): () => T {
  let result: { value: T } | undefined;
  return () => {
    result ??= { value: make() };
    return result.value;
  };
}

/** The same for a promise: a rejection is forgotten, so that a later call tries again. */
export function onceAsync<T>(make: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= make().catch((error) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}

/** The same for a text or an object: the value of the last one stays, for loops that ask about one again and again. */
export function onceInARow<Item, Value>(read: (item: Item) => Value): (item: Item) => Value {
  let last: { item: Item; value: Value } | undefined;
  return (item) => {
    if (!last || last.item !== item) last = { item, value: read(item) };
    return last.value;
  };
}

/** The same for each of many objects: its value stays as long as the object, which must not change. */
export function oncePer<Item extends object, Value>(read: (item: Item) => Value): (item: Item) => Value {
  const cache = new WeakMap<Item, { value: Value }>();
  return (item) => {
    const entry = cache.get(item) ?? { value: read(item) };
    cache.set(item, entry);
    return entry.value;
  };
}
