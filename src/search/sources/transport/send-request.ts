import { createHash } from 'node:crypto';
import type { Eraser } from '../../../contract/eraser.ts';
import type { RunningDeadline } from '../../../lib/deadline.ts';
import { readRetryAfter } from '../../../lib/retry-after.ts';
import type { Timers } from '../../../lib/timers.ts';
import { unclaimSlot } from '../../../platform/net/rate-slot.ts';
import { retry } from '../../../platform/net/retry.ts';
import type { PaperSource, SourceAnswer, SourcePage, SourceRequest, SourceSettings } from '../source.ts';
import { awaitRateSlot, endedReply, type GoodPage, type Reply } from './await-rate-slot.ts';
import {
  checkCircuitBreaker,
  type FailedAnswer,
  findBlock,
  recordFailure,
  recordQuota,
  recordSuccess,
} from './circuit-breaker.ts';
import type { Connectivity } from './connectivity.ts';
import { httpExchange, type NoAnswer } from './http-exchange.ts';
import type { SourceFetch } from './source-fetch.ts';
import type { SourceStore } from './source-store.ts';

/**
 * Sends one request to a source: cache, circuit breaker (pauses, quota), rate limit of the host, then network.
 *
 * Retried, each request once and at most twice in a session (all requests only read, so repeating one is safe):
 * - a broken connection, and 5xx without a Retry-After: after half a second to a second;
 * - 429 and 503 with a Retry-After of a few seconds: after that.
 *
 * Never retried: a 429 without Retry-After (the breaker opens at once), a used-up quota, a refused key or request, an
 * answer that was too slow, too large or unreadable, and a source that could not be connected to.
 */

export type SourceSession = {
  source: PaperSource;
  settings: SourceSettings;
  fetch: SourceFetch;
  eraser: Eraser;
  store: SourceStore;
  userAgent: string;
  network: Connectivity;
  /** The source's time inside the job. */
  deadline: RunningDeadline;
  count: SessionCounts;
  /** Milliseconds since the epoch. */
  now: () => number;
  timers: Timers;
  /** Called for bugs in our code. */
  onError: (error: unknown) => void;
};

export type SessionCounts = { requests: number; fromCache: number; cachedAt?: number; retriesLeft: number };

export const MAX_RETRIES = 2;
const MAX_RETRY_WAIT_SECONDS = 5;
const FIRST_PAUSE_MS = 500;
const MAX_RETRY_AFTER_SECONDS = 25 * 60 * 60;
/** An empty answer is cached for less time: it may have been a temporary fault. */
const EMPTY_MS = 60 * 60_000;

/** How to read an answer, and how long to cache it if it is successful (`keepMs` 0: not at all). */
export type ReadOptions = {
  read: (answer: SourceAnswer) => SourcePage;
  keepMs: number;
  /** Maximum time to cache an answer without records; default: an hour. */
  keepEmptyMs?: number;
  /** Replaces the source's `paceMs`. */
  paceMs?: number | undefined;
};

