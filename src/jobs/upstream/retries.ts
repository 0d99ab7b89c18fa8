import { isStoreBusy, PaperqueueError } from '../../contract/errors.ts';
import { type Deadline, untilAborted } from '../../lib/deadline.ts';
import { MAX_RETRY_AFTER_SECONDS } from '../../lib/retry-after.ts';
import { type RetryRule, retry } from '../../platform/net/retry.ts';

/** Maximum attempts at a request. */
const READ_TRIES = 3;
const CREATE_TRIES = 6;
const LAB_TRIES = 6;
/** First pause between attempts. It doubles up to the maximum, with jitter so that processes drift apart. */
const FIRST_PAUSE_MS = 400;
const MAX_PAUSE_MS = 8_000;

/**
 * Whether a failed read is worth another attempt, because the service may recover in a moment. Everything else (an
 * unreadable response, a wrong token, a bug of ours) would fail again.
 */
function isReadWorthAnotherTry({ details }: PaperqueueError): boolean {
  return details.code === 'UPSTREAM_UNAVAILABLE';
}

/**
 * Whether a failed creation may be sent again: only if it certainly cost nothing and the failure may be temporary;
 * after a 429 only if the service says when. If another process held the store when the dial should have been recorded,
 * nothing was sent.
 */
export function mayCreateAgain(error: PaperqueueError): boolean {
  const { code, charged, retryAfterSeconds } = error.details;
  if (charged !== 'no') return false;
  if (code === 'RATE_LIMITED') return retryAfterSeconds !== undefined;
  return code === 'UPSTREAM_UNAVAILABLE' || isStoreBusy(error);
}

/**
 * The pause before attempt number `attempt` + 1, in milliseconds: as the service requests, otherwise growing with
 * jitter.
 */
export function pauseAfter(error: PaperqueueError, attempt: number, random: () => number = Math.random): number {
  const { retryAfterSeconds } = error.details;
  if (retryAfterSeconds !== undefined) return Math.min(retryAfterSeconds, MAX_RETRY_AFTER_SECONDS) * 1000;
  const full = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), MAX_PAUSE_MS);
  return full / 2 + (full / 2) * random();
}

/** Attempts a read a few times. Rejects with the last failure, or with the signal's reason. */
export function retryRead<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return retry(work, { tries: READ_TRIES, deadline: untilAborted(signal), pauseMs: pauseIf(isReadWorthAnotherTry) });
}

/** Attempts a creation again while that is safe and there is time. Rejects with the last failure. */
export function retryCreation<T>(work: () => Promise<T>, deadline: Deadline): Promise<T> {
  return retry(work, { tries: CREATE_TRIES, deadline, pauseMs: pauseIf(mayCreateAgain) });
}

/**
 * Attempts a request about a review again while there is time: each may be repeated, and the service may be starting,
 * or allow no further request for a while.
 */
export function retryLabRequest<T>(work: () => Promise<T>, deadline: Deadline): Promise<T> {
  const isWorthAnother = (error: PaperqueueError) =>
    isReadWorthAnotherTry(error) || error.details.code === 'RATE_LIMITED';
  return retry(work, { tries: LAB_TRIES, deadline, pauseMs: pauseIf(isWorthAnother) });
}

function pauseIf(isWorthAnother: (error: PaperqueueError) => boolean): RetryRule['pauseMs'] {
  return (error, tries) =>
    error instanceof PaperqueueError && isWorthAnother(error) ? pauseAfter(error, tries) : undefined;
}
