import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JobRequest } from '../../../src/contract/requests.ts';
import { submitJob } from '../../../src/jobs/spending/submit.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { OTHER_PROCESS } from '../store/stores.ts';
import { factsOf, failure, OPTIONS, openBench, REQUEST } from '../submitting.ts';

const OTHER: JobRequest = { ...REQUEST, body: { keywords: ['owl', 'glasses', 'night'] } };

afterEach(() => {
  vi.useRealTimers();
});

/** Sets the clock; everything else goes on in real time. */
function at(time: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
}

describe('an equal request', () => {
  it('re-attaches to the job while it runs and once it is finished, and sends nothing', async () => {
    const { deps, service, store } = openBench();
    await submitJob(deps, REQUEST, OPTIONS);
    expect(await submitJob(deps, REQUEST, OPTIONS)).toMatchObject({ reused: true, job: { number: 1 } });
    store.finish(1, { status: 'success', papers: [], notes: [] });
    const keywords = [' shore', 'mussel', 'tide'];
    expect(await submitJob(deps, { ...REQUEST, body: { keywords } }, OPTIONS)).toMatchObject({
      reused: true,
      job: { number: 1, status: 'success' },
    });
    expect(service.created).toHaveLength(1);
  });

  it('re-attaches to the job of another process', async () => {
    const folder = temporaryFolder();
    const [one, two] = [openBench({}, folder), openBench({}, folder, OTHER_PROCESS)];
    await submitJob(one.deps, REQUEST, OPTIONS);
    expect(await submitJob(two.deps, REQUEST, OPTIONS)).toMatchObject({ reused: true, job: { jobId: 'job-1' } });
    expect(two.service.created).toEqual([]);
  });

  it('re-attaches within the reuse window only', async () => {
    const { deps, service } = openBench({ reuseMinutes: 30 });
    at('2026-03-01T10:00:00.000Z');
    await submitJob(deps, REQUEST, OPTIONS);
    at('2026-03-01T10:30:00.000Z');
    expect((await submitJob(deps, REQUEST, OPTIONS)).reused).toBe(true);
    at('2026-03-01T10:30:00.001Z');
    expect(await submitJob(deps, REQUEST, OPTIONS)).toMatchObject({ reused: false, job: { number: 2 } });
    expect(service.created).toHaveLength(2);
  });

  it('re-attaches also where the cap leaves nothing, because it costs nothing', async () => {
    const { deps } = openBench({ dailyCreditCap: 2 });
    await submitJob(deps, REQUEST, OPTIONS);
    expect((await submitJob(deps, REQUEST, OPTIONS)).reused).toBe(true);
  });

  it('is a new one after a change of what is searched', async () => {
    let edition = 'one';
    const { deps } = openBench({ edition: () => edition });
    await submitJob(deps, REQUEST, OPTIONS);
    edition = 'two';
    expect((await submitJob(deps, REQUEST, OPTIONS)).reused).toBe(false);
  });

  it('is a new one at another account', async () => {
    const folder = temporaryFolder();
    await submitJob(openBench({}, folder).deps, REQUEST, OPTIONS);
    const other = openBench({ account: 'another' }, folder);
    expect((await submitJob(other.deps, REQUEST, OPTIONS)).reused).toBe(false);
  });

  it('is a new one, and charged, when it asks for a fresh job', async () => {
    const { deps, service } = openBench();
    await submitJob(deps, REQUEST, OPTIONS);
    expect(await submitJob(deps, REQUEST, { ...OPTIONS, fresh: true })).toMatchObject({
      reused: false,
      job: { number: 2, jobId: 'job-2' },
    });
    expect(service.created).toHaveLength(2);
  });

  it('is a new one after one that was refused, which used no number', async () => {
    const { deps, service, store } = openBench();
    service.fails(failure('INSUFFICIENT_CREDITS', 'no'));
    expect(await factsOf(submitJob(deps, REQUEST, OPTIONS))).toMatchObject({ code: 'INSUFFICIENT_CREDITS' });
    expect(store.byNumber(1)).toBeUndefined();
    service.instead = undefined;
    expect(await submitJob(deps, REQUEST, OPTIONS)).toMatchObject({ reused: false, job: { number: 1 } });
  });

  it.each([
    ['in one process', true],
    ['in two processes', false],
  ])('at the same moment makes one job %s', async (_what, isOne) => {
    const folder = temporaryFolder();
    const one = openBench({}, folder);
    const two = isOne ? one : openBench({}, folder, OTHER_PROCESS);
    const both = await Promise.all([submitJob(one.deps, REQUEST, OPTIONS), submitJob(two.deps, REQUEST, OPTIONS)]);
    expect(both.map(({ reused }) => reused).sort()).toEqual([false, true]);
    expect(both.map(({ job }) => job.number)).toEqual([1, 1]);
    expect(one.service.created.length + (isOne ? 0 : two.service.created.length)).toBe(1);
  });
});

describe('the daily cap', () => {
  it('refuses a job over it before anything is recorded or sent', async () => {
    const { deps, service, store } = openBench({ dailyCreditCap: 1 });
    expect(await factsOf(submitJob(deps, REQUEST, OPTIONS))).toMatchObject({
      code: 'CREDIT_CAP',
      charged: 'no',
      message: expect.stringContaining('costs 2 credits, but the daily cap of 1 leaves 1'),
    });
    expect(service.created).toEqual([]);
    expect(store.list({ offset: 0, count: 9, status: undefined })).toEqual({ jobs: [], total: 0 });
  });

  it('lets the person who agreed go over it with that one job', async () => {
    const { deps } = openBench({ dailyCreditCap: 1 });
    expect((await submitJob(deps, REQUEST, { ...OPTIONS, overCap: true })).job.charged).toBe('yes');
    expect(await factsOf(submitJob(deps, OTHER, OPTIONS))).toMatchObject({ code: 'CREDIT_CAP' });
  });

  it('holds for fresh jobs and accepted risks too', async () => {
    const { deps, store } = openBench({ dailyCreditCap: 2 });
    await submitJob(deps, REQUEST, OPTIONS);
    const wish = (options: object) => factsOf(submitJob(deps, REQUEST, { ...OPTIONS, ...options }));
    expect(await wish({ fresh: true })).toMatchObject({ code: 'CREDIT_CAP' });
    store.finish(1, { status: 'error', papers: [], notes: [] });
    expect(await wish({ acceptPossibleDoubleCharge: true })).toMatchObject({ code: 'CREDIT_CAP' });
  });

  it.each([
    ['in one process', true],
    ['in two processes', false],
  ])('lets one of two jobs through at the same moment where there is room for one, %s', async (_what, isOne) => {
    const folder = temporaryFolder();
    const one = openBench({ dailyCreditCap: 3 }, folder);
    const two = isOne ? one : openBench({ dailyCreditCap: 3 }, folder, OTHER_PROCESS);
    const outcomes = await Promise.all([
      factsOf(submitJob(one.deps, REQUEST, OPTIONS)),
      factsOf(submitJob(two.deps, OTHER, OPTIONS)),
    ]);
    expect(outcomes.map((facts) => facts?.code).sort()).toEqual(['CREDIT_CAP', undefined]);
    expect(one.store.committedSince('2000-01-01T00:00:00.000Z')).toBe(2);
  });
});
