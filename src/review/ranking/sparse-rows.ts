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
  let sum = 0;
  for (let at = starts[row] as number, end = starts[row + 1] as number; at < end; at++)
    sum += (values[at] as number) * (vector[columns[at] as number] as number);
  return sum;
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
