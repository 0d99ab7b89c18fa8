import type { Balances, JobAnswer, SourceReport } from '../../contract/answers.ts';
import type { Pool } from '../../contract/credits.ts';
import type { Charged } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operations.ts';
import type { WirePaper } from '../../contract/paper.ts';
import type { JobRequest } from '../../contract/requests.ts';

/** What the use-cases need of the world. Adapters implement these; the composition root connects them. */

/** What came of dialling a creation once. */
export type AttemptOutcome = 'created' | 'not sent' | 'rate limited' | 'refused' | 'unknown';

export type CreateOptions = {
  /**
   * Aborted when there is no time left to begin (another) attempt; an attempt that is on the wire is never cut short.
   */
  signal: AbortSignal;
  /**
   * When the signal will be aborted (on the clock of `performance.now`): no pause that would end after it is begun, and
   * no attempt after it.
   */
  until?: number;
  /** Called at the last moment at which nothing of an attempt has left; what it throws keeps it back. */
  beforeDial?: () => void | Promise<void>;
  /** The same for all attempts of one creation. */
  idempotencyKey?: string;
  /** Told of every attempt, so that it can be recorded. */
  onAttempt?: (outcome: AttemptOutcome) => void;
};

/** The search service behind the contract: hosted or embedded, through the same client. */
export type SearchService = {
  /**
   * Creates a job and takes its credits. Repeated only after failures that certainly cost nothing; throws
   * PaperqueueError with what is known of the charge.
   */
  create(request: JobRequest, options: CreateOptions): Promise<{ jobId: string }>;
  /** State of a job, with the papers once it succeeded. Free. */
  status(jobId: string, signal: AbortSignal): Promise<JobAnswer>;
  /** Credits left per pool; undefined when the service has no such answer. Free. */
  balances(signal: AbortSignal): Promise<Balances | undefined>;
  /**
   * The job that was created under a key; null promises that there is none and will be none. Only to be asked of a
   * service that keeps keys (`idempotencyKeyDays`). Free.
   */
  closeKey(key: string, signal: AbortSignal): Promise<{ jobId: string | null }>;
};

export type Mode = 'hosted' | 'embedded';

/**
 * The life of a job as this installation sees it. Before the service answered: `submitting`, then `refused` (nothing
 * was charged) or `unknown` (it may have been). Afterwards: the service's own words; `success` and `error` are final.
 */
export type JobRecord = {
  /** The n of the reference Jn: unique on this machine, never used twice. */
  number: number;
  /** The service's id; null until it has answered. */
  jobId: string | null;
  mode: Mode;
  /** Which account at which service; jobs of another one cannot be asked about. */
  account: string;
  /** Null for a job that was created elsewhere and is only read here. */
  operation: Operation | 'relatedPapers' | null;
  /** The request as sent, without the scraper key; null for a job created elsewhere. */
  request: JobRequest | null;
  /** What was asked instead of a search; null for a search. */
  related: RelatedAsked | null;
  status: string;
  cost: number;
  pool: Pool;
  charged: Charged;
  createdAt: string;
  finishedAt: string | null;
  /** What the service said about the search (the embedded service only). */
  notes: string[];
  /** What each source gave, where the service says so (the embedded service only). */
  sources: SourceReport[];
  /** How many papers are stored; null before the job succeeded. */
  papers: number | null;
  /** The version of paperqueue that asked; null where none was recorded. */
  software: string | null;
  /** The outcome of its creation is known to this process alone: the store could not take it yet. */
  isInMemoryOnly?: true;
};

/** SHA-256 (hexadecimal) of a job's results as they were stored, and whether they still are what was stored. */
export type ResultsDigest = { sha256: string; isIntact: boolean };

/** When the service was asked and when it had answered (ISO 8601): the balance is of some moment in between. */
export type Interval = { from: string; to: string };

/** A balance as evidence: what a pool held, and the total ever granted where the service tells it. */
export type MeasuredBalance = {
  balance: number;
  total: number | null;
  /** All that the pool ever spent; null or absent where the service does not tell. */
  spent?: number | null;
  measured: Interval;
};

export type NewJob = Pick<JobRecord, 'mode' | 'account' | 'request' | 'cost' | 'pool'> & {
  operation: Operation;
  /** Equal for requests that ask the same. */
  fingerprint: string;
  /** What the pool held before; undefined when the service did not tell. */
  balanceBefore: MeasuredBalance | undefined;
  /** Sent with the creation. */
  idempotencyKey?: string;
  /** ISO 8601: until then the service keeps the key; absent where it had not said that it keeps any. */
  keyUntil?: string | undefined;
  /** As the fingerprint, but without the token: equal for requests that ask the same of the same service. */
  question?: string;
};

export type BeginOptions = {
  /** ISO 8601: an equal job that was created at or after this moment, and not refused, is given back instead. */
  reuseSince: string | undefined;
  /** Called inside the transaction before a new job is recorded; throws to forbid it. */
  allow: () => void;
};

/** A creation may still be charged this long after its failure: every hop on its way has given up by then. */
export const SETTLED_MS = 60_000;

/** What can tell whether an unknown creation was charged. */
export type Evidence = {
  balanceBefore: number;
  totalBefore: number | null;
  spentBefore: number | null;
  /** When the creation's failure was known. */
  answeredAt: string | null;
  /** Credits of the same pool that others of our jobs took between the two measurements. */
  othersCharged: number;
  /** Credits of the same pool that others of our jobs may have taken since the first. */
  othersUnknown: number;
  /** Another creation could be charged while a balance was measured: the numbers cannot be told apart. */
  isBlurred: boolean;
};

/** How a request begins: as a job of its own, or attached to an equal one that is there already. */
export type Beginning = { job: JobRecord; reused: boolean };

