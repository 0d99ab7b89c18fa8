import type { Call, ReviewStore } from '../../jobs/ports/reviews.ts';
import {
  createReviewLog,
  emptyMemory,
  type LogMemory,
  placeOf,
  type ReviewLog,
  type ReviewPlace,
} from './review-log.ts';

/** The logs of this machine and of a lab. A reference shows where its review is. */
export type ReviewLogs = {
  here: ReviewLog;
  /** The logs of a place; those of this machine if there is no lab. */
  at(place: ReviewPlace): ReviewLog;
  all: Omit<ReviewLog, 'create'>;
};

export type LogMemories = Record<ReviewPlace, LogMemory>;

export function emptyMemories(): LogMemories {
  return { here: emptyMemory(), lab: emptyMemory() };
}

export function createReviewLogs(
  { here: local, lab: shared }: { here: ReviewStore; lab: ReviewStore | undefined },
  now: () => Date,
  { memory = emptyMemories(), call }: { memory?: LogMemories; call?: Call } = {},
): ReviewLogs {
  const here = createReviewLog(local, now, { memory: memory.here, call });
  const lab = shared && createReviewLog(shared, now, { place: 'lab', memory: memory.lab, call });
  const at = (place: ReviewPlace) => (place === 'lab' && lab ? lab : here);
  return {
    here,
    at,
    all: {
      refs: async () => [...(await here.refs()), ...((await lab?.refs()) ?? [])],
      read: (ref) => at(placeOf(ref)).read(ref),
      peek: (ref) => at(placeOf(ref)).peek(ref),
      write: (ref, ...parameters) => at(placeOf(ref)).write(ref, ...parameters),
      repair: (ref) => at(placeOf(ref)).repair(ref),
    },
  };
}
