import type { SourceReport } from '../../contract/answers.ts';
import type { Pool } from '../../contract/credits.ts';
import type { SearchNote } from '../../contract/notes/search-notes.ts';
import type { JobRequest } from '../../contract/requests.ts';
import type { Secret } from '../../contract/secret.ts';
import type { SearchOutcome } from '../../jobs/ports/search-engine.ts';
import type { Answer } from '../answers.ts';

/**
 * The store of the service: accounts, credits, jobs, callbacks. Every method is one transaction, and rejects with
 * STORE_UNAVAILABLE where the store cannot be used. Only delays cross it, never times, so that the one clock that
 * counts is the store's.
 */
export type ServiceStore = {
  accounts: AccountStore;
  tokens: TokenStore;
  jobs: JobStore;
  outbox: OutboxStore;
  secrets: SecretStore;
  /** Counts a request of the account, if fewer than `perMinute` were made in the last minute. */
  takeRequest(account: number, perMinute: number): Promise<RateLimitAnswer>;
  /** The figures over all accounts. */
  counts(): Promise<StoreCounts>;
  /** Calls `listener` when another process has added work; until the store is closed. */
  onWake(listener: (what: 'jobs' | 'outbox') => void): void;
  /** Rejects when the store cannot be read and written. */
  ping(): Promise<void>;
  /** A second time it does nothing. */
  close(): Promise<void>;
};

/** Credits ever granted per pool; null means no ceiling. */
export type Grants = Record<Pool, number | null>;

export type Account = {
  id: number;
  name: string;
  /** Credits left per pool; null means no ceiling. */
  balances: Grants;
  createdAt: string;
  revokedAt: string | null;
};

/** What was granted to a pool, taken from it and given back. The last two only grow. */
export type PoolFlow = { granted: number | null; spent: number; refunded: number };

type AccountStore = {
  /** A new account with these credits, which the ledger records; its id, undefined when the name is taken. */
  create(name: string, credits: Record<Pool, number>): Promise<number | undefined>;
  /** Adds credits to the pools of an account. A pool without a ceiling stays so. */
  topUp(account: number, credits: Partial<Record<Pool, number>>): Promise<void>;
  find(name: string): Promise<Account | undefined>;
  /** All accounts, in the order in which they were made. */
  list(): Promise<Account[]>;
  /** Closes an account and ends its tokens; its jobs stay. */
  revoke(account: number): Promise<void>;
  flows(account: number): Promise<Record<Pool, PoolFlow>>;
};

type TokenStore = {
  /** Makes a token for an account, which can never be read again. */
  create(account: number): Promise<Secret>;
  /** Makes a token and ends all earlier ones. */
  replace(account: number): Promise<Secret>;
  /**
   * The account that a token stands for; undefined for a wrong or revoked one and for one of a revoked account. What
   * another process has revoked may count for one more second.
   */
  accountOf(token: string): Promise<number | undefined>;
};

/** The key of a creation with a hash of its request. */
export type CreationKey = { key: string; digest: string };

/** A job (`isRepeated`: an earlier one, for nothing), or why none was created and nothing charged. */
export type Creation = { id: string; isRepeated?: true } | { refused: 'credits' | 'queue' | 'key' };

export type KeyedJob = Answer<'KeyedJobs'>['jobs'][number];

export type LeasedJob = {
  id: string;
  token: string;
  account: number;
  request: JobRequest;
  /** Whether the job is charged to a scraper key: `sealedKey`, or one in the memory of the process that created it. */
  hasKey: boolean;
  sealedKey?: Uint8Array | undefined;
  /** This one included. */
  attempts: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
};

export type StoredJob = {
  state: string;
  /** Of a job that succeeded, until it is expired: what a poll is answered with, as zippedAnswer makes it. */
  answer: Uint8Array | undefined;
  /** What the caller of a job that failed is shown. */
  notes: SearchNote[];
  sources: SourceReport[];
  expired: boolean;
};

/**
 * Jobs and their states: queued -> running -> success | error. A worker takes a job by a lease (a random token with an
 * end, renewed while it works); every write-back names the token, so that a worker that slept past its lease cannot
 * finish a job that another one has taken over. A job whose lease has run out is open again, at most MAX_ATTEMPTS
 * times. A job that failed for a passing reason goes back to queued for a while, within the same number of attempts.
 */
type JobStore = {
  /**
   * Creates a job and charges it; `key` may stand for an earlier job already. `sealedKey` is kept until the job ends,
   * by a store that several machines share; one in a file keeps none.
   */
  create(
    account: number,
    request: JobRequest,
    maxOpen: number,
    key?: CreationKey,
    sealedKey?: Uint8Array,
  ): Promise<Creation>;
  /** The job of an equal creation under this key, or the refusal of a different one; undefined for a new key. */
  repeated(account: number, key: CreationKey): Promise<Creation | undefined>;
  /**
   * The job that was created under a key. Where there is none the key is closed: no creation under it is accepted, as
   * long as it is one of the last MAX_CLOSED_KEYS that the account closed.
   */
  closeKey(account: number, key: string): Promise<string | undefined>;
  /** The account's latest jobs that have a key, newest first; the one of a key where it is given. */
  keyed(account: number, key: string | undefined, count: number): Promise<KeyedJob[]>;
  /**
   * Leases an open job; undefined when there is none. The account with the fewest running jobs is next, then the one
   * that was served longest ago, and of its jobs the oldest. Before that, jobs whose last permitted worker died are
   * failed and refunded: they would kill the next one too.
   */
  lease(): Promise<LeasedJob | undefined>;
  /** Extends a lease. False, here and below, when it is no longer this worker's. */
  renew(job: LeasedJob): Promise<boolean>;
  /** Stores the papers of a leased job and the callback that it asked for. */
  finish(job: LeasedJob, outcome: SearchOutcome): Promise<boolean>;
  /** Puts a leased job that was broken off back into the queue; the attempt does not count. */
  release(job: LeasedJob): Promise<void>;
  /** Puts a leased job back into the queue for `delayMs` milliseconds. */
  postpone(job: LeasedJob, delayMs: number): Promise<void>;
  /** Ends a leased job as an error of the service and refunds it; the caller is shown `report`. */
  fail(job: LeasedJob, report?: Pick<SearchOutcome, 'notes' | 'sources'>): Promise<boolean>;
  /** Milliseconds until a postponed job or an abandoned lease is due, negative when one is; undefined when none is. */
  dueInMs(): Promise<number | undefined>;
  /** The job of this account; undefined for an unknown and for a foreign one alike. */
  find(account: number, id: string): Promise<StoredJob | undefined>;
  /**
   * Deletes the results of jobs that ended so long ago, and what callbacks of them are dead, but not the jobs, their
   * charges and their keys. What the clock says is believed within MAX_PAUSE_COUNTED_MS at the first call, and later by
   * no more than has passed since the last one.
   */
  expire(olderThanMs: number): Promise<void>;
};

