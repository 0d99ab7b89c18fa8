import type { SourceFailure } from '../../../wording/notes/source-outcomes.ts';

/**
 * The state of a host between requests, shared by all processes of the machine, and pure steps from one state to the
 * next. All times are milliseconds since the epoch.
 *
 * - Pace: `nextAt` is when the next slot is free. A slot is reserved before waiting for it, so that processes are
 *   served in order. Timers fire late, so a reserved slot alone does not guarantee the distance between two requests:
 *   `freeAt` is the last request's time plus its pace, and no request is sent earlier.
 * - Pause: nothing is sent until `pausedUntil`, because the source demanded it (`Retry-After`, quota used up).
 * - Breaker: closed while `openUntil` is 0. It opens after THRESHOLD consecutive failures, or at the first "too many
 *   requests" that does not say how long; the first opening lasts a minute, each further one twice as long as the one
 *   before, a quarter of an hour at most. After that one request is let through as a probe (`probeUntil`: others wait
 *   for its outcome); an answer closes the breaker, a failure opens it again.
 */
export const INITIAL_HOST_STATE = {
  nextAt: 0,
  freeAt: 0,
  pausedUntil: 0,
  pauseReason: null as SourceFailure | null,
  failures: 0,
  openings: 0,
  openUntil: 0,
  probeUntil: 0,
  /** The remaining quota that the source last reported; null if it never did. */
  quotaRemaining: null as number | null,
  quotaResetsAt: 0,
};

export type HostState = Readonly<typeof INITIAL_HOST_STATE>;

const THRESHOLD = 3;
const FIRST_OPENING_MS = 60_000;
const MAX_OPENING_MS = 15 * 60_000;
/** Longer pauses are ignored. The limit is a daily quota plus an hour for clock differences. */
const MAX_PAUSE_MS = 25 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Why nothing may be sent to the host, and until when. */
export type Block = { failure: SourceFailure; retryAt: number };

/**
 * What blocks a request now; undefined if it may be sent, possibly as the probe. `probeMs` is how long a probe may take
 * before another one is let through.
 */
export function checkCircuitBreaker(state: HostState, probeMs: number, now: number): [HostState, Block | undefined] {
  const pause = findPause(state, now);
  if (pause) return [state, pause];
  if (state.openUntil === 0) return [state, undefined];
  const blockedUntil = Math.max(ifPlausible(state.openUntil, now), ifPlausible(state.probeUntil, now));
  if (blockedUntil > now) return [state, { failure: 'paused after failures', retryAt: blockedUntil }];
  return [{ ...state, probeUntil: now + probeMs }, undefined];
}

/** The pause or used-up quota that blocks requests, if any. */
function findPause(state: HostState, now: number): Block | undefined {
  if (ifPlausible(state.pausedUntil, now) > now) {
    return { failure: state.pauseReason ?? 'rate limited', retryAt: state.pausedUntil };
  }
  const isUsedUp =
    state.quotaRemaining !== null && state.quotaRemaining <= 0 && ifPlausible(state.quotaResetsAt, now) > now;
  return isUsedUp ? { failure: 'quota used up', retryAt: state.quotaResetsAt } : undefined;
}

/** A pause, or a breaker that opened while the request waited. Undefined if it may be sent. */
export function findBlock(state: HostState, now: number): Block | undefined {
  const pause = findPause(state, now);
  const openUntil = ifPlausible(state.openUntil, now);
  // The opening is over: this request is the probe.
  if (pause || openUntil <= now) return pause;
  return { failure: 'paused after failures', retryAt: openUntil };
}

function ifPlausible(moment: number, now: number): number {
  return moment > now + MAX_PAUSE_MS ? 0 : moment;
}

/** Closes the breaker after a successful answer; pauses stay. */
export function recordSuccess(state: HostState): HostState {
  return { ...state, failures: 0, openings: 0, openUntil: 0, probeUntil: 0 };
}

export type FailedAnswer = {
  failure: SourceFailure;
  /** Undefined if there was no answer. */
  status?: number | undefined;
  retryAfterSeconds?: number | undefined;
};

export function recordFailure(state: HostState, failed: FailedAnswer, now: number): HostState {
  const { failure, retryAfterSeconds = 0 } = failed;
  const retryAt = retryAfterSeconds > 0 ? now + retryAfterSeconds * 1000 : undefined;
  if (failure === 'quota used up') return paused(state, failure, retryAt ?? nextMidnight(now), now);
  // Not every search should send a wrong key or none. The pause is short, because users will correct it.
  if (failure === 'key refused' || failure === 'key wanted') return paused(state, failure, now + 10 * 60_000, now);
  const reason = failure === 'rate limited' ? failure : 'paused after failures';
  const afterPause = retryAt === undefined ? state : paused(state, reason, retryAt, now);
  if (isOurMistake(failed)) return { ...afterPause, probeUntil: 0 };
  const failures = state.failures + 1;
  // 429 without Retry-After: more requests could get us banned.
  const mustOpen = failure === 'rate limited' && retryAt === undefined;
  if (!mustOpen && failures < THRESHOLD && state.openUntil === 0) return { ...afterPause, failures };
  const openingMs = Math.min(FIRST_OPENING_MS * 2 ** Math.min(state.openings, 10), MAX_OPENING_MS);
  return { ...afterPause, failures, openings: state.openings + 1, openUntil: now + openingMs, probeUntil: 0 };
}

/** A rejected request (too long, unknown work) says nothing about the health of the source. */
function isOurMistake({ failure, status = 0 }: FailedAnswer): boolean {
  return failure === 'refused' && status >= 400 && status < 500 && status !== 403;
}

function paused(state: HostState, reason: SourceFailure, until: number, now: number): HostState {
  const bounded = Math.ceil(Math.min(until, now + MAX_PAUSE_MS));
  if (bounded <= state.pausedUntil && state.pausedUntil <= now + MAX_PAUSE_MS) return state;
  return { ...state, pausedUntil: bounded, pauseReason: reason };
}

/** Records the remaining quota that a source reported; by default it is renewed at midnight UTC. */
export function recordQuota(
  state: HostState,
  { remaining, resetsAt }: { remaining: number; resetsAt?: number | undefined },
  now: number,
): HostState {
  if (!Number.isFinite(remaining)) return state;
  return { ...state, quotaRemaining: remaining, quotaResetsAt: Math.ceil(resetsAt ?? nextMidnight(now)) };
}

function nextMidnight(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}
