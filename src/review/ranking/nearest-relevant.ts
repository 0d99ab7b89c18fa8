import type { SparseRows } from './sparse-rows.ts';

/** How many relevant records a record is compared with: those nearest to it. */
const NEAREST = 3;

/** So many new relevant records share one pass over all records. */
const PER_PASS = 16;

/**
 * How near each record is to the relevant ones: the mean of its greatest likenesses (cosines) to three of them. It
 * finds what is like a single relevant paper, which a line through all of them passes by. Those that are new since the
 * last call share passes over all records.
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
    const added = [...relevant].filter((row) => !this.#added.has(row));
    for (let at = 0; at < added.length; at += PER_PASS) this.#add(added.slice(at, at + PER_PASS));
    const counting = this.#greatest.slice(0, relevant.size);
    const mean = new Float64Array(this.#rows.alone.length);
    for (let row = 0; row < mean.length; row++) {
      let sum = 0;
      for (const list of counting) sum += list[row] as number;
      mean[row] = sum / counting.length;
    }
    return mean;
  }

  #add(relevant: readonly number[]): void {
    for (const row of relevant) this.#added.add(row);
    const { starts, columns, values } = this.#rows;
    const { placeOf, sides } = this.#sideBySide(relevant);
    const likeness = new Float64Array(relevant.length);
    for (let row = 0; row < this.#rows.alone.length; row++) {
      likeness.fill(0);
      for (let at = starts[row] as number, end = starts[row + 1] as number; at < end; at++) {
        const place = placeOf[columns[at] as number] as number;
        if (place === 0) continue;
        const value = values[at] as number;
        for (let index = 0; index < relevant.length; index++)
          likeness[index] = (likeness[index] as number) + value * (sides[place * relevant.length + index] as number);
      }
      for (let index = 0; index < relevant.length; index++) this.#keep(row, likeness[index] as number);
    }
  }

  /** The columns that these rows have, each with a place from 1 on, and there its values of the rows side by side. */
  #sideBySide(relevant: readonly number[]): { placeOf: Int32Array; sides: Float64Array } {
    const { starts, columns, values, width } = this.#rows;
    const placeOf = new Int32Array(width);
    let places = 1;
    const entries = relevant.reduce((sum, row) => sum + (starts[row + 1] as number) - (starts[row] as number), 0);
    const sides = new Float64Array((entries + 1) * relevant.length);
    for (const [index, row] of relevant.entries()) {
      for (let at = starts[row] as number; at < (starts[row + 1] as number); at++) {
        const column = columns[at] as number;
        const place = placeOf[column] || places++;
        placeOf[column] = place;
        sides[place * relevant.length + index] = values[at] as number;
      }
    }
    return { placeOf, sides };
  }

  #keep(row: number, likeness: number): void {
    let next = likeness;
    for (const list of this.#greatest) {
      const before = list[row] as number;
      if (next <= before) continue;
      list[row] = next;
      next = before;
    }
  }
}
