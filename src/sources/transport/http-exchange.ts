import type { Eraser } from '../../contract/eraser.ts';
import { isLoopback } from '../../lib/loopback.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { AnswerTooLarge, readBody } from '../../lib/read-body.ts';
import type { Timers } from '../../lib/timers.ts';
import type { SourceAnswer, SourceRequest } from '../source.ts';
import { AddressRefused, ConnectFailure, isCausedBy } from './connect-failure.ts';
import { startDeadline } from './deadline.ts';
import type { Reach, SourceFetch } from './source-fetch.ts';

/** Why there is no answer that could be read. */
export type NoAnswer =
  /** Nothing was sent: no name, no connection, no TLS. */
  | { noAnswer: 'not connected' }
  /** The connection broke: before the answer began, or inside it. */
  | { noAnswer: 'broken' | 'cut' }
  | { noAnswer: 'too slow' | 'too large' }
  /** Sent on to where we do not go: no https, no public address, too many steps, or nowhere. */
  | { noAnswer: 'redirected' }
  /** The caller's signal ended it. */
  | { noAnswer: 'ended' };

export type HttpExchangeOptions = {
  fetch: SourceFetch;
  /** Takes known secrets out of what came. */
  eraser: Eraser;
  userAgent: string;
  /** For everything from connecting to the last byte. */
  timeoutMs: number;
  /** Of the answer's body, counted after decompression. */
  maxBytes: number;
  signal: AbortSignal;
  timers: Timers;
};

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** What of a request's headers another host may see: nothing that could be a key. */
const HARMLESS_HEADERS = new Set(['accept', 'content-type', 'user-agent']);

/**
 * Sends one request and reads the answer, whatever its status. Never throws, and ends in time even with a fetch that
 * does not heed its signal. Nothing of what a fetch throws is passed on: such texts can repeat addresses and headers.
 */
export async function httpExchange(
  request: SourceRequest,
  options: HttpExchangeOptions,
): Promise<SourceAnswer | NoAnswer> {
  const { fetch, eraser, timeoutMs, maxBytes, signal, timers } = options;
  const deadline = startDeadline(timeoutMs, signal, timers);
  let hasAnswer = false;
  try {
    let step: Step = { ...request, headers: headersOf(request, options.userAgent) };
    for (let steps = 0; ; steps += 1) {
      const answer = await deadline.race(fetch(step.url, initOf(step, deadline.signal), reachOf(step, request)));
      if (!REDIRECTS.has(answer.status)) {
        hasAnswer = true;
        const text = await deadline.race(readBody(answer, maxBytes));
        return { status: answer.status, headers: answer.headers, text: eraser.text(text) };
      }
      answer.body?.cancel().catch(() => {});
      const next = redirected(step, answer, request.url);
      if (!next || steps === MAX_REDIRECTS) return { noAnswer: 'redirected' };
      step = next;
    }
  } catch (error) {
    if (signal.aborted) return { noAnswer: 'ended' };
    if (isCausedBy(error, AddressRefused)) return { noAnswer: 'redirected' };
    if (isCausedBy(error, ConnectFailure)) return { noAnswer: 'not connected' };
    if (error instanceof AnswerTooLarge) return { noAnswer: 'too large' };
    if (deadline.isExpired()) return { noAnswer: 'too slow' };
    return { noAnswer: hasAnswer ? 'cut' : 'broken' };
  } finally {
    deadline.dispose();
  }
}

type Step = SourceRequest & { headers: Record<string, string> };

/** Names in lower case: else one given twice in two spellings would be sent as a list of both. */
function headersOf({ headers = {} }: SourceRequest, userAgent: string): Record<string, string> {
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { accept: '*/*', ...Object.fromEntries(given), 'user-agent': userAgent };
}

function initOf({ method = 'GET', headers, body }: Step, signal: AbortSignal): RequestInit {
  return { method, headers, redirect: 'manual', signal, ...omitUndefined({ body }) };
}

/** Whom we ask is ours to choose; where we are sent on to is not. */
function reachOf(step: Step, first: SourceRequest): Reach {
  return new URL(step.url).origin === new URL(first.url).origin ? 'configured' : 'public';
}

/** The request that a redirect asks for; undefined when we do not follow it. */
function redirected(step: Step, answer: Response, first: string): Step | undefined {
  const url = readUrl(answer.headers.get('location'), step.url);
  if (!url || url.username || url.password) return undefined;
  const base = new URL(first);
  // A stand-in or mirror on this machine has no certificate; anywhere else a step without TLS is a step back.
  const isSameLoopback = url.origin === base.origin && isLoopback(url.hostname);
  if (url.protocol !== 'https:' && !isSameLoopback) return undefined;
  url.hash = '';
  const isSameHost = url.origin === new URL(step.url).origin;
  const headers = isSameHost ? step.headers : onlyHarmless(step.headers);
  // As browsers do it: only 307 and 308 say that the body goes along.
  const keepsBody = answer.status === 307 || answer.status === 308;
  if (keepsBody || step.method !== 'POST') return { ...step, url: url.href, headers };
  return { url: url.href, headers };
}

function readUrl(location: string | null, base: string): URL | undefined {
  try {
    return location === null ? undefined : new URL(location, base);
  } catch {
    return undefined;
  }
}

function onlyHarmless(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => HARMLESS_HEADERS.has(name)));
}
