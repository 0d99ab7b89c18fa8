import type { Timers } from '../../src/lib/timers.ts';
import type { openSourceStore } from '../../src/search/sources/transport/source-store.ts';

/**
 * A clock that runs this many times faster, for servers in the test's own process: their waits, such as the pace of a
 * source, shrink as much. Sources on loopback answer in milliseconds, so the time limits stay long enough.
 */
export const fasterTime = (times: number): Timers => ({
  now: () => performance.now() * times,
  after: (ms, call) => {
    const timer = setTimeout(call, ms / times);
    return () => clearTimeout(timer);
  },
});

/** The sources' store on that clock: it keeps their pace in milliseconds since the epoch. */
export const openFasterStore =
  (open: typeof openSourceStore, times: number): typeof openSourceStore =>
  (path, options) => {
    const begun = Date.now() - performance.now() * times;
    return open(path, { now: () => begun + performance.now() * times, ...options });
  };
