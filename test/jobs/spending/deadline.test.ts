import { describe, expect, it } from 'vitest';
import type { SearchService } from '../../../src/jobs/ports/service.ts';
import { MAX_CALL_MS, readInTime } from '../../../src/jobs/spending/call.ts';
import { orLate, startDeadline } from '../../../src/lib/deadline.ts';
import { openExportFolder } from '../../../src/report/exporting/export-folder.ts';
import { createFeatures, factsOf, failure, openBench, REQUEST } from '../submitting.ts';

/** A call is answered in its time whatever the service does; here the time is up when the test says so. */

const NEVER = new AbortController().signal;
const POLLS = { minPauseMs: 1, shareOfAge: 0.5, maxPauseMs: 5 };
const PAGE = { offset: 0, count: 10 } as never;
const silence = () => new Promise<never>(() => {});

function open(service: Partial<SearchService> = {}) {
  const bench = openBench();
  const cases = createFeatures({
    ...bench.deps,
    service: Object.assign(bench.service, service),
    exports: openExportFolder(bench.folder),
    related: { supported: ['openalex'], names: [], find: silence },
    finder: { find: () => Promise.reject(new Error('nobody asked')) },
    serviceAddress: undefined,
    defaultWaitSeconds: 1,
    polls: POLLS,
  });
  return { ...bench, cases };
}

/** Lets everything that is due happen. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

it('a call has less than the 50 seconds that are promised', () => {
  expect(MAX_CALL_MS).toBeLessThan(50_000);
  expect(MAX_CALL_MS).toBeGreaterThanOrEqual(45_000);
});

describe('a search whose time is up', () => {
  it('after it was refused, while it is found out why, is no job: its number is free', async () => {
    const end = new AbortController();
    const { cases, store, service } = open();
    service.fails(failure('INSUFFICIENT_CREDITS', 'no'));
    service.balances = async () => {
      if (service.created.length > 0) end.abort();
      return service.created.length > 0 ? silence() : service.tells;
    };
    const call = { waitSeconds: 50, signal: NEVER, drainSignal: end.signal };
    expect(await factsOf(cases.jobs.search(REQUEST, PAGE, call))).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      charged: 'no',
    });
    expect(store.byNumber(1)).toBeUndefined();
  });

  it('is answered with the job that is being submitted, which is recorded when it comes', async () => {
    const end = new AbortController();
    let answer = (_created: { jobId: string }) => {};
    const { cases, store, service } = open();
    service.instead = () =>
      new Promise((resolve) => {
        answer = resolve;
        end.abort();
      });
    const { job, notes, credits } = await cases.jobs.search(REQUEST, PAGE, {
      waitSeconds: 50,
      signal: NEVER,
      drainSignal: end.signal,
    });
    expect(job).toMatchObject({ ref: 'J1', status: 'submitting', reused: false });
    expect(credits).toMatchObject({ charged: 'unknown' });
    expect(notes).toContainEqual({ kind: 'still-submitting', job: 'J1' });
    answer({ jobId: 'late' });
    await turns();
    expect(store.byNumber(1)).toMatchObject({ status: 'queued', charged: 'yes', jobId: 'late' });
    expect(service.created).toHaveLength(1);
  });

  it('before anything was recorded spends nothing, then or later', async () => {
    const end = new AbortController();
    let tell = (_told: undefined) => {};
    const { cases, store, service } = open({
      balances: () =>
        new Promise((resolve) => {
          tell = resolve;
          end.abort();
        }),
    });
    const call = cases.jobs.search(REQUEST, PAGE, { waitSeconds: 50, signal: NEVER, drainSignal: end.signal });
    expect(await factsOf(call)).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', charged: 'no', retryable: true });
    tell(undefined);
    await turns();
    expect(service.created).toEqual([]);
    expect(store.byNumber(1)).toBeUndefined();
  });
});

it('a search that is cancelled while the balance is looked up spends nothing, then or later', async () => {
  const call = new AbortController();
  const { cases, store, service } = open();
  service.balances = async () => {
    call.abort(new Error('the user went away'));
    return service.tells;
  };
  await expect(cases.jobs.search(REQUEST, PAGE, { waitSeconds: 50, signal: call.signal })).rejects.toThrow('went away');
  await turns();
  expect(service.created).toEqual([]);
  expect(store.byNumber(1)).toBeUndefined();
});

it('a job of a strange id is not waited for longer than a call may take', async () => {
  const end = new AbortController();
  const { cases } = open({
    status: (_id, signal) => {
      setImmediate(() => end.abort());
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  const call = cases.jobs.getJob('0123456789abcdef01234567', PAGE, { signal: NEVER, drainSignal: end.signal });
  expect(await factsOf(call)).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', charged: 'no' });
});

describe('a deadline', () => {
  it('comes by itself, and its signal with it', async () => {
    const deadline = startDeadline(20);
    expect(deadline.remainingMs()).toBeGreaterThan(0);
    expect(await orLate<string>(silence(), deadline, () => 'late')).toBe('late');
    expect(deadline.signal.aborted).toBe(true);
    expect(startDeadline(0).remainingMs()).toBe(0);
  });

  it('lets work that it ends say how it ended', async () => {
    const end = new AbortController();
    const deadline = startDeadline(60_000, end.signal);
    const work = new Promise<string>((_resolve, reject) =>
      deadline.signal.addEventListener('abort', () => Promise.resolve().then(() => reject(new Error('was not sent')))),
    );
    setImmediate(() => end.abort());
    await expect(orLate(work, deadline, () => 'late')).rejects.toThrow('was not sent');
  });

  it('returns the result of the work, or its error', async () => {
    expect(await orLate(Promise.resolve(1), startDeadline(60_000), () => 2)).toBe(1);
    await expect(orLate(Promise.reject(new Error('no')), startDeadline(60_000), () => 2)).rejects.toThrow('no');
  });

  it('that ends a read is said to have brought no answer, and nothing that costs', async () => {
    const silent = (signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    expect(await factsOf(readInTime(NEVER, startDeadline(1), silent))).toEqual({
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'The search service did not answer in the time that a call has.',
      charged: 'no',
      retryable: true,
      next: 'Call again.',
    });
  });

  it('is no excuse for a read that failed by itself or whose call was aborted', async () => {
    const failed = async () => {
      throw new Error('failed');
    };
    await expect(readInTime(NEVER, startDeadline(60_000), failed)).rejects.toThrow('failed');
    const gone = AbortSignal.abort(new Error('the user went away'));
    await expect(readInTime(gone, startDeadline(0), failed)).rejects.toThrow('the user went away');
  });
});