/** Sends the request, or answers it from the cache. Never throws. */
export async function sendRequest(
  session: SourceSession,
  request: SourceRequest,
  reading: ReadOptions,
): Promise<Reply> {
  const { store, source } = session;
  const cached = fromCache(session, request, reading);
  if (cached) return cached;
  const { network, deadline, timers } = session;
  if (network.unreachable.has(source.name) || network.isOffline) return { failure: 'unreachable' };
  const { paceMs = source.paceMs } = reading;
  const { host, hostKey } = stateKeysOf(session, request);
  const block = await store.updateHost(hostKey, (state, now) => checkCircuitBreaker(state, source.timeoutMs, now));
  if (block) return block;
  // Meanwhile another search or process may have cached the same answer, or opened the breaker.
  const checkWhileWaiting = async (): Promise<Reply | undefined> => {
    const later = fromCache(session, request, reading);
    if (later) return later;
    return store.updateHost(hostKey, (state, now) => [state, findBlock(state, now)]);
  };
  const record = (outcome: FailedAttempt) =>
    store.updateHost(hostKey, (state, now) => [recordFailure(state, outcome, now), 0]);
  let hasPaused = false;
  const work = async (): Promise<Reply> => {
    const result = await awaitRateSlot(session, host, paceMs, { hasPaused, checkWhileWaiting });
    if ('reply' in result) return result.reply;
    const outcome = await attempt(session, request, reading);
    if ('page' in outcome) return outcome.page;
    if (outcome.isNotSent) await store.updateHost(host, (state) => [unclaimSlot(state, result.slot, paceMs), 0]);
    // A pause is recorded at once for other processes, other failures after the last retry.
    if (outcome.counts && outcome.retryAfterSeconds) await record(outcome);
    throw new Failed(outcome);
  };
  const pauseMs = (error: Error): number | undefined => {
    const { retryMs = Number.POSITIVE_INFINITY, retryAfterSeconds } = error instanceof Failed ? error.outcome : {};
    if (session.count.retriesLeft === 0 || retryMs >= deadline.remainingMs()) return undefined;
    session.count.retriesLeft -= 1;
    // After a Retry-After, only our own pause remains, and it is over.
    hasPaused = !retryAfterSeconds;
    return retryMs;
  };
  return retry(work, { tries: 2, deadline, timers, pauseMs }).catch(async (error) => {
    if (!(error instanceof Failed)) throw error;
    const { outcome } = error;
    const hasEndedInPause = outcome.retryMs !== undefined && deadline.signal.aborted;
    if (hasEndedInPause) return endedReply(deadline);
    if (outcome.counts && !outcome.retryAfterSeconds) await record(outcome);
    return failedReply(session, hostKey, outcome);
  });
}

/** The source's remaining allowance as of its last answer, and when it renews (ms since the epoch), if reported. */
export async function readAllowance(
  session: Pick<SourceSession, 'settings' | 'store'>,
  request: SourceRequest,
): Promise<{ left: number; renewsAt: number } | undefined> {
  const { hostKey } = stateKeysOf(session, request);
  return session.store.updateHost(hostKey, (state, now) => {
    const { quotaRemaining: left, quotaResetsAt: renewsAt } = state;
    return [state, left === null || renewsAt <= now ? undefined : { left, renewsAt }];
  });
}

/** An attempt without a page. */
class Failed extends Error {
  constructor(readonly outcome: FailedAttempt) {
    super(outcome.failure);
  }
}

type FailedAttempt = FailedAnswer & {
  /** Whether the failure counts for the circuit breaker. */
  counts: boolean;
  isNotSent?: boolean;
  /** When to retry; absent: never. */
  retryMs?: number;
};

async function attempt(
  session: SourceSession,
  request: SourceRequest,
  { read, keepMs, keepEmptyMs = EMPTY_MS }: ReadOptions,
): Promise<{ page: GoodPage } | FailedAttempt> {
  const { source, fetch, eraser, userAgent, deadline, store, network, timers } = session;
  const { timeoutMs, maxBytes } = source;
  const startedAt = timers.now();
  const options = { fetch, eraser, userAgent, timeoutMs, maxBytes, signal: deadline.signal, timers };
  const ended = network.connecting(source.name);
  const answer = await httpExchange(request, options);
  const { noAnswer } = 'noAnswer' in answer ? answer : {};
  if (noAnswer !== 'not connected') session.count.requests += 1;
  ended(noAnswer === undefined ? true : noAnswer === 'not connected' ? false : undefined);
  if ('noAnswer' in answer) return withoutAnswer(answer, session, timers.now() - startedAt >= timeoutMs / 2);
  const { hostKey } = stateKeysOf(session, request);
  const quota = guarded(() => source.readQuota?.(answer), session.onError);
  if (quota) await store.updateHost(hostKey, (state, now) => [recordQuota(state, quota, now), 0]);
  const page = guarded(() => read(answer), session.onError) ?? { failure: 'unreadable' as const };
  if ('failure' in page) return withFailure(session, answer, page);
  await store.updateHost(hostKey, (state) => [recordSuccess(state), 0]);
  cacheAnswer(session, request, answer, page.records.length === 0 ? Math.min(keepMs, keepEmptyMs) : keepMs);
  return { page };
}

function withoutAnswer(
  { noAnswer }: NoAnswer,
  { network, deadline }: SourceSession,
  hadMostOfTime: boolean,
): FailedAttempt {
  switch (noAnswer) {
    case 'not connected':
      // Without a network the source is not at fault.
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
      return deadline.isExpired()
        ? { failure: 'too slow', counts: hadMostOfTime }
        : { failure: 'skipped', counts: false };
  }
}

