import { type ChosenStop, isCounted, type Reader, type Stage } from '../protocol.ts';
import { isOfStop, labelsThatCount, priorsOf, progressOf } from '../queue.ts';
import { isRankable } from '../ranking/record-ranker.ts';
import { hasReached } from '../review-outcomes.ts';
import { readerKey } from '../review-state.ts';
import { stopStatements } from '../stopping/stop-rules.ts';
import type { StopStatement } from '../stopping/stop-statements.ts';
import { byChance } from './order-records.ts';
import type { OpenReview } from './review-log.ts';

export type StopView = ChosenStop & {
  /** When the rule was fixed; absent if the protocol has none and this is the default. */
  fixedAt?: string;
  /** Whether no decision had been made by then. */
  isBeforehand?: boolean;
  /** Whether the rule that counts holds. */
  holds: boolean;
  screened: number;
  relevant: number;
  records: number;
  /** How many records of the stage an assistant excluded as a triage; the other numbers exclude them. */
  triaged?: number;
  /** Records with neither title nor abstract, about which the statements are not: they are read first. */
  unranked?: { records: number; unread: number };
  statements: StopStatement[];
};

const DEFAULT_STOP: ChosenStop = { rule: 'cmh', target: 0.95, confidence: 0.95 };

/**
 * The statement of each stopping rule at a stage: about a reader's decisions if they count, else about all that do.
 * Records excluded by a triage are not covered, because nobody read them. While further records may reach the stage, no
 * rule holds.
 */
export function stopState(review: OpenReview, who: Reader | undefined, stage: Stage): StopView {
  const { state } = review;
  const { rule, target, confidence } = state.protocol.stop ?? DEFAULT_STOP;
  const labels = labelsThatCount(state, who, stage);
  const reached = [...state.records.values()].filter((record) => hasReached(state, record, stage));
  const all = reached.filter((record) => isOfStop(state, record, stage)).map(({ ref }) => ref);
  const priors = priorsOf(state);
  const known = new Map(labels.map((label) => [label.ref, label]));
  // A paper known beforehand also has a label, but no event.
  const read = labels.filter(({ n }) => n > 0);
  const isFound = (label: (typeof labels)[number] | undefined) => label?.isRelevant === true && label.n > 0;
  const ranked = all.filter((ref) => isRanked(review, ref));
  const labelled = labels.filter(({ ref }) => isRanked(review, ref));
  const begun = randomTailOf(review, who, stage, ranked, known);
  // Before the random order starts, a chosen rule states what it would need from now on.
  const randomTail = begun ?? (rule === 'random-tail' ? { after: labelled.length, read: 0 } : undefined);
  const statements = stopStatements({
    records: ranked.length,
    decisions: labelled.map(({ isRelevant }) => (isRelevant ? 1 : 0)),
    unread: labelled.filter(({ n }) => n === 0).length,
    target,
    confidence,
    ...(priors.size > 0 && {
      keyPapers: { found: [...priors].filter((ref) => isFound(known.get(ref))).length, of: priors.size },
    }),
    isIncomplete: mayGrow(review, who, stage),
    ...(randomTail && { randomTail }),
  });
  return {
    rule,
    target,
    confidence,
    ...(state.stopFixed && { fixedAt: state.stopFixed.at, isBeforehand: state.stopFixed.isBeforehand }),
    holds: statements.some((statement) => statement.rule === rule && statement.holds),
    screened: read.length,
    relevant: read.filter(({ isRelevant }) => isRelevant).length,
    records: all.length,
    ...(all.length < reached.length && { triaged: reached.length - all.length }),
    ...(ranked.length < all.length && {
      unranked: {
        records: all.length - ranked.length,
        unread: all.filter((ref) => !isRanked(review, ref) && !known.has(ref)).length,
      },
    }),
    statements,
  };
}

function isRanked({ records }: OpenReview, ref: string): boolean {
  const paper = records.get(ref)?.paper;
  return paper === undefined || isRankable(paper);
}

/** Whether an earlier stage is still open and not ended by its own rule. */
function mayGrow(review: OpenReview, who: Reader | undefined, stage: Stage): boolean {
  const { stages } = review.state.protocol;
  return progressOf(review.state, undefined)
    .slice(0, Math.max(0, stages.indexOf(stage)))
    .some((each) => each.open + each.conflicts > 0 && !stopState(review, who, each.stage).holds);
}

/**
 * The random tail: records read in the random order since that order was first requested. A second start would be a
 * second chance to stop wrongly. The order does not depend on decisions, so the records unread at its start are a
 * random tail, whatever other orders are used in between.
 */
function randomTailOf(
  { ref, events, state: { protocol, chance } }: OpenReview,
  who: Reader | undefined,
  stage: Stage,
  all: readonly string[],
  known: ReadonlyMap<string, { n: number }>,
): { after: number; read: number } | undefined {
  const reads = (each: Reader) =>
    who && isCounted(who, protocol) ? readerKey(each) === readerKey(who) : isCounted(each, protocol);
  const begin = events.find(
    (event) => event.what === 'serve' && event.order === 'random' && event.stage === stage && reads(event.who),
  );
  if (!begin) return undefined;
  const isBefore = (ref: string) => (known.get(ref)?.n ?? Number.POSITIVE_INFINITY) < begin.n;
  const after = all.filter(isBefore).length;
  const tail = byChance(
    { ref },
    chance[stage] ?? {},
    all.filter((ref) => !isBefore(ref)),
  );
  const unread = tail.findIndex((ref) => !known.has(ref));
  return { after, read: unread < 0 ? tail.length : unread };
}
