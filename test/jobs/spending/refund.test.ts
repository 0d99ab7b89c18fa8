import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JobRecord } from '../../../src/jobs/ports/store.ts';
import { freshBalances, measuredBalance } from '../../../src/jobs/spending/balances.ts';
import { describeRefund, isRefunded } from '../../../src/jobs/spending/refund.ts';
import { saidNotes } from '../../helpers/said.ts';
import { ANEW, newJob } from '../store/stores.ts';
import { openBench } from '../submitting.ts';

afterEach(() => {
  vi.useRealTimers();
});

const START = Date.parse('2026-03-01T10:00:00.000Z');
const iso = (ms: number) => new Date(START + ms).toISOString();

/** A job of 2 credits that was charged, and ended in error; before it the pool held 100. */
function openFailed(facts: Parameters<typeof newJob>[0] = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  const bench = openBench();
  const measured = { from: iso(-2_000), to: iso(-1_000) };
  const balanceBefore = { balance: 100, total: null, measured };
  const { number } = bench.store.beginCreation(newJob({ balanceBefore, ...facts }), ANEW).job;
  bench.store.confirm(number, 'abc');
  vi.setSystemTime(START + 5_000);
  const job = bench.store.finish(number, { status: 'error', papers: [], notes: [] });
  vi.setSystemTime(START + 90_000);
  return { ...bench, job };
}

/** What is said of its credits. */
async function saidRefund(...[deps, job]: Parameters<typeof describeRefund>): Promise<string> {
  const refund = await describeRefund(deps, job);
  return saidNotes(refund && [refund]).join(' ');
}

