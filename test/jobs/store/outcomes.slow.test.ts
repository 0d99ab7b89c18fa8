import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PaperqueueError } from '../../../src/contract/errors.ts';
import { openOutcomes } from '../../../src/jobs/store/outcomes.ts';
import { openDriver } from '../../../src/platform/sqlite/driver.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { ANEW, newJob, OTHER_PROCESS, openStore, openStoreFile, reuse } from './stores.ts';

afterEach(() => {
  vi.useRealTimers();
});

function factsOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    return error instanceof PaperqueueError ? error.details : error;
  }
  return undefined;
}

/** A store with one intent, and its file in the hands of somebody else who writes. */
function openBench() {
  const folder = temporaryFolder();
  const store = openStore(folder);
  store.beginCreation(newJob({ cost: 2 }), ANEW);
  store.stampDial(1);
  const file = openStoreFile(folder);
  return { folder, store, file, whileLocked: (work: () => void) => file.transaction(work) };
}

const OUTCOMES = [
  ['confirm', 'abc', { jobId: 'abc', status: 'queued', charged: 'yes' }, ['hold', 'release', 'charge']],
  ['settle', 'unknown', { jobId: null, status: 'unknown', charged: 'unknown' }, ['hold']],
  ['settle', 'no', { jobId: null, status: 'refused', charged: 'no' }, ['hold', 'release']],
  ['settle', 'yes', { jobId: null, status: 'unknown', charged: 'yes' }, ['hold', 'release', 'charge']],
] as const;

