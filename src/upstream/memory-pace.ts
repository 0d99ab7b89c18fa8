import type { Pace } from '../jobs/ports/pace.ts';

/** Slightly more than a minute: requests sent evenly may arrive bunched. */
const WINDOW_MS = 61_000;

/** A pace of this process alone, for callers without a store. */
export function createMemoryPace(): Pace {
  let sendTimes: number[] = [];
  let pause = { until: 0, setAt: 0 };
  return {
    take(_kind, perMinute, now) {
      // Times in the future come from a clock that was set back.
      sendTimes = sendTimes.filter((at) => at > now - WINDOW_MS && at <= now + WINDOW_MS);
      const free = sendTimes.length < perMinute ? 0 : (sendTimes[sendTimes.length - perMinute] as number) + WINDOW_MS;
      if (pause.setAt > now + WINDOW_MS) pause = { until: 0, setAt: 0 };
      const at = Math.max(pause.until, free);
      if (at > now) return at - now;
      sendTimes.push(now);
      return 0;
    },
    giveBack(at) {
      const index = sendTimes.indexOf(at);
      if (index >= 0) sendTimes.splice(index, 1);
    },
    stopWaiting: () => {},
    pauseUntil(time, now) {
      pause = { until: Math.max(pause.until, time), setAt: now };
    },
  };
}
