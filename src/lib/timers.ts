/** A monotonic clock with its timers. Replacing it controls how time passes, as tests do. */
export type Timers = {
  /** Milliseconds since some moment. */
  now(): number;
  /** Calls once after this many milliseconds; returns a function that cancels it. */
  after(ms: number, call: () => void): () => void;
};

export const REAL_TIMERS: Timers = {
  now: () => performance.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};
