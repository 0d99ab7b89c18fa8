import type { SendProblem } from '../../contract/notes/setup-notes.ts';
import { SENDING } from '../../contract/wording/setup-notes.ts';

/** The outcome of an attempt that got a status; without one the sender throws a SendFailure. */
export type SendResult = {
  status: number;
  /** The receiver's Retry-After in whole seconds; never negative. */
  retryAfterSeconds?: number;
};

/** No status came. The message has no text of certificates and resolvers, which strangers may have written. */
export class SendFailure extends Error {
  override readonly name = 'SendFailure';

  constructor(readonly reason: SendProblem) {
    super(SENDING[reason]);
  }
}
