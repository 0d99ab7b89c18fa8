import { createHash } from 'node:crypto';
import type { Eraser } from '../../contract/eraser.ts';
import { readRetryAfter } from '../../lib/retry-after.ts';
import type { Timers } from '../../lib/timers.ts';
import type { PaperSource, SourceAnswer, SourceFailure, SourcePage, SourceRequest, SourceSettings } from '../port.ts';
import type { Network } from './connectivity.ts';
import { exchange, type NoAnswer } from './exchange.ts';
import { afterFailure, afterSuccess, type FailedAnswer, passGate, stayed, stopOf, withQuota } from './lane.ts';
import type { SourceFetch } from './source-fetch.ts';
import type { SourceStore } from './store.ts';
import type { Span } from './time.ts';
import { takeTurn } from './turn.ts';

/**
 * One request to a source, with everything that politeness asks: kept answers first, then the gate (pauses, quota,
 * breaker), then a place in the host's pace, and only then the network.
 *
 * What is tried again, once and at most twice in a visit (every request only reads, so that repeating one is safe):
 * - a connection that broke, and an answer of 5xx without a Retry-After: after half a second to a second;
 * - 429 and 503 whose Retry-After is a few seconds: after just that;
 * What is never tried again: a 429 that does not say how long (the breaker opens at once), a used-up quota, a refused
 * key, a refused request, an answer that was too slow, too large or no answer to the question, a name that nobody
 * knows, and anything of a source that could not be connected to earlier in the job.
 */

export type Visit = {
  source: PaperSource;
  settings: SourceSettings;
  fetch: SourceFetch;
  eraser: Eraser;
  store: SourceStore;
  userAgent: string;
  network: Network;
  /** The source's time inside the job. */
  span: Span;
  count: VisitCount;
  /** Milliseconds since the epoch. */
  now: () => number;
  timers: Timers;
  /** For mistakes of ours. */
  onError: (error: unknown) => void;
};

export type VisitCount = { requests: number; fromCache: number; cachedAt?: number; retriesLeft: number };

type GoodPage = Exclude<SourcePage, { failure: SourceFailure }>;
export type Reply = GoodPage | { failure: SourceFailure; retryAt?: number };

export const MAX_RETRIES = 2;
const MAX_RETRY_WAIT_SECONDS = 5;
const FIRST_PAUSE_MS = 500;
const MAX_RETRY_AFTER_SECONDS = 25 * 60 * 60;
/** One that gave nothing may give something soon; it may also have been a bad moment of the source. */
const EMPTY_MS = 60 * 60_000;

/** How an answer is read and for how long a good one is kept; `keepMs` 0: not at all. */
export type Reading = {
  read: (answer: SourceAnswer) => SourcePage;
  keepMs: number;
  /** For how long at most one without records is kept; an hour unless told: for answers that tell of no papers. */
  keepEmptyMs?: number;
  /** Least time until the next request to the host, where that is less than the source's own. */
  paceMs?: number | undefined;
};

