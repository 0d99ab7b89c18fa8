import { afterEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { ANEW, LONG_AGO, newJob, openStore, openStoreFile, reuse } from './stores.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Sets the clock; everything else goes on in real time. */
function at(time: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
}

type Row = { job: number; kind: string; credits: number };
const rowsOf = (folder: string) => openStoreFile(folder).all<Row>('SELECT job, kind, credits FROM ledger ORDER BY id');

/** A store with one job of 3 credits that has just begun. */
function openBegun() {
  const folder = temporaryFolder();
  const store = openStore(folder);
  store.beginCreation(newJob({ cost: 3 }), ANEW);
  return { folder, store };
}

const HOLD = { job: 1, kind: 'hold', credits: 3 };
const RELEASE = { job: 1, kind: 'release', credits: 3 };
const CHARGE = { job: 1, kind: 'charge', credits: 3 };

describe('the money rows of a job', () => {
  it('begin with a hold', () => {
    const { folder, store } = openBegun();
    expect(rowsOf(folder)).toEqual([HOLD]);
    expect(store.committedSince(LONG_AGO)).toBe(3);
  });

  it('turn the hold into a charge once it is created', () => {
    const { folder, store } = openBegun();
    store.confirm(1, 'abc');
    expect(rowsOf(folder)).toEqual([HOLD, RELEASE, CHARGE]);
    expect(store.committedSince(LONG_AGO)).toBe(3);
  });

  it.each([
    ['no', [HOLD, RELEASE], 0],
    ['unknown', [HOLD], 3],
    ['yes', [HOLD, RELEASE, CHARGE], 3],
  ] as const)('end as %s when the creation is over without an id', (charged, rows, committed) => {
    const { folder, store } = openBegun();
    store.settle(1, charged);
    expect(rowsOf(folder)).toEqual(rows);
    expect(store.committedSince(LONG_AGO)).toBe(committed);
  });

  it.each([
    ['no', [HOLD, RELEASE]],
    ['yes', [HOLD, RELEASE, CHARGE]],
  ] as const)('stay the same when an unknown job is found to be %s twice', (charged, rows) => {
    const { folder, store } = openBegun();
    store.settle(1, 'unknown');
    store.settle(1, charged);
    store.settle(1, charged);
    expect(rowsOf(folder)).toEqual(rows);
  });

  it('charge an unknown job whose answer came late after all', () => {
    const { folder, store } = openBegun();
    store.settle(1, 'unknown');
    store.confirm(1, 'abc');
    expect(rowsOf(folder)).toEqual([HOLD, RELEASE, CHARGE]);
  });

  it('charge also a job that was held to be free when its answer came after all', () => {
    const { store } = openBegun();
    store.settle(1, 'unknown');
    store.settle(1, 'no');
    expect(store.confirm(1, 'abc')).toMatchObject({ status: 'queued', charged: 'yes', jobId: 'abc' });
    expect(store.committedSince(LONG_AGO)).toBe(3);
  });

  it.each(['no', 'unknown', 'yes'] as const)(
    'stay a charge when a late verdict says %s of a created job',
    (charged) => {
      const { folder, store } = openBegun();
      store.confirm(1, 'abc');
      expect(store.settle(1, charged)).toMatchObject({ status: 'queued', charged: 'yes', jobId: 'abc' });
      expect(rowsOf(folder)).toEqual([HOLD, RELEASE, CHARGE]);
    },
  );

  it('are none for a job that was created elsewhere', () => {
    const { folder, store } = openBegun();
    store.adopt({ mode: 'hosted', account: 'account', jobId: 'abc' });
    expect(rowsOf(folder)).toEqual([HOLD]);
  });

  it('are not written when the new job is forbidden, nor is the job', () => {
    const folder = temporaryFolder();
    const store = openStore(folder);
    const allow = () => {
      throw new Error('over the cap');
    };
    expect(() => store.beginCreation(newJob(), { reuseSince: undefined, allow })).toThrow('over the cap');
    expect(rowsOf(folder)).toEqual([]);
    expect(store.byNumber(1)).toBeUndefined();
    expect(store.beginCreation(newJob(), ANEW).job.number).toBe(1);
  });

  it('are not asked about for an equal job that costs nothing', () => {
    const { store } = openBegun();
    const asked: string[] = [];
    store.beginCreation(newJob(), { ...reuse(), allow: () => void asked.push('asked') });
    expect(asked).toEqual([]);
  });
});

describe('sums', () => {
  it('of what is committed count jobs from the moment on', () => {
    const store = openStore();
    at('2026-03-01T10:00:00.000Z');
    store.beginCreation(newJob({ cost: 1 }), ANEW);
    at('2026-03-01T10:00:00.001Z');
    store.beginCreation(newJob({ cost: 3 }), ANEW);
    expect(store.committedSince('2026-03-01T10:00:00.000Z')).toBe(4);
    expect(store.committedSince('2026-03-01T10:00:00.001Z')).toBe(3);
    expect(store.committedSince('2026-03-01T10:00:00.002Z')).toBe(0);
  });

  it('of what was charged count an account, a pool and what was begun from the moment on, the same millisecond included', () => {
    const store = openStore();
    at('2026-03-01T10:00:00.000Z');
    for (const facts of [{}, { pool: 'pro' as const }, { account: 'another' }, { cost: 5 }]) {
      const { job } = store.beginCreation(newJob({ cost: 3, ...facts }), ANEW);
      store.confirm(job.number, `abc-${job.number}`);
    }
    store.beginCreation(newJob({ cost: 7 }), ANEW);
    store.settle(5, 'unknown');
    expect(store.chargedSince('account', 'basic', '2026-03-01T10:00:00.000Z')).toBe(8);
    expect(store.chargedSince('account', 'basic', '2026-03-01T10:00:00.001Z')).toBe(0);
    expect(store.chargedSince('account', 'pro', LONG_AGO)).toBe(3);
    expect(store.chargedSince('nobody', 'basic', LONG_AGO)).toBe(0);
  });
});

describe('money rows stay', () => {
  it.each(['DELETE FROM ledger', 'UPDATE ledger SET credits = 0', "UPDATE ledger SET kind = 'release'"])(
    'against %s',
    (sql) => {
      const { folder } = openBegun();
      expect(() => openStoreFile(folder).run(sql)).toThrow('the ledger is append only');
      expect(rowsOf(folder)).toEqual([HOLD]);
    },
  );

  it.each([
    ['a negative amount', "INSERT INTO ledger (job, kind, credits, at) VALUES (1, 'charge', -1, 'x')"],
    ['a kind that nobody knows', "INSERT INTO ledger (job, kind, credits, at) VALUES (1, 'gift', 1, 'x')"],
    ['a job that is not there', "INSERT INTO ledger (job, kind, credits, at) VALUES (9, 'charge', 1, 'x')"],
    ['the end of a job that has some', 'DELETE FROM jobs'],
  ])('without %s', (_what, sql) => {
    const { folder } = openBegun();
    expect(() => openStoreFile(folder).run(sql)).toThrow(/constraint/i);
    expect(rowsOf(folder)).toEqual([HOLD]);
  });
});

it('a job is charged once, also when its id arrives after it was judged as charged, or twice', () => {
  const { folder, store } = openBegun();
  store.settle(1, 'yes');
  expect(store.confirm(1, 'abc')).toMatchObject({ jobId: 'abc', charged: 'yes' });
  store.confirm(1, 'abc');
  expect(rowsOf(folder)).toEqual([HOLD, RELEASE, CHARGE]);
  expect(store.committedSince(LONG_AGO)).toBe(3);
});
