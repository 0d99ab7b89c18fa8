import type { PAPER_DECISIONS } from '../../papers/filters/where.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import type { SealedEvent } from './sealed-log.ts';

/** A record to decide on: one work, under the reference that its first source gave it. */
export type ReviewRecord = { ref: string; paper: FoundPaper };

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
   * meantime: then nothing was added.
   */
  appendEvents(
    review: number,
    events: readonly SealedEvent[],
    records?: readonly ReviewRecord[],
  ): boolean | Promise<boolean>;
  /** Puts the events from the nth on aside, where they stay in the file. */
  putAside(review: number, from: number): void | Promise<void>;
};

/** What stands on a paper in a review. */
export type PaperDecision = (typeof PAPER_DECISIONS)[number];

/** What the reviews of this store decided on papers of jobs: of each job the newest review that took it. */
export type PaperDecisions = {
  /** `R1`; undefined if no review took the job. */
  reviewOf(job: number): string | undefined;
  /** Undefined if no review took the paper's job. */
  decisionOn(ref: string): PaperDecision | undefined;
};
