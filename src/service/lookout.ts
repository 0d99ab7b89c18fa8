/** Looks for work when it is woken, one look after the other. Waking it during a look makes it look once more. */
export type Lookout = {
  wake(): void;
  /** Looks again after this time, unless it looks earlier. */
  nap(ms: number): void;
  readonly isStopping: boolean;
  /** Stops looking. Resolves when a running look has ended. */
  stop(): Promise<void>;
};

export function createLookout(look: () => Promise<void>): Lookout {
  let isStopping = false;
  let looking: Promise<void> | undefined;
  let isWoken = false;
  let timer: NodeJS.Timeout | undefined;

  const wake = () => {
    isWoken = true;
    if (isStopping) return;
    looking ??= lookOnce().finally(() => {
      looking = undefined;
      if (isWoken) wake();
    });
  };

  const lookOnce = async () => {
    // One look per turn of the event loop, so that polls are answered in between.
    await new Promise((resolve) => setImmediate(resolve));
    isWoken = false;
    clearTimeout(timer);
    if (!isStopping) await look();
  };

  return {
    wake,
    nap(ms) {
      clearTimeout(timer);
      if (!isStopping) timer = setTimeout(wake, ms).unref();
    },
    get isStopping() {
      return isStopping;
    },
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
