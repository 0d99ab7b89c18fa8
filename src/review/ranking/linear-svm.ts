import { seededNumbers } from '../seeded-numbers.ts';
import { addRow, dotRow, type SparseRows, squareOf } from './sparse-rows.ts';

/** Training ends after so many rounds at the latest. */
const MAX_ROUNDS = 1000;

/** The model of a training, and what the next one starts from. */
export type SvmState = {
  weights: Float64Array;
  intercept: number;
  /** The dual variable of each row with the sign of its label: 0 of one that is not labelled. */
  dual: Float64Array;
};

export function emptySvm(rows: SparseRows): SvmState {
  return { weights: new Float64Array(rows.width), intercept: 0, dual: new Float64Array(rows.alone.length) };
}

/** A decision on a row, and what it costs if the model does not meet it. */
export type LabelledRow = { row: number; label: 0 | 1; cost: number };

/** How much all relevant records weigh against all irrelevant ones, as in ASReview's ELAS u4. */
const RATIO = 9.8;

/**
 * The decisions with their costs: relevant ones 1, irrelevant ones n1 / (9.8 n0), scaled to a mean of `cost` (as
 * ASReview 3 balances them). Undefined without decisions of both kinds. In the order of the rows.
 */
export function balance(labels: ReadonlyMap<number, 0 | 1>, cost: number): LabelledRow[] | undefined {
  let relevant = 0;
  for (const label of labels.values()) relevant += label;
  const irrelevant = labels.size - relevant;
  if (relevant === 0 || irrelevant === 0) return undefined;
  const ofIrrelevant = relevant / (RATIO * irrelevant);
  const scaled = (cost * labels.size) / (relevant + relevant / RATIO);
  return [...labels]
    .sort(([a], [b]) => a - b)
    .map(([row, label]) => ({ row, label, cost: scaled * (label === 1 ? 1 : ofIrrelevant) }));
}

/**
 * Trains a linear support vector machine with squared hinge loss: the weights w and the intercept b that minimise
 * (|w|² + b²) / 2 + Σ cost(i) max(0, 1 - y(i) (w x(i) + b))². Dual coordinate descent (Hsieh et al. 2008, the
 * solver of liblinear), until no gradient is farther than `tolerance` from its optimum. It starts from the last state,
 * of whatever labels, and changes it. It is deterministic: rows are visited in an order that their number seeds, those
 * that no longer move less often.
 */
export function trainSvm(
  rows: SparseRows,
  labelled: readonly LabelledRow[],
  state: SvmState,
  squares: Float64Array,
  tolerance: number,
): SvmState {
  takeUp(rows, labelled, state);
  const { weights, dual } = state;
  const sign = Float64Array.from(labelled, ({ label }) => (label === 1 ? 1 : -1));
  // 1 / (2 cost), the diagonal that the squared loss adds.
  const slack = Float64Array.from(labelled, ({ cost }) => 0.5 / cost);
  const random = seededNumbers(labelled.length);
  let farthestBefore = Number.POSITIVE_INFINITY;
  const places = Int32Array.from(labelled.keys());
  let active = places.length;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const isWhole = active === places.length;
    let farthest = 0;
    for (let at = 0; at < active; at++) {
      swap(places, at, at + Math.floor(random() * (active - at)));
      const place = places[at] as number;
      const { row } = labelled[place] as LabelledRow;
      const y = sign[place] as number;
      const extra = slack[place] as number;
      const before = y * (dual[row] as number);
      const own = (rows.alone[row] as number) * before;
      const gradient = y * (dotRow(rows, row, weights) + state.intercept) + own - 1 + extra * before;
      if (before === 0 && gradient >= 0) {
        // Far on the right side: left out until the others have settled.
        if (gradient > farthestBefore) swap(places, at--, --active);
        continue;
      }
      farthest = Math.max(farthest, Math.abs(gradient));
      const after = Math.max(0, before - gradient / ((squares[row] as number) + 1 + extra));
      const change = y * (after - before);
      dual[row] = (dual[row] as number) + change;
      addRow(rows, row, change, weights);
      state.intercept += change;
    }

    if (farthest > tolerance) farthestBefore = farthest;
    else if (isWhole) break;
    else {
      active = places.length;
      farthestBefore = Number.POSITIVE_INFINITY;
    }
  }
  return state;
}

/** Keeps the duals of rows that are labelled as they were, and makes the weights anew, without the slips of steps. */
function takeUp(rows: SparseRows, labelled: readonly LabelledRow[], state: SvmState): void {
  const { weights, dual } = state;
  const before = dual.slice();
  dual.fill(0);
  weights.fill(0);
  state.intercept = 0;
  for (const { row, label } of labelled) {
    const kept = before[row] as number;
    if (label === 1 ? kept <= 0 : kept >= 0) continue;
    dual[row] = kept;
    addRow(rows, row, kept, weights);
    state.intercept += kept;
  }
}

function swap(places: Int32Array, a: number, b: number): void {
  const place = places[a] as number;
  places[a] = places[b] as number;
  places[b] = place;
}

/** w x + b of each row. */
export function decisionValues(rows: SparseRows, { weights, intercept, dual }: SvmState): Float64Array {
  const values = new Float64Array(rows.alone.length);
  for (let row = 0; row < values.length; row++)
    values[row] = dotRow(rows, row, weights) + intercept + (rows.alone[row] as number) * (dual[row] as number);
  return values;
}

/** The square of each row's length, which training needs. */
export function squaresOf(rows: SparseRows): Float64Array {
  return Float64Array.from(rows.alone, (_, row) => squareOf(rows, row));
}
