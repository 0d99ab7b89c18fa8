import { parseJson } from '../lib/json.ts';
import { omitUndefined } from '../lib/omit-undefined.ts';
import { readRetryAfter } from '../lib/retry-after.ts';
import type { Failed, SourceAnswer, SourceFailure } from './source.ts';

/** A pause may last until the day's allowance begins anew. */
const MAX_PAUSE_SECONDS = 86_400;

/**
 * What the status of an answer says is wrong, as RFC 9110 and RFC 6585 mean it; undefined when it is good. What a
 * source says beside it, such as a bad answer under a good status, is for the source's own reader.
 */
export function failureOf(answer: SourceAnswer): Failed | undefined {
  const { status } = answer;
  if (status >= 200 && status < 300) return undefined;
  const pause = pauseOf(answer);
  if (status === 429) return failed('rate limited', pause);
  // Servers that are too busy say when to come again; others that answer so are down.
  if (status === 503 && pause !== undefined) return failed('rate limited', pause);
  if (status === 401) return failed('key refused');
  if (status === 408 || status === 504) return failed('too slow', pause);
  return status >= 500 ? failed('unreachable', pause) : failed('refused');
}

export function failed(failure: SourceFailure, retryAfterSeconds?: number): Failed {
  return { failure, ...omitUndefined({ retryAfterSeconds }) };
}

/** Seconds for which the answer's Retry-After asks to stay away, at most a day; undefined when it does not. */
export function pauseOf({ headers }: SourceAnswer): number | undefined {
  return readRetryAfter(headers.get('retry-after'), Date.now(), MAX_PAUSE_SECONDS);
}

/** The JSON of an answer; undefined when it is none, such as a page of HTML under any status. */
export function jsonOf({ text }: SourceAnswer): unknown {
  return parseJson(text);
}
