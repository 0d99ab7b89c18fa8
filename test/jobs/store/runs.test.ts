import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ALL_SERIES, REPEATED_SEARCHES, type Run } from '../../../src/jobs/ports/store.ts';
import { JOB_STORE_MIGRATIONS } from '../../../src/jobs/store/migrations.ts';
import { openDatabase } from '../../../src/platform/sqlite/database.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { newJob, openStore } from './stores.ts';

afterEach(() => vi.useRealTimers());

const SERIES = 'again x';

function opened(folder = temporaryFolder()) {
  const store = openStore(folder);
  const begin = (run: Partial<Run> = {}, newerThan?: number) =>
    store.beginCreation(newJob(), {
      reuseSince: undefined,
      newerThan,
      run: { series: SERIES, after: store.lastRun(run.series ?? SERIES), ...run },
      allow: () => {},
    });
  return { folder, store, begin };
}

describe('a run', () => {
  it('stands until its end was told, over restarts and whatever the clock says', () => {
    const { folder, store, begin } = opened();
    expect(begin()).toMatchObject({ job: { number: 1 }, reused: false });
    store.confirm(1, 'id');
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const year of [2020, 2040]) {
      vi.setSystemTime(`${year}-01-01`);
      expect(begin()).toMatchObject({ job: { number: 1 }, reused: true });
      expect(opened(folder).begin()).toMatchObject({ job: { number: 1 }, reused: true });
    }
    store.markRunReported(1, REPEATED_SEARCHES);
    expect(begin()).toMatchObject({ job: { number: 2 }, reused: false });
  });

  it('that was never created stands for nobody', () => {
    const { store, begin } = opened();
    begin();
    store.settle(1, 'no');
    expect(begin()).toMatchObject({ job: { number: 2 }, reused: false });
  });

  it('that began beside a caller is what it gets, told or not', () => {
    const { store, begin } = opened();
    begin();
    store.confirm(1, 'id');
    store.markRunReported(1, REPEATED_SEARCHES);
    expect(begin({ after: 0 })).toMatchObject({ job: { number: 1 }, reused: true });
    expect(begin({ after: 1 })).toMatchObject({ job: { number: 2 }, reused: false });
  });

  it('that was told after the caller had started was under way then; one told in the future was told under a wrong clock', () => {
    const { store, begin } = opened();
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01T12:00:00Z') });
    begin();
    store.confirm(1, 'id');
    store.markRunReported(1, REPEATED_SEARCHES);
    vi.setSystemTime('2030-01-01T12:00:01Z');
    expect(begin({ since: '2030-01-01T11:59:59.000Z' })).toMatchObject({ job: { number: 1 }, reused: true });
    vi.setSystemTime('2030-01-01T11:00:00Z');
    expect(begin({ since: '2030-01-01T10:59:59.000Z' })).toMatchObject({ job: { number: 2 }, reused: false });
  });

  it('is given up for one that is begun in spite of it, and not taken by who wants a newer one', () => {
    const { store, begin } = opened();
    begin();
    store.confirm(1, 'id');
    expect(begin({}, 1)).toMatchObject({ job: { number: 2 }, reused: false });
    store.settle(2, 'unknown');
    expect(begin({ isForced: true })).toMatchObject({ job: { number: 3 }, reused: false });
    store.confirm(3, 'other');
    store.markRunReported(3, REPEATED_SEARCHES);
    expect(begin()).toMatchObject({ job: { number: 4 }, reused: false });
  });

  it('that was accepted is what the same acceptance gets until its end was told, unless it is uncertain or failed', () => {
    const { store, begin } = opened();
    const accept = () => begin({ isForced: true });
    begin();
    store.settle(1, 'unknown');
    expect(accept()).toMatchObject({ job: { number: 2 }, reused: false });
    expect(accept()).toMatchObject({ job: { number: 2 }, reused: true });
    store.settle(2, 'unknown');
    expect(accept()).toMatchObject({ job: { number: 3 }, reused: false });
    store.confirm(3, 'third');
    expect(accept()).toMatchObject({ job: { number: 3 }, reused: true });
    store.finish(3, { status: 'error', papers: [], notes: [] });
    expect(accept()).toMatchObject({ job: { number: 4 }, reused: false });
    store.confirm(4, 'fourth');
    store.finish(4, { status: 'success', papers: [], notes: [] });
    expect(accept()).toMatchObject({ job: { number: 4 }, reused: true });
    store.markRunReported(4, REPEATED_SEARCHES);
    expect(accept()).toMatchObject({ job: { number: 5 }, reused: false });
  });

  it('of a watch is told by the watch, whoever else has read the job', () => {
    const { store, begin } = opened();
    store.addWatch(1);
    begin({ series: 'W1' });
    store.confirm(1, 'id');
    store.markRunReported(1, REPEATED_SEARCHES);
    expect(begin({ series: 'W1' })).toMatchObject({ job: { number: 1 }, reused: true });
    store.markRunReported(1, ALL_SERIES);
    expect(begin({ series: 'W1' })).toMatchObject({ job: { number: 2 }, reused: false });
    expect(store.watches()).toMatchObject([{ number: 1, jobs: [1, 1, 2] }]);
  });
});

