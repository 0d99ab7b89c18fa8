import { afterEach, describe, expect, it, vi } from 'vitest';
import { PaperqueueError } from '../../src/contract/errors.ts';
import { Secret } from '../../src/contract/secret.ts';
import { leaseJob } from '../../src/service/store/sqlite/job-queue.ts';
import { whileCollecting } from '../helpers/collect-garbage.ts';
import { SCRAPER_KEY } from '../helpers/secrets.ts';
import { turns, until } from '../helpers/until.ts';
import {
  age,
  bytesIn,
  CHARGED,
  moneyOf,
  NOTHING,
  openEndedSearch,
  openQueue,
  passing,
  REFUNDED,
  rowOf,
  work,
} from './queues.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('jobs at work at the same time', () => {
  it.each([1, 2, 3])('are at most %i, and a place that is free is taken', async (concurrency) => {
    const { database, add } = openQueue('lab');
    const jobs = Array.from({ length: 5 }, (_, nth) => add('lab', `job ${nth}`));
    const { calls, call, search } = openEndedSearch();
    const { finished } = work(database, { search, concurrency });
    for (let ended = 0; ended < jobs.length; ended += 1) {
      const started = Math.min(ended + concurrency, jobs.length);
      await call(started);
      await turns();
      expect(calls).toHaveLength(started);
      calls[ended]?.end();
    }
    await until(() => finished.length === jobs.length, 'all jobs');
    expect(new Set(calls.map(({ query }) => query)).size).toBe(jobs.length);
  });

  it.each([
    [1, 'flood 0'],
    [2, 'flood 1'],
  ])('%i: a flood of one account holds up a single job of another by one running job at most', async (concurrency) => {
    const { database, add } = openQueue('flooder', 'single');
    for (let nth = 0; nth < 20; nth += 1) add('flooder', `flood ${nth}`);
    const { calls, call, search } = openEndedSearch();
    const { worker } = work(database, { search, concurrency });
    await call(concurrency);
    add('single', 'the one');
    worker.wake();
    calls[0]?.end();
    expect((await call(concurrency + 1)).query).toBe('the one');
    // The flood goes on beside it and after it.
    calls[concurrency]?.end();
    expect((await call(concurrency + 2)).query).toMatch(/^flood /);
  });

  it('of several flooding accounts take turns', async () => {
    const { database, add } = openQueue('a', 'b', 'c');
    for (const name of ['a', 'b', 'c']) for (let nth = 0; nth < 4; nth += 1) add(name, name);
    const { calls, call, search } = openEndedSearch();
    work(database, { search });
    for (let nth = 1; nth <= 12; nth += 1) {
      const running = await call(nth);
      // Turns are told apart by the millisecond.
      const begun = Date.now();
      await until(() => Date.now() > begun);
      running.end();
    }
    const rounds = [0, 3, 6, 9].map((from) => calls.slice(from, from + 3).map(({ query }) => query));
    for (const round of rounds) expect(new Set(round)).toEqual(new Set(['a', 'b', 'c']));
  });
});

