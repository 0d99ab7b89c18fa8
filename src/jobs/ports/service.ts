import type { Balances, JobAnswer } from '../../contract/answers.ts';
import type { JobRequest } from '../../contract/requests.ts';
import type { Deadline } from '../../lib/deadline.ts';

/** The outcome of dialling a creation once. */
export type AttemptOutcome = 'created' | 'not sent' | 'rate limited' | 'refused' | 'unknown';

export type CreateOptions = {
  /** No attempt starts after it, nor a pause that would end after it. An attempt already sent is never interrupted. */
  deadline: Deadline;
  /** Called with the request immediately before each attempt. If it throws, nothing is sent. Default: nothing. */
  beforeDial?: (sent: JobRequest) => void | Promise<void>;
  /** Sent with all attempts of the creation, so that the service charges it once. Default: none. */
  idempotencyKey?: string;
  /** Whether the service has given a valid answer at this address before. Default: no. */
  isKnownAddress?: boolean;
  /** Called with the outcome of every attempt. Default: nothing. */
  onAttempt?: (outcome: AttemptOutcome) => void;
};

/**
 * `result`: the papers that came with the answer, if they are all. `jobId` is null for a service that sends its result
 * so and names no job. `without`: a field that the service does not support.
 */
export type Created = { jobId: string | null; result?: JobAnswer; without?: 'scraperKey' | 'enrich' };

/** The search service behind the contract: hosted or embedded, through the same client. */
export type SearchService = {
  /**
   * Creates a job, which takes its credits. Repeats the request only after failures that certainly cost nothing. Throws
   * PaperqueueError, which says what is known about the charge. `without`: a field that the service does not support,
   * so the job was created without it.
   */
  create(request: JobRequest, options: CreateOptions): Promise<Created>;
  /** The request without the fields that the service turned out not to support. Default: the request itself. */
  asTaken?(request: JobRequest): JobRequest;
  /**
   * The state of a job, with its papers once it has succeeded. Free. Papers that come in pages are read up to `limit`
   * (default: the maximum of a job), over several calls if necessary.
   */
  status(jobId: string, signal: AbortSignal, limit?: number): Promise<JobAnswer>;
  /** Credits left per pool; undefined if the service does not support it. Free. */
  balances(signal: AbortSignal): Promise<Balances | undefined>;
  /**
   * The job created under a key; null guarantees that none exists or ever will. Only for services that keep keys
   * (`idempotencyKeyDays`). Free.
   */
  closeKey(key: string, signal: AbortSignal): Promise<{ jobId: string | null }>;
};

export type Mode = 'hosted' | 'embedded';
