/** The needed part of a Node server; an HTTP/2 server lacks some. */
type ClosableServer = {
  close(done: () => void): unknown;
  closeAllConnections?: () => void;
  closeIdleConnections?: () => void;
};

/** Time for answers in flight. A connection that has sent nothing, or half a request, gets no longer. */
const LINGER_MS = 2_000;

/** Accepts no further connection; resolves when the open ones have ended or were ended. */
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
