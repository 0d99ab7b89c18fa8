import { firstIndex } from '../../lib/binary-search.ts';

/** The index of the last of ascending items that is not above a value; -1 if there is none. */
export function lastUpTo<T>(items: ArrayLike<T>, value: number, numberOf: (item: T) => number): number {
  return firstIndex(items.length, (index) => numberOf(items[index] as T) > value) - 1;
}

export const itself = (number: number) => number;
