import type { ReviewCandidates } from '../../jobs/answers/job-candidates.ts';
import { readPaperRef } from '../../jobs/job-refs.ts';
import type { Call, Lab, PaperDecisions, ReviewStore } from '../../jobs/ports/reviews.ts';
import type { StoredJobs } from '../../jobs/ports/store.ts';
import { untilAborted } from '../../lib/deadline.ts';
import { countInOrder } from '../../lib/groups.ts';
import { PAPER_DECISIONS } from '../../papers/filters/where.ts';
import type { Note } from '../../wording/notes.ts';
import type { EventOf } from '../events.ts';
import { countOnlySuggested, standingDecision, suggestionOn } from '../review-outcomes.ts';
import { findRecord } from '../review-state.ts';
import { nameOfJob } from './begin-review.ts';
import { numbersIn } from './gather-records.ts';
import { createReviewLog, emptyMemory, type OpenReview, placeOf, type ReviewLog } from './review-log.ts';

/** A review with the import that added a job to it. */
type Taken = { review: OpenReview; event: EventOf<'import'> };
/** A review, and its references for the papers of a job. */
type Named = { review: OpenReview; nameOf(paper: number): string };

/** For callers without a signal: each request has its own time limit. */
const ENDLESS: Call = untilAborted(new AbortController().signal);

/**
 * Reads the current decisions of a store's reviews. With `withLab` also those of a lab's reviews: its service is
 * queried, and its failure is thrown. The papers of the reviews are not read.
 */
export function decisionsIn(
  store: ReviewStore & Pick<StoredJobs, 'byNumber'>,
  lab?: Lab,
): (withLab: boolean, call?: Call) => Promise<PaperDecisions> {
  const readShared = (shared: ReviewStore, call: Call) => {
    const store = { ...shared, reviewRecords: () => [] };
    return readImports(createReviewLog(store, () => new Date(), { place: 'lab', memory, call }));
  };
  const here = createReviewLog({ ...store, reviewRecords: () => [] }, () => new Date());
  const memory = emptyMemory();
  return async (withLab, call = ENDLESS) => {
    const local = await readImports(here);
    const shared = withLab ? lab?.(call) : undefined;
    const ofLab = shared && (await shared.isKept()) ? await readShared(shared, call) : new Map<string, Taken>();
    const found = new Map<number, Named | undefined>();
    const reviewed = (job: number): Named | undefined => {
      if (!found.has(job)) {
        const record = store.byNumber(job);
        const taken = newest(local.get(`J${job}`), record && ofLab.get(nameOfJob('lab', record)));
        found.set(job, taken && { review: taken.review, nameOf: namesIn(taken, job) });
      }
      return found.get(job);
    };
    const recordOf = (text: string) => {
      const { job, paper } = readPaperRef(text) ?? {};
      const known = job === undefined ? undefined : reviewed(job);
      if (!known || paper === undefined) return undefined;
      const { state } = known.review;
      const record = findRecord(state, known.nameOf(paper));
      return record && { state, record };
    };
    return {
      reviewOf: (job) => reviewed(job)?.review.ref,
      onlySuggested(job) {
        const known = reviewed(job);
        return known ? countOnlySuggested(known.review.state) : 0;
      },
      decisionOn(text) {
        const found = recordOf(text);
        return found && (standingDecision(found.state, found.record.ref) ?? 'none');
      },
      suggestionOn(text) {
        const found = recordOf(text);
        return found && (suggestionOn(found.state, found.record)?.decision ?? 'none');
      },
    };
  };
}

/**
 * By job name, the newest review that contains each job. Of a damaged review, the part before the damage counts; a
 * local one without an intact part is skipped.
 */
async function readImports(log: ReviewLog): Promise<Map<string, Taken>> {
  const taken = new Map<string, Taken>();
  for (const ref of await log.refs()) {
    const review = await log.read(ref).catch((error) => {
      if (placeOf(ref) === 'lab') throw error;
    });
    for (const event of review?.state.imports ?? []) {
      if (review && event.source.from !== 'file') taken.set(event.source.job, { review, event });
    }
  }
  return taken;
}

function newest(one: Taken | undefined, other: Taken | undefined): Taken | undefined {
  if (!one || !other) return one ?? other;
  return one.review.state.openedAt < other.review.state.openedAt ? other : one;
}

/** A lab review numbers the papers of a job in their order, with its own numbers. */
function namesIn({ review, event }: Taken, job: number): (paper: number) => string {
  if (placeOf(review.ref) === 'here') return (paper) => `J${job}-${paper}`;
  const first = numbersIn(review.ref, event).reduce((least, number) => Math.min(least, number), Infinity);
  return (paper) => `${review.ref}-${first + paper - 1}`;
}

/** The records of a review with its decisions, to select from. */
export function candidatesOf({ ref, records, state }: OpenReview): ReviewCandidates {
  return {
    ref,
    records: [...records.values()],
    decisionOn: (each) => standingDecision(state, each) ?? 'none',
    suggestionOn(each) {
      const record = findRecord(state, each);
      return (record && suggestionOn(state, record)?.decision) ?? 'none';
    },
    findRef: (text) => findRecord(state, text)?.ref,
  };
}

/** How many of a review's records an export contains, and the decisions on all of them. */
export function decisionNotes({ ref: review, records, state }: OpenReview, papers: number): Note[] {
  const decisions = [...records.keys()].map((each) => standingDecision(state, each) ?? 'none');
  const counts = countInOrder(PAPER_DECISIONS, decisions);
  const onlySuggested = countOnlySuggested(state);
  return [
    { kind: 'review-export', review, of: records.size, counts, papers },
    ...(onlySuggested > 0 ? [{ kind: 'only-suggested', review, records: onlySuggested } as const] : []),
  ];
}
