/** Creations precede reads, because a user waits for a new job. */
export type Priority = 'create' | 'read';

/** The rate limit of one account at one service, shared by all processes of this machine. */
export type Pace = {
  /** Takes one of `perMinute` slots and returns 0; if none is free, returns the milliseconds until the next try. */
  take(kind: Priority, perMinute: number, now: number): number;
  /** Frees the slot taken at this moment, because nothing was sent. */
  giveBack(at: number): void;
  /** Declares that no creation of this process is waiting any more. */
  stopWaiting(): void;
  /** Grants no slot before this moment (milliseconds since the epoch), as a Retry-After demands. */
  pauseUntil(time: number, now: number): void;
};

/** Slightly more than a minute: requests sent evenly may arrive bunched. */
export const WINDOW_MS = 61_000;

/** Milliseconds until one of `perMinute` slots is free, when requests were sent at these moments (the latest last). */
export function msUntilSlot(sent: readonly number[], pausedUntil: number, perMinute: number, now: number): number {
  const free = sent.length < perMinute ? 0 : (sent[sent.length - perMinute] as number) + WINDOW_MS;
  return Math.max(pausedUntil - now, free - now, 0);
}

/** A pace of this process alone, for callers without a store. */
export function createMemoryPace(): Pace {
  let sendTimes: number[] = [];
  let pause = { until: 0, setAt: 0 };
  return {
    take(_kind, perMinute, now) {
      // Times in the future come from a clock that was set back.
      sendTimes = sendTimes.filter((at) => at > now - WINDOW_MS && at <= now + WINDOW_MS);
      if (pause.setAt > now + WINDOW_MS) pause = { until: 0, setAt: 0 };
      const waitMs = msUntilSlot(sendTimes, pause.until, perMinute, now);
      if (waitMs === 0) sendTimes.push(now);
      return waitMs;
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