function withFailure(session: SourceSession, answer: SourceAnswer, page: Exclude<SourcePage, GoodPage>): FailedAttempt {
  const { status, headers } = answer;
  const inHeader = readRetryAfter(headers.get('retry-after'), session.now(), MAX_RETRY_AFTER_SECONDS);
  const retryAfterSeconds = page.retryAfterSeconds ?? inHeader;
  // If no key was sent, a 401 means that one is needed.
  const withoutKey = session.source.hasFreeKeys ? 'key wanted' : 'refused';
  const failure = page.failure === 'key refused' && !session.settings.key ? withoutKey : page.failure;
  const failed = { failure, status, counts: true, retryAfterSeconds };
  const isPassing = status === 429 || status === 503;
  if (failure === 'quota used up' || failure === 'key refused' || failure === 'key wanted') return failed;
  if (retryAfterSeconds && isPassing && retryAfterSeconds <= MAX_RETRY_WAIT_SECONDS)
    return { ...failed, retryMs: retryAfterSeconds * 1000 + 20 };
  if (!retryAfterSeconds && status >= 500) return { ...failed, retryMs: pauseBeforeRetry() };
  return failed;
}

/** With jitter, so that processes that failed together do not retry together. */
function pauseBeforeRetry(): number {
  return FIRST_PAUSE_MS * (1 + Math.random());
}

async function failedReply({ store }: SourceSession, hostKey: string, { failure }: FailedAttempt): Promise<Reply> {
  if (failure === 'unreachable' || failure === 'skipped') return { failure };
  const block = await store.updateHost(hostKey, (state, now) => [state, checkCircuitBreaker(state, 0, now)[1]]);
  return block ? { failure, retryAt: block.retryAt } : { failure };
}

/**
 * All callers of a host share its rate limit. Everything else is recorded per key, because a key has its own allowance.
 * Three bytes of its hash stand for the key: enough to recognise a new one, too few to recover it.
 */
function stateKeysOf(
  { settings }: Pick<SourceSession, 'settings'>,
  request: SourceRequest,
): { host: string; hostKey: string } {
  const host = request.paceHost ?? new URL(request.url).host;
  const { key } = settings;
  const who = key ? createHash('sha256').update(key.reveal()).digest('hex').slice(0, 6) : 'open';
  return { host: `pace ${host}`, hostKey: `${who} ${host}` };
}

/** Everything that determines the answer. Keys are in headers and not part of it. */
function cacheKeyOf({ source }: SourceSession, { url, method = 'GET', body = '' }: SourceRequest): string {
  return JSON.stringify(['answer', 1, source.name, method, url, body]);
}

type CachedResponse = { status: number; type: string | null; text: string };

function fromCache(
  session: SourceSession,
  request: SourceRequest,
  { read, keepMs }: ReadOptions,
): GoodPage | undefined {
  const cached = keepMs > 0 ? session.store.cachedAnswer(cacheKeyOf(session, request)) : undefined;
  if (!cached) return undefined;
  const page = guarded(() => {
    const { status, type, text } = JSON.parse(cached.text) as CachedResponse;
    return read({ status, headers: new Headers(type === null ? {} : { 'content-type': type }), text });
  });
  // This version may be unable to read an older version's cache entry; the request is then sent.
  if (!page || 'failure' in page) return undefined;
  countCached(session.count, cached.cachedAt);
  return page;
}

export function countCached(count: SessionCounts, storedAt: number): void {
  count.fromCache += 1;
  count.cachedAt = Math.min(count.cachedAt ?? storedAt, storedAt);
}

function cacheAnswer(session: SourceSession, request: SourceRequest, answer: SourceAnswer, forMs: number): void {
  const isGood = answer.status >= 200 && answer.status < 300;
  if (forMs <= 0 || !isGood) return;
  const { status, headers, text } = answer;
  const remembered: CachedResponse = { status, type: headers.get('content-type'), text };
  session.store.cacheAnswers([{ question: cacheKeyOf(session, request), text: JSON.stringify(remembered), forMs }]);
}

/** A reader that throws is a bug in our code and must not end a search: the answer counts as unreadable. */
function guarded<T>(read: () => T, onError: (error: unknown) => void = () => {}): T | undefined {
  try {
    return read();
  } catch (error) {
    onError(error);
    return undefined;
  }
}