/** The record of jobs and of their papers. Throws STORE_UNAVAILABLE. */
export type JobStore = {
  /**
   * Records the intent to create a job and holds its credits, durably, before anything is sent. Look-up of an equal
   * job, permission and record are one transaction, so that two equal requests at the same moment make one job.
   */
  begin(job: NewJob, options: BeginOptions): Beginning;
  /** The job that `begin` would give back, without recording anything. */
  findEqual(fingerprint: string, since: string): JobRecord | undefined;
  /**
   * To be called immediately before a creation is dialled: true when it still may be. False when it was given up in the
   * meantime, perhaps by another process: then it must not be dialled. Without this stamp it counts as never sent.
   */
  stampDial(number: number): boolean;
  /** A creation was dialled; what came of it. After an outcome that certainly cost nothing its stamp is gone. */
  attempted(number: number, outcome: AttemptOutcome): void;
  /**
   * The service has created the job: the hold becomes a charge. An outcome that the store cannot take now is kept in
   * memory, shown to readers of this process, and written as soon as the store takes it; the call throws nevertheless.
   * The same holds for `settle`.
   */
  confirm(number: number, jobId: string): JobRecord;
  /**
   * The creation is over without a job id. `no`: the hold is released and the job counts as refused. `unknown`: the
   * hold stays. `yes`: the hold becomes a charge; the job exists, but its id never arrived.
   */
  settle(number: number, charged: Charged): JobRecord;
  /** Records a job that was created elsewhere. */
  adopt(job: Pick<JobRecord, 'mode' | 'account'> & { jobId: string }): JobRecord;
  /** Records what followed from a stored paper, finished and free. */
  recordRelated(
    job: Pick<JobRecord, 'mode' | 'account' | 'notes' | 'sources'> & {
      fingerprint: string;
      asked: RelatedAsked;
      papers: readonly WirePaper[];
    },
  ): JobRecord;
  /** A state that is not final. */
  setStatus(number: number, status: string): JobRecord;
  /** A final state; papers with `success`. */
  finish(
    number: number,
    outcome: { status: string; papers: WirePaper[]; notes: string[]; sources?: SourceReport[] },
  ): JobRecord;
  byNumber(number: number): JobRecord | undefined;
  byJobId(jobId: string, account: string): JobRecord | undefined;
  /** Jobs, newest first. */
  list(page: { offset: number; count: number; status: string | undefined }): { jobs: JobRecord[]; total: number };
  /** The papers of a finished job, in the service's order. */
  papers(number: number): WirePaper[];
  /** Undefined before the job succeeded. */
  digest(number: number): ResultsDigest | undefined;
  /** Credits charged or held for jobs begun since a moment (ISO 8601), all accounts and pools together. */
  committedSince(since: string): number;
  /** Credits of a pool that our jobs, begun at or after a moment (ISO 8601), took. */
  chargedSince(account: string, pool: Pool, since: string): number;
  /** Undefined when no balance was recorded before the creation. `now` is when the second balance was measured. */
  evidence(number: number, now: Interval): Evidence | undefined;
  /** The key under which a creation was sent; undefined unless the service keeps it still. */
  keptKey(number: number, now: string): string | undefined;
  /** A creation of the same question under another token, whose outcome nobody knows. */
  findUnderOtherToken(question: string, account: string): JobRecord | undefined;
  /** The balances that the service told last. */
  balances(account: string): { balances: Balances; measured: Interval } | undefined;
  saveBalances(account: string, balances: Balances, measured: Interval): void;
};

/** Creations are dialled before polls: a waiting user's new job matters more than one more look at an old one. */
export type Priority = 'create' | 'read';

/** One pace towards one account at one service, shared by every process of this machine that uses it. */
export type Pace = {
  /** Takes a place among `perMinute` in any minute and gives 0, or the milliseconds after which to ask again. */
  take(kind: Priority, perMinute: number, now: number): number;
  /** A place that was taken at this moment was not used: nothing was sent. */
  giveBack(at: number): void;
  /** No creation of this process waits any more. */
  stopWaiting(): void;
  /** No place is given before this moment (milliseconds since the epoch), as a Retry-After asks. */
  pauseUntil(time: number, now: number): void;
};

/** Where exports too long for an answer go. Throws STORE_UNAVAILABLE. */
export type ExportFolder = {
  /**
   * Writes a new file, readable by its owner only, and gives its path. An equal file of that name is left as it is;
   * where a different one has the name, a number is added to it.
   */
  write(name: string, ending: string, text: string): string;
};

export const RELATIONS = ['references', 'citations', 'similar'] as const;
type Relation = (typeof RELATIONS)[number];

/** What follows from a stored paper: the papers that it cites, that cite it, or that are like it. */
export type RelatedRequest = {
  /** Of the stored paper, such as `J12-3`. */
  ref: string;
  relation: Relation;
  limit: number;
};

/** As it is recorded with its job: enough to know the paper by, whatever becomes of the other job. */
export type RelatedAsked = RelatedRequest & { title?: string; doi?: string };

export type RelatedOutcome = {
  papers: WirePaper[];
  notes: string[];
  sources: SourceReport[];
  /** One who could tell did not, or not all: asked again, it may. */
  isPartial?: boolean;
  /** Why there is nothing to record: nobody answered, which may pass, or nobody can tell this of this paper at all. */
  failed?: 'nobody answered' | 'nobody can tell';
};

/** Who can tell of related works, outside of the search service. Free. */
export type RelatedWorks = {
  /** Sources that may be asked; empty where the user allows none. */
  readonly names: readonly string[];
  find(
    paper: WirePaper,
    relation: Relation,
    limit: number,
    asking: { signal: AbortSignal; budgetMs: number },
  ): Promise<RelatedOutcome>;
};
