import { PaperqueueError } from '../../contract/errors.ts';
import { MAX_WAIT_SECONDS } from '../../contract/rules.ts';

/** A call is answered by then, whatever the service does: a second is left for the answer itself. */
export const MAX_CALL_MS = (MAX_WAIT_SECONDS - 1) * 1000;

/** When a call has to be answered. Runs on a clock that nobody sets. */
export type Deadline = {
  /** Aborted at that moment, or earlier when the process stops. */
  signal: AbortSignal;
  secondsLeft(): number;
};

/** A deadline so many milliseconds from now, or as soon as one of these signals is aborted. */
export function deadlineIn(milliseconds: number, ...earlier: (AbortSignal | undefined)[]): Deadline {
  const end = performance.now() + milliseconds;
  const signals = [AbortSignal.timeout(Math.ceil(milliseconds)), ...earlier.filter((signal) => signal !== undefined)];
  return {
    signal: AbortSignal.any(signals),
    secondsLeft: () => Math.max((end - performance.now()) / 1000, 0),
  };
}

/**
 * The outcome of the work, or what `late` gives when the deadline comes first. The work goes on, and what becomes of it
 * then is its own affair.
 */
export async function orLate<T>(work: Promise<T>, { signal }: Deadline, late: () => T): Promise<T> {
  let onAbort = () => {};
  const time = new Promise<'late'>((resolve) => {
    // In the next turn: work that the same signal ends has its own say.
    onAbort = () => setImmediate(resolve, 'late');
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
  try {
    const first = await Promise.race([work.then((value) => ({ value })), time]);
    return first === 'late' ? late() : first.value;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** A read that the deadline ends is said to have had no answer; a call that was aborted keeps its reason. */
export async function readInTime<T>(
  call: AbortSignal,
  deadline: Deadline,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await read(AbortSignal.any([call, deadline.signal]));
  } catch (error) {
    call.throwIfAborted();
    if (deadline.signal.aborted) throw noAnswerInTime();
    throw error;
  }
}

/** The call's time was up before anything was sent, or while it was only reading. */
export function noAnswerInTime(): PaperqueueError {
  return new PaperqueueError({
    code: 'UPSTREAM_UNAVAILABLE',
    message: 'The search service did not answer in the time that a call has.',
    charged: 'no',
    retryable: true,
    next: 'Call again; this call sent nothing that costs credits.',
  });
}
