import { createHash, randomBytes } from 'node:crypto';
import type { ServingOrder } from '../events.ts';
import type { Reader, Stage } from '../protocol.ts';
import { type Label, labelsFor } from '../queue.ts';
import { createRanker, isRankable, type Ranker } from '../ranking/record-ranker.ts';
import { type ReviewState, readerKey } from '../review-state.ts';
import type { OpenReview } from './review-log.ts';

/** Shared by the rankers of a review: the indexes of its records, and their features. */
type Ranking = {
  indexes: ReadonlyMap<string, number>;
  /** The criteria when it was created. */
  criteria: ReviewState['criteria'];
  untaught: Ranker;
  byReader: Map<string, Ranker>;
};

/** Keyed by the records of an open review. Creating one takes a second for 5,000 records. */
const RANKINGS = new WeakMap<OpenReview['records'], Ranking>();

/**
 * The first `count` of some records of a review in the order in which a reader should see them: most likely relevant
 * first, most uncertain first, or random, which is the same in each call.
 */
export function orderRecords(
  review: OpenReview,
  who: Reader,
  stage: Stage,
  candidates: readonly string[],
  order: ServingOrder,
  count: number,
): { refs: string[]; labels: number; seed?: string } {
  const labels = labelsFor(review.state, who, stage);
  if (order === 'random') {
    // Random, so that the order cannot be known before it starts and affect what is read before.
    const seed = review.state.chance[stage] ? undefined : randomBytes(16).toString('hex');
    const chance = review.state.chance[stage] ?? { seed };
    return { refs: byChance(review, chance, candidates).slice(0, count), labels: labels.length, seed };
  }
  const { ranker, indexes } = rankerOf(review, `${stage} ${readerKey(who)}`);
  const known = labels.flatMap(({ ref, isRelevant }: Label): [number, 0 | 1][] => {
    const index = indexes.get(ref);
    return index === undefined ? [] : [[index, isRelevant ? 1 : 0]];
  });
  const scores = ranker.score(new Map(known));
  const keys = Float64Array.from(candidates, (ref) => {
    const score = scores[indexes.get(ref) ?? -1] ?? Number.NEGATIVE_INFINITY;
    const paper = review.records.get(ref)?.paper;
    if (paper && !isRankable(paper)) return Number.POSITIVE_INFINITY;
    return order === 'uncertain' ? -Math.abs(score) : score;
  });
  // Without a relevant record the ranking has learned nothing, and the order is that of the beginning.
  const learnedFrom = labels.some(({ isRelevant }) => isRelevant) ? labels.length : 0;
  return { refs: highest(keys, count).map((index) => candidates[index] as string), labels: learnedFrom };
}

/** The indexes of the highest keys, highest first; equal ones in their order. */
function highest(keys: Float64Array, count: number): number[] {
  const best: number[] = [];
  const isAbove = (key: number, index: number | undefined) => index === undefined || key > (keys[index] as number);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as number;
    if (best.length === count && !isAbove(key, best.at(-1))) continue;
    let position = best.length;
    while (position > 0 && isAbove(key, best[position - 1])) position--;
    best.splice(position, 0, index);
    if (best.length > count) best.pop();
  }
  return best;
}

/**
 * The random order: each record gets a number that no decision changes. It follows from the seed in the event that
 * started it; if a log has none, from the review's reference.
 */
export function byChance(
  { ref: review }: Pick<OpenReview, 'ref'>,
  { seed }: { seed?: string },
  refs: readonly string[],
): string[] {
  const keyOf = (ref: string) =>
    Number.parseInt(
      createHash('sha256')
        .update(`${seed ?? review} ${ref}`)
        .digest('hex')
        .slice(0, 12),
      16,
    );
  const keyed = refs.map((ref) => ({ ref, key: keyOf(ref) }));
  return keyed.sort((a, b) => a.key - b.key).map(({ ref }) => ref);
}

/** Each reader has a ranker at each stage, because it learns from different decisions. */
function rankerOf(review: OpenReview, learner: string): Pick<Ranking, 'indexes'> & { ranker: Ranker } {
  const known = RANKINGS.get(review.records);
  // Outdated if records were added, which have new words, or if criteria changed.
  const isCurrent = known?.indexes.size === review.records.size && known.criteria === review.state.criteria;
  const ranking = isCurrent ? known : beginRanking(review);
  RANKINGS.set(review.records, ranking);
  const ranker = ranking.byReader.get(learner) ?? ranking.untaught.another();
  ranking.byReader.set(learner, ranker);
  return { indexes: ranking.indexes, ranker };
}

function beginRanking({ number, state, records }: OpenReview): Ranking {
  const criteriaWords = state.criteria.flatMap(({ kind, text, words = [], retired }) =>
    retired ? [] : kind === 'include' ? [text, ...words] : words,
  );
  const untaught = createRanker(
    [...records.values()].map(({ paper: { title, abstract, keywords } }) => ({ title, abstract, keywords })),
    { question: state.question, criteriaWords, seed: number },
  );
  const indexes = new Map([...records.keys()].map((ref, index) => [ref, index]));
  return { indexes, criteria: state.criteria, untaught, byReader: new Map() };
}
