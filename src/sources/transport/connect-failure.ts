/** A failure before anything of a request can have gone out: name look-up, connecting, TLS handshake. */
export class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';

  /**
   * `timedOut`: there was no answer at all, which more patience may help; else somebody said no. `hadConnection`: there
   * was a connection, and only the TLS handshake took too long, so that there is a network.
   */
  constructor(
    readonly timedOut: boolean,
    readonly hadConnection = false,
  ) {
    super(timedOut ? 'connecting took too long' : 'could not connect');
  }
}

/** The failure to connect behind what a fetch threw, if it was one. */
export function connectFailureIn(error: unknown): ConnectFailure | undefined {
  for (let cause = error, depth = 0; cause && depth < 5; depth += 1) {
    if (cause instanceof ConnectFailure) return cause;
    cause = (cause as { cause?: unknown }).cause;
  }
  return undefined;
}

/** A redirect led to an address that is not public; nothing was dialled. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** Whether what a fetch threw comes of an AddressRefused. */
export function isAddressRefused(error: unknown): boolean {
  for (let cause = error, depth = 0; cause && depth < 5; depth += 1) {
    if (cause instanceof AddressRefused) return true;
    cause = (cause as { cause?: unknown }).cause;
  }
  return false;
}
