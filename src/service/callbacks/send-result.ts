/** Why a report did not reach its address. */
export type SendProblem = 'address_not_allowed' | 'name_not_found' | 'tls_failed' | 'timed_out' | 'connection_broken';

export const SENDING: Record<SendProblem, string> = {
  address_not_allowed: 'the address is not allowed',
  name_not_found: 'the name was not found',
  tls_failed: 'TLS failed',
  timed_out: 'timed out',
  connection_broken: 'the connection could not be made or broke',
};

/** The outcome of an attempt that received a status. Without a status the sender throws a SendFailure. */
export type SendResult = {
  status: number;
  /** The receiver's Retry-After in whole seconds; never negative. */
  retryAfterSeconds?: number;
};

/**
 * No status was received. The message never quotes certificates or resolvers, because strangers may have written those
 * texts.
 */
export class SendFailure extends Error {
  override readonly name = 'SendFailure';

  constructor(readonly reason: SendProblem) {
    super(SENDING[reason]);
  }
}
