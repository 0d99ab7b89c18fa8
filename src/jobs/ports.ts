import type { Balances, JobAnswer } from '../contract/answers.ts';
import type { Pool } from '../contract/credits.ts';
import type { Charged } from '../contract/errors.ts';
import type { Operation } from '../contract/operations.ts';
import type { Paper } from '../contract/paper.ts';
import type { JobRequest } from '../contract/requests.ts';
import type { PaperRecord } from '../papers/record.ts';

/** What the use-cases need of the world. Adapters implement these; the composition root connects them. */

/** The search service behind the contract: hosted or embedded, through the same client. */
export type SearchService = {
  /** Creates a job and takes its credits. Never repeated by itself; throws PaperqueueError with what is known of the charge. */
  create(request: JobRequest): Promise<{ jobId: string }>;
  /** State of a job, with the papers once it succeeded. Free. */
  status(jobId: string, signal: AbortSignal): Promise<JobAnswer>;
  /** Credits left per pool; undefined when the service has no such answer. Free. */
  balances(signal: AbortSignal): Promise<Balances | undefined>;
};

export type Mode = 'hosted' | 'embedded';

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
};

export type NewJob = Pick<JobRecord, 'mode' | 'account' | 'operation' | 'request' | 'cost' | 'pool'> & {
  /** Equal for requests that ask the same. */
  fingerprint: string;
};

/** How a request begins: as a job of its own, or attached to an equal one that is there already. */
export type Beginning = { job: JobRecord; reused: boolean };

/** The record of jobs and of their papers. Throws STORE_UNAVAILABLE. */
export type JobStore = {
  /**
   * Records the intent to create a job, durably, before anything is sent. With `reuseSince`, an equal job that was created
   * at or after that moment (ISO 8601) and not refused is given back instead; look-up and record are one transaction, so
   * that two equal requests at the same moment make one job.
   */
  begin(job: NewJob, reuseSince: string | undefined): Beginning;
  /** The service has created the job. */
  confirm(number: number, jobId: string): JobRecord;
  /** The creation failed: `refused` when nothing was charged for certain, else `unknown`. */
  fail(number: number, charged: Charged): JobRecord;
  /** Records a job that was created elsewhere. */
  adopt(job: Pick<JobRecord, 'mode' | 'account'> & { jobId: string }): JobRecord;
  /** A state that is not final. */
  setStatus(number: number, status: string): JobRecord;
  /** A final state; papers with `success`. */
  finish(number: number, outcome: { status: string; papers: Paper[]; notes: string[] }): JobRecord;
  byNumber(number: number): JobRecord | undefined;
  byJobId(jobId: string, account: string): JobRecord | undefined;
  /** The papers of a finished job, in the service's order. */
  papers(number: number): Paper[];
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
};

/** The local library of embedded mode. Throws STORE_UNAVAILABLE. */
export type PaperLibrary = {
  /** Adds records in one transaction; a record whose key is there already replaces it. */
  add(records: readonly PaperRecord[]): { added: number; replaced: number };
  summary(): LibrarySummary;
};
