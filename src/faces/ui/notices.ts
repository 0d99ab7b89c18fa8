/** What was just done, and the form that undoes it: a path below the root, with its fields. */
export type Notice = { text: string; undo?: { path: string; fields?: Record<string, string> } };

/** How long a removal can be undone. */
const UNDO_MS = 60_000;

export type Notices = {
  /** Says it on the next page. */
  say(notice: Notice): void;
  /** The notice for the page shown now; returned once. */
  take(): Notice | undefined;
};

/** Kept until the next page is shown, because an action answers with a redirect. */
export function createNotices(): Notices {
  let next: Notice | undefined;
  return {
    say(notice) {
      next = notice;
    },
    take() {
      const notice = next;
      next = undefined;
      return notice;
    },
  };
}

export type Removals = {
  /** Hides a thing now, and removes it when it can no longer be undone. */
  begin(ref: string, remove: () => Promise<unknown>): void;
  /** Whether it was removed, though it may come back. */
  isGone(ref: string): boolean;
  /** Shows it again; false if that is too late. */
  undo(ref: string): boolean;
  /** Removes everything that is hidden, when the server stops. */
  settle(): Promise<void>;
};

/**
 * Removals that a person can undo for a minute. Nothing is removed before that: a process that is killed meanwhile
 * removes nothing.
 */
export function createRemovals(onFailure: (error: unknown) => void): Removals {
  const pending = new Map<string, { timer: NodeJS.Timeout; remove: () => Promise<unknown> }>();
  const settleOne = async (ref: string) => {
    const removal = pending.get(ref);
    if (!removal) return;
    clearTimeout(removal.timer);
    // Hidden until it is gone.
    await removal.remove().catch(onFailure);
    pending.delete(ref);
  };
  return {
    begin(ref, remove) {
      const timer = setTimeout(() => void settleOne(ref), UNDO_MS);
      timer.unref();
      pending.set(ref, { timer, remove });
    },
    isGone: (ref) => pending.has(ref),
    undo(ref) {
      clearTimeout(pending.get(ref)?.timer);
      return pending.delete(ref);
    },
    settle: async () => {
      await Promise.all([...pending.keys()].map(settleOne));
    },
  };
}
