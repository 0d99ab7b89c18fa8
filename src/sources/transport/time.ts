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

/** A span of `ms` milliseconds, by a clock that nobody can set; it is over at once when `outer` is aborted already. */
export function within(ms: number, outer?: AbortSignal): Span {
  const controller = new AbortController();
  const endsAt = performance.now() + ms;
  let isUp = false;
  const timer = setTimeout(() => {
    isUp = true;
    controller.abort();
  }, ms);
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
    leftMs: () => Math.max(0, endsAt - performance.now()),
    race: (work) =>
      new Promise((resolve, reject) => {
        const callOff = whenOver(() => reject(signal.reason));
        work.then(resolve, reject).finally(callOff);
      }),
    sleep: (pause) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(pausing);
          callOff();
          resolve();
        };
        const pausing = setTimeout(done, pause);
        let callOff = () => {};
        callOff = whenOver(done);
      }),
    end: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', onOuter);
    },
  };
}
