import type { Balances, JobAnswer } from '../../contract/answers.ts';
import type { JobRequest } from '../../contract/requests.ts';
import type { Deadline } from '../../lib/deadline.ts';

/** What came of dialling a creation once. */
export type AttemptOutcome = 'created' | 'not sent' | 'rate limited' | 'refused' | 'unknown';

export type CreateOptions = {
  /** No attempt begins after it, and no pause that would end after it. An attempt that was sent is never cut short. */
  deadline: Deadline;
  /** Called immediately before an attempt is sent; when it throws nothing is sent. Default: nothing. */
  beforeDial?: () => void | Promise<void>;
  /** Sent with all attempts of the creation, so that the service charges it once. Default: none. */
  idempotencyKey?: string;
  /** Whether the service has ever given a valid answer at its address, as far as is recorded. Default: no. */
  isKnownAddress?: boolean;
  /** Called with the outcome of every attempt. Default: nothing. */
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
