import type { AnswerTimes, DialOptions, Fetch } from './dial.ts';

/**
 * The fetch of `dial.ts`, loaded with the first request: it is a quarter of the code that a command reads, and most
 * commands send nothing. `close` aborts the requests under way; later ones fail.
 */
export function createFetch(dialling: DialOptions, times: AnswerTimes): { fetch: Fetch; close(): Promise<void> } {
  let isClosed = false;
  let opened: Promise<{ fetch: Fetch; close(): Promise<void> }> | undefined;
  return {
    fetch: async (url, init) => {
      if (isClosed) throw new Error('the connections are closed');
      opened ??= import('./dial.ts').then(({ openFetch }) => openFetch(dialling, times));
      return (await opened).fetch(url, init);
    },
    close: async () => {
      isClosed = true;
      // What could not be loaded has nothing to close.
      await opened?.then(
        ({ close }) => close(),
        () => {},
      );
    },
  };
}
