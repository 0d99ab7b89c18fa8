/** Why a decision on a record of a review is not recorded. */
export type RefusedBecause =
  | { why: 'not-in-review' }
  /** It was excluded before this stage, or has not come to it. */
  | { why: 'not-at-stage'; stage: string }
  | { why: 'no-criterion'; reason: string; known: readonly string[] }
  /** The reader has decided otherwise, and may withdraw that. */
  | { why: 'decided-otherwise'; decision: string }
  /** Another reader has decided, in a review where one decides. */
  | { why: 'decided-by-another'; decision: string; name: string }
  | { why: 'settled'; decision: string }
  /** A file says that somebody else decided it, and members of a lab write in their own name alone. */
  | { why: 'of-another-reader'; name: string }
  /** A file settles a conflict where there is none. */
  | { why: 'no-conflict'; stage: string }
  | { why: 'nothing-to-withdraw' }
  | { why: 'quote-not-found' }
  /** More than `most`: entries of `tags`, characters of everything else. A decision has all its parts together. */
  | { why: 'too-long'; part: 'note' | 'quote' | 'tag' | 'tags' | 'decision'; most: number };

/** Why an event of a review's log does not count: the same, or it changes the review as none can be changed. */
export type LeftOutBecause =
  | RefusedBecause
  /** A target or a confidence that is none, stages that have decisions and would go, or priors that are not there. */
  | { why: 'wrong-protocol' }
  /** A criterion that is gone, or two of one id. */
  | { why: 'wrong-criteria' }
  /** Records that the review has already, or duplicates of none. The others of the import count. */
  | { why: 'wrong-import' }
  | { why: 'opened-before' }
  | { why: 'nameless' };
