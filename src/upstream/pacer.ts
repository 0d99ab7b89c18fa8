/** Creations are dialled before polls: a waiting user's new job matters more than one more look at an old one. */
export type Priority = 'create' | 'read';

/** Hands out permissions to send, at most so many in any minute. */
export type Pacer = {
  /** Resolves when one request may be sent; rejects with the signal's reason when it is aborted first. */
  acquire(priority: Priority, signal?: AbortSignal): Promise<void>;
  /** Nothing is handed out until this moment (milliseconds since the epoch), as a Retry-After asks. */
  pauseUntil(time: number): void;
};

const MINUTE_MS = 60_000;

type Waiting = { priority: Priority; grant: () => void };

/**
 * A pacer over a sliding minute: never more than `perMinute` grants within 60 seconds, whatever their spacing.
 * Creations go first, then first come first served.
 */
export function createPacer(perMinute: number, now: () => number = Date.now): Pacer {
  const granted: number[] = [];
  const waiting: Waiting[] = [];
  let pausedUntil = 0;
  let timer: NodeJS.Timeout | undefined;

  const nextGrantAt = (): number => {
    const oldest = granted.length >= perMinute ? (granted.at(-perMinute) ?? 0) + MINUTE_MS : 0;
    return Math.max(oldest, pausedUntil);
  };

  const serve = (): void => {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length > 0 && nextGrantAt() <= now()) {
      const at = waiting.findIndex((entry) => entry.priority === 'create');
      const [entry] = waiting.splice(Math.max(at, 0), 1);
      granted.push(now());
      if (granted.length > perMinute) granted.shift();
      entry?.grant();
    }
    if (waiting.length > 0) timer = setTimeout(serve, Math.max(nextGrantAt() - now(), 1));
  };

  return {
    acquire(priority, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const entry: Waiting = {
          priority,
          grant: () => {
            signal?.removeEventListener('abort', onAbort);
            resolve();
          },
        };
        const onAbort = () => {
          waiting.splice(waiting.indexOf(entry), 1);
          serve();
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.push(entry);
        serve();
      });
    },
    pauseUntil(time) {
      pausedUntil = Math.max(pausedUntil, time);
    },
  };
}

/** No pace at all, for the embedded service. */
export const UNPACED: Pacer = { acquire: async (_priority, signal) => signal?.throwIfAborted(), pauseUntil: () => {} };
