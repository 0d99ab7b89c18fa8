import { seededNumbers } from '../seeded-numbers.ts';
import { balance, decisionValues, emptySvm, squaresOf, trainSvm } from './linear-svm.ts';
import { NearestRelevant } from './nearest-relevant.ts';
import { dotRow, type SparseMatrix, type SparseRows, transpose } from './sparse-rows.ts';
import { termRows } from './term-rows.ts';

/** The fields of a record that the ranking reads. */
export type RankedRecord = {
  title: string;
  abstract?: string | undefined;
  /** Keywords of authors and indexers, including MeSH. */
  keywords?: readonly string[] | undefined;
};

/** Placeholders that programs write for a missing title or abstract. */
const SAYS_NOTHING = /^(?:n a|na|nan|none|null|untitled|no (?:title|abstract)(?: available)?)?$/;

/** Whether a ranking can place a record: one with neither title, abstract nor keywords is read first, apart. */
export function isRankable({ title, abstract = '', keywords = [] }: RankedRecord): boolean {
  const plain = (text: string) =>
    text
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .toLowerCase();
  return [title, abstract, ...keywords].some((text) => !SAYS_NOTHING.test(plain(text)));
}

export type RankerOptions = {
  /** The review's question and the words of its criteria, which determine the order before the first decision. */
  question?: string | undefined;
  criteriaWords?: readonly string[] | undefined;
  /** Seed of the random records at the beginning; the same seed gives the same order. */
  seed?: number | undefined;
};

/** Current decisions by index of the record: 1 relevant, 0 irrelevant. */
type Labels = ReadonlyMap<number, 0 | 1>;

export type Ranker = {
  /**
   * A score for each record, including decided ones; a higher score means more likely relevant. Scores are comparable
   * only within one call.
   */
  score(labels: Labels): Float64Array;
  /** The records without a decision, most likely relevant first; equal scores in the order of the records. */
  nextOrder(labels: Labels): Int32Array;
  /** A new ranker of the same records that has learnt nothing yet, for another reader or stage. */
  another(): Ranker;
};

/** Penalty (SVM `C`) for a misclassified decision; value from ELAS u4. */
const COST = 0.11;

/** Tolerance of each training; the next one corrects its error. Decision 0042 has the effect on results. */
const TOLERANCE = 0.02;

/** Weight of the similarity to single relevant records, relative to the model; decision 0042 explains the choice. */
const NEARNESS_SHARE = 0.15;

/** Before relevant records are known, every nth record is a random one. */
const RANDOM_EACH = 2;

/**
 * Ranks the records of a review by its decisions so far. Computes the features once (a second for 10,000 records); each
 * call trains again, starting from the previous state, so that it is fast if few labels were added. The same labels in
 * the same sequence of calls give the same scores.
 *
 * With relevant and irrelevant records it is a linear SVM over words and pairs of words, as in ASReview's ELAS u4,
 * combined with the similarity to single relevant records; decision 0042 documents the choice and its data. Before
 * that, records similar to the question and random ones alternate: an order by the question alone gets stuck if its
 * wording differs from the relevant papers'.
 */
export function createRanker(records: readonly RankedRecord[], options: RankerOptions = {}): Ranker {
  const question = [options.question ?? '', ...(options.criteriaWords ?? [])].join(' ').trim();
  const texts = records.map(({ title, abstract, keywords }) => [title, abstract ?? '', ...(keywords ?? [])].join(' '));
  const rows = termRows(question === '' ? texts : [...texts, question]);
  const squares = squaresOf(rows);
  const beginning = beginningScores(rows, records.length, question !== '', options.seed ?? 0);
  return learner({ size: records.length, rows, columns: transpose(rows), squares, beginning });
}

/** Shared by all rankers of the same records. */
type Features = {
  size: number;
  rows: SparseRows;
  /** The transpose, by terms. */
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

/** Standardises values by the mean and standard deviation over the open records. */
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

/** Scores before the first decision: records similar to the question alternate with random ones. */
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

/**
 * Scores with decisions of one kind only: by similarity to the relevant ones, or the initial order with dissimilarity
 * to the irrelevant ones.
 */
function scoreOneSided(rows: SparseRows, labels: Labels, beginning: Float64Array): Float64Array {
  const isRelevant = labels.values().next().value === 1;
  if (!isRelevant) return beginning;
  return likenessTo(rows, [...labels.keys()]).slice(0, beginning.length);
}

/** The mean dot product of each row with some others. */
function likenessTo(rows: SparseRows, others: readonly number[]): Float64Array {
  const sum = new Float64Array(rows.width);
  for (const row of others) {
    for (let at = rows.starts[row] as number; at < (rows.starts[row + 1] as number); at++) {
      const column = rows.columns[at] as number;
      sum[column] = (sum[column] as number) + (rows.values[at] as number) / others.length;
    }
  }
  return Float64Array.from(rows.alone, (_, row) => dotRow(rows, row, sum));
}

/** Descending scores for an order of records. */
function scoresOf(order: Iterable<number>): Float64Array {
  const list = [...order];
  const scores = new Float64Array(list.length);
  for (const [rank, row] of list.entries()) scores[row] = -rank;
  return scores;
}
