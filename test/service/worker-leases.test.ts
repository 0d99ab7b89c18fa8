import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LeasedJob } from '../../src/service/store/port.ts';
import { leaseJob } from '../../src/service/store/sqlite/job-queue.ts';
import { until } from '../helpers/until.ts';
import { finishJob } from './file-store.ts';
import { age, CHARGED, moneyOf, openEndedSearch, openQueue, passing, REFUNDED, rowOf, work } from './queues.ts';

/** What a worker does about its lease while it works. A lease lasts 30 s, so that the clock is turned by the tests. */

afterEach(() => {
  vi.useRealTimers();
});

const turnedByHand = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });

/** A job at work in a worker, with nothing else in the queue. */
async function oneAtWork() {
  const { database, add } = openQueue('lab');
  const job = add('lab', 'long');
  const { call, search } = openEndedSearch();
  const { errors, finished } = work(database, { search });
  const running = await call(1);
  /** Another process takes the job over, as it may when the lease has ended. */
  const takeOver = (): LeasedJob => {
    age(database, 60_000);
    const lease = leaseJob(database);
    if (lease?.id !== job) throw new Error('the job could not be taken over');
    return lease;
  };
  return { database, job, running, errors, finished, takeOver };
}

describe('a worker that is at work', () => {
  it('renews its lease, so that no other takes the job, however long it takes', async () => {
    turnedByHand();
    const { database, job, running, finished } = await oneAtWork();
    const first = rowOf(database, job);
    for (let seconds = 0; seconds < 100; seconds += 5) {
      vi.advanceTimersByTime(5_000);
      expect(leaseJob(database)).toBeUndefined();
    }
    expect(rowOf(database, job)).toMatchObject({ attempts: 1, lease_token: first.lease_token });
    expect(rowOf(database, job).lease_until).toBeGreaterThan((first.lease_until ?? 0) + 60_000);
    running.end();
    await until(() => finished.length === 1, 'the end');
    expect(rowOf(database, job)).toMatchObject({ state: 'success', lease_token: null, lease_until: null });
  });

  it('stops renewing when the job has ended', async () => {
    turnedByHand();
    const { running, finished } = await oneAtWork();
    running.end();
    await until(() => finished.length === 1, 'the end');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('breaks its search off when it finds that another has taken the job over, and changes nothing', async () => {
    turnedByHand();
    const { database, job, running, errors, finished, takeOver } = await oneAtWork();
    const other = takeOver();
    expect(running.context.signal.aborted).toBe(false);
    vi.advanceTimersByTime(10_000);
    await until(() => running.context.signal.aborted, 'the search is told');
    // An abandoned search usually fails; that is no failure of the job.
    running.fail(new Error('aborted'));
    await until(() => vi.getTimerCount() === 0, 'the worker has let go');
    expect(rowOf(database, job)).toMatchObject({ state: 'running', lease_token: other.token });
    expect(moneyOf(database, job)).toEqual(CHARGED);
    expect(finishJob(database, other, { papers: [{ title: 'Of the other' }], notes: [] })).toBe(true);
    expect([errors, finished]).toEqual([[], []]);
  });
});

describe('a worker that slept past its lease', () => {
  it.each<[string, (end: (papers: { title: string }[]) => void, fail: (error: unknown) => void) => void]>([
    ['found papers', (end) => end([{ title: 'Late' }])],
    ['failed', (_end, fail) => fail(new Error('broken'))],
    ['failed for a passing reason', (_end, fail) => fail(passing())],
  ])('and then %s changes nothing of a job that another is at work on', async (_what, wakeUp) => {
    const { database, job, running, finished, errors, takeOver } = await oneAtWork();
    const other = takeOver();
    wakeUp((papers) => running.end({ papers, notes: [] }), running.fail);
    await until(() => errors.length === 1, 'the late outcome is seen');
    expect(rowOf(database, job)).toMatchObject({ state: 'running', lease_token: other.token, answer: null });
    expect(moneyOf(database, job)).toEqual(CHARGED);
    expect(finishJob(database, other, { papers: [{ title: 'Prompt' }], notes: [] })).toBe(true);
    expect(moneyOf(database, job)).toEqual(CHARGED);
    expect(finished.filter(({ state }) => state === 'success')).toEqual([]);
  });

  it('and then fails does not say that the job ended, which another is at work on', async () => {
    const { running, finished, errors, takeOver } = await oneAtWork();
    takeOver();
    running.fail(new Error('broken'));
    await until(() => errors.length === 1, 'the late outcome is seen');
    expect(finished).toEqual([]);
  });

  it('does not finish a job that has meanwhile ended as an error and was refunded', async () => {
    const { database, job, running, errors } = await oneAtWork();
    database.run(`UPDATE jobs SET attempts = 3, lease_until = ?`, Date.now() - 1);
    const next = work(database, { search: () => ({ papers: [], notes: [] }) });
    await until(() => rowOf(database, job).state === 'error', 'the job is given up');
    running.end({ papers: [{ title: 'Late' }], notes: [] });
    await until(() => errors.length === 1, 'the late outcome is seen');
    expect(rowOf(database, job)).toMatchObject({ state: 'error', answer: null });
    expect(moneyOf(database, job)).toEqual(REFUNDED);
    expect(next.finished.filter(({ state }) => state === 'success')).toEqual([]);
  });
});

describe('the end of a job and its callback', () => {
  const callbackUrl = 'https://receiver.example/hook';

  it('are one transaction: where the callback cannot be written the job has not ended', async () => {
    const { database, add } = openQueue('lab');
    const job = add('lab', 'called back', { callbackUrl });
    // Stands for whatever can fail there: a full disk, a broken page.
    database.run('ALTER TABLE deliveries RENAME TO gone');
    const { call, search } = openEndedSearch();
    const { worker, finished, errors } = work(database, { search });
    (await call(1)).end({ papers: [{ title: 'Found' }], notes: [] });
    await until(() => errors.length === 1, 'the failure');
    expect(rowOf(database, job)).toMatchObject({ state: 'queued', attempts: 1, answer: null });
    expect(database.all('SELECT * FROM gone')).toEqual([]);
    expect(finished).toEqual([]);
    database.run('ALTER TABLE gone RENAME TO deliveries');
    age(database, 1_000);
    worker.wake();
    (await call(2)).end({ papers: [{ title: 'Found' }], notes: [] });
    await until(() => finished.length === 1, 'the end');
    expect(rowOf(database, job)).toMatchObject({ state: 'success', attempts: 2 });
    expect(database.all('SELECT job, url, state FROM deliveries')).toEqual([
      { job, url: callbackUrl, state: 'pending' },
    ]);
    expect(moneyOf(database, job)).toEqual(CHARGED);
  });

  it('write no callback for a job that asked for none, or that ends as an error', async () => {
    const { database, add } = openQueue('lab');
    add('lab', 'silent');
    add('lab', 'failing', { callbackUrl });
    const { call, search } = openEndedSearch();
    const { finished } = work(database, { search });
    (await call(1)).end();
    (await call(2)).fail(new Error('broken'));
    await until(() => finished.length === 2, 'both ends');
    expect(database.all('SELECT * FROM deliveries')).toEqual([]);
  });
});