/** So much of the time in which a store was not open makes results older: more could be a wrong clock. */
export const MAX_PAUSE_COUNTED_MS = 24 * 60 * 60 * 1000;

export const LEASE_MS = 30_000;
export const MAX_ATTEMPTS = 3;

/** Longer than any attempt may take: see ATTEMPT_MS of the deliverer. */
export const DELIVERY_LEASE_MS = 30_000;
/** Longer than any pause between two attempts of a callback. */
export const MAX_PAUSE_MS = 24 * 60 * 60 * 1000;

export const DELIVERY_STATES = ['pending', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** An attempt that this process owns. `attempts` counts those before it. */
export type LeasedDelivery = {
  id: string;
  token: string;
  job: string;
  account: number;
  url: string;
  attempts: number;
  zippedBody: Uint8Array | null;
};

/** A delivery as an operator sees it. Times are ISO 8601. */
export type Delivery = {
  id: string;
  job: string;
  /** The account's name. */
  account: string;
  /** Scheme and host only: path and query may hold the receiver's key. */
  url: string;
  state: DeliveryState;
  attempts: number;
  /** When the next attempt is due; null when none is. */
  nextAt: string | null;
  lastOutcome: string | null;
  createdAt: string;
  endedAt: string | null;
  canBeResent: boolean;
};

/** Deliveries of one state or account or of all. */
export type Listing = {
  state?: DeliveryState | undefined;
  account?: number | undefined;
  offset: number;
  count: number;
};

/**
 * Callbacks that are to be sent: pending -> delivered | dead; a dead one goes back to pending when it is sent again. An
 * attempt is owned by a lease (a random token with an end), and every outcome names the token, so that a process that
 * slept past its lease changes nothing that another one has taken over. Attempts count when their outcome is known: one
 * that a killed process left behind is made again, under the same webhook-id.
 */
type OutboxStore = {
  /** Leases the delivery that has been due for longest, of any account but `without` and revoked ones. */
  lease(without: readonly number[]): Promise<LeasedDelivery | undefined>;
  /** Milliseconds until the next delivery of any account but `without` is due, if one is pending. */
  dueInMs(without: readonly number[]): Promise<number | undefined>;
  /** The receiver has it: the body is deleted. False, here and below, when the lease is no longer this process's. */
  delivered(lease: LeasedDelivery, outcome: string): Promise<boolean>;
  /** The attempt failed; the next one is due in `delayMs`. */
  retry(lease: LeasedDelivery, outcome: string, delayMs: number): Promise<boolean>;
  /** The attempt failed and is the last one. The body is kept as long as the job's results, to be resent. */
  dead(lease: LeasedDelivery, outcome: string): Promise<boolean>;
  /** Ends the lease of an attempt that was broken off; the delivery is due at once. */
  release(lease: LeasedDelivery): Promise<boolean>;
  /** Ends the pending deliveries of revoked accounts, except attempts under way. */
  endRevoked(): Promise<void>;
  /** Newest first. */
  list(listing: Listing): Promise<Delivery[]>;
  /** Makes an ended delivery due again, with all its attempts and under the same webhook-id; or says why it cannot. */
  resend(id: string): Promise<string | undefined>;
};

/** The secrets that an account's callbacks are signed with: one that stays, and after a rotation those before it. */
type SecretStore = {
  /** The account's current secret, made when there is none yet. */
  ensure(account: number): Promise<Secret>;
  /** Gives the account a new secret. Earlier ones sign beside it for a day, or for the shorter time they had left. */
  rotate(account: number): Promise<Secret>;
  /** The secrets in force, the newest first; at least one. */
  active(account: number): Promise<Secret[]>;
};

export type RateLimitAnswer = {
  allowed: boolean;
  limit: number;
  /** Requests that are left in this window. */
  remaining: number;
  /** Whole seconds until the next one is allowed, when none is left, else until the window is empty. */
  resetSeconds: number;
};

export type StoreCounts = {
  jobs: { state: string; jobs: number }[];
  /** Jobs that are queued or running. */
  open: number;
  /** Every state is there. */
  deliveries: { state: DeliveryState; deliveries: number }[];
  /** Credits charged and given back. */
  credits: { pool: Pool; kind: string; credits: number }[];
  /** Of a store on a server. `oldest...Seconds`: since the oldest open job was made, and a lease was last renewed. */
  database?: {
    connections: { state: 'idle' | 'busy' | 'awaited'; connections: number }[];
    oldestJobSeconds: number;
    oldestLeaseSeconds: number;
  };
};
