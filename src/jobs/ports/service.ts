import type { Balances, JobAnswer } from '../../contract/answers.ts';
import type { JobRequest } from '../../contract/requests.ts';
import type { Deadline } from '../../lib/deadline.ts';

/** The outcome of dialling a creation once. */
export type AttemptOutcome = 'created' | 'not sent' | 'rate limited' | 'refused' | 'unknown';

export type CreateOptions = {
  /** No attempt begins after it, nor a pause that would end after it. An attempt already sent is never cut short. */
  deadline: Deadline;
  /** Called immediately before an attempt is sent. If it throws, nothing is sent. Default: nothing. */
  beforeDial?: () => void | Promise<void>;
  /** Sent with all attempts of the creation, so that the service charges it once. Default: none. */
  idempotencyKey?: string;
  /** Whether the service is recorded to have given a valid answer at its address. Default: no. */
  isKnownAddress?: boolean;
  /** Called with the outcome of every attempt. Default: nothing. */
  onAttempt?: (outcome: AttemptOutcome) => void;
};

/** The search service behind the contract: hosted or embedded, through the same client. */
export type SearchService = {
  /**
   * Creates a job and takes its credits. Repeated only after failures that certainly cost nothing. Throws
   * PaperqueueError with what is known about the charge.
   */
  create(request: JobRequest, options: CreateOptions): Promise<{ jobId: string }>;
  /** The state of a job, with the papers once it has succeeded. Free. */
  status(jobId: string, signal: AbortSignal): Promise<JobAnswer>;
  /** Credits left per pool; undefined if the service does not support it. Free. */
  balances(signal: AbortSignal): Promise<Balances | undefined>;
  /**
   * The job created under a key; null promises that there is and will be none. Only for services that keep keys
   * (`idempotencyKeyDays`). Free.
   */
  closeKey(key: string, signal: AbortSignal): Promise<{ jobId: string | null }>;
};

export type Mode = 'hosted' | 'embedded';
