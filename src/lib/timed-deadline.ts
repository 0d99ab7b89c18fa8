import { type Deadline, orAborted } from './deadline.ts';
import { REAL_TIMERS, type Timers } from './timers.ts';

/** A deadline on injected timers. */
export type TimedDeadline = Deadline & {
  /** True when the time ran out; false when the outer signal came first. */
  isExpired(): boolean;
  /** Resolves after `ms`, or as soon as the signal is aborted. */
  sleep(ms: number): Promise<void>;
  /** Frees the timer; always call it. */
  dispose(): void;
};

/** Starts a deadline of `ms` milliseconds; it is aborted at once when `outer` is. */
export function startDeadline(ms: number, outer?: AbortSignal, timers: Timers = REAL_TIMERS): TimedDeadline {
  const time = new AbortController();
  const endsAt = timers.now() + ms;
  const cancelTimer = timers.after(ms, () => time.abort());
  const signal = outer ? AbortSignal.any([time.signal, outer]) : time.signal;
  return {
    signal,
    isExpired: () => time.signal.aborted,
    remainingMs: () => Math.max(0, endsAt - timers.now()),
    sleep: async (pauseMs) => {
      let cancelPause = () => {};
      const pause = new Promise<void>((resolve) => {
        cancelPause = timers.after(pauseMs, resolve);
      });
      await orAborted(pause, signal).catch(() => {});
      cancelPause();
    },
    dispose: cancelTimer,
  };
}
