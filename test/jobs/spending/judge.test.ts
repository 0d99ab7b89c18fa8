import { describe, expect, it } from 'vitest';
import type { BalanceEvidence } from '../../../src/jobs/ports/store.ts';
import { reconcile } from '../../../src/jobs/spending/reconcile.ts';

const FAILED = '2026-03-01T10:00:00.000Z';
const LATER = Date.parse(FAILED) + 60_000;

const EVIDENCE: BalanceEvidence = {
  balanceBefore: 50,
  totalBefore: 80,
  spentBefore: null,
  refundedBefore: null,
  answeredAt: FAILED,
  othersCharged: 0,
  othersUnknown: 0,
  isBlurred: false,
};

/** The verdict on a job of 3 credits whose pool holds this now. */
const verdict = (balance: number, facts: Partial<BalanceEvidence> = {}, at = LATER, total: number | null = 80) =>
  reconcile({ ...EVIDENCE, ...facts }, 3, { balance, total, spent: null, at });

/** The same where the service tells sums: 30 had been spent before; the balance says nothing then. */
const bySums = (spent: number, facts: Partial<BalanceEvidence> = {}, at = LATER, balance = 50) =>
  reconcile({ ...EVIDENCE, spentBefore: 30, ...facts }, 3, { balance, total: 80, spent, at });

describe('a creation was charged', () => {
  it('when the balance fell by its cost', () => {
    expect(verdict(47)).toEqual({
      charged: 'yes',
      reason: { kind: 'balance-fell', balance: 47 },
    });
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

describe('a creation was charged, where the service tells sums', () => {
  it.each([
    [33, {}],
    [38, { othersCharged: 5 }],
    [37, { othersUnknown: 4 }],
  ])('when %i is spent in all with %o, whatever the balance is', (spent, facts) => {
    for (const balance of [0, 47, 50, 90]) {
      expect(bySums(spent, facts, LATER, balance)).toEqual({
        charged: 'yes',
        reason: { kind: 'counted-as-spent' },
      });
    }
  });
});

describe('a sum that is told only before or only after', () => {
  it.each([
    [30, null],
    [null, 30],
  ])('proves nothing, and the balance is judged: %o, %o', (spentBefore, spent) => {
    const judged = (balance: number) =>
      reconcile({ ...EVIDENCE, spentBefore }, 3, { balance, total: 80, spent, at: LATER });
    expect(judged(47)).toMatchObject({
      charged: 'yes',
      reason: { kind: 'balance-fell', balance: 47 },
    });
    expect(judged(50).charged).toBe('unknown');
  });
});

describe('a creation was not charged', () => {
  it.each([
    [30, {}],
    [31, {}],
    [32, {}],
    [35, { othersCharged: 5 }],
    [30, { othersUnknown: 3 }],
  ])('when the service has spent too little for it: %i in all with %o, whatever the balance is', (spent, facts) => {
    for (const balance of [0, 47, 50, 90]) {
      expect(bySums(spent, facts, LATER, balance)).toEqual({
        charged: 'no',
        reason: { kind: 'too-little-spent' },
      });
    }
  });

  it('never where only a balance is told: it may have been refilled or refunded', () => {
    for (let balance = 0; balance <= 100; balance += 1) {
      for (const othersCharged of [0, 5]) {
        for (const total of [80, null]) {
          const facts = { othersCharged, totalBefore: total };
          expect(verdict(balance, facts, LATER, total).charged).not.toBe('no');
        }
      }
    }
    expect(verdict(50).reason).toEqual({ kind: 'unchanged', balance: 50 });
    expect(verdict(45, { othersCharged: 5 }).reason).toEqual({ kind: 'unchanged', balance: 45, others: 5 });
  });
});

describe('a creation stays unknown', () => {
  const early = { kind: 'too-early', seconds: 60 };
  const granted = { kind: 'credits-granted' };
  const blurred = { kind: 'blurred' };

  it.each([
    [0, 'unknown'],
    [59_999, 'unknown'],
    [60_000, 'no'],
    [60_001, 'no'],
    [-1, 'unknown'],
  ])('with nothing spent, until a minute has passed: %i ms are %s', (milliseconds, charged) => {
    expect(bySums(30, {}, Date.parse(FAILED) + milliseconds).charged).toBe(charged);
  });

  it('while its request may still be on its way, and says when to look again', () => {
    expect(bySums(30, {}, LATER - 1)).toEqual({ charged: 'unknown', reason: early });
  });

  it('when the time of its failure is unknown or unreadable', () => {
    expect(bySums(30, { answeredAt: null })).toEqual({ charged: 'unknown', reason: early });
    expect(bySums(30, { answeredAt: 'some day' })).toEqual({ charged: 'unknown', reason: early });
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
      reason: { kind: 'unexplained', change, cost: 3 },
    });
  });

  it.each([
    [29, {}],
    [34, {}],
    [33, { othersUnknown: 4 }],
    [34, { othersCharged: 5 }],
  ])('when %i is spent in all with %o, which has more than one explanation, or none', (spent, facts) => {
    expect(bySums(spent, facts).charged).toBe('unknown');
  });
});
