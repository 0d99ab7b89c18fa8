import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Interval, JobRecord, MeasuredBalance } from '../../../src/jobs/ports/store.ts';
import { reconcileJob } from '../../../src/jobs/spending/reconcile.ts';
import { ANEW, newJob } from '../store/stores.ts';
import { failure, openBench } from '../submitting.ts';

const FIRST: Interval = { from: '2026-03-01T09:59:58.000Z', to: '2026-03-01T09:59:59.000Z' };
const BEFORE: MeasuredBalance = { balance: 50, total: null, measured: FIRST };

const NOW = '2026-03-01T10:02:00.000Z';

afterEach(() => {
  vi.useRealTimers();
});

/** Sets the clock; everything else goes on in real time. */
function at(time: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
}

/** One job of 2 credits whose creation failed at 10:00:00 without telling, looked at two minutes later. */
function openUnknown(balanceBefore: MeasuredBalance = BEFORE) {
  const bench = openBench();
  at('2026-03-01T10:00:00.000Z');
  bench.store.beginCreation(newJob({ balanceBefore }), ANEW);
  const job = bench.store.settle(1, 'unknown');
  at('2026-03-01T10:02:00.000Z');
  return { ...bench, job };
}

describe('an unknown job', () => {
  it('is charged when the balance fell by its cost, and that is recorded', async () => {
    const { deps, service, store, job } = openUnknown();
    service.tells = { basic: 48, pro: 50 };
    expect(await reconcileJob(deps, job)).toMatchObject({
      job: { number: 1, status: 'unknown', charged: 'yes', jobId: null },
      note: { kind: 'reconciled', charged: 'yes', reason: { kind: 'balance-fell', balance: 48 } },
    });
    expect(store.byNumber(1)?.charged).toBe('yes');
    expect(store.committedSince('2026-03-01T00:00:00.000Z')).toBe(2);
  });

  it('is not charged when too little was spent for it, and its credits are free again', async () => {
    const { deps, service, store, job } = openUnknown({ ...BEFORE, spent: 7 });
    service.tells = { basic: 12, spent: { basic: 7 } };
    expect(await reconcileJob(deps, job)).toMatchObject({
      job: { number: 1, status: 'refused', charged: 'no' },
      note: { kind: 'reconciled', charged: 'no', reason: { kind: 'too-little-spent' } },
    });
    expect(store.byNumber(1)?.status).toBe('refused');
    expect(store.committedSince('2026-03-01T00:00:00.000Z')).toBe(0);
  });

  it('stays unknown with its credits held when the evidence is not clear', async () => {
    const { deps, service, store, job } = openUnknown();
    service.tells = { basic: 49 };
    expect(await reconcileJob(deps, job)).toEqual({
      job,
      note: { kind: 'not-reconciled', reason: { kind: 'unexplained', change: -1, cost: 2 } },
    });
    expect(store.byNumber(1)).toEqual(job);
    expect(store.committedSince('2026-03-01T00:00:00.000Z')).toBe(2);
  });

  it('is judged by the pool that it takes from, and by that pool’s total', async () => {
    const { deps, service, job } = openUnknown({ ...BEFORE, total: 70 });
    service.tells = { basic: 48, pro: 50, totals: { basic: 71, pro: 70 } };
    expect((await reconcileJob(deps, job)).note).toEqual({
      kind: 'not-reconciled',
      reason: { kind: 'credits-granted' },
    });
    service.tells = { basic: 48, pro: 50, totals: { basic: 70, pro: 1 } };
    expect((await reconcileJob(deps, job)).job.charged).toBe('yes');
  });

  it('is judged by a balance that is asked for now, which is kept for others', async () => {
    const { deps, service, store, job } = openUnknown();
    const earlier = '2026-03-01T10:01:59.000Z';
    store.saveBalances('account', { basic: 1 }, { from: earlier, to: earlier });
    service.tells = { basic: 48 };
    expect((await reconcileJob(deps, job)).job.charged).toBe('yes');
    expect(service.balanceReads).toBe(1);
    expect(store.balances('account')).toEqual({ balances: { basic: 48 }, measured: { from: NOW, to: NOW } });
  });

  it('counts time from its failure to the moment before the balance was asked for', async () => {
    const { deps, service, job } = openUnknown({ ...BEFORE, spent: 7 });
    service.tells = { basic: 50, spent: { basic: 7 } };
    at('2026-03-01T10:00:59.999Z');
    expect((await reconcileJob(deps, job)).note).toEqual({
      kind: 'not-reconciled',
      reason: { kind: 'too-early', seconds: 60 },
    });
    at('2026-03-01T10:01:00.000Z');
    expect((await reconcileJob(deps, job)).job.charged).toBe('no');
  });

  it('takes into account what another job of ours took since', async () => {
    const { deps, service, store, job } = openUnknown({ ...BEFORE, spent: 7 });
    at('2026-03-01T10:01:00.000Z');
    store.beginCreation(newJob({ cost: 3 }), ANEW);
    store.confirm(2, 'abc');
    at(NOW);
    service.tells = { basic: 47, spent: { basic: 10 } };
    expect((await reconcileJob(deps, job)).job.charged).toBe('no');
  });

  it('is blurred by a creation that begins while the balance is on its way', async () => {
    const { deps, service, store, job } = openUnknown();
    service.tells = { basic: 48 };
    const reconciled = reconcileJob(deps, job);
    store.beginCreation(newJob(), ANEW);
    expect((await reconciled).note).toEqual({ kind: 'not-reconciled', reason: { kind: 'blurred' } });
    expect(store.byNumber(1)?.charged).toBe('unknown');
  });
});

