import { standingDecision } from '../../review/review-outcomes.ts';
import { findRecord } from '../../review/review-state.ts';
import { readPaperRef } from '../job-refs.ts';
import type { PaperDecisions, ReviewStore } from '../ports/reviews.ts';
import { createReviewLog, type OpenReview, type ReviewLog } from './review-log.ts';

/** Reads the decisions of a store's reviews, each time as they are then. The papers of the reviews are not read. */
export function decisionsIn(store: ReviewStore): () => Promise<PaperDecisions> {
  const log = createReviewLog({ ...store, reviewRecords: () => [] }, () => new Date());
  return () => readDecisions(log);
}

/** Of a damaged review, what stands before the damage; one of which nothing is intact is left out. */
async function readDecisions(log: ReviewLog): Promise<PaperDecisions> {
  const newest = new Map<number, OpenReview>();
  for (const ref of await log.refs()) {
    const review = await log.read(ref).catch(() => undefined);
    for (const { source } of review?.state.imports ?? []) {
      if (review && source.from !== 'file') newest.set(Number(source.job.slice(1)), review);
    }
  }
  return {
    reviewOf: (job) => newest.get(job)?.ref,
    decisionOn(ref) {
      const job = readPaperRef(ref)?.job;
      const state = job === undefined ? undefined : newest.get(job)?.state;
      if (!state) return undefined;
      return findRecord(state, ref) ? (standingDecision(state, ref) ?? 'none') : undefined;
    },
  };
}
