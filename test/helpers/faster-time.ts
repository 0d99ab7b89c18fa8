import type { Timers } from '../../src/lib/timers.ts';
import type { openSourceStore } from '../../src/sources/transport/store.ts';

/**
 * A clock that runs so many times as fast, for servers within the process of a test: what they wait for, such as the
 * pace of a source, takes that much less. Sources on loopback answer in milliseconds, so their patience is long enough.
 */
export const fasterTime = (times: number): Timers => ({
  now: () => performance.now() * times,
  after: (ms, call) => {
    const timer = setTimeout(call, ms / times);
    return () => clearTimeout(timer);
  },
});

/** The store of the sources by that clock: it keeps their pace, which is in milliseconds since the epoch. */
export const openFasterStore =
  (open: typeof openSourceStore, times: number): typeof openSourceStore =>
  (path, options) => {
    const begun = Date.now() - performance.now() * times;
    return open(path, { now: () => begun + performance.now() * times, ...options });
  };
