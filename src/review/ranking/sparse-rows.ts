/** A sparse matrix: the values of row i range from `starts[i]` to `starts[i + 1]`. */
export type SparseMatrix = {
  starts: Int32Array;
  columns: Int32Array;
  /** In single precision, which shortens the data that training reads repeatedly to two thirds. */
  values: Float32Array;
};

/** The rows of texts. */
export type SparseRows = SparseMatrix & {
  /** Number of columns. */
  width: number;
  /**
   * The sum of squares of a row's values in columns that no other row uses. Such columns do not affect dot products of
   * two rows; only a row's own length needs them.
   */
  alone: Float64Array;
};

/** The transposed matrix. */
export function transpose({ starts, columns, values, width }: SparseRows): SparseMatrix {
  // Contains first the count of each column, then its end, and finally, after filling backwards, its start.
  const bounds = new Int32Array(width + 1);
  for (const column of columns) bounds[column] = (bounds[column] as number) + 1;
  for (let column = 1; column <= width; column++)
    bounds[column] = (bounds[column] as number) + (bounds[column - 1] as number);
  const transposed = {
    starts: bounds,
    columns: new Int32Array(columns.length),
    values: new Float32Array(values.length),
  };
  for (let row = starts.length - 2; row >= 0; row--) {
    for (let at = starts[row] as number, end = starts[row + 1] as number; at < end; at++) {
      const column = columns[at] as number;
      const position = (bounds[column] as number) - 1;
      bounds[column] = position;
      transposed.columns[position] = row;
      transposed.values[position] = values[at] as number;
    }
  }
  return transposed;
}

/** The dot product of a row with a vector, excluding the columns that only this row has. */
export function dotRow({ starts, columns, values }: SparseMatrix, row: number, vector: Float64Array): number {
  // Four independent sums, so that none waits for the others.
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
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
export function addRow({ starts, columns, values }: SparseMatrix, row: number, factor: number, to: Float64Array): void {
  let at = starts[row] as number;
  const end = starts[row + 1] as number;
  // Four at a time, reading all before writing one: a write makes the processor reload array data.
  for (; at + 3 < end; at += 4) {
    const first = columns[at] as number;
    const second = columns[at + 1] as number;
    const third = columns[at + 2] as number;
    const fourth = columns[at + 3] as number;
    const newFirst = (to[first] as number) + factor * (values[at] as number);
    const newSecond = (to[second] as number) + factor * (values[at + 1] as number);
    const newThird = (to[third] as number) + factor * (values[at + 2] as number);
    const newFourth = (to[fourth] as number) + factor * (values[at + 3] as number);
    to[first] = newFirst;
    to[second] = newSecond;
    to[third] = newThird;
    to[fourth] = newFourth;
  }
  for (; at < end; at++) {
    const column = columns[at] as number;
    to[column] = (to[column] as number) + factor * (values[at] as number);
  }
}

/** The squared length of a row. */
export function squareOf({ starts, values, alone }: SparseRows, row: number): number {
  let sum = alone[row] as number;
  for (let at = starts[row] as number, end = starts[row + 1] as number; at < end; at++)
    sum += (values[at] as number) ** 2;
  return sum;
}
