import type { Balances, JobAnswer } from '../contract/answers.ts';
import type { Pool } from '../contract/credits.ts';
import type { Charged } from '../contract/errors.ts';
import type { Operation } from '../contract/operations.ts';
import type { Paper } from '../contract/paper.ts';
import type { JobRequest } from '../contract/requests.ts';
import type { Completion } from '../papers/formats/reading.ts';
import type { PaperRecord } from '../papers/record.ts';

/** What the use-cases need of the world. Adapters implement these; the composition root connects them. */

/** What came of dialling a creation once. */
export type AttemptOutcome = 'created' | 'not sent' | 'rate limited' | 'refused' | 'unknown';

export type CreateOptions = {
  /** Aborted when there is no time left to begin (another) attempt; an attempt that is on the wire is never cut short. */
  signal: AbortSignal;
  /** When the signal will be aborted (milliseconds since the epoch), so that no pause is begun that cannot end before. */
  until?: number;
  /** Told of every attempt, so that it can be recorded. */
  onAttempt?: (outcome: AttemptOutcome) => void;
};

/** The search service behind the contract: hosted or embedded, through the same client. */
export type SearchService = {
  /**
   * Creates a job and takes its credits. Repeated only after failures that certainly cost nothing; throws PaperqueueError
   * with what is known of the charge.
   */
  create(request: JobRequest, options: CreateOptions): Promise<{ jobId: string }>;
  /** State of a job, with the papers once it succeeded. Free. */
  status(jobId: string, signal: AbortSignal): Promise<JobAnswer>;
  /** Credits left per pool; undefined when the service has no such answer. Free. */
  balances(signal: AbortSignal): Promise<Balances | undefined>;
};

export type Mode = 'hosted' | 'embedded';

/** The most seconds that a call may wait: hosts cut calls at 60 seconds, and the answer has to travel too. */
export const MOST_WAIT_SECONDS = 50;

/**
 * The life of a job as this installation sees it. Before the service answered: `submitting`, then `refused` (nothing was
 * charged) or `unknown` (it may have been). Afterwards: the service's own words; `success` and `error` are final.
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
  operation: Operation | null;
  /** The request as sent, without the scraper key; null for a job created elsewhere. */
  request: JobRequest | null;
  status: string;
  cost: number;
  pool: Pool;
  charged: Charged;
  createdAt: string;
  finishedAt: string | null;
  /** What the service said about the search (the embedded service only). */
  notes: string[];
  /** How many papers are stored; null before the job succeeded. */
  papers: number | null;
  /** The version of paperqueue that asked; null where none was recorded. */
  software: string | null;
};

/** SHA-256 (hexadecimal) of a job's results as they were stored, and whether they still are what was stored. */
export type ResultsDigest = { sha256: string; isIntact: boolean };

/** When the service was asked and when it had answered (ISO 8601): the balance is of some moment in between. */
export type Interval = { from: string; to: string };

/** A balance as evidence: what a pool held, and the total ever granted where the service tells it. */
export type MeasuredBalance = { balance: number; total: number | null; measured: Interval };

export type NewJob = Pick<JobRecord, 'mode' | 'account' | 'operation' | 'request' | 'cost' | 'pool'> & {
  /** Equal for requests that ask the same. */
  fingerprint: string;
  /** What the pool held before; undefined when the service did not tell. */
  balanceBefore: MeasuredBalance | undefined;
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
   * Records the intent to create a job and holds its credits, durably, before anything is sent. Look-up of an equal job,
   * permission and record are one transaction, so that two equal requests at the same moment make one job.
   */
  begin(job: NewJob, options: BeginOptions): Beginning;
  /** The job that `begin` would give back, without recording anything. */
  findEqual(fingerprint: string, since: string): JobRecord | undefined;
  /** A creation was dialled; what came of it. */
  attempted(number: number, outcome: AttemptOutcome): void;
  /** The service has created the job: the hold becomes a charge. */
  confirm(number: number, jobId: string): JobRecord;
  /**
   * The creation is over without a job id. `no`: the hold is released and the job counts as refused. `unknown`: the hold
   * stays. `yes`: the hold becomes a charge; the job exists, but its id never arrived.
   */
  settle(number: number, charged: Charged): JobRecord;
  /** Records a job that was created elsewhere. */
  adopt(job: Pick<JobRecord, 'mode' | 'account'> & { jobId: string }): JobRecord;
  /** A state that is not final. */
  setStatus(number: number, status: string): JobRecord;
  /** A final state; papers with `success`. */
  finish(number: number, outcome: { status: string; papers: Paper[]; notes: string[] }): JobRecord;
  byNumber(number: number): JobRecord | undefined;
  byJobId(jobId: string, account: string): JobRecord | undefined;
  /** Jobs, newest first. */
  list(page: { offset: number; count: number; status: string | undefined }): { jobs: JobRecord[]; total: number };
  /** The papers of a finished job, in the service's order. */
  papers(number: number): Paper[];
  /** Undefined before the job succeeded. */
  digest(number: number): ResultsDigest | undefined;
  /** Credits charged or held for jobs begun since a moment (ISO 8601), all accounts and pools together. */
  committedSince(since: string): number;
  /** Credits of a pool that our jobs, begun at or after a moment (ISO 8601), took. */
  chargedSince(account: string, pool: Pool, since: string): number;
  /** Undefined when no balance was recorded before the creation. `now` is when the second balance was measured. */
  evidence(number: number, now: Interval): Evidence | undefined;
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
  /** No creation of this process waits any more. */
  stopWaiting(): void;
  /** No place is given before this moment (milliseconds since the epoch), as a Retry-After asks. */
  pauseUntil(time: number): void;
};

