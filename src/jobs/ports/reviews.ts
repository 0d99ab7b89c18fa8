import type { Deadline } from '../../lib/deadline.ts';
import type { PAPER_DECISIONS } from '../../papers/filters/where.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';

/** One call: its signal ends all that is done for it, because it was cancelled or its time is over. */
export type Call = Deadline;

/** A record to decide on: one work, under the reference that its first source gave it. */
export type ReviewRecord = { ref: string; paper: FoundPaper };

/**
 * An event as the log keeps it. `hash` is of the text and the hash before it, so that a change shows. `takenAt`: when
 * the service of a lab took it (ISO 8601).
 */
export type SealedEvent = { n: number; text: string; hash: string; takenAt?: string };

/** Where a log ends. */
export type LogEnd = Pick<SealedEvent, 'n' | 'hash'>;

/** The logs of reviews, by the n of the reference Rn, and the papers of their records. */
export type ReviewStore = {
  /** Records a new review. */
  openReview(events: readonly SealedEvent[]): number | Promise<number>;
  /** The numbers of the reviews, oldest first. */
  reviews(): readonly number[] | Promise<readonly number[]>;
  /** The events after the nth, in order. */
  reviewEvents(review: number, after: number): SealedEvent[] | Promise<SealedEvent[]>;
  /** The records that came with events after the nth. */
  reviewRecords(review: number, after: number): ReviewRecord[] | Promise<ReviewRecord[]>;
  /**
   * Adds events, and the records that came with one of them, all or nothing. False if the log has gone on in the
   * meantime: then nothing was added, or at a lab's service, of a great many events without records, the first ones.
   */
  appendEvents(
    review: number,
    events: readonly SealedEvent[],
    records?: readonly ReviewRecord[],
  ): boolean | Promise<boolean>;
  /** Puts the events from the nth on aside, where they stay in the file. */
  putAside(review: number, from: number): void | Promise<void>;
};

export type LabMember = {
  name: string;
  role: 'owner' | 'reader';
  /** Whether the invitation was not accepted yet. */
  isInvited: boolean;
  /** When it was invited, or joined (ISO 8601). */
  since: string;
};

/** A review at the service of a lab that the account is a member of, or invited to. */
export type LabReview = Pick<LabMember, 'role' | 'isInvited'> & {
  review: number;
  owner: string;
  question: string;
};

/** Reviews that the service keeps for the members of a lab. Methods throw PaperqueueError. */
export type LabReviews = ReviewStore & {
  /** Whether the service does. False where it cannot be asked and has never said so. */
  isKept(): Promise<boolean>;
  /** What the account may see, and its name. */
  list(): Promise<{ account: string; reviews: LabReview[] }>;
  members(review: number): Promise<LabMember[]>;
  /** Invites the account of this name. */
  invite(review: number, name: string): Promise<LabMember>;
  /** Accepts an invitation. */
  join(review: number): Promise<void>;
  /** Ends a membership, an invitation, or one's own. */
  remove(review: number, name: string): Promise<void>;
};

/** The reviews of a lab for one call, which ends every request. */
export type Lab = (call: Call) => LabReviews;

/** What stands on a paper in a review. */
export type PaperDecision = (typeof PAPER_DECISIONS)[number];

/** What the reviews of this store decided on papers of jobs: of each job the newest review that took it. */
export type PaperDecisions = {
  /** `R1`; undefined if no review took the job. */
  reviewOf(job: number): string | undefined;
  /** How many records of that review have suggestions of an assistant and nothing else. */
  onlySuggested(job: number): number;
  /** Undefined if no review took the paper's job. */
  decisionOn(ref: string): PaperDecision | undefined;
};
