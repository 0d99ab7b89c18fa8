import type { ServingOrder } from '../../review/events.ts';
import type { Reader, Stage } from '../../review/protocol.ts';
import { type Label, labelsFor } from '../../review/queue.ts';
import { createRanker, type Ranker } from '../../review/ranking/record-ranker.ts';
import { seededNumbers } from '../../review/seeded-numbers.ts';
import type { OpenReview } from './review-log.ts';

/** By the records of an open review, so that each has its own, and by stage. Making one takes a second for 10,000. */
const RANKERS = new WeakMap<OpenReview['records'], Map<Stage, { ranker: Ranker; refs: string[] }>>();

/**
 * Some records of a review in the order in which a reader should see them: the likeliest first, those about which the
 * ranking is least sure, or by chance, which is the same at each call.
 */
export function orderRecords(
  review: OpenReview,
  who: Reader,
  stage: Stage,
  candidates: readonly string[],
  order: ServingOrder,
): { refs: string[]; labels: number } {
  const labels = labelsFor(review.state, who, stage);
  if (order === 'random') return { refs: byChance(review, candidates), labels: labels.length };
  const { ranker, refs } = rankerOf(review, stage);
  const place = new Map(refs.map((ref, index) => [ref, index]));
  const known = labels.flatMap(({ ref, isRelevant }: Label): [number, 0 | 1][] => {
    const index = place.get(ref);
    return index === undefined ? [] : [[index, isRelevant ? 1 : 0]];
  });
  const scores = ranker.score(new Map(known));
  const scoreOf = (ref: string) => scores[place.get(ref) ?? -1] ?? Number.NEGATIVE_INFINITY;
  const keyOf = order === 'uncertain' ? (ref: string) => -Math.abs(scoreOf(ref)) : scoreOf;
  const sorted = candidates
    .map((ref, index) => ({ ref, index, key: keyOf(ref) }))
    .sort((a, b) => b.key - a.key || a.index - b.index);
  return { refs: sorted.map(({ ref }) => ref), labels: labels.length };
}

/** The order of chance: each record's own number, which nothing that is decided changes. */
export function byChance({ ref: review }: Pick<OpenReview, 'ref'>, refs: readonly string[]): string[] {
  const keyed = refs.map((ref) => ({ ref, key: seededNumbers(seedOf(`${review} ${ref}`))() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ ref }) => ref);
}

/** FNV-1a, 32 bits. */
function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

function rankerOf({ number, state, records }: OpenReview, stage: Stage): { ranker: Ranker; refs: string[] } {
  const byStage = RANKERS.get(records) ?? new Map<Stage, { ranker: Ranker; refs: string[] }>();
  RANKERS.set(records, byStage);
  const known = byStage.get(stage);
  if (known?.refs.length === records.size) return known;
  const all = [...records.values()];
  const criteriaWords = state.criteria.flatMap(({ kind, text, words = [] }) =>
    kind === 'include' ? [text, ...words] : words,
  );
  const ranker = createRanker(
    all.map(({ paper: { title, abstract, keywords } }) => ({ title, abstract, keywords })),
    { question: state.question, criteriaWords, seed: number },
  );
  const made = { ranker, refs: all.map(({ ref }) => ref) };
  byStage.set(stage, made);
  return made;
}
