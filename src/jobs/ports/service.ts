import type { Balances, JobAnswer } from '../../contract/answers.ts';
import type { JobRequest } from '../../contract/requests.ts';
import type { Deadline } from '../../lib/deadline.ts';

/** The outcome of dialling a creation once. */
export type AttemptOutcome = 'created' | 'not sent' | 'rate limited' | 'refused' | 'unknown';

export type CreateOptions = {
  /** No attempt begins after it, nor a pause that would end after it. An attempt already sent is never cut short. */
  deadline: Deadline;
  /** Called with what is sent, immediately before an attempt. If it throws, nothing is sent. Default: nothing. */
  beforeDial?: (sent: JobRequest) => void | Promise<void>;
  /** Sent with all attempts of the creation, so that the service charges it once. Default: none. */
  idempotencyKey?: string;
  /** Whether the service is recorded to have given a valid answer at its address. Default: no. */
  isKnownAddress?: boolean;
  /** Called with the outcome of every attempt. Default: nothing. */
  onAttempt?: (outcome: AttemptOutcome) => void;
};

export type Created = { jobId: string; without?: 'scraperKey' | 'enrich' };

/** The search service behind the contract: hosted or embedded, through the same client. */
export type SearchService = {
  /**
   * Creates a job and takes its credits. Repeated only after failures that certainly cost nothing. Throws
   * PaperqueueError with what is known about the charge. `without`: a field that the service does not know, so that
   * the job was created without it.
   */
  create(request: JobRequest, options: CreateOptions): Promise<Created>;
  /** The request without what the service was found not to know. Default: the request. */
  asTaken?(request: JobRequest): JobRequest;
  /**
   * The state of a job, with the papers once it has succeeded. Free. Papers that come in pages are read to `limit`
   * (default: the most that a job can ask for), over several calls if the time of one is not enough.
   */
  status(jobId: string, signal: AbortSignal, limit?: number): Promise<JobAnswer>;
  /** Credits left per pool; undefined if the service does not support it. Free. */
  balances(signal: AbortSignal): Promise<Balances | undefined>;
  /**
   * The job created under a key; null promises that there is and will be none. Only for services that keep keys
   * (`idempotencyKeyDays`). Free.
   */
  closeKey(key: string, signal: AbortSignal): Promise<{ jobId: string | null }>;
};

export type Mode = 'hosted' | 'embedded';