describe('a search that fails for a passing reason', () => {
  it('is tried again after a pause, three times in all, and then the job is an error with its credits back', async () => {
    const { database, add } = openQueue('lab');
    const job = add('lab', 'unlucky');
    vi.useFakeTimers({ toFake: ['Date'] });
    const { call, search } = openEndedSearch();
    const { worker, errors, finished } = work(database, { search });
    for (const [nth, pause] of [1_000, 5_000].entries()) {
      const running = await call(nth + 1);
      running.fail(passing());
      await until(() => rowOf(database, job).state === 'queued', 'the job is put off');
      const { not_before, attempts, lease_token } = rowOf(database, job);
      expect(not_before).toBe(Date.now() + pause);
      expect({ attempts, lease_token }).toEqual({ attempts: nth + 1, lease_token: null });
      expect(moneyOf(database, job)).toEqual(CHARGED);
      age(database, pause);
      worker.wake();
    }
    (await call(3)).fail(passing());
    await until(() => finished.length === 1, 'the end');
    expect(rowOf(database, job)).toMatchObject({ state: 'error', attempts: 3 });
    expect(moneyOf(database, job)).toEqual(REFUNDED);
    expect(finished).toEqual([{ id: job, state: 'error' }]);
    expect(errors.map(({ event }) => event)).toEqual(['a job failed', 'a job failed', 'a job failed']);
  });

  it('and works at the next try is a success, charged once; its pause ends without anybody waking the worker', async () => {
    const { database, add } = openQueue('lab');
    const job = add('lab', 'lucky at last');
    const { call, search } = openEndedSearch();
    const { finished } = work(database, { search });
    (await call(1)).fail(passing());
    (await call(2)).end({ papers: [{ title: 'Found' }], notes: [] });
    await until(() => finished.length === 1, 'the end');
    expect(rowOf(database, job)).toMatchObject({ state: 'success', attempts: 2 });
    expect(moneyOf(database, job)).toEqual(CHARGED);
  });

  it('leaves its place to others while it waits', async () => {
    const { database, add } = openQueue('lab');
    add('lab', 'waiting');
    const { call, search } = openEndedSearch();
    const { worker } = work(database, { search });
    (await call(1)).fail(passing());
    add('lab', 'meanwhile');
    worker.wake();
    expect((await call(2)).query).toBe('meanwhile');
  });

  it('that an earlier process put off comes due in the next one', async () => {
    const { database, add } = openQueue('lab');
    const job = add('lab', 'put off');
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    database.run('UPDATE jobs SET not_before = ?, attempts = 1', Date.now() + 400);
    const { calls, search } = openEndedSearch();
    work(database, { search });
    for (const ms of [0, 399]) {
      vi.advanceTimersByTime(ms);
      await turns();
      expect(calls).toHaveLength(0);
    }
    vi.advanceTimersByTime(1);
    await turns();
    expect(calls).toHaveLength(1);
    expect(rowOf(database, job).attempts).toBe(2);
  });
});

describe('a search that fails for any other reason', () => {
  const final = new PaperqueueError({
    code: 'INTERNAL',
    message: 'broken',
    charged: 'no',
    retryable: false,
    next: 'Report it.',
  });
  it.each<[string, () => never]>([
    [
      'an error',
      () => {
        throw new TypeError('x is not a function');
      },
    ],
    [
      'an error of ours that will not pass',
      () => {
        throw final;
      },
    ],
    [
      'no error at all',
      () => {
        throw undefined;
      },
    ],
  ])('(%s) ends the job at once, with its credits back', async (_what, search) => {
    const { database, add } = openQueue('lab');
    const jobs = [add('lab', 'first'), add('lab', 'second')];
    const { finished } = work(database, { search });
    await until(() => finished.length === 2, 'both ends');
    for (const job of jobs) {
      expect(rowOf(database, job)).toMatchObject({ state: 'error', attempts: 1, lease_token: null, answer: null });
      expect(moneyOf(database, job)).toEqual(REFUNDED);
    }
  });
});

describe('a job that takes too long', () => {
  it('ends as an error with its credits back, its search is told, and the next job runs', async () => {
    const { database, add } = openQueue('lab');
    const job = add('lab', 'endless');
    add('lab', 'next');
    const { call, calls, search } = openEndedSearch();
    const { errors } = work(database, { search, timeLimitMs: 200 });
    expect((await call(2)).query).toBe('next');
    expect(calls[0]?.context.signal.aborted).toBe(true);
    expect(rowOf(database, job)).toMatchObject({ state: 'error', attempts: 1 });
    expect(moneyOf(database, job)).toEqual(REFUNDED);
    expect(String(errors[0]?.error)).toContain('took too long');
    // What it found after all is too late.
    calls[0]?.end({ papers: [{ title: 'Late' }], notes: [] });
    await turns();
    expect(rowOf(database, job)).toMatchObject({ state: 'error', answer: null });
  });

  it('is ended also when nothing in the process holds on to its search any more', async () => {
    const { database, add } = openQueue('lab');
    const job = add('lab', 'forgotten');
    let started = false;
    const search = () => {
      started = true;
      return new Promise<never>(() => {});
    };
    const { finished } = work(database, { search, timeLimitMs: 200 });
    await until(() => started, 'the search');
    // Signals that are made of other signals may be collected while they still have something to say.
    await whileCollecting(() => until(() => finished.length === 1, 'the end of the job'));
    expect(rowOf(database, job).state).toBe('error');
    expect(moneyOf(database, job)).toEqual(REFUNDED);
  });
});

