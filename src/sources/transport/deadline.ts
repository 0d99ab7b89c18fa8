import type { Deadline } from '../../lib/deadline.ts';
import { REAL_TIMERS, type Timers } from '../../lib/timers.ts';

/** A deadline on injected timers, for work that has to stop when it passes or when an outer signal is aborted. */
export type TimedDeadline = Deadline & {
  /** True when the time ran out; false when the outer signal came first. */
  isExpired(): boolean;
  /** Gives what `work` gives, or rejects as soon as the signal is aborted: for work that may ignore the signal. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Resolves after `ms`, or as soon as the signal is aborted. */
  sleep(ms: number): Promise<void>;
  /** Frees the timer and the listener; always call it. */
  dispose(): void;
};

/** Starts a deadline of `ms` milliseconds; it is aborted at once when `outer` is. */
export function startDeadline(ms: number, outer?: AbortSignal, timers: Timers = REAL_TIMERS): TimedDeadline {
  const controller = new AbortController();
  const endsAt = timers.now() + ms;
  let isExpired = false;
  const cancelTimer = timers.after(ms, () => {
    isExpired = true;
    controller.abort();
  });
  const onOuter = () => controller.abort();
  outer?.addEventListener('abort', onOuter, { once: true });
  if (outer?.aborted) controller.abort();
  const { signal } = controller;
  /** Calls back once on abort; gives a function that removes the callback. */
  const onAbort = (call: () => void): (() => void) => {
    if (signal.aborted) call();
    else signal.addEventListener('abort', call, { once: true });
    return () => signal.removeEventListener('abort', call);
  };
  return {
    signal,
    isExpired: () => isExpired,
    remainingMs: () => Math.max(0, endsAt - timers.now()),
    race: (work) =>
      new Promise((resolve, reject) => {
        const removeCallback = onAbort(() => reject(signal.reason));
        work.then(resolve, reject).finally(removeCallback);
      }),
    sleep: (pause) =>
      new Promise((resolve) => {
        const done = () => {
          cancelPause();
          removeCallback();
          resolve();
        };
        const cancelPause = timers.after(pause, done);
        let removeCallback = () => {};
        removeCallback = onAbort(done);
      }),
    dispose: () => {
      cancelTimer();
      outer?.removeEventListener('abort', onOuter);
    },
  };
}
