import { describe, expect, it } from 'vitest';
import { againSeries, type NewJob } from '../../../src/jobs/ports/store.ts';
import { textNotes } from '../../helpers/said.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { ANEW, LONG_AGO, newJob, openStore, openStoreFile, reuse } from './stores.ts';

describe('names and groups of jobs', () => {
  it('are recorded with the intent, so that no kill comes between', () => {
    const folder = temporaryFolder();
    openStore(folder).beginCreation(newJob(), { ...ANEW, label: { name: 'first try', group: 'thesis' } });
    expect(openStore(folder, process.ppid).byNumber(1)).toMatchObject({
      status: 'submitting',
      name: 'first try',
      group: 'thesis',
    });
  });

  it('are given to a job that is reused, as far as they are said', () => {
    const store = openStore();
    store.beginCreation(newJob(), { ...ANEW, label: { name: 'first try', group: 'thesis' } });
    store.confirm(1, 'abc');
    store.beginCreation(newJob(), reuse());
    expect(store.byNumber(1)).toMatchObject({ name: 'first try', group: 'thesis' });
    store.beginCreation(newJob(), { ...reuse(), label: { group: 'teaching' } });
    expect(store.byNumber(1)).toMatchObject({ name: 'first try', group: 'teaching' });
  });

  it('change and go away', () => {
    const store = openStore();
    for (const fingerprint of ['a', 'b']) store.beginCreation(newJob({ fingerprint }), ANEW);
    store.label([1, 2], { group: 'thesis' });
    store.label([2], { name: 'second', group: null });
    const { jobs } = store.list({ offset: 0, count: 9, status: undefined });
    expect(jobs.map(({ number, name, group }) => [number, name, group])).toEqual([
      [2, 'second', undefined],
      [1, undefined, 'thesis'],
    ]);
  });
});

const FOUND = { status: 'success', papers: [{ title: 'First' }, { title: 'Second' }], notes: textNotes('a note') };

/** A store with a finished job. */
function withJob(facts: Partial<NewJob> = {}, folder = temporaryFolder()) {
  const store = openStore(folder);
  store.beginCreation(newJob(facts), ANEW);
  store.confirm(1, 'abc');
  store.finish(1, FOUND);
  return { store, folder };
}

const ALL = { offset: 0, count: 9, status: undefined };
const anything = () => {};

describe('a removed job', () => {
  it('loses its papers and leaves the lists; what it cost stays', () => {
    const { store, folder } = withJob();
    store.remove([1], anything);
    expect(store.list(ALL)).toEqual({ jobs: [], total: 0 });
    expect(store.list({ ...ALL, status: 'success' }).total).toBe(0);
    expect(store.list({ ...ALL, status: 'removed' })).toMatchObject({
      jobs: [{ number: 1, cost: 2, charged: 'yes', papers: null, removedAt: expect.any(String) }],
      total: 1,
    });
    expect(store.papers(1)).toEqual([]);
    expect(openStoreFile(folder).all('SELECT job FROM results')).toEqual([]);
    expect(store.chargedSince('account', 'basic', LONG_AGO)).toBe(2);
    expect(store.committedSince(LONG_AGO)).toBe(2);
    store.beginCreation(newJob({ fingerprint: 'another' }), ANEW);
    expect(store.list(ALL).jobs.map(({ number }) => number)).toEqual([2]);
  });

  it('is removed with all others or not at all', () => {
    const { store } = withJob();
    store.beginCreation(newJob({ fingerprint: 'another' }), ANEW);
    const forbid = ({ number }: { number: number }) => {
      if (number === 2) throw new Error('not this one');
    };
    expect(() => store.remove([1, 2], forbid)).toThrow('not this one');
    expect(store.list(ALL).total).toBe(2);
    expect(store.papers(1)).toHaveLength(2);
  });

  it('of a hosted service comes back with an equal search, which pays nothing and reads its papers again', () => {
    const { store, folder } = withJob();
    store.label([1], { group: 'thesis' });
    store.remove([1], anything);
    const begun = store.beginCreation(newJob(), reuse());
    expect(begun).toMatchObject({ reused: true, job: { number: 1, jobId: 'abc', status: 'queued', group: 'thesis' } });
    expect(begun.job.removedAt).toBeUndefined();
    // A process that ends now leaves a job that the next one reads.
    const next = openStore(folder, process.ppid);
    next.finish(1, FOUND);
    expect(next.byNumber(1)).toMatchObject({ status: 'success', papers: 2, notes: textNotes('a note') });
    expect(next.committedSince(LONG_AGO)).toBe(2);
  });

  it('of a hosted service comes back by its id', () => {
    const { store } = withJob();
    store.remove([1], anything);
    expect(store.adopt({ mode: 'hosted', account: 'account', jobId: 'abc' })).toMatchObject({
      number: 1,
      status: 'queued',
      charged: 'yes',
    });
    expect(store.list(ALL).total).toBe(1);
  });

  it('of the embedded service is equal to nothing, also not as a run', () => {
    const { store } = withJob({ mode: 'embedded' });
    const series = againSeries('fingerprint');
    store.remove([1], anything);
    expect(store.findEqual('fingerprint', LONG_AGO)).toBeUndefined();
    expect(store.beginCreation(newJob({ mode: 'embedded' }), reuse())).toMatchObject({
      reused: false,
      job: { number: 2 },
    });
    store.confirm(2, 'def');
    store.finish(2, FOUND);
    const run = { series, after: 0, shared: { fingerprints: ['fingerprint'], begunSince: LONG_AGO } };
    const repeat = () => store.beginCreation(newJob({ mode: 'embedded' }), { ...ANEW, run }).job.number;
    expect(repeat()).toBe(3);
    store.confirm(3, 'ghi');
    store.finish(3, FOUND);
    expect(repeat()).toBe(3);
    store.remove([3], anything);
    expect(repeat()).toBe(4);
  });

  it('that a hosted service charged is not handed out as a new run: its end was known to who removed it', () => {
    const store = openStore();
    const series = againSeries('fingerprint');
    const repeat = () => {
      const run = { series, after: store.lastRun(series) };
      return store.beginCreation(newJob(), { ...ANEW, run }).job.number;
    };
    expect([repeat(), repeat()]).toEqual([1, 1]);
    store.confirm(1, 'abc');
    store.finish(1, FOUND);
    store.remove([1], anything);
    expect(repeat()).toBe(2);
  });

  it('that was paid in vain still counts as such', () => {
    const { store } = withJob();
    store.beginCreation(newJob(), ANEW);
    store.confirm(2, 'def');
    store.finish(2, { status: 'error', papers: [], notes: [] });
    store.remove([2], anything);
    expect(store.findFailed('fingerprint', LONG_AGO)).toMatchObject({ number: 2 });
  });
});

it('knows the watch that a job belongs to', () => {
  const { store } = withJob();
  expect(store.watchOf(1)).toBeUndefined();
  store.addWatch(1);
  expect(store.watchOf(1)).toBe(1);
  store.removeWatch(1);
  expect(store.watchOf(1)).toBeUndefined();
});
