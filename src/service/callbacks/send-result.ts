/** The outcome of an attempt that got a status; without one the sender throws a SendFailure. */
export type SendResult = {
  status: number;
  /** The receiver's Retry-After in whole seconds; never negative. */
  retryAfterSeconds?: number;
};

/** Messages without text of certificates and resolvers, which strangers may have written. */
const REASONS = {
  address_not_allowed: 'the address is not allowed',
  name_not_found: 'the name was not found',
  tls_failed: 'TLS failed',
  timed_out: 'timed out',
  connection_broken: 'the connection could not be made or broke',
} as const;

/** No status came. */
export class SendFailure extends Error {
  override readonly name = 'SendFailure';

  constructor(readonly reason: keyof typeof REASONS) {
    super(REASONS[reason]);
  }
}
