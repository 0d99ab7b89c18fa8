import { MAX_CALL_MS } from './call-deadline.ts';
import type { Progress } from './wait.ts';

/** How long a call may take and who listens to it. */
export type CallOptions = {
  /** How long to wait for the job, in seconds; by default as the configuration says. */
  waitSeconds?: number;
  /** Bounds the wait, including the default, for a caller with another way to get the answer. */
  maxWaitSeconds?: number;
  signal: AbortSignal;
  /** Aborted when the process stops: the wait ends early, with the job's current state. */
  drainSignal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
};

/** The least time of a call that makes something, even if it does not wait for the result. */
export const MIN_CREATION_SECONDS = 5;

/** The time of a call that asks sources itself, without a job of the service. */
export type FreeCall = { signal: AbortSignal; budgetMs: number };

export function freeCall(defaultWaitSeconds: number, { signal, waitSeconds }: CallOptions): FreeCall {
  const seconds = waitSeconds ?? Math.max(defaultWaitSeconds, MIN_CREATION_SECONDS);
  return { signal, budgetMs: Math.min(seconds * 1000, MAX_CALL_MS) };
}
