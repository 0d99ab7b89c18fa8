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
  const dropFuturePause = (now: number) => {
    if (pause.setAt > now + WINDOW_MS) pause = { until: 0, setAt: 0 };
  };
  return {
    take(_kind, perMinute, now) {
      // Times in the future come from a clock that was set back.
      sendTimes = sendTimes.filter((at) => at > now - WINDOW_MS && at <= now + WINDOW_MS);
      dropFuturePause(now);
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
      dropFuturePause(now);
      pause = { until: Math.max(pause.until, time), setAt: now };
    },
  };
}

/** A slot in the pace. */
export type Slot = {
  /** Gives the slot back, because nothing was sent. */
  giveBack(): void;
};

/** Grants permission to send, within the pace that all processes share. */
export type Pacer = {
  /** Maximum requests per minute; absent without a limit. */
  readonly perMinute?: number;
  /** Resolves when one request may be sent; rejects with the signal's reason if aborted first. */
  acquire(priority: Priority, signal?: AbortSignal): Promise<Slot>;
  /** Grants nothing until this moment (milliseconds since the epoch), as a Retry-After demands. */
  pauseUntil(time: number): void;
  /** How much longer a Retry-After blocks everything, if that is longer than any limit would; otherwise 0. */
  pauseMs?(): number;
};

/** A waiting creation must report again this often, or other processes assume it is gone. */
const MAX_PAUSE_MS = 2_000;

type Waiting = { priority: Priority; grant: (slot: Slot) => void; refuse: (error: unknown) => void };

/** A pacer over a shared pace. Within this process creations go first, then first come first served. */
export function createPacer(pace: Pace, perMinute: number, now: () => number = Date.now): Pacer {
  const waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let lastWaitMs = 0;

  const next = (): number =>
    Math.max(
      waiting.findIndex((entry) => entry.priority === 'create'),
      0,
    );

  const leave = (entry: Waiting): void => {
    waiting.splice(waiting.indexOf(entry), 1);
    if (entry.priority !== 'create' || waiting.some((other) => other.priority === 'create')) return;
    try {
      pace.stopWaiting();
    } catch {
      // Other processes forget a creation that stopped waiting, slightly later.
    }
  };

  const giveBack = (at: number): void => {
    try {
      pace.giveBack(at);
    } catch {
      // The slot stays taken for a minute: slower, but never too fast.
    }
    serve();
  };

  const serve = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (;;) {
      const entry = waiting[next()];
      if (!entry) return;
      try {
        const at = now();
        const pause = pace.take(entry.priority, perMinute, at);
        lastWaitMs = pause;
        if (pause > 0) {
          timer = setTimeout(serve, Math.min(pause, MAX_PAUSE_MS));
          return;
        }
        leave(entry);
        entry.grant({ giveBack: () => giveBack(at) });
      } catch (error) {
        // The store is out of order: this request is not sent, and the next one will find out itself.
        leave(entry);
        entry.refuse(error);
      }
    }
  };

  return {
    perMinute,
    acquire(priority, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const onAbort = () => {
          leave(entry);
          reject(signal?.reason);
          serve();
        };
        const done = () => signal?.removeEventListener('abort', onAbort);
        const entry: Waiting = {
          priority,
          grant: (slot) => {
            done();
            resolve(slot);
          },
          refuse: (error) => {
            done();
            reject(error);
          },
        };
        signal?.addEventListener('abort', onAbort);
        waiting.push(entry);
        serve();
      });
    },
    pauseUntil: (time) => pace.pauseUntil(time, now()),
    // No slot takes longer than a minute to be free.
    pauseMs: () => (lastWaitMs > WINDOW_MS ? lastWaitMs : 0),
  };
}

/** No pace at all, for the embedded service. */
export const UNPACED: Pacer = {
  acquire: async (_priority, signal) => {
    signal?.throwIfAborted();
    return { giveBack: () => {} };
  },
  pauseUntil: () => {},
};
