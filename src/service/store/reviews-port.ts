import type { LabMember, SealedEvent } from '../../jobs/ports/reviews.ts';
import type { LogEnd } from '../../platform/sealed-log.ts';

/** The owner sets up a review and invites readers; readers decide. */
export type ReviewRole = LabMember['role'];

export type ReviewMember = LabMember;

/** A review as listed for a member. */
export type KeptReview = Pick<ReviewMember, 'role' | 'isInvited'> & {
  review: number;
  owner: string;
  /** Shortened: the inviting account decides on its length, and a list must stay readable. */
  question: string;
  /** The number of the last event. */
  end: number;
};

/** Records of one part of an upload: JSON, gzipped. */
export type RecordPart = { upload: string; part: number; records: number; zipped: Uint8Array };

/** Parts that an append adds to the log, all or none. */
export type UploadedRecords = { upload: string; parts: number };

/**
 * Why an operation was refused. `unknown`: there is no such review, or the account is not a member of it, which looks
 * the same. `not-owner`: readers may not do that.
 */
export type ReviewRefusal = { refused: 'unknown' | 'not-owner' };

export type Appended =
  | { end: LogEnd }
  | ReviewRefusal
  /** Other events were added to the log meanwhile. */
  | { refused: 'conflict'; end: LogEnd }
  /** `chain`: the hashes do not continue the log. `writer`: events of another account. `records`: parts are missing. */
  | { refused: 'chain' | 'writer' | 'records' }
  /** The account has reached its limit in this review. */
  | { refused: 'full' };

/**
 * How many reviews an account may open and join, how many invitations may wait for it, and how many of those a single
 * owner may have sent, so that one member cannot block the others. Together they limit the size of a list of reviews.
 */
export const MAX_REVIEWS_OF_ACCOUNT = { opened: 200, joined: 500, waiting: 100, waitingOfOwner: 20 } as const;

/** The account has reached its limit of reviews or of waiting invitations. */
export type TooMany = { refused: 'too-many-reviews' | 'too-many-invitations' | 'too-many-joined' };

/**
 * Reviews stored by a lab: append-only logs and their records. Every method acts for an account, and finds only reviews
 * of which it is a member. An invited account sees the review in its list, and nothing else before it joins.
 */
export type ReviewsStore = {
  /** Opens a review of the account, which becomes its owner. Repeating the same opening returns the same review. */
  open(account: number, opening: SealedEvent): Promise<number | { refused: 'chain' | 'writer' } | TooMany>;
  list(account: number): Promise<KeptReview[]>;
  /** Events after the nth, as many as fit into an answer, and the end of the log. Reads no others. */
  events(account: number, review: number, after: number): Promise<{ events: SealedEvent[]; end: number } | undefined>;
  /** Part `page` (from 0) of the records that came with events after the nth, and the number of parts. */
  records(
    account: number,
    review: number,
    after: number,
    page: number,
  ): Promise<{ zipped: Uint8Array | undefined; pages: number } | undefined>;
  /** Stores a part until an append uses it, for a day at most. False if too many parts of the account are waiting. */
  upload(account: number, review: number, part: RecordPart): Promise<boolean | ReviewRefusal>;
  /**
   * Adds events and the records that came with them, all or none. Events that exist already were added by an earlier
   * call whose answer was lost.
   */
  append(account: number, review: number, events: readonly SealedEvent[], records?: UploadedRecords): Promise<Appended>;
  /** Moves the events from `from` on to a backup if the first of them does not continue the chain. Reads no others. */
  putAside(account: number, review: number, from: number): Promise<number | ReviewRefusal | { refused: 'intact' }>;
  members(account: number, review: number): Promise<ReviewMember[] | undefined>;
  /**
   * Invites an account; a member stays a member. `no-account`: no account has the name. `same-name`: a member has the
   * name in other letters (`Ana`, `ana`), so that their decisions could not be told apart.
   */
  invite(
    account: number,
    review: number,
    name: string,
  ): Promise<ReviewMember | ReviewRefusal | { refused: 'no-account' | 'same-name' } | TooMany>;
  /** Accepts an invitation. False if there is none. */
  join(account: number, review: number): Promise<boolean | TooMany>;
  /**
   * Ends a membership or an invitation: a reader's own, or any reader's if the owner asks. What the reader wrote stays.
   */
  remove(account: number, review: number, name: string): Promise<ReviewRefusal | { removed: boolean }>;
};
