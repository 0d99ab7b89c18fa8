/** A matrix of rows with few values: those of row i stand from `starts[i]` to `starts[i + 1]`. */
export type SparseRows = {
  starts: Int32Array;
  columns: Int32Array;
  values: Float64Array;
  /** How many columns there are. */
  width: number;
  /**
   * What a row has in columns where no other row has anything, as the sum of squares. Such columns lie in no scalar
   * product of two rows; only a row's own length needs them.
   */
  alone: Float64Array;
};

/** The scalar product of a row with a vector, without the row's columns that no other has. */
export function dotRow({ starts, columns, values }: SparseRows, row: number, vector: Float64Array): number {
  // Four sums: none waits for the others.
  let [first, second, third, fourth] = [0, 0, 0, 0];
  let at = starts[row] as number;
  const end = starts[row + 1] as number;
  for (; at + 3 < end; at += 4) {
    first += (values[at] as number) * (vector[columns[at] as number] as number);
    second += (values[at + 1] as number) * (vector[columns[at + 1] as number] as number);
    third += (values[at + 2] as number) * (vector[columns[at + 2] as number] as number);
    fourth += (values[at + 3] as number) * (vector[columns[at + 3] as number] as number);
  }
  for (; at < end; at++) first += (values[at] as number) * (vector[columns[at] as number] as number);
  return first + second + third + fourth;
}

/** Adds a multiple of a row to a vector. */
export function addRow({ starts, columns, values }: SparseRows, row: number, factor: number, to: Float64Array): void {
  for (let at = starts[row] as number, end = starts[row + 1] as number; at < end; at++) {
    const column = columns[at] as number;
    to[column] = (to[column] as number) + factor * (values[at] as number);
  }
}

/** The square of a row's length. */
export function squareOf({ starts, values, alone }: SparseRows, row: number): number {
  let sum = alone[row] as number;
  for (let at = starts[row] as number, end = starts[row + 1] as number; at < end; at++)
    sum += (values[at] as number) ** 2;
  return sum;
}
