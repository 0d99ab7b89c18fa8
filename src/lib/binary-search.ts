/** The first index from 0 up to `end` that meets a condition which all later ones meet, too; `end` if none does. */
export function firstIndex(end: number, isMet: (index: number) => boolean): number {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isMet(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The index of the last of ascending items whose number is not above a value; -1 if there is none. */
export function lastUpTo<T>(items: ArrayLike<T>, value: number, numberOf: (item: T) => number = Number): number {
  return firstIndex(items.length, (index) => numberOf(items[index] as T) > value) - 1;
}
