import type { SourceReport } from '../../contract/answers.ts';
import type { Pool } from '../../contract/credits.ts';
import type { JobRequest } from '../../contract/requests.ts';
import type { Secret } from '../../contract/secret.ts';
import type { SearchOutcome } from '../../jobs/ports/search-engine.ts';
import type { SearchNote } from '../../wording/notes/search-notes.ts';
import type { Answer } from '../answer-schemas.ts';
import type { DeliveryState, OutboxStore } from './outbox-port.ts';
import type { OverviewStore } from './overview-port.ts';
import type { ReviewsStore } from './reviews-port.ts';

/**
 * The store of the service: accounts, credits, jobs, callbacks. Every method is one transaction, and rejects with
 * STORE_UNAVAILABLE if the store cannot be used. Methods take and return delays rather than times, so that only the
 * store's clock counts.
 */
export type ServiceStore = {
  accounts: AccountStore;
  tokens: TokenStore;
  jobs: JobStore;
  outbox: OutboxStore;
  secrets: SecretStore;
  workers: WorkerStore;
  settings: SettingStore;
  overview: OverviewStore;
  reviews: ReviewsStore;
  /**
   * Counts a request of the account if fewer than `perMinute` were made in the last minute. Requests about reviews are
   * counted separately.
   */
  takeRequest(account: number, perMinute: number, about?: 'reviews'): Promise<RateLimitAnswer>;
  /** Totals over all accounts. */
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

/**
 * What an account may spend from a pool: credits granted once, a number each calendar month (UTC), or without a limit.
 */
export type Allowance = number | { monthly: number } | 'unlimited';

export type Account = {
  id: number;
  name: string;
  /** Credits left per pool; null means no ceiling. */
  balances: Grants;
  /** Monthly credits of each pool; null without a monthly allowance. */
  monthly: Grants;
  /** When the next month begins, for an account with an allowance. */
  renewsAt: string | null;
  createdAt: string;
  /** When its latest job was created. */
  usedAt: string | null;
  revokedAt: string | null;
};

export type PoolFlow = {
  /** Credits granted, minus those that lapsed. */
  granted: number | null;
  /** Spent and refunded credits only grow. */
  spent: number;
  refunded: number;
  /** Monthly credits, and when the next month begins; null without a monthly allowance. */
  monthly: number | null;
  renewsAt: string | null;
};

/** A change of an account's credits: granted or lapsed, or taken or refunded for a job. `at` is ISO 8601. */
export type LedgerRow = {
  at: string;
  kind: 'grant' | 'lapse' | 'charge' | 'refund';
  pool: Pool;
  credits: number;
  job: string | null;
};

type AccountStore = {
  /** Creates an account with these allowances. Returns its id; undefined if the name is taken. */
  create(name: string, allowances: Record<Pool, Allowance>): Promise<number | undefined>;
  /** Sets what an account may spend from the named pools from now on. Their remaining credits lapse. */
  allow(account: number, allowances: Partial<Record<Pool, Allowance>>): Promise<void>;
  /** Adds credits to pools of an account. In a pool with an allowance they lapse with the month. */
  topUp(account: number, credits: Partial<Record<Pool, number>>): Promise<void>;
  find(name: string): Promise<Account | undefined>;
  /** The name of an existing account. */
  nameOf(account: number): Promise<string>;
  /** All accounts, in the order of their creation. */
  list(): Promise<Account[]>;
  /** Closes an account and invalidates its tokens; its jobs stay. */
  revoke(account: number): Promise<void>;
  flows(account: number): Promise<Record<Pool, PoolFlow>>;
  /** How many accounts have balances that are not the sums of their ledger. */
  wrongBalances(): Promise<number>;
  /** The latest rows of its ledger, newest first. */
  ledger(account: number, count: number): Promise<LedgerRow[]>;
};

type TokenStore = {
  /** Creates a token for an account. It can never be read again. */
  create(account: number): Promise<Secret>;
  /** Creates a token and invalidates all earlier ones. */
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
  /** Including this one. */
  attempts: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
};

export type StoredJob = {
  state: string;
  /** The answer to polls, made by zippedAnswer; only of a job that succeeded and has not expired. */
  answer: Uint8Array | undefined;
  /** Shown to the caller of a failed job. */
  notes: SearchNote[];
  sources: SourceReport[];
  expired: boolean;
};

/**
 * Jobs and their states: queued -> running -> success | error. A worker takes a job by a lease: a random token that
 * expires unless the worker renews it. Every write names the token, so that a worker that slept past its lease cannot
 * finish a job that another one has taken over. A job whose lease has expired is open again, at most MAX_ATTEMPTS
 * times. A job that failed for a transient reason is queued again for a while, within the same number of attempts.
 */
type JobStore = {
  /**
   * Creates a job and charges it, unless `key` already belongs to an earlier job. A store shared by several machines
   * keeps `sealedKey` until the job ends; a store in a file does not store it.
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
   * Leases an open job; undefined if there is none. It chooses the account with the fewest running jobs, among those
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
   * first call trusts at most MAX_PAUSE_COUNTED_MS of the clock's advance; later calls no more than the time since the
   * last call.
   */
  expire(olderThanMs: number): Promise<void>;
};

/** Time during which no store was open ages results by at most this much. A longer pause could be a wrong clock. */
export const MAX_PAUSE_COUNTED_MS = 24 * 60 * 60 * 1000;

export const LEASE_MS = 30_000;
export const MAX_ATTEMPTS = 3;

/** The secrets that sign an account's callbacks: the current one, and earlier ones after a rotation. */
type SecretStore = {
  /** The account's current secret, created if there is none. */
  ensure(account: number): Promise<Secret>;
  /** Gives the account a new secret. Earlier ones also sign for a day, or for their shorter remaining time. */
  rotate(account: number): Promise<Secret>;
  /** The active secrets, newest first; at least one. */
  active(account: number): Promise<Secret[]>;
};

/** A process that runs jobs. Times are ISO 8601. */
export type WorkerInfo = {
  id: string;
  /** The machine's name. */
  name: string;
  /** Maximum jobs that it runs at the same time. */
  jobs: number;
  startedAt: string;
  seenAt: string;
  /** Whether it reported recently. */
  isRunning: boolean;
};

export type WorkerStore = {
  /** Records that a worker is running. */
  beat(worker: Pick<WorkerInfo, 'id' | 'name' | 'jobs'>): Promise<void>;
  /** Removes a worker that stops. */
  leave(id: string): Promise<void>;
  /** The workers of the last day. */
  list(): Promise<WorkerInfo[]>;
};

/** Settings that one process makes for all. */
type SettingStore = {
  read(name: ServiceSetting): Promise<unknown>;
  /** Sets a JSON value; undefined removes it. */
  write(name: ServiceSetting, value: unknown): Promise<void>;
};
/**
 * `callbacks`: the allowed destinations of callbacks. `admin-token`: the hash of the token of the administrator's page.
 */
export type ServiceSetting = 'callbacks' | 'admin-token';

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
  /** Credits charged and refunded. */
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
