import { SENDING, type SendProblem } from './send-problems.ts';

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
