/** Runs a poll whenever it is woken, one poll at a time. Waking it during a poll causes one more. */
export type Poller = {
  wake(): void;
  /** Polls again after this time, unless it is woken earlier. */
  pollIn(ms: number): void;
  readonly isStopping: boolean;
  /** Stops polling. Resolves when the current poll has finished. */
  stop(): Promise<void>;
};

export function createPoller(poll: () => Promise<void>): Poller {
  let isStopping = false;
  let polling: Promise<void> | undefined;
  let isWoken = false;
  let timer: NodeJS.Timeout | undefined;

  const wake = () => {
    isWoken = true;
    if (isStopping) return;
    polling ??= pollOnce().finally(() => {
      polling = undefined;
      if (isWoken) wake();
    });
  };

  const pollOnce = async () => {
    // One poll per turn of the event loop, so that requests are answered in between.
    await new Promise((resolve) => setImmediate(resolve));
    isWoken = false;
    clearTimeout(timer);
    if (!isStopping) await poll();
  };

  return {
    wake,
    pollIn(ms) {
      clearTimeout(timer);
      if (!isStopping) timer = setTimeout(wake, ms).unref();
    },
    get isStopping() {
      return isStopping;
    },
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await polling;
    },
  };
}
