import { addRow, dotRow, type SparseRows } from './sparse-rows.ts';

/** How many relevant records a record is compared with: those nearest to it. */
const NEAREST = 3;

/**
 * How near each record is to the relevant ones: the mean of its greatest likenesses (cosines) to three of them. It
 * finds what is like a single relevant paper, which a line through all of them passes by. Each further relevant record
 * costs one pass over all.
 */
export class NearestRelevant {
  readonly #rows: SparseRows;
  readonly #greatest: Float64Array[];
  #added = new Set<number>();

  constructor(rows: SparseRows) {
    this.#rows = rows;
    this.#greatest = Array.from({ length: NEAREST }, () => new Float64Array(rows.alone.length));
  }

  /** The nearness of all records to these; begins anew where one that counted is missing. */
  nearness(relevant: ReadonlySet<number>): Float64Array {
    if ([...this.#added].some((row) => !relevant.has(row))) {
      this.#added = new Set();
      for (const list of this.#greatest) list.fill(0);
    }
    for (const row of relevant) if (!this.#added.has(row)) this.#add(row);
    const count = Math.min(NEAREST, relevant.size);
    return Float64Array.from(this.#rows.alone, (_, row) => {
      let sum = 0;
      for (let at = 0; at < count; at++) sum += this.#greatest[at]?.[row] as number;
      return sum / count;
    });
  }

  #add(relevant: number): void {
    this.#added.add(relevant);
    const vector = new Float64Array(this.#rows.width);
    addRow(this.#rows, relevant, 1, vector);
    for (let row = 0; row < this.#rows.alone.length; row++) {
      let likeness = dotRow(this.#rows, row, vector);
      for (const list of this.#greatest) {
        const before = list[row] as number;
        if (likeness <= before) continue;
        list[row] = likeness;
        likeness = before;
      }
    }
  }
}
