import { setImmediate } from 'node:timers/promises';

/** Milliseconds from the call to the answer; `perSecond` counts all callers together. */
export type Times = { searches: number; p50: number; p95: number; p99: number; max: number; perSecond: number };

export type Load = {
  searches: number;
  /** No further search begins after this, but a few are made in any case. */
  maxSeconds: number;
  callers: number;
};

const MIN_SEARCHES = 8;

/**
 * Makes searches of the requests in turn. This many callers ask at once, and each asks again when it has its answer.
 * They share one thread, like the callers of one process, which serves them in the order in which they came.
 */
export async function measureSearches<Request>(
  requests: readonly Request[],
  search: (request: Request) => unknown,
  { searches, maxSeconds, callers }: Load,
): Promise<Times> {
  const times: number[] = [];
  const started = performance.now();
  let [begun, queue] = [0, Promise.resolve()];
  const mayBegin = () => begun < searches && (begun < MIN_SEARCHES || performance.now() - started < maxSeconds * 1_000);
  const caller = async () => {
    while (mayBegin()) {
      const request = requests[begun % requests.length] as Request;
      begun += 1;
      const sentAt = performance.now();
      // Each in a turn of its own, so that a caller with an answer asks again before the next in the queue is served.
      queue = queue.then(() => setImmediate()).then(async () => void (await search(request)));
      await queue;
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { ...summarize(times), perSecond: (times.length * 1_000) / (performance.now() - started) };
}

function summarize(times: number[]): Omit<Times, 'perSecond'> {
  times.sort((a, b) => a - b);
  return {
    searches: times.length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    max: percentile(times, 1),
  };
}

/** The percentile of ascending values, by the nearest rank. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? Number.NaN;
}

export function timed<T>(work: () => T): { value: T; ms: number } {
  const started = performance.now();
  const value = work();
  return { value, ms: performance.now() - started };
}

export async function timedAsync<T>(work: () => T | Promise<T>): Promise<{ value: T; ms: number }> {
  const started = performance.now();
  const value = await work();
  return { value, ms: performance.now() - started };
}

/** Milliseconds of processor time of this process so far, all its threads together. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

export type ItemTimes<Item> = { items: Iterable<Item>; seconds(): number; processorSeconds(): number };

/** Passes on the items of another iteration, and measures how long they took to come. */
export function timeItems<Item>(items: Iterable<Item>): ItemTimes<Item> {
  let [ms, busyMs] = [0, 0];
  const iterator = items[Symbol.iterator]();
  const next = () => {
    const [started, busyBefore] = [performance.now(), processorMs()];
    const result = iterator.next();
    ms += performance.now() - started;
    busyMs += processorMs() - busyBefore;
    return result;
  };
  return {
    items: { [Symbol.iterator]: () => ({ next }) },
    seconds: () => ms / 1_000,
    processorSeconds: () => busyMs / 1_000,
  };
}
