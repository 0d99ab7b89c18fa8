import { parseJson } from '../../lib/json.ts';
import { readRetryAfter } from '../../lib/retry-after.ts';
import type { SourceFailure } from '../../wording/notes/source-outcomes.ts';
import type { Failed, SourceAnswer } from './source.ts';

/** A pause may last until the daily allowance renews. */
const MAX_PAUSE_SECONDS = 86_400;

/**
 * The failure that a status means by RFC 9110 and RFC 6585; undefined for a success status, after which the source's
 * reader checks the body.
 */
export function readFailure(answer: SourceAnswer): Failed | undefined {
  const { status } = answer;
  if (status >= 200 && status < 300) return undefined;
  const pause = readPause(answer);
  if (status === 429) return failed('rate limited', pause);
  // A busy server sends Retry-After; one that does not is down.
  if (status === 503 && pause !== undefined) return failed('rate limited', pause);
  if (status === 401) return failed('key refused');
  if (status === 408 || status === 504) return failed('too slow', pause);
  return status >= 500 ? failed('server error', pause) : failed('refused');
}

export function failed(failure: SourceFailure, retryAfterSeconds?: number): Failed {
  return { failure, retryAfterSeconds };
}

/** The seconds of the answer's Retry-After, at most a day; undefined without one. */
export function readPause({ headers }: SourceAnswer): number | undefined {
  return readRetryAfter(headers.get('retry-after'), Date.now(), MAX_PAUSE_SECONDS);
}

/** The JSON of an answer; undefined if it is not JSON. */
export function parseAnswer({ text }: SourceAnswer): unknown {
  return parseJson(text);
}
