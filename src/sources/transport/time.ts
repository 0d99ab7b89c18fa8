import { REAL_TIMERS, type Timers } from '../../lib/timers.ts';

/** A span of time that ends by itself, when a signal is aborted, or when it is told to. */
export type Span = {
  /** Aborted when the time is up or the outer signal is aborted. */
  signal: AbortSignal;
  /** Whether it was the time that ended it. */
  isUp(): boolean;
  leftMs(): number;
  /** What `work` gives, or a rejection as soon as the span is over: for work that may not heed the signal. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Resolves after so long, or as soon as the span is over. */
  sleep(ms: number): Promise<void>;
  /** Frees its timer; to be called whatever happens. */
  end(): void;
};

/** A span of `ms` milliseconds; it is over at once when `outer` is aborted already. */
export function within(ms: number, outer?: AbortSignal, timers: Timers = REAL_TIMERS): Span {
  const controller = new AbortController();
  const endsAt = timers.now() + ms;
  let isUp = false;
  const callOffEnd = timers.after(ms, () => {
    isUp = true;
    controller.abort();
  });
  const onOuter = () => controller.abort();
  outer?.addEventListener('abort', onOuter, { once: true });
  if (outer?.aborted) controller.abort();
  const { signal } = controller;
  /** Calls once when it is over; gives a function that calls it off. */
  const whenOver = (call: () => void): (() => void) => {
    if (signal.aborted) call();
    else signal.addEventListener('abort', call, { once: true });
    return () => signal.removeEventListener('abort', call);
  };
  return {
    signal,
    isUp: () => isUp,
    leftMs: () => Math.max(0, endsAt - timers.now()),
    race: (work) =>
      new Promise((resolve, reject) => {
        const callOff = whenOver(() => reject(signal.reason));
        work.then(resolve, reject).finally(callOff);
      }),
    sleep: (pause) =>
      new Promise((resolve) => {
        const done = () => {
          stopPause();
          callOff();
          resolve();
        };
        const stopPause = timers.after(pause, done);
        let callOff = () => {};
        callOff = whenOver(done);
      }),
    end: () => {
      callOffEnd();
      outer?.removeEventListener('abort', onOuter);
    },
  };
}
