import { describe, expect, it } from 'vitest';
import { claimSlot, releaseSlot, reserveSlot, unclaimSlot } from '../../../src/platform/net/rate-slot.ts';
import {
  checkCircuitBreaker,
  findBlock,
  type HostState,
  INITIAL_HOST_STATE,
  recordFailure,
  recordQuota,
} from '../../../src/search/sources/transport/circuit-breaker.ts';
import { NOON } from '../../helpers/sources/stand-ins.ts';

const HOUR = 60 * 60_000;

describe('places in the pace', () => {
  it('are booked one after the other, and given back only by the last in the queue', () => {
    const [one, first] = reserveSlot(INITIAL_HOST_STATE, 3_000, 9_000, NOON);
    const [two, second] = reserveSlot(one, 3_000, 9_000, NOON + 10);
    expect([first, second]).toEqual([
      { at: NOON, waitMs: 0 },
      { at: NOON + 3_000, waitMs: 2_990 },
    ]);
    expect(releaseSlot(two, first, 3_000)).toBe(two);
    expect(releaseSlot(two, second, 3_000)).toEqual(one);
  });

  it('are free at once when the pace is long over, and not booked when they come too late', () => {
    const state = { ...INITIAL_HOST_STATE, nextAt: NOON - 1 };
    expect(reserveSlot(state, 3_000, 0, NOON)[1]).toEqual({ at: NOON, waitMs: 0 });
    const late = { ...INITIAL_HOST_STATE, nextAt: NOON + 5_000 };
    expect(reserveSlot(late, 3_000, 4_999, NOON)).toEqual([late, { at: NOON + 5_000 }]);
  });
});

describe('leaving at a place', () => {
  it('that came up late makes the one behind wait for the rest of the pace, and those who book later for theirs', () => {
    const [one] = reserveSlot(INITIAL_HOST_STATE, 3_000, 9_000, NOON);
    const [two] = reserveSlot(one, 3_000, 9_000, NOON);
    const [late, first] = claimSlot(two, 3_000, NOON + 2_900);
    expect(first).toEqual({ at: NOON + 2_900, waitMs: 0 });
    expect(claimSlot(late, 3_000, NOON + 3_000)).toEqual([late, { at: NOON + 5_900, waitMs: 2_900 }]);
    const [left, second] = claimSlot(late, 3_000, NOON + 5_900);
    expect(second.waitMs).toBe(0);
    expect(reserveSlot(left, 3_000, 9_000, NOON + 6_000)[1]).toMatchObject({ at: NOON + 8_900 });
  });

  it('counts from the pace of what was sent last, not of what is to be sent', () => {
    const [state] = claimSlot(INITIAL_HOST_STATE, 3_000, NOON);
    expect(claimSlot(state, 10, NOON + 1_000)[1].waitMs).toBe(2_000);
  });

  it('where nothing could be sent leaves no trace', () => {
    const [booked] = reserveSlot(INITIAL_HOST_STATE, 3_000, 9_000, NOON);
    const [state, place] = claimSlot(booked, 3_000, NOON + 500);
    expect(reserveSlot(unclaimSlot(state, place, 3_000), 3_000, 9_000, NOON + 500)[1]).toMatchObject({ waitMs: 0 });
    const [behind] = claimSlot(state, 3_000, NOON + 3_500);
    expect(unclaimSlot(behind, place, 3_000)).toBe(behind);
  });
});

describe('a clock that was set back', () => {
  const tomorrow = NOON + 26 * HOUR;

  it.each<[string, Partial<HostState>]>([
    ['a pause', { pausedUntil: tomorrow }],
    ['an opening', { openUntil: tomorrow, failures: 3 }],
    ['a probe', { openUntil: 1, probeUntil: tomorrow }],
    ['a quota', { quotaRemaining: 0, quotaResetsAt: tomorrow }],
  ])('makes nobody wait for %s of days', (_what, state) => {
    expect(checkCircuitBreaker({ ...INITIAL_HOST_STATE, ...state }, 1_000, NOON)[1]).toBeUndefined();
  });

  it('makes nobody wait for a place that is hours away', () => {
    const state = { ...INITIAL_HOST_STATE, nextAt: NOON + HOUR, freeAt: NOON + HOUR };
    expect(reserveSlot(state, 1_000, 9_000, NOON)[1]).toEqual({ at: NOON, waitMs: 0 });
    expect(claimSlot(state, 1_000, NOON)).toEqual([
      { ...state, nextAt: NOON + 1_000, freeAt: NOON + 1_000 },
      { at: NOON, waitMs: 0 },
    ]);
  });
});

describe('a pause', () => {
  it('is never made shorter by a later answer', () => {
    const long = recordFailure(INITIAL_HOST_STATE, { failure: 'rate limited', retryAfterSeconds: 600 }, NOON);
    const then = recordFailure(long, { failure: 'rate limited', retryAfterSeconds: 5 }, NOON);
    expect(findBlock(then, NOON)).toEqual({ failure: 'rate limited', retryAt: NOON + 600_000 });
  });
});

describe('a quota', () => {
  it('counts as used up until it is renewed, by its own word or at midnight UTC', () => {
    const until = (resetsAt?: number) =>
      findBlock(recordQuota(INITIAL_HOST_STATE, { remaining: 0, resetsAt }, NOON), NOON);
    expect(until(NOON + 5)).toEqual({ failure: 'quota used up', retryAt: NOON + 5 });
    expect(until()).toEqual({ failure: 'quota used up', retryAt: NOON + 12 * HOUR });
    expect(until(NOON)).toBeUndefined();
    expect(findBlock(recordQuota(INITIAL_HOST_STATE, { remaining: 1 }, NOON), NOON)).toBeUndefined();
    expect(recordQuota(INITIAL_HOST_STATE, { remaining: Number.NaN }, NOON)).toBe(INITIAL_HOST_STATE);
  });
});
