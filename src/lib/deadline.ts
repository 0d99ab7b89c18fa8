import { REAL_TIMERS, type Timers } from './timers.ts';

/** A moment by which something has to be over, on a monotonic clock. */
export type Deadline = {
  /** Aborted at that moment, or earlier by one of the signals that the deadline was created with. */
  readonly signal: AbortSignal;
  /** Milliseconds until that moment, never below 0; Infinity if only a signal ends the work. */
  remainingMs(): number;
};

/** A running deadline: holds its timer and its listeners on other signals until it ends or is disposed. */
export type RunningDeadline = Deadline & {
  /** True when the time ran out; false when another signal came first. */
  isExpired(): boolean;
  /** Resolves after `ms`, or as soon as the signal is aborted. */
  sleep(ms: number): Promise<void>;
  /** Frees the timer and the listeners; always call it. A signal not aborted by then never will be. */
  dispose(): void;
};

type Earlier = AbortSignal | undefined | readonly (AbortSignal | undefined)[];

/**
 * Starts a deadline of `ms` milliseconds (Infinity: no time limit), aborted as soon as a signal of `earlier` is.
 * It is the only way to bound work by time or to join signals: on Node 20 `AbortSignal.any` over `AbortSignal.timeout`
 * is garbage-collected and then never fires. Here the timer and the other signals hold the controller.
 */
export function startDeadline(ms: number, earlier?: Earlier, timers: Timers = REAL_TIMERS): RunningDeadline {
  const ended = new AbortController();
  const { signal } = ended;
  const endsAt = timers.now() + ms;
  const stops: (() => void)[] = [];
  let isExpired = false;
  const dispose = () => {
    for (const stop of stops.splice(0)) stop();
  };
  const end = (reason: unknown) => {
    dispose();
    ended.abort(reason);
  };
  const expire = () => {
    isExpired = true;
    end(new DOMException('The time for it was over.', 'TimeoutError'));
  };
  const sources = [earlier].flat().filter((source) => source !== undefined);
  const source = sources.find(({ aborted }) => aborted);
  if (source) end(source.reason);
  else {
    for (const each of sources) stops.push(onceAborted(each, () => end(each.reason)));
    if (Number.isFinite(ms)) stops.push(timers.after(Math.max(Math.ceil(ms), 0), expire));
  }
  return {
    signal,
    isExpired: () => isExpired,
    remainingMs: () => Math.max(0, endsAt - timers.now()),
    sleep: (pauseMs) => pause(pauseMs, signal, timers),
    dispose,
  };
}

/** Resolves after `ms`, or as soon as the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal, timers: Timers = REAL_TIMERS): Promise<void> {
  let cancel = () => {};
  const over = new Promise<void>((resolve) => {
    cancel = timers.after(ms, resolve);
  });
  await orAborted(over, signal).catch(() => {});
  cancel();
}

/** The outcome of work bounded by a deadline, which is disposed when the work has ended. */
export async function withDeadline<T>(
  ms: number,
  earlier: Earlier,
  work: (deadline: RunningDeadline) => Promise<T>,
): Promise<T> {
  const deadline = startDeadline(ms, earlier);
  try {
    return await work(deadline);
  } finally {
    deadline.dispose();
  }
}

/** Listeners of each signal: all share one, because Node 20 warns of a leak at the eleventh. */
const WAITING = new WeakMap<AbortSignal, Waiting>();

type Waiting = { calls: Set<() => void>; stop: () => void };

function listen(signal: AbortSignal): Waiting {
  const calls = new Set<() => void>();
  const onAbort = () => {
    WAITING.delete(signal);
    for (const call of [...calls]) call();
  };
  const stop = () => {
    signal.removeEventListener('abort', onAbort);
    if (WAITING.get(signal) === waiting) WAITING.delete(signal);
  };
  const waiting = { calls, stop };
  WAITING.set(signal, waiting);
  signal.addEventListener('abort', onAbort, { once: true });
  return waiting;
}

/** Calls once when the signal (not yet aborted) aborts; returns a function that cancels it. */
function onceAborted(signal: AbortSignal, call: () => void): () => void {
  const waiting = WAITING.get(signal) ?? listen(signal);
  // An object of its own, because one function may wait twice.
  const entry = () => call();
  waiting.calls.add(entry);
  return () => {
    waiting.calls.delete(entry);
    if (waiting.calls.size === 0) waiting.stop();
  };
}

/** A deadline without a time: only the signal ends the work. */
export function untilAborted(signal: AbortSignal): Deadline {
  return { signal, remainingMs: () => Number.POSITIVE_INFINITY };
}

/** The outcome of the work, or `late`'s result if the deadline comes first. The work itself is not stopped. */
export async function orLate<T>(work: Promise<T>, { signal }: Deadline, late: () => T): Promise<T> {
  let stop = () => {};
  const time = new Promise<'late'>((resolve) => {
    // Work ended by the same signal settles first, and reports how it ended.
    const onAbort = () => void setImmediate(resolve, 'late');
    if (signal.aborted) onAbort();
    else stop = onceAborted(signal, onAbort);
  });
  try {
    const first = await Promise.race([work.then((value) => ({ value })), time]);
    return first === 'late' ? late() : first.value;
  } finally {
    stop();
  }
}

/** The outcome of the work; rejects as soon as the signal is aborted, for work that may ignore it. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    const stop = signal.aborted ? () => {} : onceAborted(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(stop);
  });
}
