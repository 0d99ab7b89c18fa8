import type { Pace } from '../jobs/ports/pace.ts';

/** A little more than a minute: what leaves here evenly can arrive there bunched. */
const WINDOW_MS = 61_000;

/** A pace of this process alone, for callers that keep no store. */
export function createMemoryPace(): Pace {
  let sent: number[] = [];
  let pause = { until: 0, setAt: 0 };
  return {
    take(_kind, perMinute, now) {
      // Moments of the future are of a clock that was set back.
      sent = sent.filter((at) => at > now - WINDOW_MS && at <= now + WINDOW_MS);
      const free = sent.length < perMinute ? 0 : (sent[sent.length - perMinute] as number) + WINDOW_MS;
      if (pause.setAt > now + WINDOW_MS) pause = { until: 0, setAt: 0 };
      const at = Math.max(pause.until, free);
      if (at > now) return at - now;
      sent.push(now);
      return 0;
    },
    giveBack(at) {
      const index = sent.indexOf(at);
      if (index >= 0) sent.splice(index, 1);
    },
    stopWaiting: () => {},
    pauseUntil(time, now) {
      pause = { until: Math.max(pause.until, time), setAt: now };
    },
  };
}