export type LibrarySummary = {
  papers: number;
  /** Of these, how many came with the package. */
  starterPapers: number;
  /** Papers per fact that searches filter by. */
  coverage: Record<string, number>;
  /** Size of the library's file in bytes. */
  bytes: number;
  path: string;
  /** What searches read; it is made of the library and follows it. */
  index: {
    segments: number;
    papers: number;
    /** Deleted papers that take space until the next merge. */
    deleted: number;
    /** Papers that the next search takes in first. */
    pending: number;
    bytes: number;
    /** Why it was built anew, when it was. */
    rebuiltBecause?: string;
  };
};

/** What tells whether a file is still the one that was imported. */
export type FileIdentity = {
  /** Absolute. */
  path: string;
  size: number;
  /** Milliseconds since the epoch. */
  modifiedAt: number;
  /** SHA-256 (hexadecimal) of its first 64 KB. */
  head: string;
};

/** What an import has done so far, over all its runs. */
export type ImportCounts = {
  added: number;
  /** Records that went into papers that were there already. */
  merged: number;
  /** Papers that took an abstract or a summary from a file that holds nothing else. */
  completed: number;
  /** Entries that are no papers. */
  passedOver: number;
  /** Entries that could not be read. */
  skipped: number;
};

/** How far the import of a file has come. */
export type ImportCheckpoint = FileIdentity & {
  format: string;
  /** Pieces of the file that are in the library or settled otherwise. */
  pieces: number;
  counts: ImportCounts;
  isFinished: boolean;
};

/** Papers of the library that meet all of the given conditions; with none, none. */
export type PaperSelection = {
  /** Keys, or DOIs in any spelling. */
  names?: readonly string[];
  origin?: 'starter' | 'import';
  /** Absolute path of an imported file: the papers that it was the first to bring. */
  importedFrom?: string;
  years?: { from: number; to: number };
};

/** The local library of embedded mode. Throws STORE_UNAVAILABLE. */
export type PaperLibrary = {
  /**
   * Adds records in one transaction; a record of a work that is there already is merged with it. `checkpoint` makes of the outcome how
   * far the import has come, which is kept in the same transaction.
   */
  add(
    records: readonly PaperRecord[],
    checkpoint?: (outcome: { added: number; merged: number }) => ImportCheckpoint,
  ): { added: number; merged: number };
  /** Gives papers that are there the texts that they lack, in one transaction; tells how many papers took any. */
  complete(completions: readonly Completion[], checkpoint?: (completed: number) => ImportCheckpoint): number;
  /** How far the last import of the file at this path came. */
  checkpointOf(path: string): ImportCheckpoint | undefined;
  /** How many papers are selected. */
  count(selection: PaperSelection): number;
  /** Removes the selected papers and tells how many there were. A file whose papers are removed can be imported again. */
  remove(selection: PaperSelection): number;
  /** All records, in the order in which they came. */
  records(): IterableIterator<PaperRecord>;
  /** Makes searches ready for what was added, which the next one would otherwise do. */
  settle(): Promise<void>;
  summary(): LibrarySummary;
};

/** Where exports too long for an answer go. Throws STORE_UNAVAILABLE. */
export type ExportFolder = {
  /**
   * Writes a new file, readable by its owner only, and gives its path. An equal file of that name is left as it is; where a
   * different one has the name, a number is added to it.
   */
  write(name: string, ending: string, text: string): string;
};