describe('stopping', () => {
  it('lets a job end within the grace, and takes no further one', async () => {
    const { database, add } = openQueue('lab');
    const job = add('lab', 'at work');
    const later = add('lab', 'later');
    const { calls, call, search } = openEndedSearch();
    const { worker, finished } = work(database, { search });
    const running = await call(1);
    const stopped = worker.stop(10_000);
    worker.wake();
    running.end({ papers: [{ title: 'In time' }], notes: [] });
    await stopped;
    expect(finished).toEqual([{ id: job, state: 'success' }]);
    expect(rowOf(database, later)).toMatchObject({ state: 'queued', attempts: 0 });
    expect(calls).toHaveLength(1);
  });

  it('leaves a job that does not end to the next process: neither failed nor refunded', async () => {
    const { database, add } = openQueue('lab');
    const job = add('lab', 'long');
    const { call, search } = openEndedSearch();
    const { worker, errors, finished } = work(database, { search });
    const running = await call(1);
    await worker.stop(100);
    expect(running.context.signal.aborted).toBe(true);
    expect(rowOf(database, job)).toMatchObject({ state: 'queued', attempts: 0 });
    expect(moneyOf(database, job)).toEqual(CHARGED);
    expect([errors, finished]).toEqual([[], []]);
    age(database, 60_000);
    const next = work(database, { search: () => NOTHING });
    await until(() => next.finished.length === 1, 'the next process has done it');
    expect(moneyOf(database, job)).toEqual(CHARGED);
  });
});

describe('the key of a job at the scraping service', () => {
  it('reaches its own searches alone, and is in no file while the job waits, runs, and is done', async () => {
    const { dataDir, database, add } = openQueue('lab');
    const job = add('lab', 'with a key');
    const { call, search } = openEndedSearch();
    const { worker, finished } = work(database, { search });
    worker.keepKey(job, new Secret(SCRAPER_KEY));
    (await call(1)).fail(passing());
    await until(() => rowOf(database, job).state === 'queued', 'the job is put off');
    expect(bytesIn(dataDir)).not.toContain(SCRAPER_KEY);
    add('lab', 'without');
    worker.wake();
    const other = await call(2);
    expect(other.query).toBe('without');
    expect(other.context.scraperKey).toBeUndefined();
    other.end();
    age(database, 5_000);
    worker.wake();
    const again = await call(3);
    expect(again.context.scraperKey?.reveal()).toBe(SCRAPER_KEY);
    expect(bytesIn(dataDir)).not.toContain(SCRAPER_KEY);
    again.end();
    await until(() => finished.length === 2, 'both ends');
    expect(bytesIn(dataDir)).not.toContain(SCRAPER_KEY);
  });

  it('is gone with the process: the next one does the job without it', async () => {
    const { database, add } = openQueue('lab');
    const job = add('lab', 'with a key');
    const first = openEndedSearch();
    const { worker } = work(database, { search: first.search });
    worker.keepKey(job, new Secret(SCRAPER_KEY));
    await first.call(1);
    await worker.stop();
    age(database, 60_000);
    const second = openEndedSearch();
    work(database, { search: second.search });
    expect((await second.call(1)).context.scraperKey).toBeUndefined();
    expect(leaseJob(database)).toBeUndefined();
  });
});
