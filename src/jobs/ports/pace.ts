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
