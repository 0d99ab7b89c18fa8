import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JobAnswer } from '../../src/contract/answers.ts';
import { openExportFolder } from '../../src/report/exporting/export-folder.ts';
import { ANEW, newJob } from './store/stores.ts';
import { createFeatures, factsOf, failure, openBench } from './submitting.ts';

/** Jobs whose papers nobody can bring: expired, of another account, or never heard of. */

afterEach(() => {
  vi.useRealTimers();
});

function laterBy(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
}

function open(status: () => Promise<JobAnswer> = () => Promise.reject(failure('JOB_NOT_FOUND', 'no'))) {
  const asked: string[] = [];
  const { deps, folder, service, store } = openBench();
  service.status = (async (jobId: string) => {
    asked.push(jobId);
    return status();
  }) as typeof service.status;
  const { jobs } = createFeatures({
    ...deps,
    exports: openExportFolder(folder),
    serviceAddress: 'https://example.org/api',
    defaultWaitSeconds: 0,
    related: { supported: ['openalex'], names: [], find: () => Promise.reject(new Error('nobody asked')) },
    finder: { find: () => Promise.reject(new Error('nobody asked')) },
    polls: { minPauseMs: 0, shareOfAge: 0, maxPauseMs: 0 },
  });
  const read = (jobId: string, waitSeconds = 1) =>
    jobs.getJob(jobId, {}, { signal: new AbortController().signal, waitSeconds });
  return { store, asked, read };
}

const papers = [{ title: 'Mussels' }];
const done: JobAnswer = { status: 'success', papers, unreadable: 0, notes: [] };

it('a job that was made elsewhere is read by its id, and its cost is not known here', async () => {
  const { read, store } = open(() => Promise.resolve(done));
  expect(await read('id-of-another-machine')).toMatchObject({
    papers: [{ ref: 'J1-1' }],
    notes: [{ kind: 'made-elsewhere' }],
  });
  store.beginCreation(newJob(), ANEW);
  store.confirm(2, 'id-2');
  expect((await read('J2')).notes).toContainEqual({ kind: 'reading-is-free' });
});

describe('a job that the service has forgotten', () => {
  it('is said to have expired, with when it was made and what a new search costs', async () => {
    const { store, read, asked } = open();
    store.beginCreation(newJob(), ANEW);
    const { createdAt } = store.confirm(1, 'id-1');
    laterBy(10);
    for (const name of ['J1', 'id-1']) {
      const facts = await factsOf(read(name));
      expect(facts).toMatchObject({ code: 'JOB_NOT_FOUND', charged: 'no', retryable: false });
      expect(facts?.message).toContain('no longer knows J1');
      expect(facts?.message).toContain(createdAt);
      expect(facts?.message).toContain('expired');
      expect(facts?.next).toContain('fresh: true');
      expect(facts?.next).toContain('charged again');
    }
    expect(asked).toEqual(['id-1', 'id-1']);
    expect(store.byNumber(1)).toMatchObject({ status: 'queued', charged: 'yes' });
  });

  it('though it is minutes old at most only waits: nobody is advised to pay again', async () => {
    const { store, read } = open();
    store.beginCreation(newJob(), ANEW);
    store.confirm(1, 'id-1');
    for (const minutes of [0, 9]) {
      laterBy(minutes);
      const { job, next } = await read('J1', 0);
      expect(job).toMatchObject({ ref: 'J1', status: 'queued' });
      expect(next).toMatchObject([{ kind: 'wait-for', job: 'J1' }]);
    }
  });

  it('but whose papers are stored is read without asking', async () => {
    const { store, read, asked } = open();
    store.beginCreation(newJob(), ANEW);
    store.confirm(1, 'id-1');
    store.finish(1, { status: 'success', papers, notes: [] });
    expect(await read('id-1')).toMatchObject({ job: { ref: 'J1' }, papers: [{ ref: 'J1-1', title: 'Mussels' }] });
    expect(asked).toEqual([]);
  });

  it('is another thing than a service that cannot be reached', async () => {
    const { store, read } = open(() => Promise.reject(failure('UNAUTHORIZED', 'no')));
    store.beginCreation(newJob(), ANEW);
    store.confirm(1, 'id-1');
    expect(await factsOf(read('J1'))).toMatchObject({ code: 'UNAUTHORIZED', message: 'It failed as UNAUTHORIZED.' });
  });
});

describe('an id that this machine has not seen', () => {
  it('and that the service does not know either is not said to have expired, and is not recorded', async () => {
    const { store, read, asked } = open();
    const facts = await factsOf(read('65f0aa'));
    expect(facts?.code).toBe('JOB_NOT_FOUND');
    expect(facts?.message).not.toContain('expired');
    expect(asked).toEqual(['65f0aa']);
    expect(store.list({ offset: 0, count: 1, status: undefined }).total).toBe(0);
  });

  it('and that the service knows is recorded and read, without a charge', async () => {
    const { store, read } = open(async () => done);
    expect(await read(' 65f0aa ')).toMatchObject({
      job: { ref: 'J1', jobId: '65f0aa', operation: 'unknown', status: 'success' },
      credits: { cost: 0, charged: 'no' },
      papers: [{ ref: 'J1-1' }],
    });
    expect(store.byNumber(1)).toMatchObject({ request: null, charged: 'no' });
  });

  it('and found nothing is answered without filters, because they are not known', async () => {
    const { read } = open(async () => ({ ...done, papers: [] }));
    expect((await read('65f0aa')).next).toEqual([
      { kind: 'search-other-keywords', words: 'keywords', isCharged: true },
    ]);
  });

  it('but is a reference is never asked of the service', async () => {
    const { read, asked } = open(async () => done);
    const facts = await factsOf(read('J7'));
    expect(facts).toMatchObject({ code: 'JOB_NOT_FOUND', charged: 'no', retryable: false });
    expect(facts?.message).toContain('J7');
    expect(asked).toEqual([]);
  });
});

describe('a job of another account', () => {
  it('that still ran cannot be asked about, and the answer says what to restore', async () => {
    const { store, read, asked } = open(async () => done);
    store.beginCreation(newJob({ account: 'another' }), ANEW);
    store.confirm(1, 'id-1');
    const facts = await factsOf(read('J1'));
    expect(facts).toMatchObject({ code: 'JOB_NOT_FOUND', charged: 'no', retryable: false });
    expect(facts?.message).toContain('another account');
    expect(facts?.next).toContain('PAPERQUEUE_BASE_URL');
    expect(asked).toEqual([]);
  });

  it('whose papers are stored is read', async () => {
    const { store, read } = open();
    store.beginCreation(newJob({ account: 'another' }), ANEW);
    store.confirm(1, 'id-1');
    store.finish(1, { status: 'success', papers, notes: [] });
    expect(await read('J1')).toMatchObject({ papers: [{ ref: 'J1-1' }] });
  });

  it('is not found under its id, which is another account’s: the service is asked', async () => {
    const { store, read, asked } = open();
    store.beginCreation(newJob({ account: 'another' }), ANEW);
    store.confirm(1, 'id-1');
    expect((await factsOf(read('id-1')))?.code).toBe('JOB_NOT_FOUND');
    expect(asked).toEqual(['id-1']);
  });
});
