import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ChargeState, ERROR_CODES, type ErrorDetails, PaperqueueError } from '../../../src/contract/errors.ts';
import { mayCreateAgain, pauseAfter, retryCreation, retryRead } from '../../../src/jobs/upstream/retries.ts';
import { startDeadline, untilAborted } from '../../../src/lib/deadline.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const PATIENT = new AbortController().signal;

function failing(code: ErrorDetails['code'], more: Partial<ErrorDetails> = {}): PaperqueueError {
  return new PaperqueueError({ code, message: code, charged: 'no', retryable: true, next: 'Wait.', ...more });
}

/** Work that fails with these in turn and then gives 'done', and how often it was done. */
function work(...failures: unknown[]) {
  const counted = { times: 0, at: [] as number[] };
  const run = async () => {
    counted.times += 1;
    counted.at.push(Date.now());
    if (counted.times <= failures.length) throw failures[counted.times - 1];
    return 'done';
  };
  return { run, counted };
}

/** So many failures that pass, each with a pause of nothing. */
const passing = (count: number, code: ErrorDetails['code'] = 'UPSTREAM_UNAVAILABLE') =>
  Array.from({ length: count }, (_, index) => failing(code, { retryAfterSeconds: 0, message: `failure ${index + 1}` }));

describe('a failed creation may be sent again', () => {
  const table = ERROR_CODES.flatMap((code) =>
    (['no', 'yes', 'unknown'] satisfies ChargeState[]).map((charged) => [code, charged] as const),
  );

  it.each([
    [
      'said from when on',
      { retryAfterSeconds: 0 },
      ['RATE_LIMITED no', 'STORE_UNAVAILABLE no', 'UPSTREAM_UNAVAILABLE no'],
    ],
    ['not said', {}, ['UPSTREAM_UNAVAILABLE no']],
  ])('in these cases of all there are, when it is %s', (_what, more, safe) => {
    const found = table.filter(([code, charged]) => mayCreateAgain(failing(code, { charged, ...more })));
    expect(found.map((pair) => pair.join(' ')).sort()).toEqual(safe);
  });

  it('whatever the error says of being retryable', () => {
    expect(mayCreateAgain(failing('UPSTREAM_UNAVAILABLE', { retryable: false }))).toBe(true);
    expect(mayCreateAgain(failing('CHARGE_UNKNOWN', { charged: 'unknown', retryable: true }))).toBe(false);
  });
});

describe('the pause after a failure', () => {
  it.each([
    [1, 200, 300, 400],
    [2, 400, 600, 800],
    [3, 800, 1200, 1600],
    [4, 1600, 2400, 3200],
    [5, 3200, 4800, 6400],
    [6, 4000, 6000, 8000],
    [12, 4000, 6000, 8000],
  ])('of try %i lies between a half and the whole of what doubles up to 8 s', (attempt, least, middle, most) => {
    const error = failing('UPSTREAM_UNAVAILABLE');
    expect([0, 0.5, 1].map((value) => pauseAfter(error, attempt, () => value))).toEqual([least, middle, most]);
  });

  it('is spread at random by default', () => {
    const pauses = Array.from({ length: 50 }, () => pauseAfter(failing('UPSTREAM_UNAVAILABLE'), 1));
    for (const pause of pauses) {
      expect(pause).toBeGreaterThanOrEqual(200);
      expect(pause).toBeLessThan(400);
    }
    expect(new Set(pauses).size).toBeGreaterThan(1);
  });

  it.each([
    [0, 0],
    [7, 7_000],
    [3600, 3_600_000],
    [86_400, 3_600_000],
  ])('is what Retry-After asks for, an hour at most: %i s', (retryAfterSeconds, milliseconds) => {
    const error = failing('RATE_LIMITED', { retryAfterSeconds });
    expect(pauseAfter(error, 5, () => 0.5)).toBe(milliseconds);
  });
});

