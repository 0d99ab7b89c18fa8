import type { SourceReport } from '../../contract/answers.ts';
import type { Pool } from '../../contract/credits.ts';
import type { SearchNote } from '../../contract/notes/search-notes.ts';
import type { JobRequest } from '../../contract/requests.ts';
import type { Secret } from '../../contract/secret.ts';
import type { SearchOutcome } from '../../jobs/ports/search-engine.ts';
import type { Answer } from '../answer-schemas.ts';

/**
 * The store of the service: accounts, credits, jobs, callbacks. Every method is one transaction, and rejects with
 * STORE_UNAVAILABLE if the store cannot be used. Its methods take and return delays rather than times, so that only the
 * store's clock counts.
 */
export type ServiceStore = {
  accounts: AccountStore;
  tokens: TokenStore;
  jobs: JobStore;
  outbox: OutboxStore;
  secrets: SecretStore;
  /** Counts a request of the account if fewer than `perMinute` were made in the last minute. */
  takeRequest(account: number, perMinute: number): Promise<RateLimitAnswer>;
  /** The figures over all accounts. */
  counts(): Promise<StoreCounts>;
  /** Calls `listener` when another process has added work, until the store is closed. */
  onWake(listener: (what: 'jobs' | 'outbox') => void): void;
  /** Rejects if the store cannot be read and written. */
  ping(): Promise<void>;
  /** Closing it a second time does nothing. */
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

/** Credits granted to a pool, spent from it and refunded to it. The last two only grow. */
export type PoolFlow = { granted: number | null; spent: number; refunded: number };

type AccountStore = {
  /**
   * Creates an account with these credits, and records them in the ledger. Returns its id; undefined if the name is
   * taken.
   */
  create(name: string, credits: Record<Pool, number>): Promise<number | undefined>;
  /** Adds credits to the pools of an account. A pool without a ceiling stays without one. */
  topUp(account: number, credits: Partial<Record<Pool, number>>): Promise<void>;
  find(name: string): Promise<Account | undefined>;
  /** All accounts, in the order of their creation. */
  list(): Promise<Account[]>;
  /** Closes an account and ends its tokens; its jobs stay. */
  revoke(account: number): Promise<void>;
  flows(account: number): Promise<Record<Pool, PoolFlow>>;
};

type TokenStore = {
  /** Creates a token for an account. It can never be read again. */
  create(account: number): Promise<Secret>;
  /** Creates a token and ends all earlier ones. */
  replace(account: number): Promise<Secret>;
  /**
   * The account of a token; undefined for a wrong or revoked token and for a revoked account. A token that another
   * process revoked may stay valid for one second.
   */
  accountOf(token: string): Promise<number | undefined>;
};

/** The key of a creation, with a hash of its request. */
export type CreationKey = { key: string; digest: string };

/** A job (`isRepeated`: an earlier one, free), or why no job was created and nothing was charged. */
export type Creation = { id: string; isRepeated?: true } | { refused: 'credits' | 'queue' | 'key' };

export type KeyedJob = Answer<'KeyedJobs'>['jobs'][number];

export type LeasedJob = {
  id: string;
  token: string;
  account: number;
  request: JobRequest;
  /**
   * Whether the job is charged to a scraper key: `sealedKey`, or one in the memory of the process that created the job.
   */
  hasKey: boolean;
  sealedKey?: Uint8Array | undefined;
  /** This one included. */
  attempts: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
};

export type StoredJob = {
  state: string;
  /** The answer to polls, made by zippedAnswer, of a job that succeeded and has not expired. */
  answer: Uint8Array | undefined;
  /** Shown to the caller of a failed job. */
  notes: SearchNote[];
  sources: SourceReport[];
  expired: boolean;
};

/**
 * Jobs and their states: queued -> running -> success | error. A worker takes a job by a lease: a random token that
 * expires unless the worker renews it. Every write-back names the token, so that a worker that slept past its lease
 * cannot finish a job that another one has taken over. A job whose lease has expired is open again, at most
 * MAX_ATTEMPTS times. A job that failed for a passing reason is queued again for a while, within the same number of
 * attempts.
 */
type JobStore = {
  /**
   * Creates a job and charges it, unless `key` already stands for an earlier job. A store shared by several machines
   * keeps `sealedKey` until the job ends; a store in a file keeps none.
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
   * The job created under a key. If there is none, the key is closed: no creation under it is accepted while it is one
   * of the last MAX_CLOSED_KEYS that the account closed.
   */
  closeKey(account: number, key: string): Promise<string | undefined>;
  /** The account's latest jobs with a key, newest first; with `key`, only the job of that key. */
  keyed(account: number, key: string | undefined, count: number): Promise<KeyedJob[]>;
  /**
   * Leases an open job; undefined if there is none. First comes the account with the fewest running jobs, among those
   * the one served longest ago, and its oldest job. Before that, jobs whose last permitted worker died are failed and
   * refunded: they would kill the next worker too.
   */
  lease(): Promise<LeasedJob | undefined>;
  /** Extends a lease. Here and below, false means that the lease no longer belongs to this worker. */
  renew(job: LeasedJob): Promise<boolean>;
  /** Stores the papers of a leased job and the callback that the job asked for. */
  finish(job: LeasedJob, outcome: SearchOutcome): Promise<boolean>;
  /** Returns an interrupted job to the queue. The attempt does not count. */
  release(job: LeasedJob): Promise<void>;
  /** Returns a leased job to the queue for `delayMs` milliseconds. */
  postpone(job: LeasedJob, delayMs: number): Promise<void>;
  /** Ends a leased job as an error of the service and refunds it. The caller sees `report`. */
  fail(job: LeasedJob, report?: Pick<SearchOutcome, 'notes' | 'sources'>): Promise<boolean>;
  /**
   * Milliseconds until a postponed job or an abandoned lease is due, negative if overdue; undefined if there is none.
   */
  dueInMs(): Promise<number | undefined>;
  /** The job of this account; undefined both for an unknown and for a foreign job. */
  find(account: number, id: string): Promise<StoredJob | undefined>;
  /**
   * Deletes the results of jobs that ended this long ago, and their dead callbacks. Jobs, charges and keys stay. The
   * first call believes at most MAX_PAUSE_COUNTED_MS of what the clock says; later calls no more than the time since
   * the last call.
   */
  expire(olderThanMs: number): Promise<void>;
};

/** Time without an open store ages results by at most this much. A longer pause could be a wrong clock. */
export const MAX_PAUSE_COUNTED_MS = 24 * 60 * 60 * 1000;

export const LEASE_MS = 30_000;
export const MAX_ATTEMPTS = 3;

/** Longer than any attempt may take: see ATTEMPT_MS of the deliverer. */
export const DELIVERY_LEASE_MS = 30_000;
/** Longer than any pause between two attempts of a callback. */
export const MAX_PAUSE_MS = 24 * 60 * 60 * 1000;

export const DELIVERY_STATES = ['pending', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** An attempt that this process owns. `attempts` counts earlier attempts. */
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
  /** When the next attempt is due; null if there is none. */
  nextAt: string | null;
  lastOutcome: string | null;
  createdAt: string;
  endedAt: string | null;
  canBeResent: boolean;
};

/** Filters a list of deliveries by state and account. Default: all. */
export type Listing = {
  state?: DeliveryState | undefined;
  account?: number | undefined;
  offset: number;
  count: number;
};

/**
 * Callbacks to send: pending -> delivered | dead; sending a dead one again makes it pending. An attempt belongs to the
 * holder of a lease (a random token that expires). Every outcome names the token, so that a process that slept past its
 * lease changes nothing that another one has taken over. An attempt counts once its outcome is known. If its process
 * was killed, the attempt is repeated under the same webhook-id.
 */
type OutboxStore = {
  /**
   * Leases the delivery that has been due for longest, except those of the accounts `without` and of revoked accounts.
   */
  lease(without: readonly number[]): Promise<LeasedDelivery | undefined>;
  /** Milliseconds until the next delivery of accounts other than `without` is due, if one is pending. */
  dueInMs(without: readonly number[]): Promise<number | undefined>;
  /**
   * Records a delivery and deletes its body. Here and below, false means that the lease no longer belongs to this
   * process.
   */
  delivered(lease: LeasedDelivery, outcome: string): Promise<boolean>;
  /** The attempt failed; the next one is due in `delayMs`. */
  retry(lease: LeasedDelivery, outcome: string, delayMs: number): Promise<boolean>;
  /** The last attempt failed. The body stays as long as the job's results, so that it can be resent. */
  dead(lease: LeasedDelivery, outcome: string): Promise<boolean>;
  /** Ends the lease of an interrupted attempt. The delivery is due at once. */
  release(lease: LeasedDelivery): Promise<boolean>;
  /** Ends the pending deliveries of revoked accounts, except attempts under way. */
  endRevoked(): Promise<void>;
  /** Newest first. */
  list(listing: Listing): Promise<Delivery[]>;
  /**
   * Makes an ended delivery due again, with all its attempts and the same webhook-id; or returns why that is
   * impossible.
   */
  resend(id: string): Promise<string | undefined>;
};

/** The secrets that sign an account's callbacks: the current one, and earlier ones after a rotation. */
type SecretStore = {
  /** The account's current secret, created if there is none. */
  ensure(account: number): Promise<Secret>;
  /** Gives the account a new secret. Earlier ones also sign for a day, or for their shorter remaining time. */
  rotate(account: number): Promise<Secret>;
  /** The active secrets, newest first; at least one. */
  active(account: number): Promise<Secret[]>;
};

export type RateLimitAnswer = {
  allowed: boolean;
  limit: number;
  /** Requests left in this window. */
  remaining: number;
  /** Whole seconds until the next request is allowed if none is left, otherwise until the window is empty. */
  resetSeconds: number;
};

export type StoreCounts = {
  jobs: { state: string; jobs: number }[];
  /** Jobs that are queued or running. */
  open: number;
  /** Includes every state. */
  deliveries: { state: DeliveryState; deliveries: number }[];
  /** Credits charged and given back. */
  credits: { pool: Pool; kind: string; credits: number }[];
  /**
   * For a database server. `oldest...Seconds`: time since the oldest open job was created, and since the least recently
   * renewed lease was renewed.
   */
  database?: {
    connections: { state: 'idle' | 'busy' | 'awaited'; connections: number }[];
    oldestJobSeconds: number;
    oldestLeaseSeconds: number;
  };
};
