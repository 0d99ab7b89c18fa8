/** Why a decision on a record of a review is not recorded. */
export type RefusedBecause =
  | { why: 'not-in-review' }
  /** It was excluded before this stage, or has not reached it. */
  | { why: 'not-at-stage'; stage: string }
  | { why: 'no-criterion'; reason: string; known: readonly string[] }
  /** The reader has decided otherwise, and may withdraw that decision. */
  | { why: 'decided-otherwise'; decision: string }
  /** Another reader has decided, in a review with one reader per record. */
  | { why: 'decided-by-another'; decision: string; name: string }
  | { why: 'settled'; decision: string }
  /** A file attributes the decision to somebody else, but members of a lab write only in their own name. */
  | { why: 'of-another-reader'; name: string }
  /** A file resolves a conflict that does not exist. */
  | { why: 'no-conflict'; stage: string }
  | { why: 'nothing-to-withdraw' }
  | { why: 'quote-not-found' }
  /** More than `most`: entries for `tags`, characters for everything else. `decision`: all its parts together. */
  | { why: 'too-long'; part: 'note' | 'quote' | 'tag' | 'tags' | 'decision'; most: number };

/** Why an event of a review's log does not count: a refused decision, or an impossible change of the review. */
export type LeftOutBecause =
  | RefusedBecause
  /** An invalid target or confidence, a stage with decisions that would be removed, or priors that do not exist. */
  | { why: 'wrong-protocol' }
  /** A criterion that no longer exists, or two with one id. */
  | { why: 'wrong-criteria' }
  /** Records that the review already has, or duplicates of unknown records. The others of the import count. */
  | { why: 'wrong-import' }
  | { why: 'opened-before' }
  | { why: 'nameless' };
