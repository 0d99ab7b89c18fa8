/** A failure before any part of a request can have been sent: name look-up, connecting, TLS handshake. */
export class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';

  constructor(
    readonly phase: 'name' | 'connection' | 'tls',
    options?: ErrorOptions,
  ) {
    super(`no connection: ${phase}`, options);
  }
}

/** A forbidden address, such as one that is not public. Nothing was dialled. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** Whether an error of this class caused the error of a fetch. */
export function isCausedBy(error: unknown, kind: typeof ConnectFailure | typeof AddressRefused): boolean {
  for (let cause = error, depth = 0; cause && depth < 5; depth += 1) {
    if (cause instanceof kind) return true;
    cause = (cause as { cause?: unknown }).cause;
  }
  return false;
}
