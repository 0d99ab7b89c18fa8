import { describe, expect, it } from 'vitest';
import {
  afterFailure,
  bookPlace,
  FRESH_LANE,
  giveBackPlace,
  type LaneState,
  leaveNow,
  passGate,
  stayed,
  stopOf,
  withQuota,
} from '../../src/sources/transport/lane.ts';
import { NOON } from './stand-ins.ts';

const HOUR = 60 * 60_000;

describe('places in the pace', () => {
  it('are booked one after the other, and given back only by the last in the queue', () => {
    const [one, first] = bookPlace(FRESH_LANE, 3_000, 9_000, NOON);
    const [two, second] = bookPlace(one, 3_000, 9_000, NOON + 10);
    expect([first, second]).toEqual([
      { at: NOON, waitMs: 0 },
      { at: NOON + 3_000, waitMs: 2_990 },
    ]);
    expect(giveBackPlace(two, first, 3_000)).toBe(two);
    expect(giveBackPlace(two, second, 3_000)).toEqual(one);
  });

  it('are free at once when the pace is long over, and not booked when they come too late', () => {
    const state = { ...FRESH_LANE, nextAt: NOON - 1 };
    expect(bookPlace(state, 3_000, 0, NOON)[1]).toEqual({ at: NOON, waitMs: 0 });
    const late = { ...FRESH_LANE, nextAt: NOON + 5_000 };
    expect(bookPlace(late, 3_000, 4_999, NOON)).toEqual([late, { at: NOON + 5_000 }]);
  });
});

describe('leaving at a place', () => {
  it('that came up late makes the one behind wait for the rest of the pace, and those who book later for theirs', () => {
    const [one] = bookPlace(FRESH_LANE, 3_000, 9_000, NOON);
    const [two] = bookPlace(one, 3_000, 9_000, NOON);
    const [late, first] = leaveNow(two, 3_000, NOON + 2_900);
    expect(first).toEqual({ at: NOON + 2_900, waitMs: 0 });
    expect(leaveNow(late, 3_000, NOON + 3_000)).toEqual([late, { at: NOON + 5_900, waitMs: 2_900 }]);
    const [left, second] = leaveNow(late, 3_000, NOON + 5_900);
    expect(second.waitMs).toBe(0);
    expect(bookPlace(left, 3_000, 9_000, NOON + 6_000)[1]).toMatchObject({ at: NOON + 8_900 });
  });

  it('counts from the pace of what was sent last, not of what is to be sent', () => {
    const [state] = leaveNow(FRESH_LANE, 3_000, NOON);
    expect(leaveNow(state, 10, NOON + 1_000)[1].waitMs).toBe(2_000);
  });

  it('where nothing could be sent leaves no trace', () => {
    const [booked] = bookPlace(FRESH_LANE, 3_000, 9_000, NOON);
    const [state, place] = leaveNow(booked, 3_000, NOON + 500);
    expect(bookPlace(stayed(state, place, 3_000), 3_000, 9_000, NOON + 500)[1]).toMatchObject({ waitMs: 0 });
    const [behind] = leaveNow(state, 3_000, NOON + 3_500);
    expect(stayed(behind, place, 3_000)).toBe(behind);
  });
});

describe('a clock that was set back', () => {
  const tomorrow = NOON + 26 * HOUR;

  it.each<[string, Partial<LaneState>]>([
    ['a pause', { pausedUntil: tomorrow }],
    ['an opening', { openUntil: tomorrow, failures: 3 }],
    ['a probe', { openUntil: 1, probeUntil: tomorrow }],
    ['a quota', { quotaLeft: 0, quotaResetsAt: tomorrow }],
  ])('makes nobody wait for %s of days', (_what, state) => {
    expect(passGate({ ...FRESH_LANE, ...state }, 1_000, NOON)[1]).toEqual({ isOpen: true });
  });

  it('makes nobody wait for a place that is hours away', () => {
    const state = { ...FRESH_LANE, nextAt: NOON + HOUR, freeAt: NOON + HOUR };
    expect(bookPlace(state, 1_000, 9_000, NOON)[1]).toEqual({ at: NOON, waitMs: 0 });
    expect(leaveNow(state, 1_000, NOON)).toEqual([
      { ...state, nextAt: NOON + 1_000, freeAt: NOON + 1_000 },
      { at: NOON, waitMs: 0 },
    ]);
  });
});

describe('a pause', () => {
  it('is never made shorter by a later answer', () => {
    const long = afterFailure(FRESH_LANE, { failure: 'rate limited', retryAfterSeconds: 600 }, NOON);
    const then = afterFailure(long, { failure: 'rate limited', retryAfterSeconds: 5 }, NOON);
    expect(stopOf(then, NOON)).toEqual({ isOpen: false, failure: 'rate limited', retryAt: NOON + 600_000 });
  });
});

describe('a quota', () => {
  it('counts as used up until it is renewed, by its own word or at midnight UTC', () => {
    const until = (resetsAt?: number) => stopOf(withQuota(FRESH_LANE, { left: 0, resetsAt }, NOON), NOON);
    expect(until(NOON + 5)).toEqual({ isOpen: false, failure: 'quota used up', retryAt: NOON + 5 });
    expect(until()).toEqual({ isOpen: false, failure: 'quota used up', retryAt: NOON + 12 * HOUR });
    expect(until(NOON)).toBeUndefined();
    expect(stopOf(withQuota(FRESH_LANE, { left: 1 }, NOON), NOON)).toBeUndefined();
    expect(withQuota(FRESH_LANE, { left: Number.NaN }, NOON)).toBe(FRESH_LANE);
  });
});
