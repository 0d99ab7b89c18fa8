import { MAX_CALL_MS } from './call-deadline.ts';
import type { Progress } from './wait.ts';

/** How long a call may take, and who cancels it. */
export type CallOptions = {
  /** Seconds to wait for the job. Default: as configured. */
  waitSeconds?: number;
  /** Bounds the wait, including the default, for callers that can get the answer in another way. */
  maxWaitSeconds?: number;
  signal: AbortSignal;
  /** Aborted when the process stops: the wait ends early, with the job's current state. */
  drainSignal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
};

/** The minimum time of a call that creates something, even if it does not wait for the result. */
export const MIN_CREATION_SECONDS = 5;

/** The time of a call that queries sources itself, without a job of the service. */
export type FreeCall = { signal: AbortSignal; budgetMs: number };

export function freeCall(defaultWaitSeconds: number, { signal, waitSeconds }: CallOptions): FreeCall {
  const seconds = waitSeconds ?? Math.max(defaultWaitSeconds, MIN_CREATION_SECONDS);
  return { signal, budgetMs: Math.min(seconds * 1000, MAX_CALL_MS) };
}

/** Seconds that a call may still wait, of those it asked for. */
export function remainingWait({ maxWaitSeconds }: CallOptions, seconds: number, started = performance.now()): number {
  return Math.max(Math.min(seconds, maxWaitSeconds ?? seconds) - (performance.now() - started) / 1000, 0);
}