describe.each(OUTCOMES)('%s(%j) of a store that is locked', (what, value, facts, moneyRows) => {
  const record = (store: ReturnType<typeof openStore>) =>
    value === 'abc' ? store.confirm(1, value) : store.settle(1, value);

  it('says that it may work in a moment, and is shown to readers at once', () => {
    const { store, whileLocked } = openBench();
    whileLocked(() => {
      expect(factsOf(() => record(store))).toMatchObject({ code: 'STORE_UNAVAILABLE', retryAfterSeconds: 1 });
      const shown = { number: 1, ...facts, isInMemoryOnly: true };
      expect(store.byNumber(1)).toMatchObject(shown);
      expect(store.list({ offset: 0, count: 5, status: undefined }).jobs).toMatchObject([shown]);
      const equal = store.findEqual('fingerprint', '9999');
      if (facts.status === 'refused') expect(equal).toBeUndefined();
      else expect(equal).toMatchObject(shown);
      const byId = store.byJobId('abc', 'account');
      if (what === 'confirm') expect(byId).toMatchObject(shown);
      expect(store.byJobId('abc', 'another account')).toBeUndefined();
    });
  });

  it.each([
    ['the next look at the job', (store: ReturnType<typeof openStore>) => store.byNumber(1)],
    [
      'the next new job',
      (store: ReturnType<typeof openStore>) => store.beginCreation(newJob({ fingerprint: 'x' }), ANEW),
    ],
    ['closing', (store: ReturnType<typeof openStore>) => store.close()],
  ])('is written with %s', async (_which, access) => {
    const { folder, store, file, whileLocked } = openBench();
    whileLocked(() => factsOf(() => record(store)));
    access(store);
    expect(file.all('SELECT kind FROM ledger WHERE job = 1 ORDER BY id')).toEqual(moneyRows.map((kind) => ({ kind })));
    const elsewhere = openStore(folder, OTHER_PROCESS).byNumber(1);
    expect(elsewhere).toMatchObject(facts);
    expect(elsewhere).not.toHaveProperty('isInMemoryOnly');
  });

  it('is written by itself when nobody asks', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { store, file, whileLocked } = openBench();
    whileLocked(() => {
      factsOf(() => record(store));
      vi.advanceTimersByTime(1_200);
    });
    const status = () => file.get<{ status: string }>('SELECT status FROM jobs WHERE number = 1')?.status;
    expect(status()).toBe('submitting');
    vi.advanceTimersByTime(500);
    expect(status()).toBe(facts.status);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('an outcome that is in memory only', () => {
  it('is found by an equal search as soon as the store can be written, and nothing new begins', () => {
    const { store, whileLocked } = openBench();
    whileLocked(() => factsOf(() => store.confirm(1, 'abc')));
    const { job, reused } = store.beginCreation(newJob({ cost: 2 }), reuse());
    expect({ job, reused }).toMatchObject({ job: { number: 1, jobId: 'abc', status: 'queued' }, reused: true });
  });

  it('replaces what others believed in the meantime, and is charged once', () => {
    const { folder, store, file, whileLocked } = openBench();
    whileLocked(() => factsOf(() => store.confirm(1, 'abc')));
    file.run("UPDATE jobs SET created_at = '2000-01-01T00:00:00.000Z' WHERE number = 1");
    expect(openStore(folder, OTHER_PROCESS).byNumber(1)?.status).toBe('unknown');
    expect(store.byNumber(1)).toMatchObject({ jobId: 'abc', charged: 'yes' });
    expect(file.all('SELECT kind, credits FROM ledger ORDER BY id')).toEqual([
      { kind: 'hold', credits: 2 },
      { kind: 'release', credits: 2 },
      { kind: 'charge', credits: 2 },
    ]);
  });

  it('is written before its papers', () => {
    const { store, file, whileLocked } = openBench();
    whileLocked(() => factsOf(() => store.confirm(1, 'abc')));
    store.finish(1, { status: 'success', papers: [], notes: [] });
    expect(file.get('SELECT job_id, status, charged FROM jobs')).toEqual({
      job_id: 'abc',
      status: 'success',
      charged: 'yes',
    });
  });

  it.each([
    [
      'its papers',
      (store: ReturnType<typeof openStore>) => store.finish(1, { status: 'success', papers: [], notes: [] }),
    ],
    ['another state', (store: ReturnType<typeof openStore>) => store.setStatus(1, 'running')],
  ])('keeps back %s while only it cannot be written', (_what, record) => {
    const { store, file, whileLocked } = openBench();
    whileLocked(() => factsOf(() => store.confirm(1, 'abc')));
    // As if the file came free between the two writes.
    const refuse = `CREATE TRIGGER full BEFORE UPDATE OF job_id ON jobs BEGIN SELECT RAISE(FAIL, 'not now'); END`;
    file.run(refuse);
    expect(factsOf(() => record(store))).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(file.get('SELECT job_id, status FROM jobs')).toEqual({ job_id: null, status: 'submitting' });
  });

  it('is given to whoever closes a store that stays locked', async () => {
    const { folder, store } = openBench();
    const file = openDriver(join(folder, 'jobs.sqlite'));
    file.exec('BEGIN IMMEDIATE');
    factsOf(() => store.confirm(1, 'abc'));
    expect([...(await store.close())]).toEqual([[1, { jobId: 'abc' }]]);
    file.close();
  });
});

it('a job that ended stays as it ended when its id is told a second time', () => {
  const { store } = openBench();
  store.settle(1, 'unknown');
  store.confirm(1, 'abc');
  store.finish(1, { status: 'success', papers: [{ id: 'a1' }], notes: [{ kind: 'unreadable-results', results: 1 }] });
  expect(store.confirm(1, 'abc')).toMatchObject({ jobId: 'abc', status: 'success', papers: 1, charged: 'yes' });
  expect(store.byNumber(1)?.notes).toHaveLength(1);
});

it('each of several outcomes in memory is found by its own id, and all are written', () => {
  const { store, whileLocked } = openBench();
  for (const fingerprint of ['second', 'third']) store.beginCreation(newJob({ fingerprint }), ANEW);
  whileLocked(() => {
    factsOf(() => store.settle(1, 'unknown'));
    factsOf(() => store.confirm(2, 'two'));
    factsOf(() => store.confirm(3, 'three'));
    expect(store.byJobId('two', 'account')).toMatchObject({ number: 2, jobId: 'two' });
    expect(store.byJobId('three', 'account')).toMatchObject({ number: 3, jobId: 'three' });
    expect(store.byJobId('four', 'account')).toBeUndefined();
  });
  const states = [1, 2, 3].map((number) => store.byNumber(number));
  expect(states.map((job) => job?.charged)).toEqual(['unknown', 'yes', 'yes']);
  expect(states.map((job) => job?.isInMemoryOnly)).toEqual([undefined, undefined, undefined]);
});

it('an outcome of a job that is not there any more is kept, and given to whoever closes the store', async () => {
  const { store } = openBench();
  expect(factsOf(() => store.confirm(7, 'abc'))).toBeInstanceOf(Error);
  expect([...(await store.close())]).toEqual([[7, { jobId: 'abc' }]]);
});

describe('an outcome whose writing the file refuses for good', () => {
  // No retry of such a write succeeds as long as the rule stands.
  const RULE = `CREATE UNIQUE INDEX one_status ON jobs (status) WHERE status = 'queued'`;

  it('is kept, shown, logged once, and written once the file takes it', () => {
    const kept: unknown[] = [];
    const folder = temporaryFolder();
    const store = openStore(folder, process.pid, { onKept: (...given) => kept.push(given) });
    for (const fingerprint of ['first', 'second']) store.beginCreation(newJob({ fingerprint }), ANEW);
    const file = openStoreFile(folder);
    store.confirm(1, 'one');
    file.exec(RULE);
    expect(factsOf(() => store.confirm(2, 'two'))).toMatchObject({ code: 'STORE_UNAVAILABLE', retryable: false });
    expect(store.byJobId('two', 'account')).toMatchObject({ number: 2, charged: 'yes', isInMemoryOnly: true });
    expect(store.findEqual('second', '9999')).toMatchObject({ number: 2, jobId: 'two' });
    expect(kept).toMatchObject([[2, { jobId: 'two' }, { name: 'PaperqueueError' }]]);
    file.exec('DROP INDEX one_status');
    expect(store.byNumber(2)).toMatchObject({ jobId: 'two', status: 'queued', charged: 'yes' });
    expect(store.byNumber(2)).not.toHaveProperty('isInMemoryOnly');
  });
});

describe('outcomes that the file does not take', () => {
  const unavailable = (more: { retryAfterSeconds?: number }) =>
    new PaperqueueError({
      code: 'STORE_UNAVAILABLE',
      message: 'It cannot be written.',
      charged: 'no',
      retryable: true,
      next: 'Call again.',
      ...more,
    });
  const LOCKED = unavailable({ retryAfterSeconds: 1 });
  const REFUSED = unavailable({});

  /** Two outcomes that are in memory, of a file that fails with this while it is told to; and what is tried. */
  function openTwo(failure: Error) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const tried: number[] = [];
    const failing = new Set([1, 2]);
    const outcomes = openOutcomes((number) => {
      tried.push(number);
      if (failing.has(number)) throw failure;
      return {} as ReturnType<Parameters<typeof openOutcomes>[0]>;
    });
    for (const number of failing) expect(factsOf(() => outcomes.record(number, { jobId: `${number}` }))).toBeDefined();
    tried.length = 0;
    return { outcomes, tried, failing };
  }

  it('are not tried one after the other while it is locked, each of which would wait', () => {
    const { outcomes, tried } = openTwo(LOCKED);
    outcomes.writePending();
    expect(tried).toEqual([1]);
    expect([...outcomes.pending().keys()]).toEqual([1, 2]);
  });

  it('do not hold up each other where it refuses only one', () => {
    const { outcomes, failing } = openTwo(REFUSED);
    failing.delete(2);
    outcomes.writePending();
    expect([...outcomes.pending().keys()]).toEqual([1]);
  });

  it('are not tried any more once that was stopped', () => {
    const { outcomes, tried } = openTwo(LOCKED);
    outcomes.stop();
    vi.advanceTimersByTime(60_000);
    expect(tried).toEqual([]);
  });
});

it('what is no fault of the file is thrown as it is, and the outcome is kept all the same', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const bug = new TypeError('a bug');
  const told: unknown[] = [];
  const outcomes = openOutcomes(
    () => {
      throw bug;
    },
    (...given) => told.push(given),
  );
  expect(() => outcomes.record(1, { jobId: 'abc' })).toThrow(bug);
  expect([...outcomes.pending()]).toEqual([[1, { jobId: 'abc' }]]);
  expect(told).toEqual([[1, { jobId: 'abc' }, bug]]);
  vi.advanceTimersByTime(10_000);
  expect(told).toHaveLength(1);
  outcomes.stop();
});
