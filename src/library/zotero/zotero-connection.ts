import { PaperqueueError } from '../../contract/errors.ts';
import { pause, untilAborted } from '../../lib/deadline.ts';
import { exchange } from '../../lib/exchange.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { readRetryAfter } from '../../lib/retry-after.ts';
import { REAL_TIMERS, type Timers } from '../../lib/timers.ts';
import type { Fetch } from '../../platform/net/dial.ts';
import { retry } from '../../platform/net/retry.ts';
import { rateLimited, unavailable } from './zotero-failures.ts';

type ZoteroRequest = {
  path: string;
  /** Sent as JSON by POST; without a body the request is a GET. */
  body?: unknown;
  headers?: Record<string, string>;
  timeoutMs?: number;
  /** A failed read is not repeated. */
  once?: boolean;
};
export type ZoteroAnswer = { status: number; headers: Headers; text: string };

/** Sequential requests to one address of Zotero's API, at the rate that it asks for. */
export type Connection = {
  /**
   * Returns the answer whatever its status, except for requests to pause, which are obeyed. A failed read is repeated.
   * A write without an answer returns `lost`, because it may have been done. Throws RATE_LIMITED, and
   * UPSTREAM_UNAVAILABLE for reads.
   */
  send(request: ZoteroRequest): Promise<ZoteroAnswer | 'lost'>;
  /** As `send`, for a read, which is never lost. */
  read(request: Omit<ZoteroRequest, 'body'>): Promise<ZoteroAnswer>;
};

export type ConnectionOptions = {
  /** Without a slash at the end. */
  base: string;
  headers: Record<string, string>;
  fetch: Fetch;
  signal: AbortSignal;
  timers?: Timers;
};

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** A person decides whether to wait longer than this. */
const MAX_PAUSE_SECONDS = 60;
const MAX_PAUSES = 5;
/** Default if Zotero requests a pause without a duration. */
const USUAL_PAUSE_SECONDS = 5;
const PAUSES_AFTER_FAILURES_MS = [1_000, 4_000];

export function openConnection({ base, headers, fetch, signal, timers = REAL_TIMERS }: ConnectionOptions): Connection {
  let freeAt = timers.now();

  const exchangeOnce = async ({ path, body, headers: more, timeoutMs = TIMEOUT_MS }: ZoteroRequest) => {
    if (freeAt > timers.now()) await pause(freeAt - timers.now(), signal, timers);
    signal.throwIfAborted();
    const init = omitUndefined({
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }), ...more },
      body: body === undefined ? undefined : JSON.stringify(body),
      // The key must not go to another host.
      redirect: 'manual' as const,
    });
    const send = (inTime: AbortSignal) => fetch(`${base}${path}`, { ...init, signal: inTime });
    const answer = await exchange(send, { timeoutMs, maxBytes: MAX_BYTES, signal, timers });
    if (!('reason' in answer)) {
      const backoff = readRetryAfter(answer.headers.get('Backoff')) ?? 0;
      freeAt = timers.now() + Math.min(backoff, MAX_PAUSE_SECONDS) * 1000;
    }
    return answer;
  };

  const send = async (request: ZoteroRequest): Promise<ZoteroAnswer | 'lost'> => {
    let pauses = 0;
    let failures = 0;
    const work = async () => {
      const answer = await exchangeOnce(request);
      signal.throwIfAborted();
      if ('reason' in answer) {
        if (request.body !== undefined) return 'lost';
        throw unavailable({ failure: answer.reason === 'too slow' ? 'too slow' : 'unreachable' });
      }
      const { status, headers } = answer;
      // Refused for now, and certainly not carried out.
      if (status === 429 || (status === 503 && headers.has('Retry-After')))
        throw rateLimited(readRetryAfter(headers.get('Retry-After')) ?? USUAL_PAUSE_SECONDS);
      if (status < 500) return answer;
      if (request.body !== undefined) return 'lost';
      throw unavailable({ failure: 'server error', detail: { status } });
    };
    const pauseMs = (failure: Error): number | undefined => {
      if (!(failure instanceof PaperqueueError)) return undefined;
      const { retryAfterSeconds: seconds } = failure.details;
      if (seconds === undefined) return request.once ? undefined : PAUSES_AFTER_FAILURES_MS[failures++];
      pauses += 1;
      return seconds > MAX_PAUSE_SECONDS || pauses > MAX_PAUSES ? undefined : seconds * 1000;
    };
    return retry(work, { pauseMs, deadline: untilAborted(signal), timers }).catch((error) => {
      signal.throwIfAborted();
      throw error;
    });
  };
  return { send, read: async (request) => (await send(request)) as ZoteroAnswer };
}