/** What a source says to one request. Never throws. */
export async function ask(visit: Visit, request: SourceRequest, reading: Reading): Promise<Reply> {
  const { store, source } = visit;
  const known = fromMemory(visit, request, reading);
  if (known) return known;
  const { network } = visit;
  if (network.unreachable.has(source.name) || network.isOffline) return { failure: 'unreachable' };
  const { paceMs = source.paceMs } = reading;
  const { host, lane } = lanesOf(visit, request);
  const gate = store.change(lane, (state, now) => passGate(state, source.timeoutMs, now));
  if (!gate.isOpen) return { failure: gate.failure, retryAt: gate.retryAt };
  let hasRested = false;
  for (let tries = 1; ; ) {
    // While it waits another search or process may have asked the same, or been told to stop.
    const meanwhile = (): Reply | undefined => {
      const kept = fromMemory(visit, request, reading);
      if (kept) return kept;
      const stop = store.change(lane, (state, now) => [state, stopOf(state, now)]);
      return stop && !stop.isOpen ? { failure: stop.failure, retryAt: stop.retryAt } : undefined;
    };
    const turn = await takeTurn(visit, host, paceMs, { hasRested, meanwhile });
    if ('reply' in turn) return turn.reply;
    const outcome = await send(visit, request, reading);
    if ('page' in outcome) return outcome.page;
    if (outcome.isNotSent) store.change(host, (state) => [stayed(state, turn.place, paceMs), 0]);
    const { retryMs = Number.POSITIVE_INFINITY } = outcome;
    const isLast = tries > 1 || visit.count.retriesLeft === 0 || retryMs >= visit.span.leftMs();
    // A pause has to be known to the other processes at once; other failures count when they are final.
    if (outcome.counts && (isLast || outcome.retryAfterSeconds)) {
      store.change(lane, (state, now) => [afterFailure(state, outcome, now), 0]);
    }
    if (isLast) return failedReply(visit, lane, outcome);
    tries += 1;
    visit.count.retriesLeft -= 1;
    // After a Retry-After only our own pause would be found, which is over.
    hasRested = !outcome.retryAfterSeconds;
    await visit.span.sleep(retryMs);
  }
}

type Failed = FailedAnswer & {
  /** Whether it says something of the source, so that the lane has to know. */
  counts: boolean;
  isNotSent?: boolean;
  /** Another try makes sense after so long. */
  retryMs?: number;
};

async function send(
  visit: Visit,
  request: SourceRequest,
  { read, keepMs, keepEmptyMs = EMPTY_MS }: Reading,
): Promise<{ page: GoodPage } | Failed> {
  const { source, fetch, eraser, userAgent, span, store, network, timers } = visit;
  const { timeoutMs, mostBytes } = source;
  const begun = timers.now();
  const options = { fetch, eraser, userAgent, timeoutMs, mostBytes, signal: span.signal, timers };
  const ended = network.connecting(source.name);
  const answer = await exchange(request, options);
  const { noAnswer } = 'noAnswer' in answer ? answer : {};
  if (noAnswer !== 'not connected') visit.count.requests += 1;
  ended(noAnswer === undefined ? true : noAnswer === 'not connected' ? false : undefined);
  if ('noAnswer' in answer) return withoutAnswer(answer, visit, timers.now() - begun >= timeoutMs / 2);
  const { lane } = lanesOf(visit, request);
  const quota = guarded(() => source.readQuota?.(answer), visit.onError);
  if (quota) store.change(lane, (state, now) => [withQuota(state, quota, now), 0]);
  const page = guarded(() => read(answer), visit.onError) ?? { failure: 'unreadable' as const };
  if ('failure' in page) return withFailure(visit, answer, page);
  store.change(lane, (state) => [afterSuccess(state), 0]);
  remember(visit, request, answer, page.records.length === 0 ? Math.min(keepMs, keepEmptyMs) : keepMs);
  return { page };
}

function withoutAnswer({ noAnswer }: NoAnswer, { network, span }: Visit, hadItsTime: boolean): Failed {
  switch (noAnswer) {
    case 'not connected':
      // Without a network nothing is wrong with the source.
      return { failure: 'unreachable', counts: network.isOnline, isNotSent: true };
    case 'broken':
      return { failure: 'unreachable', counts: true, retryMs: pauseBeforeRetry() };
    case 'cut':
      return { failure: 'unreadable', counts: true, retryMs: pauseBeforeRetry() };
    case 'too slow':
      return { failure: 'too slow', counts: true };
    case 'too large':
      return { failure: 'unreadable', counts: true };
    case 'redirected':
      return { failure: 'refused', counts: true };
    case 'ended':
      return span.isUp() ? { failure: 'too slow', counts: hadItsTime } : { failure: 'skipped', counts: false };
  }
}

