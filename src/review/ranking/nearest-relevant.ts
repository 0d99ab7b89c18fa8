import { addRow, type SparseMatrix } from './sparse-rows.ts';

/** How many relevant records a record is compared with: those nearest to it. */
const NEAREST = 3;

/**
 * How near each record is to the relevant ones: the sum of its greatest likenesses (cosines) to three of them. It finds
 * what is like a single relevant paper, which a line through all of them passes by.
 */
export class NearestRelevant {
  readonly #rows: SparseMatrix;
  readonly #columns: SparseMatrix;
  /** Three for each record, the greatest first, and their sum. */
  readonly #greatest: Float64Array;
  readonly #sums: Float64Array;
  readonly #likeness: Float64Array;
  readonly #added = new Set<number>();

  /** Takes a matrix of records, and what it has by its columns. */
  constructor(rows: SparseMatrix, columns: SparseMatrix) {
    const size = rows.starts.length - 1;
    this.#rows = rows;
    this.#columns = columns;
    this.#greatest = new Float64Array(NEAREST * size);
    this.#sums = new Float64Array(size);
    this.#likeness = new Float64Array(size);
  }

  /** The nearness of all records to these; begins anew where one that counted is missing. */
  nearness(relevant: ReadonlySet<number>): Float64Array {
    if ([...this.#added].some((row) => !relevant.has(row))) {
      this.#added.clear();
      this.#greatest.fill(0);
      this.#sums.fill(0);
    }
    for (const row of relevant) if (!this.#added.has(row)) this.#add(row);
    return this.#sums.slice();
  }

  #add(relevant: number): void {
    this.#added.add(relevant);
    const { starts, columns, values } = this.#rows;
    this.#likeness.fill(0);
    // Only what shares a term is touched: a tenth of what a pass over all records reads.
    for (let at = starts[relevant] as number, end = starts[relevant + 1] as number; at < end; at++)
      addRow(this.#columns, columns[at] as number, values[at] as number, this.#likeness);
    for (let row = 0; row < this.#likeness.length; row++) this.#keep(row, this.#likeness[row] as number);
  }

  #keep(row: number, likeness: number): void {
    const greatest = this.#greatest;
    const last = NEAREST * (row + 1) - 1;
    if (likeness <= (greatest[last] as number)) return;
    let at = last;
    for (; at > NEAREST * row && likeness > (greatest[at - 1] as number); at--)
      greatest[at] = greatest[at - 1] as number;
    greatest[at] = likeness;
    let sum = 0;
    for (let each = NEAREST * row; each <= last; each++) sum += greatest[each] as number;
    this.#sums[row] = sum;
  }
}
