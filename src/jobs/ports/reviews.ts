import type { Deadline } from '../../lib/deadline.ts';
import type { PAPER_DECISIONS } from '../../papers/filters/where.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import type { StoredEvent } from '../../platform/sealed-log.ts';

/** One call: its signal ends all work for it, because it was cancelled or is out of time. */
export type Call = Deadline;

/** A record to decide on: one work, with the reference from its first source. */
export type ReviewRecord = { ref: string; paper: FoundPaper };

/** `takenAt`: when the lab's service accepted it (ISO 8601). */
export type SealedEvent = StoredEvent & { takenAt?: string };

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
   * Appends events, and the records added with one of them, all or nothing. False if the log has grown in the meantime:
   * then nothing was added, except that a lab's service may have added the first of a great many events without
   * records.
   */
  appendEvents(
    review: number,
    events: readonly SealedEvent[],
    records?: readonly ReviewRecord[],
  ): boolean | Promise<boolean>;
  /** Moves the nth and all later events aside; they stay in the file. */
  putAside(review: number, from: number): void | Promise<void>;
};

export type LabMember = {
  name: string;
  role: 'owner' | 'reader';
  /** Whether the invitation was not accepted yet. */
  isInvited: boolean;
  /** When the account was invited, or joined (ISO 8601). */
  since: string;
};

/** A review of the lab's service that the account is a member of, or invited to. */
export type LabReview = Pick<LabMember, 'role' | 'isInvited'> & {
  review: number;
  owner: string;
  question: string;
};

/** Reviews that the service keeps for the members of a lab. Methods throw PaperqueueError. */
export type LabReviews = ReviewStore & {
  /** Whether the service keeps reviews. False if it cannot be asked and has never said so. */
  isKept(): Promise<boolean>;
  /** The reviews that the account may see, and its name. */
  list(): Promise<{ account: string; reviews: LabReview[] }>;
  members(review: number): Promise<LabMember[]>;
  /** Invites the account with this name. */
  invite(review: number, name: string): Promise<LabMember>;
  /** Accepts an invitation. */
  join(review: number): Promise<void>;
  /** Ends a membership (also one's own) or an invitation. */
  remove(review: number, name: string): Promise<void>;
};

/** The reviews of a lab, for one call; its deadline ends every request. */
export type Lab = (call: Call) => LabReviews;

/** The decision on a paper in a review. */
export type PaperDecision = (typeof PAPER_DECISIONS)[number];

/** Decisions on the papers of jobs: for each job, those of the newest review that includes it. */
export type PaperDecisions = {
  /** `R1`; undefined if no review includes the job. */
  reviewOf(job: number): string | undefined;
  /** How many records of that review have only suggestions by an assistant. */
  onlySuggested(job: number): number;
  /** Undefined if no review includes the paper's job. */
  decisionOn(ref: string): PaperDecision | undefined;
  /** An assistant's suggestion on which no person has decided; undefined if no review includes the paper's job. */
  suggestionOn(ref: string): PaperDecision | undefined;
};
