import type { ReviewStore } from '../ports/reviews.ts';
import { createReviewLog, placeOf, type ReviewLog, type ReviewPlace } from './review-log.ts';

/** The logs of this machine, and of a lab. A reference says where its review is. */
export type ReviewLogs = {
  here: ReviewLog;
  /** Those of a place; of this machine where there is no lab. */
  at(place: ReviewPlace): ReviewLog;
  all: Omit<ReviewLog, 'create'>;
};

export function createReviewLogs(
  { here: own, lab: shared }: { here: ReviewStore; lab: ReviewStore | undefined },
  now: () => Date,
): ReviewLogs {
  const here = createReviewLog(own, now);
  const lab = shared && createReviewLog(shared, now, 'lab');
  const at = (place: ReviewPlace) => (place === 'lab' && lab ? lab : here);
  return {
    here,
    at,
    all: {
      refs: async () => [...(await here.refs()), ...((await lab?.refs()) ?? [])],
      read: (ref) => at(placeOf(ref)).read(ref),
      peek: (ref) => at(placeOf(ref)).peek(ref),
      write: (ref, ...given) => at(placeOf(ref)).write(ref, ...given),
      repair: (ref) => at(placeOf(ref)).repair(ref),
    },
  };
}