describe('what the balance says of a failed job', () => {
  it.each([
    [100, 'They seem to have been refunded: the basic pool holds 100, as if the job had cost nothing.'],
    [98, 'They do not seem to have been refunded: the basic pool holds 98, which is less than before by its cost.'],
    [
      97,
      'It is not known whether they were refunded: the basic pool holds 97 now, which its cost alone does not explain.',
    ],
    [
      120,
      'It is not known whether they were refunded: the basic pool holds 120 now, which its cost alone does not explain.',
    ],
  ])('when it is %i', async (basic, said) => {
    const { deps, service, job } = openFailed();
    service.tells = { basic };
    expect(await saidRefund(deps, job)).toBe(said);
  });

  describe('where the service counts what it gives back', () => {
    const SUMS = {
      balance: 100,
      total: null,
      spent: 30,
      refunded: 7,
      measured: { from: iso(-2_000), to: iso(-1_000) },
    };

    /** What is said when the service counts so much as given back in all; the balance is that of an idle pool. */
    const saidAt = async (
      refunded: number,
      basic = 100,
      more: (bench: ReturnType<typeof openFailed>) => void = () => {},
    ) => {
      const bench = openFailed({ balanceBefore: SUMS });
      more(bench);
      bench.service.tells = { basic, spent: { basic: 32 }, refunded: { basic: refunded } };
      return saidRefund(bench.deps, bench.job);
    };

    it('is that they came back when exactly they were given back since, whatever the balance is', async () => {
      const said =
        'They seem to have been refunded: the service has refunded 2 credits to the basic pool since, which is its cost.';
      for (const balance of [0, 98, 100, 250]) expect(await saidAt(9, balance)).toBe(said);
    });

    it('is known of a pool without a limit, too, which has no balance', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: START });
      const bench = openBench();
      const tell = (spent: number, refunded: number) => {
        bench.service.tells = { unlimited: ['basic'], spent: { basic: spent }, refunded: { basic: refunded } };
      };
      tell(30, 7);
      const balanceBefore = measuredBalance(await freshBalances(bench.deps), 'basic');
      const { number } = bench.store.beginCreation(newJob({ balanceBefore }), ANEW).job;
      bench.store.confirm(number, 'abc');
      const job = bench.store.finish(number, { status: 'error', papers: [], notes: [] });
      vi.setSystemTime(START + 90_000);
      tell(32, 9);
      expect(await saidRefund(bench.deps, job)).toMatch(/^They seem to have been refunded: the service has refunded 2/);
      expect(await isRefunded(bench.deps, job)).toBe(true);
      tell(32, 7);
      expect(await isRefunded(bench.deps, job)).toBe(false);
    });

    it('is that they did not when less was given back, although a refill makes the balance look so', async () => {
      expect(await saidAt(7)).toBe(
        'They were not refunded: the service has refunded 0 credits to the basic pool since.',
      );
      expect(await saidAt(8)).toContain('were not refunded');
      expect(await saidAt(7, 100, () => vi.setSystemTime(START + 6_000))).toContain('were not refunded yet');
    });

    it('is that nobody knows when more was given back, or another job of ours may be the reason', async () => {
      const unknown =
        'It is not known whether they were refunded: the service has refunded 3 credits to the basic pool since, perhaps for other jobs.';
      expect(await saidAt(10)).toBe(unknown);
      const others: ((bench: ReturnType<typeof openFailed>, other: number) => void)[] = [
        ({ store }, other) => store.confirm(other, 'def'),
        ({ store }, other) => store.settle(other, 'unknown'),
        ({ store }, other) => store.stampDial(other),
      ];
      for (const then of others) {
        const said = await saidAt(9, 100, (bench) => {
          vi.setSystemTime(START + 20_000);
          then(bench, bench.store.beginCreation(newJob({ fingerprint: 'other' }), ANEW).job.number);
          vi.setSystemTime(START + 90_000);
        });
        expect(said).toContain('whether they were refunded: the service has refunded 2 credits');
      }
    });

    it('is what the balance says when the count is lower than before, as after a restored backup', async () => {
      expect(await saidAt(6, 98)).toContain('do not seem to have been refunded: the basic pool holds 98');
    });
  });

  it('is that there is none yet, as long as one may be on its way', async () => {
    const { deps, service, job } = openFailed();
    vi.setSystemTime(START + 6_000);
    service.tells = { basic: 98 };
    expect(await saidRefund(deps, job)).toContain('not seem to have been refunded yet');
  });

  it.each([
    ['no balance was known before', { balanceBefore: undefined }],
    [
      'credits were granted in between',
      { balanceBefore: { balance: 100, total: 50, measured: { from: iso(-2_000), to: iso(-1_000) } } },
    ],
  ])('is only what the pool holds, where %s', async (_why, facts) => {
    const { deps, service, job } = openFailed(facts);
    service.tells = { basic: 100 };
    expect(await saidRefund(deps, job)).toBe(
      'It is not known whether they were refunded; the basic pool holds 100 now.',
    );
  });

  it.each([
    [
      'charge is unknown',
      (store: ReturnType<typeof openFailed>['store'], number: number) => store.settle(number, 'unknown'),
    ],
    ['answer is on its way', () => {}],
  ])('is only what the pool holds, where there is another creation whose %s', async (_what, then) => {
    const { deps, service, store, job } = openFailed();
    const { number } = store.beginCreation(newJob({ fingerprint: 'other' }), ANEW).job;
    store.stampDial(number);
    then(store, number);
    service.tells = { basic: 98 };
    expect(await saidRefund(deps, job)).toMatch(/^It is not known whether they were refunded/);
  });

  it('is nothing where the service tells none, or belongs to another account', async () => {
    const { deps, service, job } = openFailed();
    service.tells = undefined;
    expect(await saidRefund(deps, job)).toContain(
      'not known whether they were refunded: the service reports no balance now',
    );
    service.tells = { basic: 100 };
    expect(await saidRefund({ ...deps, account: 'other' }, job)).toContain('another account');
  });

  it('is not asked for where there is nothing to say', async () => {
    const { deps, service, job } = openFailed();
    const others: Partial<JobRecord>[] = [
      { status: 'success' },
      { mode: 'embedded' },
      { charged: 'no' },
      { charged: 'unknown' },
    ];
    for (const other of others) expect(await describeRefund(deps, { ...job, ...other })).toBeUndefined();
    expect(service.balanceReads).toBe(0);
  });
});
