/** A clock that nobody can set, and its timers. Whoever gives others says how time passes, as tests do. */
export type Timers = {
  /** Milliseconds since some moment. */
  now(): number;
  /** Calls once after so many milliseconds; gives a function that calls it off. */
  after(ms: number, call: () => void): () => void;
};

export const REAL_TIMERS: Timers = {
  now: () => performance.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};
