import * as fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import type { MeasuredBalance } from '../../../src/jobs/ports/store.ts';
import { reconcile } from '../../../src/jobs/spending/reconcile.ts';
import { runs } from '../../helpers/runs.ts';
import { ANEW, newJob, openStore } from '../store/stores.ts';

/**
 * Random worlds around one unknown creation: own jobs, jobs of other machines, refunds of either, grants, refills
 * without a grant. The world keeps its own books; the verdict is held against them.
 */

afterEach(() => {
  vi.useRealTimers();
});

const event = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constant('own' as const), credits: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('own unknown' as const), credits: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('foreign' as const), credits: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('refund' as const), credits: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('refill' as const), credits: fc.integer({ min: 1, max: 6 }) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('grant' as const), credits: fc.integer({ min: 1, max: 6 }) }) },
);
const world = fc.record({
  tells: fc.constantFrom('sums' as const, 'totals' as const, 'balance' as const),
  cost: fc.integer({ min: 1, max: 3 }),
  isCharged: fc.boolean(),
  unknownsAreCharged: fc.boolean(),
  before: fc.array(event, { maxLength: 4 }),
  after: fc.array(event, { maxLength: 6 }),
  waited: fc.integer({ min: 0, max: 120 }),
});

it('no verdict is wrong but "charged" where another machine spent', () => {
  const verdicts = new Map<string, number>();
  const open = openStore();
  let account = 0;
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00.000Z') });
  fc.assert(
    fc.property(world, ({ tells, cost, isCharged, unknownsAreCharged, before, after, waited }) => {
      account += 1;
      const name = `account-${account}`;
      const books = { balance: 100, total: 100, spent: 0, foreign: 0 };
      const spend = (credits: number) => {
        books.balance -= credits;
        books.spent += credits;
      };
      const measure = (): MeasuredBalance => {
        vi.advanceTimersByTime(10);
        const moment = new Date().toISOString();
        vi.advanceTimersByTime(10);
        return {
          balance: books.balance,
          total: tells === 'balance' ? null : books.total,
          spent: tells === 'sums' ? books.spent : null,
          measured: { from: moment, to: moment },
        };
      };
      const happen = ({ what, credits }: (typeof before)[number]) => {
        vi.advanceTimersByTime(10);
        if (what === 'refund' || what === 'refill') books.balance += credits;
        if (what === 'grant') {
          books.balance += credits;
          books.total += credits;
        }
        if (what === 'foreign') {
          books.foreign += credits;
          spend(credits);
        }
        if (what !== 'own' && what !== 'own unknown') return;
        const { number } = open.beginCreation(newJob({ account: name, cost: credits }), ANEW).job;
        open.stampDial(number);
        vi.advanceTimersByTime(10);
        if (what === 'own' || unknownsAreCharged) spend(credits);
        if (what === 'own') open.confirm(number, `job-${number}`);
        else open.settle(number, 'unknown');
      };
      for (const one of before) happen(one);
      const first = measure();
      books.foreign = 0;
      const { number } = open.beginCreation(newJob({ account: name, cost, balanceBefore: first }), ANEW).job;
      open.stampDial(number);
      vi.advanceTimersByTime(10);
      if (isCharged) spend(cost);
      open.settle(number, 'unknown');
      for (const one of after) happen(one);
      vi.advanceTimersByTime(waited * 1_000);
      const second = measure();
      const evidence = open.evidence(number, second.measured);
      if (!evidence) throw new Error('no evidence');
      const { balance, total, spent = null, measured } = second;
      const { charged } = reconcile(evidence, cost, { balance, total, spent, at: Date.parse(measured.from) });
      verdicts.set(`${tells} ${charged}`, (verdicts.get(`${tells} ${charged}`) ?? 0) + 1);
      if (charged === 'no') expect(isCharged).toBe(false);
      if (charged === 'yes' && books.foreign === 0) expect(isCharged).toBe(true);
      vi.advanceTimersByTime(3_600_000);
    }),
    { numRuns: runs(500) },
  );
  // Every verdict that there may be was given, so that none was right by never being given.
  expect([...verdicts.keys()].sort()).toEqual(
    ['balance unknown', 'balance yes', 'sums no', 'sums unknown', 'sums yes', 'totals unknown', 'totals yes'].sort(),
  );
});
