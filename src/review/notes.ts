import type { LeftOutOfFile } from '../formats/screened/left-out.ts';
import type { ByKind } from '../wording/notes.ts';

/** Statements about reviews. */
export type ReviewNote =
  /** Parts of a review's decisions that a file format (named by its title) cannot express. */
  | ({ kind: 'not-in-file'; format: string } & LeftOutOfFile)
  /** The lab's service keeps this review; `member` is the reader's name there. */
  | { kind: 'kept-by-lab'; review: string; member: string }
  /** An assistant's decisions in this review are suggestions, and count once a person decides the same. */
  | { kind: 'assistant-suggests'; review: string }
  /** A person confirmed suggestions of an assistant in one step; `refused` could not be. */
  | { kind: 'suggestions-confirmed'; review: string; confirmed: number; refused: number }
  /** The criteria changed since the reader's last call: decisions in this call may follow the old ones. */
  | { kind: 'criteria-changed'; review: string }
  /** Full texts were excluded without naming a criterion: `all` of them; `named` has the first, with their titles. */
  | { kind: 'excluded-without-reason'; review: string; named: readonly string[]; all: number }
  /** An answer lists only some of the conflicts. */
  | { kind: 'some-conflicts'; review: string; shown: number; all: number }
  | { kind: 'no-such-review'; given: string; known: readonly string[]; isOfLab?: true }
  /** Its nth event does not match the records stored before it. */
  | { kind: 'changed-records'; review: string; records: number }
  /** `isUnknown`: the event is intact, and a newer version may know it. */
  | { kind: 'damaged-review'; review: string; n: number; isUnknown?: true }
  | { kind: 'review-busy'; review: string }
  /** A member has added the maximum to a review of the lab. */
  | { kind: 'review-full'; review: string }
  /** The limit of reviews that an account may open or join, or of invitations that may wait for it. */
  | { kind: 'too-many-reviews'; what: 'opened' | 'joined' | 'invited'; name?: string }
  | { kind: 'no-such-record'; given: string }
  /** Only the owner of a review may set it up. */
  | { kind: 'owner-only' }
  /** The configured service keeps no reviews, or no service is configured. */
  | { kind: 'no-lab' };

export type ReviewAdvice =
  | { kind: 'name-review' }
  | { kind: 'name-record' }
  | { kind: 'ask-owner' }
  | { kind: 'make-room-for-reviews'; what: 'opened' | 'joined' | 'invited' }
  | { kind: 'join-lab'; address: string; token: string }
  /** Moves the events after the damage aside; if the opening itself is damaged, nothing could be kept. */
  | { kind: 'repair-review'; review: string; isOpening?: true }
  | { kind: 'look-at-changed' };

export type ReviewProblem =
  /** A new review needs a question, and only existing conflicts can be resolved. */
  | { kind: 'no-question' }
  | { kind: 'no-conflict'; given: string }
  /** Only people confirm what an assistant suggests. */
  | { kind: 'people-confirm' }
  /** A text with too many characters, or a list with too many names. */
  | { kind: 'longer-than'; most: number; of?: 'names' }
  | { kind: 'no-such-criterion'; given: string; known: readonly string[] }
  /** A record that has not reached the full-text stage. */
  | { kind: 'not-at-full-text'; given: string }
  /** A stage that has decisions cannot be removed. */
  | { kind: 'stage-in-use'; stage: string }
  /** A target requires a stopping rule. */
  | { kind: 'no-stop-rule' }
  /** The rule does not exist, or a target or a confidence is not a share. */
  | { kind: 'wrong-stop' }
  | { kind: 'no-stage'; given: string; stages: readonly string[] }
  /** Members of a lab: the service knows no such account, a member has nearly this name, or no member has it. */
  | { kind: 'no-account'; given: string }
  | { kind: 'name-of-member'; given: string }
  | { kind: 'no-reader'; given: string }
  /** In a review of the lab, the reader must be the account `member`. */
  | { kind: 'another-member'; given: string; member: string }
  /** The review is on this machine, or does not exist. */
  | { kind: 'no-lab-review'; given: string };

declare module '../wording/notes.ts' {
  interface NoteKinds extends ByKind<ReviewNote> {}
  interface AdviceKinds extends ByKind<ReviewAdvice> {}
  interface ProblemKinds extends ByKind<ReviewProblem> {}
}
