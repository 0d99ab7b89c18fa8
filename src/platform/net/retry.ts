import pRetry from 'p-retry';
import { type Deadline, pause, untilAborted } from '../../lib/deadline.ts';
import type { Timers } from '../../lib/timers.ts';

export type RetryRule = {
  /** Maximum attempts. Default: as many as `pauseMs` grants. */
  tries?: number;
  /** Milliseconds until the next attempt, after a failure and this many attempts; undefined: the failure is final. */
  pauseMs: (failure: Error, tries: number) => number | undefined;
  /** No pause extends beyond it; its signal ends pauses, but no attempt. */
  deadline?: Deadline;
  timers?: Timers;
};

/** Repeats work that may fail temporarily until it succeeds. Rejects with the last failure. */
export function retry<T>(work: () => Promise<T>, rule: RetryRule): Promise<T> {
  const { tries = Number.POSITIVE_INFINITY, pauseMs, deadline = untilAborted(new AbortController().signal) } = rule;
  const { signal } = deadline;
  // p-retry gets no signal, because it would drop a result that comes after the abort.
  return pRetry(work, {
    retries: tries - 1,
    minTimeout: 0,
    shouldRetry: async ({ error, attemptNumber }) => {
      const ms = signal.aborted ? undefined : pauseMs(error, attemptNumber);
      if (ms === undefined || ms > deadline.remainingMs()) return false;
      await pause(ms, signal, rule.timers);
      return !signal.aborted;
    },
  });
}
