import type { Eraser } from '../../contract/eraser.ts';
import { parseJson } from '../../lib/json.ts';
import { AnswerTooLarge, readBody } from '../../lib/read-body.ts';
import { readRetryAfter } from '../../lib/retry-after.ts';

/** The part of `fetch` that is used here; the platform's and undici's both fit. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type JsonAnswer = {
  status: number;
  /** Undefined when the body is no JSON. */
  json: unknown;
  /** Seconds that the server asks to wait; at most an hour. */
  retryAfterSeconds: number | undefined;
};

const WHAT_HAPPENED = {
  network: 'no connection, or one that broke',
  'time-out': 'no answer in time',
  'too large': 'an answer larger than any useful one',
} as const;

/**
 * There is no answer to read. Holds nothing of the request and not what `fetch` threw: such texts can repeat a header,
 * and headers hold keys.
 */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  constructor(readonly reason: keyof typeof WHAT_HAPPENED) {
    super(WHAT_HAPPENED[reason]);
  }
}

export type RequestOptions = {
  fetch: Fetch;
  /** Takes known secrets out of what came. */
  eraser: Eraser;
  /** For the whole request, the reading of the answer included. */
  timeoutMs: number;
  /** Counted after decompression. */
  maxBytes: number;
  /** Ends the request; what is thrown then is the signal's reason. */
  signal: AbortSignal;
};

/**
 * One request and its answer, whatever the status. Redirects are not followed: they would carry a key to another
 * address. Throws NoAnswer when there is none.
 */
export async function requestJson(url: string, init: RequestInit, options: RequestOptions): Promise<JsonAnswer> {
  const { fetch, eraser, timeoutMs, maxBytes, signal } = options;
  signal.throwIfAborted();
  const timeUp = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.any([signal, timeUp]) });
    const retryAfterSeconds = readRetryAfter(answer.headers.get('retry-after'));
    return {
      status: answer.status,
      json: eraser.json(parseJson(await readBody(answer, maxBytes))),
      retryAfterSeconds,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AnswerTooLarge) throw new NoAnswer('too large');
    throw new NoAnswer(timeUp.aborted ? 'time-out' : 'network');
  }
}
