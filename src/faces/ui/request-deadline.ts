import type { Context, MiddlewareHandler } from 'hono';
import type { Call } from '../../jobs/ports/reviews.ts';
import { MAX_CALL_MS } from '../../jobs/spending/call.ts';
import { withDeadline } from '../../lib/deadline.ts';

const calls = new WeakMap<Request, Call>();

/** Gives every request a deadline. A browser's disconnecting aborts nothing: a decision that it sent is recorded. */
export const withRequestDeadline: MiddlewareHandler = (context, next) =>
  withDeadline(MAX_CALL_MS, undefined, async (call) => {
    calls.set(context.req.raw, call);
    await next();
  });

/** The deadline of a request of the page. */
export function requestCall({ req }: Context): Call {
  const call = calls.get(req.raw);
  if (!call) throw new Error('this request has no deadline');
  return call;
}
