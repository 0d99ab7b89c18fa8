import { freeFailure, type PaperqueueError } from '../../contract/errors.ts';
import { MAX_WAIT_SECONDS } from '../../contract/rules.ts';
import { type Deadline, withDeadline } from '../../lib/deadline.ts';
import type { Progress } from './wait.ts';

/** Every call is answered by then, whatever the service does. One second is reserved for the answer itself. */
export const MAX_CALL_MS = (MAX_WAIT_SECONDS - 1) * 1000;

/** A read that hits the deadline reports that there was no answer. An aborted call keeps its reason. */
export async function readInTime<T>(
  call: AbortSignal,
  deadline: Deadline,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await withDeadline(Number.POSITIVE_INFINITY, [call, deadline.signal], ({ signal }) => read(signal));
  } catch (error) {
    call.throwIfAborted();
    if (deadline.signal.aborted) throw noAnswerInTime();
    throw error;
  }
}

/** The call ran out of time before anything was sent, or during a read. */
export function noAnswerInTime(): PaperqueueError {
  return freeFailure({
    code: 'UPSTREAM_UNAVAILABLE',
    problem: [{ kind: 'no-answer-in-time' }],
    retryable: true,
    advice: [{ kind: 'again' }],
  });
}

/** The call ran out of time while reading stored papers. */
export function tooManyPapers(): PaperqueueError {
  return freeFailure({
    code: 'INTERNAL',
    problem: [{ kind: 'too-much-to-read' }],
    retryable: false,
    advice: [{ kind: 'name-fewer-jobs' }],
  });
}

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
