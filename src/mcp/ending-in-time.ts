import type { Call } from '../jobs/ports/reviews.ts';
import { MAX_CALL_MS, noAnswerInTime } from '../jobs/spending/call-deadline.ts';
import { orLate, untilAborted, withDeadline } from '../lib/deadline.ts';

/** Slightly after the deadlines of calls that wait for a job, which return the job themselves. */
const LAST_MS = MAX_CALL_MS + 500;

/**
 * The outcome of a call, which ends within 50 seconds: a search by its own deadline, because only that knows its job;
 * any other call by this deadline. The signal ends the work of a call that was cancelled or is out of time.
 */
export function endingInTime<T>(signal: AbortSignal, spends: boolean, work: (call: Call) => Promise<T>): Promise<T> {
  if (spends) return work(untilAborted(signal));
  return withDeadline(LAST_MS, signal, (deadline) =>
    orLate(
      // Work that ran out of time may report it itself first.
      work(deadline).catch((error: unknown) => {
        if (!deadline.isExpired() || error !== deadline.signal.reason) throw error;
        throw noAnswerInTime();
      }),
      deadline,
      () => {
        signal.throwIfAborted();
        throw noAnswerInTime();
      },
    ),
  );
}
