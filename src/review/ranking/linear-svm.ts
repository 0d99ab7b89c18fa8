import { seededNumbers } from '../seeded-numbers.ts';
import { addRow, dotRow, type SparseRows, squareOf } from './sparse-rows.ts';

/** Maximum training rounds, and maximum rounds over new rows alone, which come first. */
const MAX_ROUNDS = 1000;
const MAX_FRESH_ROUNDS = 5;

/** The trained model, which is the starting point of the next training. */
export type SvmState = {
  weights: Float64Array;
  intercept: number;
  /** The dual variable of each row with the sign of its label; 0 for an unlabelled row. */
  dual: Float64Array;
  /** The cost of each row's decision in the last training that included it. */
  costs: Float64Array;
};

export function emptySvm(rows: SparseRows): SvmState {
  const ofRows = () => new Float64Array(rows.alone.length);
  return { weights: new Float64Array(rows.width), intercept: 0, dual: ofRows(), costs: ofRows().fill(1) };
}

/** A labelled row, and the cost of misclassifying it. */
export type LabelledRow = { row: number; label: 0 | 1; cost: number };

/** Weight of all relevant records relative to all irrelevant ones, as in ASReview's ELAS u4. */
const RATIO = 9.8;

/**
 * The decisions with their costs: relevant ones 1, irrelevant ones n1 / (9.8 n0), scaled to a mean of `cost` (as
 * ASReview 3 balances them), in the order of rows. Undefined without decisions of both kinds.
 */
export function balance(labels: ReadonlyMap<number, 0 | 1>, cost: number): LabelledRow[] | undefined {
  let relevant = 0;
  for (const label of labels.values()) relevant += label;
  const irrelevant = labels.size - relevant;
  if (relevant === 0 || irrelevant === 0) return undefined;
  const irrelevantCost = relevant / (RATIO * irrelevant);
  const scaled = (cost * labels.size) / (relevant + relevant / RATIO);
  return [...labels]
    .sort(([a], [b]) => a - b)
    .map(([row, label]) => ({ row, label, cost: scaled * (label === 1 ? 1 : irrelevantCost) }));
}

/**
 * Trains a linear support vector machine with squared hinge loss: the weights w and the intercept b that minimise
 * (|w|² + b²) / 2 + Σ cost(i) max(0, 1 - y(i) (w x(i) + b))². Dual coordinate descent (Hsieh et al. 2008, the
 * solver of liblinear), until no gradient is farther than `tolerance` from its optimum. It starts from the last state,
 * whatever its labels, and modifies it. It is deterministic: rows are visited in an order seeded by their number.
 */
export function trainSvm(
  rows: SparseRows,
  labelled: readonly LabelledRow[],
  state: SvmState,
  squares: Float64Array,
  tolerance: number,
): SvmState {
  const random = seededNumbers(labelled.length);
  const visit = (visited: LabelledRow[]) => visitRows(rows, visited, state, squares, random);
  const fresh = carryOver(rows, labelled, state);
  // New rows have the largest gradients: training them alone first halves the work for the others.
  if (fresh.length < labelled.length)
    for (let round = 0; round < MAX_FRESH_ROUNDS && visit(fresh) > tolerance; round++);
  const all = [...labelled];
  for (let round = 0; round < MAX_ROUNDS && visit(all) > tolerance; round++);
  return state;
}

/** One step for each of the rows, in shuffled order. Returns the largest distance of a gradient from its optimum. */
function visitRows(
  rows: SparseRows,
  visited: LabelledRow[],
  state: SvmState,
  squares: Float64Array,
  random: () => number,
): number {
  const { weights, dual } = state;
  let farthest = 0;
  for (let at = 0; at < visited.length; at++) {
    const drawn = at + Math.floor(random() * (visited.length - at));
    const each = visited[drawn] as LabelledRow;
    visited[drawn] = visited[at] as LabelledRow;
    visited[at] = each;
    const { row, label, cost } = each;
    const y = label === 1 ? 1 : -1;
    // The squared loss adds this to the diagonal.
    const extra = 0.5 / cost;
    const before = y * (dual[row] as number);
    const unshared = (rows.alone[row] as number) * before;
    const gradient = y * (dotRow(rows, row, weights) + state.intercept) + unshared - 1 + extra * before;
    if (before === 0 && gradient >= 0) continue;
    farthest = Math.max(farthest, Math.abs(gradient));
    const after = Math.max(0, before - gradient / ((squares[row] as number) + 1 + extra));
    const change = y * (after - before);
    dual[row] = (dual[row] as number) + change;
    addRow(rows, row, change, weights);
    state.intercept += change;
  }
  return farthest;
}

/**
 * Keeps the duals of rows whose label is unchanged, scaled by the change of their costs, and recomputes the weights
 * from them, which removes accumulated rounding errors. Returns the rows that start at zero.
 */
function carryOver(rows: SparseRows, labelled: readonly LabelledRow[], state: SvmState): LabelledRow[] {
  const { weights, dual, costs } = state;
  const before = dual.slice();
  const fresh: LabelledRow[] = [];
  dual.fill(0);
  weights.fill(0);
  state.intercept = 0;
  for (const each of labelled) {
    const { row, label, cost } = each;
    const kept = ((before[row] as number) * cost) / (costs[row] as number);
    costs[row] = cost;
    if (label === 1 ? kept > 0 : kept < 0) {
      dual[row] = kept;
      addRow(rows, row, kept, weights);
      state.intercept += kept;
    } else fresh.push(each);
  }
  return fresh;
}

/** The decision value w x + b of each row. */
export function decisionValues(rows: SparseRows, { weights, intercept, dual }: SvmState): Float64Array {
  const values = new Float64Array(rows.alone.length);
  for (let row = 0; row < values.length; row++)
    values[row] = dotRow(rows, row, weights) + intercept + (rows.alone[row] as number) * (dual[row] as number);
  return values;
}

/** The squared length of each row, which training needs. */
export function squaresOf(rows: SparseRows): Float64Array {
  return Float64Array.from(rows.alone, (_, row) => squareOf(rows, row));
}
