/** Creations come before reads: a user waits for a new job. */
export type Priority = 'create' | 'read';

/** The rate limit of one account at one service, shared by all processes of this machine. */
export type Pace = {
  /** Takes one of `perMinute` slots and returns 0; when none is free, the milliseconds after which to try again. */
  take(kind: Priority, perMinute: number, now: number): number;
  /** Frees the slot that was taken at this moment, because nothing was sent. */
  giveBack(at: number): void;
  /** Says that no creation of this process waits any more. */
  stopWaiting(): void;
  /** Gives no slot before this moment (milliseconds since the epoch), as a Retry-After asks. */
  pauseUntil(time: number, now: number): void;
};
