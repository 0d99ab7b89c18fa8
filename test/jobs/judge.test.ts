import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../src/jobs/ports/ports.ts';
import { judge } from '../../src/jobs/spending/reconcile.ts';

const FAILED = '2026-03-01T10:00:00.000Z';
const LATER = Date.parse(FAILED) + 60_000;

const EVIDENCE: Evidence = {
  balanceBefore: 50,
  totalBefore: 80,
  answeredAt: FAILED,
  othersCharged: 0,
  othersUnknown: 0,
  isBlurred: false,
};

/** The verdict on a job of 3 credits whose pool holds this now. */
const verdict = (balance: number, facts: Partial<Evidence> = {}, at = LATER, total: number | null = 80) =>
  judge({ ...EVIDENCE, ...facts }, 3, { balance, total, at });

describe('a creation was charged', () => {
  it('when the balance fell by its cost', () => {
    expect(verdict(47)).toEqual({ charged: 'yes', reason: 'the balance fell by its cost, to 47' });
  });

  it('when the balance fell by its cost, at once: a charge does not become undone', () => {
    expect(verdict(47, {}, Date.parse(FAILED)).charged).toBe('yes');
    expect(verdict(47, { answeredAt: null }).charged).toBe('yes');
  });

  it('when the balance fell by its cost and what others of our jobs took', () => {
    expect(verdict(42, { othersCharged: 5 }).charged).toBe('yes');
  });

  it('when the balance fell so far that every unknown job was charged', () => {
    expect(verdict(43, { othersUnknown: 4 }).charged).toBe('yes');
    expect(verdict(38, { othersUnknown: 4, othersCharged: 5 }).charged).toBe('yes');
  });
});

describe('a creation was not charged', () => {
  it('when the balance is the same a minute after its failure', () => {
    expect(verdict(50)).toEqual({ charged: 'no', reason: 'the balance is unchanged at 50' });
  });

  it('when the balance fell by what others took', () => {
    expect(verdict(45, { othersCharged: 5 })).toEqual({ charged: 'no', reason: 'the balance is unchanged at 45' });
  });

  it('when the balance is the same although others are unknown', () => {
    expect(verdict(50, { othersUnknown: 3 }).charged).toBe('no');
  });

  it('when the service tells no totals, neither then nor now', () => {
    expect(verdict(50, { totalBefore: null }, LATER, null).charged).toBe('no');
    expect(verdict(47, { totalBefore: null }, LATER, null).charged).toBe('yes');
  });
});

describe('a creation stays unknown', () => {
  const early = 'the balance has not changed, but it is too early to be sure; look again in 60 seconds';
  const granted = 'credits were granted in between, so that the balances cannot be compared';
  const blurred = 'another creation ran at the same time, so that the balances cannot be told apart';

  it.each([
    [0, 'unknown'],
    [59_999, 'unknown'],
    [60_000, 'no'],
    [60_001, 'no'],
    [-1, 'unknown'],
  ])('with an unchanged balance, until a minute has passed: %i ms are %s', (milliseconds, charged) => {
    expect(verdict(50, {}, Date.parse(FAILED) + milliseconds).charged).toBe(charged);
  });

  it('while its request may still be on its way, and says when to look again', () => {
    expect(verdict(50, {}, LATER - 1)).toEqual({ charged: 'unknown', reason: early });
  });

  it('when nobody knows when it failed, or the moment cannot be read', () => {
    expect(verdict(50, { answeredAt: null })).toEqual({ charged: 'unknown', reason: early });
    expect(verdict(50, { answeredAt: 'some day' })).toEqual({ charged: 'unknown', reason: early });
  });

  it.each([
    ['a charge', 47],
    ['an unchanged balance', 50],
  ])('when another creation blurs what looks like %s', (_what, balance) => {
    expect(verdict(balance, { isBlurred: true })).toEqual({ charged: 'unknown', reason: blurred });
  });

  it.each([
    ['grew', 81],
    ['fell', 79],
    ['is not told any more', null],
  ])('when the total %s, whatever the balance says', (_what, total) => {
    for (const balance of [47, 50, 51]) {
      expect(verdict(balance, {}, LATER, total)).toEqual({ charged: 'unknown', reason: granted });
    }
  });

  it('when the total was not told before', () => {
    expect(verdict(50, { totalBefore: null })).toEqual({ charged: 'unknown', reason: granted });
  });

  it.each([
    [48, {}, -2],
    [46, {}, -4],
    [52, {}, 2],
    [47, { othersCharged: 5 }, 2],
    [50, { othersCharged: 5 }, 5],
    [40, { othersCharged: 5 }, -5],
    [47, { othersUnknown: 3 }, -3],
    [47, { othersUnknown: 4 }, -3],
    [46, { othersUnknown: 4 }, -4],
  ])('when a balance of %i with %o has more than one explanation, or none', (balance, facts, change) => {
    expect(verdict(balance, facts)).toEqual({
      charged: 'unknown',
      reason: `the balance changed by ${change}, which its cost of 3 does not explain`,
    });
  });
});
