import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/platform/sqlite/database.ts';
import { createRateLimiter } from '../../src/service/store/sqlite/rate-limit.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { openServiceFile } from './service.ts';

afterEach(() => vi.useRealTimers());

const START = 1_700_000_000_000;
const ALICE = 1;
const BOB = 2;

/** A limiter over a store, and a clock that stands until it is moved. */
function openLimiter({ perMinute = 3, database = openServiceFile(temporaryFolder()), at = START } = {}) {
  const clock = { now: at };
  const { take, stop } = createRateLimiter(database, () => clock.now);
  const limiter = { take: (account: number) => take(account, perMinute), stop };
  return { limiter, clock, database };
}

type Limiter = ReturnType<typeof openLimiter>['limiter'];

function takeTimes({ take }: Limiter, times: number, account = ALICE): boolean[] {
  return Array.from({ length: times }, () => take(account).allowed);
}

function written(database: Database): { account: number; at: number }[] {
  return database.all('SELECT account, at FROM recent_requests ORDER BY at, account');
}

describe('the rate limit', () => {
  it('allows so many requests in any minute, and says how many are left', () => {
    const { limiter } = openLimiter();
    expect([1, 2, 3, 4].map(() => limiter.take(ALICE))).toEqual([
      { allowed: true, limit: 3, remaining: 2, resetSeconds: 60 },
      { allowed: true, limit: 3, remaining: 1, resetSeconds: 60 },
      { allowed: true, limit: 3, remaining: 0, resetSeconds: 60 },
      { allowed: false, limit: 3, remaining: 0, resetSeconds: 60 },
    ]);
  });

  it('counts each account by itself', () => {
    const { limiter } = openLimiter();
    expect(takeTimes(limiter, 4)).toEqual([true, true, true, false]);
    expect(takeTimes(limiter, 4, BOB)).toEqual([true, true, true, false]);
  });

  it('slides: a request is allowed again a minute after the oldest one, to the millisecond', () => {
    const { limiter, clock } = openLimiter();
    takeTimes(limiter, 1);
    clock.now += 30_000;
    expect(takeTimes(limiter, 3)).toEqual([true, true, false]);
    clock.now = START + 59_999;
    expect(limiter.take(ALICE)).toMatchObject({ allowed: false, resetSeconds: 1 });
    clock.now = START + 60_000;
    expect(limiter.take(ALICE)).toMatchObject({ allowed: true, remaining: 0 });
    expect(limiter.take(ALICE)).toMatchObject({ allowed: false, resetSeconds: 30 });
  });

  it('does not count what it refused: knocking on does not lengthen the wait', () => {
    const { limiter, clock, database } = openLimiter();
    takeTimes(limiter, 3);
    for (let second = 1; second < 60; second += 1) {
      clock.now = START + second * 1_000;
      expect(limiter.take(ALICE)).toMatchObject({ allowed: false, resetSeconds: 60 - second });
    }
    clock.now = START + 60_000;
    expect(limiter.take(ALICE).allowed).toBe(true);
    limiter.stop();
    // The three at the start and this one; of the 59 refused ones none.
    expect(written(database)).toHaveLength(4);
  });

  it('tells whole seconds, never fewer than it takes', () => {
    const { limiter, clock } = openLimiter({ perMinute: 1 });
    takeTimes(limiter, 1);
    clock.now = START + 58_500;
    expect(limiter.take(ALICE).resetSeconds).toBe(2);
    clock.now = START + 59_999;
    expect(limiter.take(ALICE).resetSeconds).toBe(1);
  });

  it('has no minute that holds more than the limit, however the requests come', () => {
    const { limiter, clock } = openLimiter({ perMinute: 5 });
    const allowed: number[] = [];
    for (let step = 0; step < 400; step += 1) {
      // Bursts and pauses, the same at every run.
      clock.now += step % 7 === 0 ? 9_700 : 130;
      if (limiter.take(ALICE).allowed) allowed.push(clock.now);
    }
    for (const from of allowed) {
      expect(allowed.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(5);
    }
    expect(allowed.length).toBeGreaterThan(20);
  });
});

describe('a restart', () => {
  it('is no way round when the service was stopped: what was counted last is written down', () => {
    const { limiter, database } = openLimiter();
    takeTimes(limiter, 3);
    expect(written(database)).toEqual([]);
    limiter.stop();
    expect(written(database)).toEqual([1, 2, 3].map(() => ({ account: ALICE, at: START })));
    const next = openLimiter({ database, at: START + 10_000 });
    expect(next.limiter.take(ALICE)).toEqual({ allowed: false, limit: 3, remaining: 0, resetSeconds: 50 });
    expect(next.limiter.take(BOB).allowed).toBe(true);
    next.clock.now = START + 60_000;
    expect(next.limiter.take(ALICE).allowed).toBe(true);
  });

  it('is no way round when the process was killed, but for the last second: it is written down once a second', () => {
    vi.useFakeTimers();
    const { limiter, database } = openLimiter();
    takeTimes(limiter, 2);
    vi.advanceTimersByTime(999);
    expect(written(database)).toHaveLength(0);
    vi.advanceTimersByTime(1);
    expect(written(database)).toHaveLength(2);
    takeTimes(limiter, 1);
    vi.advanceTimersByTime(1_000);
    // Another process, without a word from the first one.
    expect(openLimiter({ database }).limiter.take(ALICE).allowed).toBe(false);
  });

  it('forgets what is older than a minute, also on disk', () => {
    const { limiter, clock, database } = openLimiter();
    takeTimes(limiter, 3);
    limiter.stop();
    clock.now = START + 60_001;
    takeTimes(limiter, 1, BOB);
    limiter.stop();
    expect(written(database)).toEqual([{ account: BOB, at: clock.now }]);
  });

  it('with a lower limit never tells that fewer than none are left', () => {
    const { limiter, database } = openLimiter({ perMinute: 10 });
    takeTimes(limiter, 8);
    limiter.stop();
    const next = openLimiter({ database, perMinute: 3, at: START + 1_000 });
    const { allowed, remaining } = next.limiter.take(ALICE);
    expect({ allowed, remaining }).toEqual({ allowed: false, remaining: 0 });
  });

  it('with a lower limit tells when the next request is really allowed', () => {
    const { limiter, clock, database } = openLimiter({ perMinute: 10 });
    for (let second = 0; second < 8; second += 1) {
      clock.now = START + second * 1_000;
      takeTimes(limiter, 1);
    }
    limiter.stop();
    const next = openLimiter({ database, perMinute: 3, at: START + 10_000 });
    const { resetSeconds } = next.limiter.take(ALICE);
    next.clock.now += resetSeconds * 1_000;
    expect(next.limiter.take(ALICE).allowed).toBe(true);
  });
});

describe('a clock that is set back by a day', () => {
  it('holds no account up, with or without a restart in between', () => {
    const { limiter, clock, database } = openLimiter({ perMinute: 2 });
    expect(takeTimes(limiter, 3)).toEqual([true, true, false]);
    limiter.stop();
    clock.now -= 24 * 3_600_000;
    const restarted = openLimiter({ perMinute: 2, database, at: clock.now }).limiter;
    for (const each of [limiter, restarted]) expect(takeTimes(each, 3)).toEqual([true, true, false]);
    restarted.stop();
    expect(written(database).filter(({ at }) => at > clock.now)).toEqual([]);
  });
});

describe('a store that cannot be written', () => {
  it('does not end the process, and what was counted is written when it can be again', () => {
    vi.useFakeTimers();
    const database = openServiceFile(temporaryFolder());
    let broken = true;
    const failing: Database = {
      ...database,
      transaction: (work) => {
        if (broken) throw new Error('the disk is full');
        return database.transaction(work);
      },
    };
    const { limiter } = openLimiter({ database: failing });
    takeTimes(limiter, 2);
    // An error in a timer has nobody to catch it: it would end `serve`.
    expect(() => vi.advanceTimersByTime(1_000)).not.toThrow();
    broken = false;
    takeTimes(limiter, 1);
    vi.advanceTimersByTime(1_000);
    expect(written(database)).toHaveLength(3);
  });
});