describe.each([
  ['a creation', (run: () => Promise<string>, end: AbortSignal) => retryCreation(run, untilAborted(end)), 6],
  ['a read', retryRead, 3],
] as const)('%s', (_name, retry, tries) => {
  it(`succeeds at try ${tries} of ${tries}`, async () => {
    const { run, counted } = work(...passing(tries - 1));
    expect(await retry(run, PATIENT)).toBe('done');
    expect(counted.times).toBe(tries);
  });

  it(`is given up after ${tries} tries, with the last failure`, async () => {
    const { run, counted } = work(...passing(tries + 1));
    await expect(retry(run, PATIENT)).rejects.toThrow(`failure ${tries}`);
    expect(counted.times).toBe(tries);
  });

  it.each([
    ['an uncertain charge', failing('CHARGE_UNKNOWN', { charged: 'unknown', retryAfterSeconds: 0 })],
    ['an answer that cannot be read', failing('UPSTREAM_INVALID', { retryAfterSeconds: 0 })],
    ['a refusal', failing('UNAUTHORIZED', { retryAfterSeconds: 0 })],
    ['a mistake of ours', new Error('a bug')],
    ['a mistake of ours with types', new TypeError('a bug')],
  ])('is not tried again after %s', async (_what, failure) => {
    const { run, counted } = work(failure);
    await expect(retry(run, PATIENT)).rejects.toBe(failure);
    expect(counted.times).toBe(1);
  });

  it('waits as long as the service asks before it tries again', async () => {
    vi.useFakeTimers();
    const { run, counted } = work(failing('UPSTREAM_UNAVAILABLE', { retryAfterSeconds: 30 }));
    const done = retry(run, PATIENT);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(counted.times).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await done).toBe('done');
    expect(counted.times).toBe(2);
  });

  it('is tried once when its time is up already', async () => {
    const failure = failing('UPSTREAM_UNAVAILABLE', { retryAfterSeconds: 0 });
    const { run, counted } = work(failure);
    await expect(retry(run, AbortSignal.abort())).rejects.toBe(failure);
    expect(counted.times).toBe(1);
  });

  it('fails as it failed last when its time ends in a pause', async () => {
    const failure = failing('UPSTREAM_UNAVAILABLE', { retryAfterSeconds: 3600 });
    const { run, counted } = work(failure);
    await expect(retry(run, AbortSignal.timeout(50))).rejects.toBe(failure);
    expect(counted.times).toBe(1);
  });

  it('is not cut short on its way: a result counts also after its time', async () => {
    const abort = new AbortController();
    const run = async () => {
      abort.abort();
      return 'done';
    };
    expect(await retry(run, abort.signal)).toBe('done');
  });
});

describe('a creation that may be tried until a moment', () => {
  const NOW = 5_000;

  it.each([
    [30, 2],
    [29, 1],
    [0, 1],
    [-1, 1],
  ])('with a pause of 30 ms to keep and %i ms left is tried %i times', async (left, times) => {
    vi.spyOn(performance, 'now').mockReturnValue(NOW);
    const { run, counted } = work(failing('UPSTREAM_UNAVAILABLE', { retryAfterSeconds: 0.03 }));
    const deadline = { ...startDeadline(left), signal: PATIENT };
    await retryCreation(run, deadline).catch(() => {});
    expect(counted.times).toBe(times);
  });

  it('fails at once, as it failed last, when no pause can end before', async () => {
    const failure = failing('RATE_LIMITED', { retryAfterSeconds: 3600 });
    const { run, counted } = work(failure);
    await expect(retryCreation(run, startDeadline(60_000))).rejects.toBe(failure);
    expect(counted.times).toBe(1);
  });
});

it('a creation that is rate limited is tried again, a read is not', async () => {
  const [creation, read] = [work(...passing(2, 'RATE_LIMITED')), work(...passing(2, 'RATE_LIMITED'))];
  expect(await retryCreation(creation.run, untilAborted(PATIENT))).toBe('done');
  await expect(retryRead(read.run, PATIENT)).rejects.toThrow('failure 1');
  expect([creation.counted.times, read.counted.times]).toEqual([3, 1]);
});
