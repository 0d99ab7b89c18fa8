import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Interval, NewJob } from '../../../src/jobs/ports/store.ts';
import { openJobStore } from '../../../src/jobs/store/job-store.ts';
import { ANEW, newJob, openStore, storeFolder } from './stores.ts';

afterEach(() => {
  vi.useRealTimers();
});

const moment = (second: number): string => new Date(Date.UTC(2026, 2, 1, 10, 0, second)).toISOString();
const between = (from: number, to: number): Interval => ({ from: moment(from), to: moment(to) });

/** Sets the clock; everything else goes on in real time. */
function at(second: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment(second)) });
}

/** The first balance was measured from second 100 to 102, the second one from 200 to 202. */
const FIRST = between(100, 102);
const SECOND = between(200, 202);

/** A store with job J1: begun at 103, of unknown outcome since 104. */
function openUnknown() {
  const store = openStore();
  /** Another job that began and was answered at these seconds. */
  const other = (from: number, to: number, charged: 'no' | 'yes' | 'unknown', facts: Partial<NewJob> = {}) => {
    at(from);
    const { number } = store.beginCreation(newJob({ cost: 3, ...facts }), ANEW).job;
    at(to);
    if (charged === 'yes') store.confirm(number, `abc-${number}`);
    else store.settle(number, charged);
    return number;
  };
  other(103, 104, 'unknown', { cost: 2, balanceBefore: { balance: 50, total: 80, measured: FIRST } });
  return { store, other };
}

/** The same beside another job, each in its time: a clock that goes back is another thing. */
function openBeside(from: number, to: number, charged: 'no' | 'yes' | 'unknown') {
  const store = openStore();
  const numbers = { own: 0, other: 0 };
  const measured = { balance: 50, total: 80, measured: FIRST };
  const steps: [number, () => unknown][] = [
    [from, () => (numbers.other = store.beginCreation(newJob({ cost: 3 }), ANEW).job.number)],
    [to, () => (charged === 'yes' ? store.confirm(numbers.other, 'abc') : store.settle(numbers.other, charged))],
    [103, () => (numbers.own = store.beginCreation(newJob({ cost: 2, balanceBefore: measured }), ANEW).job.number)],
    [104, () => store.settle(numbers.own, 'unknown')],
  ];
  for (const [second, step] of steps.sort(([a], [b]) => a - b)) {
    at(second);
    step();
  }
  return store.evidence(numbers.own, SECOND);
}

const CLEAR = { othersCharged: 0, othersUnknown: 0, isBlurred: false };

describe('the evidence for an unknown creation', () => {
  it('is what was measured before it and when its failure was known', () => {
    const { store } = openUnknown();
    expect(store.evidence(1, SECOND)).toEqual({
      balanceBefore: 50,
      totalBefore: 80,
      spentBefore: null,
      refundedBefore: null,
      answeredAt: moment(104),
      ...CLEAR,
    });
  });

  it('is kept also when the balance was 0, and without a total', () => {
    const store = openStore();
    store.beginCreation(newJob({ balanceBefore: { balance: 0, total: null, measured: FIRST } }), ANEW);
    store.settle(1, 'unknown');
    expect(store.evidence(1, SECOND)).toMatchObject({ balanceBefore: 0, totalBefore: null });
  });

  it('is absent when nothing was measured, or there is no such job', () => {
    const store = openStore();
    store.beginCreation(newJob(), ANEW);
    expect([store.evidence(1, SECOND), store.evidence(9, SECOND)]).toEqual([undefined, undefined]);
  });

  it('does not change its moment when the verdict comes later', () => {
    const { store } = openUnknown();
    at(300);
    store.settle(1, 'yes');
    expect(store.evidence(1, SECOND)?.answeredAt).toBe(moment(104));
  });
});

