/** A failure before anything of a request can have gone out: name look-up, connecting, TLS handshake. */
export class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';
}

/** A redirect led to where we do not go, such as an address that is not public; nothing was dialled. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** Whether an error of this class is behind what a fetch threw. */
export function isCausedBy(error: unknown, kind: typeof ConnectFailure | typeof AddressRefused): boolean {
  for (let cause = error, depth = 0; cause && depth < 5; depth += 1) {
    if (cause instanceof kind) return true;
    cause = (cause as { cause?: unknown }).cause;
  }
  return false;
}
