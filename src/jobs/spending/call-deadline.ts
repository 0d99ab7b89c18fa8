import { freeFailure, type PaperqueueError } from '../../contract/errors.ts';
import { MAX_WAIT_SECONDS } from '../../contract/rules.ts';
import { type Deadline, withDeadline } from '../../lib/deadline.ts';

/** Every call is answered by then, whatever the service does. One second is reserved for the answer itself. */
export const MAX_CALL_MS = (MAX_WAIT_SECONDS - 1) * 1000;

/** A read that hits the deadline reports that there was no answer. An aborted call keeps its reason. */
export async function readInTime<T>(
  call: AbortSignal,
  deadline: Deadline,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await withDeadline(Number.POSITIVE_INFINITY, [call, deadline.signal], ({ signal }) => read(signal));
  } catch (error) {
    call.throwIfAborted();
    if (deadline.signal.aborted) throw noAnswerInTime();
    throw error;
  }
}

/** The call ran out of time before anything was sent, or during a read. */
export function noAnswerInTime(): PaperqueueError {
  return freeFailure({
    code: 'UPSTREAM_UNAVAILABLE',
    problem: [{ kind: 'no-answer-in-time' }],
    retryable: true,
    advice: [{ kind: 'again' }],
  });
}

/** The call ran out of time while reading stored papers. */
export function tooManyPapers(): PaperqueueError {
  return freeFailure({
    code: 'INTERNAL',
    problem: [{ kind: 'too-much-to-read' }],
    retryable: false,
    advice: [{ kind: 'name-fewer-jobs' }],
  });
}
