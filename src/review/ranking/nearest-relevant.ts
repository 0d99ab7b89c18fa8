import { addRow, type SparseMatrix } from './sparse-rows.ts';

/** Number of nearest relevant records that a record is compared with. */
const NEAREST = 3;

/**
 * The similarity of each record to relevant ones: the sum of its three largest cosines to them. It finds records
 * similar to a single relevant paper, which a linear model over all of them misses.
 */
export class NearestRelevant {
  readonly #rows: SparseMatrix;
  readonly #columns: SparseMatrix;
  /** Three per record, largest first, and their sum. */
  readonly #greatest: Float64Array;
  readonly #sums: Float64Array;
  readonly #likeness: Float64Array;
  readonly #added = new Set<number>();

  /** Takes the matrix of records, and its transpose. */
  constructor(rows: SparseMatrix, columns: SparseMatrix) {
    const size = rows.starts.length - 1;
    this.#rows = rows;
    this.#columns = columns;
    this.#greatest = new Float64Array(NEAREST * size);
    this.#sums = new Float64Array(size);
    this.#likeness = new Float64Array(size);
  }

  /** The similarity of all records to these; recomputed from scratch if a record that counted before is missing. */
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
    // Visits only records that share a term: a tenth of a pass over all records.
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
