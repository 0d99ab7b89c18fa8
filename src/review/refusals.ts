import type { TooLong } from './decision-limits.ts';

/** Why a decision on a record of a review is not recorded. */
export type RefusedBecause =
  | { kind: 'not-in-review' }
  /** It was excluded before this stage, or has not reached it. */
  | { kind: 'not-at-stage'; stage: string }
  | { kind: 'no-criterion'; reason: string; known: readonly string[] }
  /** The reader has decided otherwise, and may withdraw that decision. */
  | { kind: 'decided-otherwise'; decision: string }
  /** Another reader has decided, in a review with one reader per record. */
  | { kind: 'decided-by-another'; decision: string; name: string }
  | { kind: 'settled'; decision: string }
  /** A file attributes the decision to somebody else, but members of a lab write only in their own name. */
  | { kind: 'of-another-reader'; name: string }
  /** A file resolves a conflict that does not exist. */
  | { kind: 'no-conflict'; stage: string }
  | { kind: 'nothing-to-withdraw' }
  | { kind: 'quote-not-found' }
  | ({ kind: 'too-long' } & TooLong);

/** Why an event of a review's log does not count: a refused decision, or an impossible change of the review. */
export type LeftOutBecause =
  | RefusedBecause
  /** An invalid target or confidence, a stage with decisions that would be removed, or priors that do not exist. */
  | { kind: 'wrong-protocol' }
  /** A criterion that no longer exists, or two with one id. */
  | { kind: 'wrong-criteria' }
  /** Records that the review already has, or duplicates of unknown records. The others of the import count. */
  | { kind: 'wrong-import' }
  | { kind: 'opened-before' }
  | { kind: 'nameless' };
