import { type Advice, type Note, textAdvice, textNote } from '../wording/notes.ts';
import { PLAIN_WORDING } from '../wording/sentences/plain.ts';
import type { InvalidField } from './invalid.ts';
// Declares the kinds of notes in errors about fields, also for a program that imports nothing else of this package.
import type {} from './notes.ts';

/** The closed set of errors that the product shows. */
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

/** Whether the failed call took credits. */
export type ChargeState = 'no' | 'yes' | 'unknown';

export type ErrorDetails = {
  code: ErrorCode;
  /** The failure as values; faces render them. Text of the service only as `service-said`; never text of a paper. */
  problem: readonly Note[];
  /** The failure in words that name no tool, command or flag. */
  message: string;
  /** Whether the failed call took credits. */
  charged: ChargeState;
  /** Whether the same call, unchanged, may succeed later without risk of paying twice. */
  retryable: boolean;
  /** The next steps as values; faces render them. */
  advice: readonly Advice[];
  /** The next step, in one sentence. */
  next: string;
  fields?: InvalidField[];
  /** Seconds until the same call is worth another attempt: the service said so, or another process holds the store. */
  retryAfterSeconds?: number;
};

/** The parts of an error. Its words come from `problem` and `advice`, or from an error that has neither yet. */
export type ErrorInput = Omit<ErrorDetails, 'problem' | 'message' | 'advice' | 'next'> &
  ({ problem: readonly Note[] } | { message: string; problem?: never }) &
  ({ advice: readonly Advice[] } | { next: string; advice?: never });

/** The one error class of the product. `details` are what a user sees; `cause` is for the log only. */
export class PaperqueueError extends Error {
  override readonly name = 'PaperqueueError';
  readonly details: ErrorDetails;

  constructor(input: ErrorInput, options?: { cause?: unknown }) {
    const problem = input.problem ?? [textNote(input.message)];
    const advice = input.advice ?? [textAdvice(input.next)];
    const message = PLAIN_WORDING.notes(problem).join(' ');
    super(message, options);
    this.details = { ...input, problem, message, advice, next: PLAIN_WORDING.advice(advice) };
  }
}

type DistributiveOmit<T, Name extends PropertyKey> = T extends unknown ? Omit<T, Name> : never;
export type FreeFailure = DistributiveOmit<ErrorInput, 'charged' | 'retryable'> & { retryable?: boolean };

/** A failure that certainly took no credits. Not retryable unless the details say so. */
export function freeFailure(details: FreeFailure, options?: { cause?: unknown }): PaperqueueError {
  return new PaperqueueError({ ...details, charged: 'no', retryable: details.retryable ?? false }, options);
}

/** Does `work`; `explain` turns a failure with this code into another. */
export async function explainFailure<T>(
  code: ErrorCode,
  work: () => Promise<T>,
  explain: (details: ErrorDetails) => ErrorInput | Promise<ErrorInput>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PaperqueueError) || error.details.code !== code) throw error;
    throw new PaperqueueError(await explain(error.details), { cause: error.cause });
  }
}

/** Whether another process held the store: the same access may soon work. */
export function isStoreBusy(error: unknown): error is PaperqueueError {
  return isStoreUnavailable(error) && error.details.retryAfterSeconds !== undefined;
}

export function isStoreUnavailable(error: unknown): error is PaperqueueError {
  return error instanceof PaperqueueError && error.details.code === 'STORE_UNAVAILABLE';
}

/**
 * An INVALID_INPUT error for the wrong fields. `origin`: a request that was not sent because of them, or values
 * that only this program reads.
 */
export function invalidInput(
  fields: InvalidField[],
  origin: 'request' | 'values' = 'values',
  furtherAdvice: readonly Advice[] = [],
): PaperqueueError {
  return freeFailure({
    code: 'INVALID_INPUT',
    problem: [{ kind: 'wrong-values', rules: fields.map(({ message }) => message), isRequest: origin === 'request' }],
    advice: [
      { kind: 'correct', fields: fields.map(({ field }) => field), isRequest: origin === 'request' },
      ...furtherAdvice,
    ],
    fields,
  });
}