describe('another job between the two measurements', () => {
  it('counts by what it took', () => {
    const { store, other } = openUnknown();
    other(110, 111, 'yes');
    other(112, 199, 'yes', { cost: 1 });
    expect(store.evidence(1, SECOND)).toEqual({ ...store.evidence(1, SECOND), ...CLEAR, othersCharged: 4 });
  });

  it('counts in whatever pool it was, if the service has one balance for all', () => {
    const { store, other } = openUnknown();
    other(110, 111, 'yes', { pool: 'pro' });
    expect(store.evidence(1, SECOND)).toMatchObject({ othersCharged: 0 });
    store.saveBalances('account', { basic: 45, pro: 45, privateKey: 45, isShared: true }, SECOND);
    expect(store.evidence(1, SECOND)).toMatchObject({ othersCharged: 3 });
    expect(store.chargedSince('account', 'basic', moment(100))).toBe(3);
  });

  it('counts by what it may have taken when its own outcome is unknown', () => {
    const { store, other } = openUnknown();
    other(110, 111, 'unknown');
    expect(store.evidence(1, SECOND)).toMatchObject({ ...CLEAR, othersUnknown: 3 });
  });

  it.each([
    ['was refused', 'no', {}],
    ['takes from another pool', 'yes', { pool: 'pro' as const }],
    ['belongs to another account', 'yes', { account: 'another' }],
    ['takes from another pool and is unknown', 'unknown', { pool: 'pro' as const }],
  ] as const)('does not count when it %s', (_what, charged, facts) => {
    const { store, other } = openUnknown();
    other(110, 111, charged, facts);
    expect(store.evidence(1, SECOND)).toMatchObject(CLEAR);
  });
});

describe('another job before the first or after the second measurement', () => {
  it.each([
    ['charged before the first', 90, 99, 'yes'],
    ['unknown for more than a minute at the first', 30, 39, 'unknown'],
    ['charged after the second', 203, 204, 'yes'],
    ['unknown, begun after the second', 203, 204, 'unknown'],
    ['refused while the first was measured', 99, 101, 'no'],
  ] as const)('does not count: %s', (_what, from, to, charged) => {
    expect(openBeside(from, to, charged)).toMatchObject(CLEAR);
  });
});

describe('the evidence is blurred', () => {
  it.each([
    ['was charged while the first balance was measured', 90, 101, 'yes'],
    ['was charged as the first measurement began', 90, 100, 'yes'],
    ['began as the first measurement ended', 102, 103, 'yes'],
    ['ran through the whole first measurement', 90, 150, 'yes'],
    ['failed without telling less than a minute before the first', 41, 42, 'unknown'],
    ['failed without telling exactly a minute before the first', 39, 40, 'unknown'],
    ['was charged while the second balance was measured', 190, 201, 'yes'],
    ['was charged as the second measurement began', 190, 200, 'yes'],
    ['began as the second measurement ended', 202, 203, 'yes'],
    ['became unknown while the second balance was measured', 190, 201, 'unknown'],
  ] as const)('when another job %s', (_what, from, to, charged) => {
    expect(openBeside(from, to, charged)?.isBlurred).toBe(true);
  });

  it('when the clock was set back since the first balance, also if it is right again', () => {
    const { store, other } = openUnknown();
    other(50, 51, 'yes');
    at(199);
    expect(store.evidence(1, SECOND)?.isBlurred).toBe(true);
  });

  it('while another creation is under way, and no longer', () => {
    const { store } = openUnknown();
    at(150);
    const { number } = store.beginCreation(newJob(), ANEW).job;
    expect(store.evidence(1, SECOND)?.isBlurred).toBe(true);
    store.settle(number, 'no');
    expect(store.evidence(1, SECOND)?.isBlurred).toBe(false);
  });
});

describe('the balances that the service told last', () => {
  it('are kept per account, with when they were measured', () => {
    const store = openStore();
    const balances = { basic: 3, totals: { basic: 9 } };
    store.saveBalances('mine', balances, FIRST);
    expect(store.balances('mine')).toEqual({ balances, measured: FIRST });
    expect(store.balances('another')).toBeUndefined();
  });

  it('are not replaced by older ones that come late', () => {
    const store = openStore();
    store.saveBalances('mine', { basic: 3 }, between(10, 11));
    store.saveBalances('mine', { basic: 5 }, between(9, 12));
    expect(store.balances('mine')).toEqual({ balances: { basic: 3 }, measured: between(10, 11) });
    store.saveBalances('mine', { basic: 2 }, between(11, 13));
    expect(store.balances('mine')).toEqual({ balances: { basic: 2 }, measured: between(11, 13) });
  });
});

describe('a clock that is set forward', () => {
  it('gives what became unknown just before a minute more, and not what was unknown for long', () => {
    let uptime = 0;
    const store = openJobStore(storeFolder(), process.pid, () => uptime);
    at(103);
    const measured = { balance: 50, total: 80, measured: FIRST };
    for (const _job of [1, 2]) store.beginCreation(newJob({ balanceBefore: measured }), ANEW);
    store.settle(1, 'unknown');
    uptime = 90_000;
    at(193);
    store.settle(2, 'unknown');
    uptime += 1_000;
    at(5_000);
    expect(store.evidence(2, SECOND)?.answeredAt).toBe(moment(5_000));
    expect(store.evidence(1, SECOND)?.answeredAt).toBe(moment(103));
    return store.close();
  });
});
