/** What of a server of Node is needed; one of HTTP/2 cannot do all. */
type ClosableServer = {
  close(done: () => void): unknown;
  closeAllConnections?: () => void;
  closeIdleConnections?: () => void;
};

/**
 * How long answers that are on their way get; a connection that has sent nothing, or half a request, gets no longer.
 */
const LINGER_MS = 2_000;

/** Takes no further connection; resolves when those that are open have ended, or were ended. */
export function closeServer(server: ClosableServer): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections?.(), LINGER_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections?.();
  });
}
