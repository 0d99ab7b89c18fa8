/** Creations are dialled before polls: a waiting user's new job matters more than one more look at an old one. */
export type Priority = 'create' | 'read';

/** One pace towards one account at one service, shared by every process of this machine that uses it. */
export type Pace = {
  /** Takes a place among `perMinute` in any minute and gives 0, or the milliseconds after which to ask again. */
  take(kind: Priority, perMinute: number, now: number): number;
  /** A place that was taken at this moment was not used: nothing was sent. */
  giveBack(at: number): void;
  /** No creation of this process waits any more. */
  stopWaiting(): void;
  /** No place is given before this moment (milliseconds since the epoch), as a Retry-After asks. */
  pauseUntil(time: number, now: number): void;
};
