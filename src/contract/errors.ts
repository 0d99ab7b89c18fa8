import type { InvalidField } from './invalid.ts';

/** The closed set of errors that the product shows, with whether the same call may be made again as it is. */
export const ERROR_CODES = [
  'INVALID_INPUT',
  'NOT_CONFIGURED',
  'UNAUTHORIZED',
  'INSUFFICIENT_CREDITS',
  'CREDIT_CAP',
  'RATE_LIMITED',
  'CHARGE_UNKNOWN',
  'JOB_NOT_FOUND',
  'JOB_FAILED',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_INVALID',
  'STORE_UNAVAILABLE',
  'INTERNAL',
] as const;

type ErrorCode = (typeof ERROR_CODES)[number];

/** Whether credits were taken by the call that failed. */
export type ChargeState = 'no' | 'yes' | 'unknown';

export type ErrorDetails = {
  code: ErrorCode;
  /** What went wrong, in our own words; never text from upstream or from a paper. */
  message: string;
  charged: ChargeState;
  /** Whether the same call may succeed later, unchanged, at no risk of paying twice. */
  retryable: boolean;
  /** One sentence: what to do now. */
  next: string;
  fields?: InvalidField[];
  /** Seconds after which the same call is worth another try: upstream said so, or another process holds the store. */
  retryAfterSeconds?: number;
};

/** The one error class of the product. `details` are what a user sees; `cause` is for the log only. */
export class PaperqueueError extends Error {
  override readonly name = 'PaperqueueError';
  readonly details: ErrorDetails;

  constructor(details: ErrorDetails, options?: { cause?: unknown }) {
    super(details.message, options);
    this.details = details;
  }
}

/** A failure that certainly took no credits. Not retryable unless the details say so. */
export function freeFailure(
  details: Omit<ErrorDetails, 'charged' | 'retryable'> & { retryable?: boolean },
  options?: { cause?: unknown },
): PaperqueueError {
  return new PaperqueueError({ ...details, charged: 'no', retryable: details.retryable ?? false }, options);
}

/** Whether another process held the store, so that the same access may work in a moment. */
export function isStoreBusy(error: unknown): error is PaperqueueError {
  return isStoreUnavailable(error) && error.details.retryAfterSeconds !== undefined;
}

export function isStoreUnavailable(error: unknown): error is PaperqueueError {
  return error instanceof PaperqueueError && error.details.code === 'STORE_UNAVAILABLE';
}

/** An INVALID_INPUT error out of the wrong fields; nothing was sent. */
export function invalidInput(fields: InvalidField[]): PaperqueueError {
  return freeFailure({
    code: 'INVALID_INPUT',
    message: fields.map((field) => field.message).join('; '),
    next: `Correct ${fields.map((field) => field.field).join(', ')} and call again; nothing was sent and nothing was charged.`,
    fields,
  });
}
