/** The index of the last of ascending items that is not above a value; -1 if there is none. */
export function lastUpTo<T>(items: ArrayLike<T>, value: number, numberOf: (item: T) => number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numberOf(items[middle] as T) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export const itself = (number: number) => number;