describe('an unknown job of a service that keeps keys', () => {
  function openKeyed(keyUntil: string | null = '2026-03-30T00:00:00.000Z') {
    const bench = openBench();
    at('2026-03-01T10:00:00.000Z');
    bench.store.beginCreation(newJob({ idempotencyKey: 'the-key', keyUntil: keyUntil ?? undefined }), ANEW);
    const job = bench.store.settle(1, 'unknown');
    const asked: string[] = [];
    const says = (jobId: string | null) => {
      bench.service.closes = (key) => {
        asked.push(key);
        return { jobId };
      };
    };
    return { ...bench, job, asked, says };
  }

  it('has its id by the key at once, and is an ordinary paid job from then on', async () => {
    const { deps, store, job, asked, says } = openKeyed();
    says('abc');
    expect((await reconcileJob(deps, job)).job).toMatchObject({ jobId: 'abc', status: 'queued', charged: 'yes' });
    expect(asked).toEqual(['the-key']);
    expect(store.committedSince('2026-03-01T00:00:00.000Z')).toBe(2);
  });

  it('was not charged when there is no job under the key, at once, and its credits are free', async () => {
    const { deps, store, job, says } = openKeyed();
    says(null);
    expect(await reconcileJob(deps, job)).toMatchObject({
      job: { status: 'refused', charged: 'no' },
      note: { kind: 'no-job-under-key' },
    });
    expect(store.committedSince('2026-03-01T00:00:00.000Z')).toBe(0);
  });

  it.each([
    ['the service had not said so before', null, '2026-03-01T10:05:00.000Z'],
    ['the key may be forgotten by now', '2026-03-30T00:00:00.000Z', '2026-03-30T00:00:00.000Z'],
    ['the clock was set back', '2026-03-30T00:00:00.000Z', '2026-03-01T09:00:00.000Z'],
  ])('is not judged by the key when %s', async (_why, keyUntil, now) => {
    const { deps, store, says } = openKeyed(keyUntil);
    says(null);
    at(now);
    const job = store.byNumber(1) as JobRecord;
    expect((await reconcileJob(deps, job)).job.charged).toBe('unknown');
  });

  it('is not judged by the key under another token: another account has other keys', async () => {
    const { deps, job, asked, says } = openKeyed();
    says(null);
    expect((await reconcileJob({ ...deps, account: 'another' }, job)).job.charged).toBe('unknown');
    expect(asked).toEqual([]);
  });

  it('stays unknown when the service cannot be asked about it', async () => {
    const { deps, service, job } = openKeyed();
    service.closes = () => {
      throw failure('UPSTREAM_UNAVAILABLE', 'no');
    };
    expect((await reconcileJob(deps, job)).job.charged).toBe('unknown');
  });

  it('is not judged at all when a mistake of ours comes between', async () => {
    const { deps, service, store, job } = openKeyed();
    service.closes = () => {
      throw new TypeError('a bug');
    };
    await expect(reconcileJob(deps, job)).rejects.toThrow('a bug');
    expect(store.byNumber(1)?.charged).toBe('unknown');
  });
});

describe('an unknown job without a balance', () => {
  it('is said without asking when none was measured before', async () => {
    const { deps, service, store } = openBench();
    store.beginCreation(newJob(), ANEW);
    const job = store.settle(1, 'unknown');
    expect(await reconcileJob(deps, job)).toEqual({
      job,
      note: { kind: 'not-reconciled', reason: { kind: 'not-measured' } },
    });
    expect(service.balanceReads).toBe(0);
  });

  it('is said without asking when it belongs to another account', async () => {
    const { deps, service, job } = openUnknown();
    expect(await reconcileJob({ ...deps, account: 'another' }, job)).toEqual({
      job,
      note: { kind: 'not-reconciled', reason: { kind: 'other-account' } },
    });
    expect(service.balanceReads).toBe(0);
  });

  it.each([
    ['no balances', undefined],
    ['no balance of its pool', { pro: 50 }],
  ])('is said when the service tells %s', async (_what, tells) => {
    const { deps, service, job } = openUnknown();
    service.tells = tells;
    expect(await reconcileJob(deps, job)).toEqual({
      job,
      note: { kind: 'not-reconciled', reason: { kind: 'not-told' } },
    });
  });

  it.each([
    ['cannot be reached', failure('UPSTREAM_UNAVAILABLE', 'no')],
    ['takes too long', new DOMException('The operation timed out', 'TimeoutError')],
  ])('is said when the service %s', async (_what, error) => {
    const { deps, service, job } = openUnknown();
    service.balances = () => Promise.reject(error);
    expect(await reconcileJob(deps, job)).toEqual({
      job,
      note: { kind: 'not-reconciled', reason: { kind: 'no-answer' } },
    });
  });

  it('is not made up when a mistake of ours comes between', async () => {
    const { deps, service, job } = openUnknown();
    const bug = new Error('a bug');
    service.balances = () => Promise.reject(bug);
    await expect(reconcileJob(deps, job)).rejects.toBe(bug);
  });
});

describe('a job whose charge is known is left alone', () => {
  it('also one that was charged and whose id never arrived: asking would tell nothing', async () => {
    const { deps, service, store } = openUnknown();
    const job = store.settle(1, 'yes');
    expect(await reconcileJob(deps, job)).toEqual({
      job,
      note: { kind: 'charged-without-id' },
    });
    expect(service.balanceReads).toBe(0);
  });

  it.each(['submitting', 'refused', 'queued', 'success', 'error', 'simmering'])('%s', async (status) => {
    const { deps, service, job } = openUnknown();
    const other = { ...job, status };
    expect(await reconcileJob(deps, other)).toEqual({ job: other });
    expect(service.balanceReads).toBe(0);
  });
});