function withFailure(visit: Visit, answer: SourceAnswer, page: Exclude<SourcePage, GoodPage>): Failed {
  const { status, headers } = answer;
  const inHeader = readRetryAfter(headers.get('retry-after'), visit.now(), MAX_RETRY_AFTER_SECONDS);
  const asked = page.retryAfterSeconds ?? inHeader;
  // Nobody can mend a key that was never sent.
  const failure = page.failure === 'key refused' && !visit.settings.key ? 'refused' : page.failure;
  const failed = { failure, status, counts: true, retryAfterSeconds: asked };
  const isPassing = status === 429 || status === 503;
  if (failure === 'quota used up' || failure === 'key refused') return failed;
  if (asked && isPassing && asked <= MAX_RETRY_WAIT_SECONDS) return { ...failed, retryMs: asked * 1000 + 20 };
  if (!asked && status >= 500) return { ...failed, retryMs: pauseBeforeRetry() };
  return failed;
}

/** Spread at random, so that processes that failed together do not come back together. */
function pauseBeforeRetry(): number {
  return FIRST_PAUSE_MS * (1 + Math.random());
}

function failedReply({ store }: Visit, lane: string, { failure }: Failed): Reply {
  if (failure === 'unreachable' || failure === 'skipped') return { failure };
  // Asked of the lane, which knows of pauses and openings alike.
  const gate = store.change(lane, (state, now) => [state, passGate(state, 0, now)[1]]);
  return gate.isOpen ? { failure } : { failure, retryAt: gate.retryAt };
}

/**
 * The pace is the host's, whoever asks. Everything else is kept apart for those who come with a key, because a key has
 * an allowance of its own. What stands for the key here is three bytes of its hash: enough to tell a new key from the
 * old one, far too little to find the key again.
 */
function lanesOf({ settings }: Visit, request: SourceRequest): { host: string; lane: string } {
  const { host } = new URL(request.url);
  const { key } = settings;
  const who = key ? createHash('sha256').update(key.reveal()).digest('hex').slice(0, 6) : 'open';
  return { host: `pace ${host}`, lane: `${who} ${host}` };
}

/** Names everything that decides about the answer. A key is a header and no part of it. */
function questionOf({ source }: Visit, { url, method = 'GET', body = '' }: SourceRequest): string {
  return JSON.stringify(['answer', 1, source.name, method, url, body]);
}

type Remembered = { status: number; type: string | null; text: string };

function fromMemory(visit: Visit, request: SourceRequest, { read, keepMs }: Reading): GoodPage | undefined {
  const kept = keepMs > 0 ? visit.store.kept(questionOf(visit, request)) : undefined;
  if (!kept) return undefined;
  const page = guarded(() => {
    const { status, type, text } = JSON.parse(kept.text) as Remembered;
    return read({ status, headers: new Headers(type === null ? {} : { 'content-type': type }), text });
  });
  // A newer version may read an old answer otherwise: then it is as good as none.
  if (!page || 'failure' in page) return undefined;
  countKept(visit.count, kept.keptAt);
  return page;
}

export function countKept(count: VisitCount, keptAt: number): void {
  count.fromCache += 1;
  count.cachedAt = Math.min(count.cachedAt ?? keptAt, keptAt);
}

function remember(visit: Visit, request: SourceRequest, answer: SourceAnswer, forMs: number): void {
  const isGood = answer.status >= 200 && answer.status < 300;
  if (forMs <= 0 || !isGood || holdsKey(visit, answer.text)) return;
  const { status, headers, text } = answer;
  const remembered: Remembered = { status, type: headers.get('content-type'), text };
  visit.store.keep([{ question: questionOf(visit, request), text: JSON.stringify(remembered), forMs }]);
}

/** Some services repeat a request, its key included. */
export function holdsKey({ settings }: Pick<Visit, 'settings'>, text: string): boolean {
  const key = settings.key?.reveal();
  return key !== undefined && key !== '' && text.includes(key);
}

/** A reader that throws is a mistake of ours that must not end a search; to the user the answer is unreadable. */
function guarded<T>(read: () => T, onError: (error: unknown) => void = () => {}): T | undefined {
  try {
    return read();
  } catch (error) {
    onError(error);
    return undefined;
  }
}
