import { seededNumbers } from '../seeded-numbers.ts';
import { balance, decisionValues, emptySvm, squaresOf, trainSvm } from './linear-svm.ts';
import { NearestRelevant } from './nearest-relevant.ts';
import { dotRow, type SparseMatrix, type SparseRows, transpose } from './sparse-rows.ts';
import { termRows } from './term-rows.ts';

/** The fields of a record that the ranking reads. */
export type RankedRecord = {
  title: string;
  abstract?: string | undefined;
  /** The words of authors and indexers, MeSH among them. */
  keywords?: readonly string[] | undefined;
};

export type RankerOptions = {
  /** What the review asks, and the words of its criteria: the order begins with them while nothing is decided. */
  question?: string | undefined;
  criteriaWords?: readonly string[] | undefined;
  /** Decides the random slice of the beginning; the same seed gives the same order. */
  seed?: number | undefined;
};

/** Decisions as they stand, by the place of the record: 1 relevant, 0 irrelevant. */
type Labels = ReadonlyMap<number, 0 | 1>;

export type Ranker = {
  /**
   * A score for each record, the higher the likelier it is relevant; of records with a decision, too. Scores compare
   * within one call only.
   */
  score(labels: Labels): Float64Array;
  /** The records without a decision, the likeliest first; equal scores in the order of the records. */
  nextOrder(labels: Labels): Int32Array;
  /** A ranker of the same records that has learnt nothing yet, for a reader or a stage of its own. */
  another(): Ranker;
};

/** Penalty (SVM `C`) for a misclassified decision; value from ELAS u4. */
const COST = 0.11;

/** How exactly each training is done, whose slips the next one makes good; decision 0042 has what it costs. */
const TOLERANCE = 0.02;

/** How much the nearness to single relevant records counts beside the model; decision 0042 has how it was chosen. */
const NEARNESS_SHARE = 0.15;

/** Of the beginning without relevant records, each so-manyth record is a random one. */
const RANDOM_EACH = 2;

/**
 * Ranks the records of a review by its decisions so far. Computes the features once (a second for 10,000 records);
 * each call trains again, starting from the call before, so that it is fast where few labels were added. The same
 * labels in the same sequence of calls give the same scores.
 *
 * With relevant and irrelevant records it is a linear SVM over words and pairs of words, as ASReview's ELAS u4, with
 * the nearness to single relevant records beside it; decision 0042 has what was chosen, and on which data. Before
 * that, records like the question and random ones alternate: an order by the question alone gets stuck where it words
 * things differently from the relevant papers.
 */
export function createRanker(records: readonly RankedRecord[], options: RankerOptions = {}): Ranker {
  const question = [options.question ?? '', ...(options.criteriaWords ?? [])].join(' ').trim();
  const texts = records.map(({ title, abstract, keywords }) => [title, abstract ?? '', ...(keywords ?? [])].join(' '));
  const rows = termRows(question === '' ? texts : [...texts, question]);
  const squares = squaresOf(rows);
  const beginning = beginningScores(rows, records.length, question !== '', options.seed ?? 0);
  return learner({ size: records.length, rows, columns: transpose(rows), squares, beginning });
}

/** What all rankers of the same records share. */
type Features = {
  size: number;
  rows: SparseRows;
  /** The same by the terms. */
  columns: SparseMatrix;
  squares: Float64Array;
  beginning: Float64Array;
};

function learner(features: Features): Ranker {
  const { size, rows, columns, squares, beginning } = features;
  const nearest = new NearestRelevant(rows, columns);
  const state = emptySvm(rows);

  const score = (labels: Labels): Float64Array => {
    const labelled = balance(labels, COST);
    if (labelled === undefined) return scoreOneSided(rows, labels, beginning);
    trainSvm(rows, labelled, state, squares, TOLERANCE);
    const isOpen = new Uint8Array(rows.alone.length).fill(1, 0, size);
    for (const { row } of labelled) isOpen[row] = 0;
    const model = standardise(decisionValues(rows, state), isOpen);
    const relevant = new Set(labelled.flatMap(({ row, label }) => (label === 1 ? [row] : [])));
    const near = standardise(nearest.nearness(relevant), isOpen);
    const scores = new Float64Array(size);
    for (let row = 0; row < size; row++)
      scores[row] = (1 - NEARNESS_SHARE) * (model[row] as number) + NEARNESS_SHARE * (near[row] as number);
    return scores;
  };
  return {
    score,
    nextOrder(labels) {
      const scores = score(labels);
      const open = Int32Array.from(Array(size).keys()).filter((row) => !labels.has(row));
      return open.sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b);
    },
    another: () => learner(features),
  };
}

/** Changes values to those less their mean, by their standard deviation; both of the open records. */
function standardise(values: Float64Array, isOpen: Uint8Array): Float64Array {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (let row = 0; row < values.length; row++) {
    if (isOpen[row] === 0) continue;
    const value = values[row] as number;
    count++;
    sum += value;
    squares += value ** 2;
  }
  const mean = count === 0 ? 0 : sum / count;
  const deviation = count === 0 ? 1 : Math.sqrt(Math.max(0, squares / count - mean ** 2)) || 1;
  for (let row = 0; row < values.length; row++) values[row] = ((values[row] as number) - mean) / deviation;
  return values;
}

/** Scores while nothing is decided: the records like the question and random ones in turn. */
function beginningScores(rows: SparseRows, size: number, hasQuestion: boolean, seed: number): Float64Array {
  const random = seededNumbers(seed);
  const keys = Float64Array.from({ length: size }, random);
  const byChance = Int32Array.from(keys.keys()).sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b);
  if (!hasQuestion) return scoresOf(byChance);
  const likeness = likenessTo(rows, [size]);
  const byLikeness = Int32Array.from(keys.keys()).sort(
    (a, b) => (likeness[b] as number) - (likeness[a] as number) || a - b,
  );
  const merged = new Set<number>();
  for (let at = 0, likely = 0; at < byChance.length; at++) {
    if (at % RANDOM_EACH === RANDOM_EACH - 1) merged.add(byChance[(at - 1) / RANDOM_EACH] as number);
    else merged.add(byLikeness[likely++] as number);
  }
  for (const row of byLikeness) merged.add(row);
  return scoresOf([...merged]);
}

/** Scores with decisions of one kind: like the relevant ones, or else the beginning, away from the irrelevant ones. */
function scoreOneSided(rows: SparseRows, labels: Labels, beginning: Float64Array): Float64Array {
  const isRelevant = labels.values().next().value === 1;
  if (!isRelevant) return beginning;
  return likenessTo(rows, [...labels.keys()]).slice(0, beginning.length);
}

/** The mean scalar product of each row with those given. */
function likenessTo(rows: SparseRows, given: readonly number[]): Float64Array {
  const sum = new Float64Array(rows.width);
  for (const row of given) {
    for (let at = rows.starts[row] as number; at < (rows.starts[row + 1] as number); at++) {
      const column = rows.columns[at] as number;
      sum[column] = (sum[column] as number) + (rows.values[at] as number) / given.length;
    }
  }
  return Float64Array.from(rows.alone, (_, row) => dotRow(rows, row, sum));
}

/** Falling scores for an order of records. */
function scoresOf(order: Iterable<number>): Float64Array {
  const list = [...order];
  const scores = new Float64Array(list.length);
  for (const [place, row] of list.entries()) scores[row] = -place;
  return scores;
}
