/** When something has to be over, on a clock that nobody can set. */
export type Deadline = {
  /** Aborted at that moment, or before it by one of the signals that the deadline was made with. */
  readonly signal: AbortSignal;
  /** Milliseconds until that moment, never below 0; Infinity where only a signal ends the work. */
  remainingMs(): number;
};

/** A deadline so many milliseconds from now, or as soon as one of these signals is aborted. */
export function deadlineIn(ms: number, ...earlier: (AbortSignal | undefined)[]): Deadline {
  const end = performance.now() + ms;
  const signals = [
    AbortSignal.timeout(Math.max(Math.ceil(ms), 0)),
    ...earlier.filter((signal) => signal !== undefined),
  ];
  return { signal: AbortSignal.any(signals), remainingMs: () => Math.max(end - performance.now(), 0) };
}

/** No moment: only the signal ends the work. */
export function untilAborted(signal: AbortSignal): Deadline {
  return { signal, remainingMs: () => Number.POSITIVE_INFINITY };
}

/** The outcome of the work, or what `late` gives when the deadline comes first. The work itself is not stopped. */
export async function orLate<T>(work: Promise<T>, { signal }: Deadline, late: () => T): Promise<T> {
  let onAbort = () => {};
  const time = new Promise<'late'>((resolve) => {
    // Work that the same signal ends settles first, and says how it ended.
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

/** The outcome of the work; rejects as soon as the signal is aborted, for work that may ignore it. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
