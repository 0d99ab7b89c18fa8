/** What a sender may say of an attempt: a status, or a SendFailure. */

export type SendResult = {
  status: number;
  /** Whole seconds until the receiver wants the next attempt, when it said so; never negative. */
  retryAfterSeconds?: number;
};

/** Why no status came. The words are ours alone: those of a certificate or a resolver may be a stranger's. */
const REASONS = {
  address_not_allowed: 'the address is not allowed',
  name_not_found: 'the name was not found',
  tls_failed: 'TLS failed',
  timed_out: 'timed out',
  connection_broken: 'the connection could not be made or broke',
} as const;

export type SendFailureReason = keyof typeof REASONS;

export class SendFailure extends Error {
  override readonly name = 'SendFailure';
  readonly reason: SendFailureReason;

  constructor(reason: SendFailureReason) {
    super(REASONS[reason]);
    this.reason = reason;
  }
}
