import type { LabMember, LogEnd, SealedEvent } from '../../jobs/ports/reviews.ts';

/** The owner sets a review up and invites; readers decide. */
export type ReviewRole = LabMember['role'];

export type ReviewMember = LabMember;

/** A review as the list of its member has it. */
export type KeptReview = Pick<ReviewMember, 'role' | 'isInvited'> & {
  review: number;
  owner: string;
  /** Its beginning: whoever invites decides how long it is, and a list must stay readable. */
  question: string;
  /** The number of the last event. */
  end: number;
};

/** Records of one part of an upload: JSON, gzipped. */
export type RecordPart = { upload: string; part: number; records: number; zipped: Uint8Array };

/** Parts that an append adds to the log, all of them. */
export type UploadedRecords = { upload: string; parts: number };

/**
 * Why something is not done. `unknown`: there is no such review, or the account is no member of it, which looks the
 * same. `not-owner`: readers may not do that.
 */
export type ReviewRefusal = { refused: 'unknown' | 'not-owner' };

export type Appended =
  | { end: LogEnd }
  | ReviewRefusal
  /** The log has gone on. */
  | { refused: 'conflict'; end: LogEnd }
  /** `chain`: the hashes do not follow. `writer`: another account's events. `records`: the parts are not all there. */
  | { refused: 'chain' | 'writer' | 'records' }
  /** The account has added all to this review that one member may. */
  | { refused: 'full' };

/**
 * How many reviews an account may open and join, and how many invitations may wait for it, of which one owner may have
 * sent so many: one member must not keep the others out. Together they bound what a list of reviews reads.
 */
export const MAX_REVIEWS_OF_ACCOUNT = { opened: 200, joined: 500, waiting: 100, waitingOfOwner: 20 } as const;

/** The account has, or has waiting, as many reviews as one account may. */
export type TooMany = { refused: 'too-many-reviews' | 'too-many-invitations' | 'too-many-joined' };

/**
 * Reviews that a lab keeps: logs that only grow, and their records. Every method is of an account, and finds only what
 * the account is a member of; one that was invited sees the review in its list, and nothing else before it joins.
 */
export type ReviewsStore = {
  /** Opens a review of the account, which becomes its owner. The same opening again is the same review. */
  open(account: number, opening: SealedEvent): Promise<number | { refused: 'chain' | 'writer' } | TooMany>;
  list(account: number): Promise<KeptReview[]>;
  /** Events after the nth, as many as fit into an answer, and where the log ends. Reads no others. */
  events(account: number, review: number, after: number): Promise<{ events: SealedEvent[]; end: number } | undefined>;
  /** Part `page` (from 0) of the records that came with events after the nth, and how many parts there are. */
  records(
    account: number,
    review: number,
    after: number,
    page: number,
  ): Promise<{ zipped: Uint8Array | undefined; pages: number } | undefined>;
  /** Keeps a part until an append names it, for a day at most. False: the account has too many that wait. */
  upload(account: number, review: number, part: RecordPart): Promise<boolean | ReviewRefusal>;
  /**
   * Adds events, and the records that came with them, all or nothing. Events that are there already were added by an
   * earlier call, whose answer was lost.
   */
  append(account: number, review: number, events: readonly SealedEvent[], records?: UploadedRecords): Promise<Appended>;
  /** Puts the events from `from` on aside, if that one does not follow the event before it. Reads no others. */
  putAside(account: number, review: number, from: number): Promise<number | ReviewRefusal | { refused: 'intact' }>;
  members(account: number, review: number): Promise<ReviewMember[] | undefined>;
  /**
   * Invites an account; one that is a member stays it. `no-account`: nobody has the name. `same-name`: a member has it
   * in other letters (`Ana`, `ana`), and decisions could not be told apart.
   */
  invite(
    account: number,
    review: number,
    name: string,
  ): Promise<ReviewMember | ReviewRefusal | { refused: 'no-account' | 'same-name' } | TooMany>;
  /** Accepts an invitation. False if there is none. */
  join(account: number, review: number): Promise<boolean | TooMany>;
  /** Ends a membership or an invitation: a reader's own, or any of a reader by the owner. What it wrote stays. */
  remove(account: number, review: number, name: string): Promise<ReviewRefusal | { removed: boolean }>;
};
