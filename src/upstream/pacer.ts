import type { Pace, Priority } from '../jobs/ports/pace.ts';

/** A place in the pace. */
export type Slot = {
  /** It was not used: nothing was sent, so that another request may have it. */
  giveBack(): void;
};

/** Hands out permissions to send, inside the pace that all processes share. */
export type Pacer = {
  /** Requests a minute, at most; absent without a limit. */
  readonly perMinute?: number;
  /** Resolves when one request may be sent; rejects with the signal's reason when it is aborted first. */
  acquire(priority: Priority, signal?: AbortSignal): Promise<Slot>;
  /** Nothing is handed out until this moment (milliseconds since the epoch), as a Retry-After asks. */
  pauseUntil(time: number): void;
};

/** While a creation waits it has to say so again this often, or other processes think that it is gone. */
const MAX_PAUSE_MS = 2_000;

type Waiting = { priority: Priority; grant: (slot: Slot) => void; refuse: (error: unknown) => void };

/** A pacer over a shared pace. Inside this process creations go first, then first come first served. */
export function createPacer(pace: Pace, perMinute: number, now: () => number = Date.now): Pacer {
  const waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;

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
      // Other processes forget a creation that waits no more by themselves, a little later.
    }
  };

  const giveBack = (at: number): void => {
    try {
      pace.giveBack(at);
    } catch {
      // The place stays taken for a minute: slower, and never too quick.
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
        if (pause > 0) {
          timer = setTimeout(serve, Math.min(pause, MAX_PAUSE_MS));
          return;
        }
        leave(entry);
        entry.grant({ giveBack: () => giveBack(at) });
      } catch (error) {
        // The store is out of order: this request is not sent, the next one finds out for itself.
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