describe('a run of one series and the same search in another', () => {
  const BEGAN = { fingerprints: [newJob().fingerprint], begunSince: '2030-01-01T11:00:00.000Z' };
  const at = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(`2030-01-01T${time}Z`) });
  const SERIES_PAIRS = [
    ['W1', 'W2'],
    ['W1', SERIES],
    [SERIES, 'W1'],
  ] as const;

  it.each(SERIES_PAIRS)('is a run of both (%s, %s) until both were told', (one, other) => {
    at('12:00:00');
    const { store, begin } = opened();
    begin({ series: one, shared: BEGAN });
    store.confirm(1, 'id');
    expect(begin({ series: other, shared: BEGAN })).toMatchObject({ job: { number: 1 }, reused: true });
    store.markRunReported(1, one);
    // The one goes on; the other has not been told yet.
    expect(begin({ series: one })).toMatchObject({ job: { number: 2 }, reused: false });
    expect(begin({ series: other })).toMatchObject({ job: { number: 1 }, reused: true });
    store.markRunReported(1, other);
    expect(store.findRun({ series: other, after: store.lastRun(other) })).toBeUndefined();
  });

  it('is none of the other where it was told before that began, is old, uncertain, failed, or of another search', () => {
    at('12:00:00');
    const { store, begin } = opened();
    const found = (changes: Partial<Run> = {}) =>
      store.findRun({ series: 'W2', after: 0, shared: BEGAN, ...changes })?.number;
    begin({ series: 'W1' });
    expect(found()).toBe(1);
    store.settle(1, 'unknown');
    expect(found()).toBeUndefined();
    store.confirm(1, 'id');
    expect(found()).toBe(1);
    expect(found({ shared: { ...BEGAN, fingerprints: ['another'] } })).toBeUndefined();
    expect(found({ shared: { ...BEGAN, begunSince: '2030-01-01T12:00:00.001Z' } })).toBeUndefined();
    expect(found({ isForced: true })).toBeUndefined();
    at('12:00:01');
    store.markRunReported(1, 'W1');
    expect(found({ since: '2030-01-01T12:00:00.000Z' })).toBe(1);
    expect(found({ since: '2030-01-01T12:00:01.500Z' })).toBeUndefined();
    begin({ series: 'W1' });
    store.confirm(2, 'other');
    store.finish(2, { status: 'error', papers: [], notes: [] });
    expect(found()).toBeUndefined();
  });
});

it('watches of before runs were recorded keep their jobs; a run that was not over stands', () => {
  const folder = temporaryFolder();
  const before = JOB_STORE_MIGRATIONS.findIndex((sql) => sql.includes('CREATE TABLE runs'));
  const old = openDatabase(join(folder, 'jobs.sqlite'), JOB_STORE_MIGRATIONS.slice(0, before), 50);
  for (const finished of ['1', '2', null]) {
    const values = `'hosted', 'account', 'queued', 1, 'basic', 'yes', '2026-01-01T00:00:00.000Z'`;
    old.run(
      `INSERT INTO jobs (mode, account, status, cost, pool, charged, created_at, finished_at) VALUES (${values}, ?)`,
      finished,
    );
  }
  old.run(`INSERT INTO watches (jobs, created_at) VALUES ('[1,2,3]', '2026-01-01T00:00:00.000Z')`);
  old.close();
  const { store } = opened(folder);
  expect(store.watches()).toMatchObject([{ number: 1, jobs: [1, 2, 3] }]);
  expect(store.findRun({ series: 'W1', after: 3 })).toMatchObject({ number: 3 });
  store.markRunReported(3, 'W1');
  expect(store.findRun({ series: 'W1', after: 3 })).toBeUndefined();
});
