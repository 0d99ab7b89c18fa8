import { expect, it } from 'vitest';
import { againSeries, type JobRecord } from '../../../src/jobs/ports/store.ts';
import { some } from '../../helpers/runs.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { ANEW, LONG_AGO, newJob, OTHER_PROCESS, openStore, openStoreFile, reuse } from './stores.ts';

/** A creation that was refused before anybody was told its number leaves it to the next one. */

type Store = ReturnType<typeof openStore>;
const ALL = { offset: 0, count: 99, status: undefined };
const UNTOLD = { isUntold: true };

const begin = (store: Store, fingerprint: string, idempotencyKey = `key of ${fingerprint}`) =>
  store.beginCreation(newJob({ fingerprint, idempotencyKey }), ANEW).job.number;

it('is no job, and the next creation, by whatever process, has its number and its own money', () => {
  const folder = temporaryFolder();
  const store = openStore(folder);
  expect([begin(store, 'a'), begin(store, 'b'), begin(store, 'c')]).toEqual([1, 2, 3]);
  store.confirm(1, 'abc');
  store.settle(2, 'no', UNTOLD);
  store.settle(3, 'no', UNTOLD);
  expect(store.list(ALL).total).toBe(1);
  expect(store.list({ ...ALL, status: 'refused' }).jobs).toEqual([]);
  expect([store.byNumber(2), store.byNumber(3)]).toEqual([undefined, undefined]);
  expect(store.committedSince(LONG_AGO)).toBe(2);

  const other = openStore(folder, OTHER_PROCESS);
  const label = { group: 'thesis' };
  expect(other.beginCreation(newJob({ fingerprint: 'd', cost: 3 }), { ...ANEW, label }).job).toMatchObject({
    number: 2,
    status: 'submitting',
    charged: 'unknown',
    cost: 3,
  });
  other.confirm(2, 'def');
  expect(other.byNumber(2)).toMatchObject({ jobId: 'def', charged: 'yes', group: 'thesis' });
  expect(other.committedSince(LONG_AGO)).toBe(5);
  expect([begin(store, 'e'), begin(store, 'f')]).toEqual([3, 4]);
  const rows = openStoreFile(folder).all<{ kind: string }>('SELECT kind FROM ledger WHERE job = 2 ORDER BY id');
  expect(rows.map(({ kind }) => kind)).toEqual(['hold', 'release', 'hold', 'release', 'charge']);
});

it('nothing of the refused one is left in the new one', () => {
  const store = openStore();
  const series = againSeries('a');
  const run = { series, after: 0 };
  const label = { name: 'first', group: 'thesis' };
  store.beginCreation(newJob({ fingerprint: 'a' }), { ...ANEW, run, label });
  store.settle(1, 'no', UNTOLD);
  expect(store.lastRun(series)).toBe(0);
  const { job } = store.beginCreation(newJob({ fingerprint: 'b' }), ANEW);
  expect([job.number, job.name, job.group]).toEqual([1, undefined, undefined]);
  expect(store.findRun(run)).toBeUndefined();
  expect(store.beginCreation(newJob({ fingerprint: 'a' }), { ...ANEW, run }).job.number).toBe(2);
});

it.each<[string, (store: Store, other: Store) => void]>([
  ['of which the maker told', (store) => store.settle(1, 'no')],
  [
    'that a list showed',
    (store, other) => {
      other.list(ALL);
      store.settle(1, 'no', UNTOLD);
    },
  ],
  [
    'that somebody asked for',
    (store) => {
      store.byNumber(1);
      store.settle(1, 'no', UNTOLD);
    },
  ],
  [
    'to which an equal search attached',
    (store, other) => {
      other.beginCreation(newJob({ fingerprint: 'a' }), reuse());
      store.settle(1, 'no', UNTOLD);
    },
  ],
  [
    'whose charge was not known for a while',
    (store) => {
      store.settle(1, 'unknown', UNTOLD);
      store.settle(1, 'no', UNTOLD);
    },
  ],
])('a number %s is used by it for ever', (_what, end) => {
  const folder = temporaryFolder();
  const store = openStore(folder);
  begin(store, 'a');
  end(store, openStore(folder, OTHER_PROCESS));
  expect(store.byNumber(1)).toMatchObject({ status: 'refused', charged: 'no' });
  expect(begin(store, 'b')).toBe(2);
  expect(store.list(ALL).total).toBe(2);
});

it('numbers grow with time: one below that of a later job stays unused', () => {
  const store = openStore();
  begin(store, 'a');
  begin(store, 'b');
  store.settle(1, 'no', UNTOLD);
  expect(begin(store, 'c')).toBe(3);
  expect(store.list(ALL).jobs.map(({ number }) => number)).toEqual([3, 2]);
});

it('a dial of the refused creation that comes late is none of the new one', () => {
  const store = openStore();
  begin(store, 'a', 'old');
  store.settle(1, 'no', UNTOLD);
  begin(store, 'b', 'new');
  expect(store.stampDial(1, 'old')).toBe(false);
  expect(store.stampDial(1, 'new')).toBe(true);
  store.recordAttempt(1, 'not sent', 'old');
  // Still stamped: if its process ended now, nobody would know.
  store.settle(1, 'unknown');
  expect(store.byNumber(1)).toMatchObject({ status: 'unknown', charged: 'unknown' });
});

it('the stamp of the new creation outlives a late news of the old one', () => {
  const folder = temporaryFolder();
  const store = openStore(folder);
  begin(store, 'a', 'old');
  store.settle(1, 'no', UNTOLD);
  begin(store, 'b', 'new');
  store.stampDial(1, 'new');
  const stampOf = () => openStoreFile(folder).get<{ at: string | null }>('SELECT dialled_at AS at FROM jobs')?.at;
  const stamped = stampOf();
  expect(stamped).toMatch(/^20/);
  store.recordAttempt(1, 'not sent', 'old');
  expect(stampOf()).toBe(stamped);
  store.recordAttempt(1, 'not sent', 'new');
  expect(stampOf()).toBeNull();
});

/** Numbers from 0 below `below`, the same for a seed. */
function drawer(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}

it.each(some([1, 2, 3, 4, 5, 6]))(
  'whoever was told a number finds the same search under it: random order %d',
  (seed) => {
    const draw = drawer(seed);
    const folder = temporaryFolder();
    const stores = [openStore(folder), openStore(folder, OTHER_PROCESS)];
    const told = new Map<number, string>();
    const underWay: { store: Store; number: number; search: string }[] = [];
    let paid = 0;
    let last = 0;
    const tell = (job: JobRecord | undefined) => {
      const search = String(job?.request?.body.query);
      if (job) expect([job.number, told.get(job.number) ?? search]).toEqual([job.number, search]);
      if (job) told.set(job.number, search);
    };
    for (let step = 0; step < 200; step += 1) {
      const store = stores[draw(2)] as Store;
      const what = draw(10);
      const [one] = what >= 4 && what < 9 ? underWay.splice(draw(underWay.length || 1), 1) : [];
      if (what < 4) {
        const search = `search ${step}`;
        const request = {
          operation: 'querySearch' as const,
          body: { query: search },
          filters: { limit: 100 as const },
        };
        const { job } = store.beginCreation(newJob({ fingerprint: search, request, idempotencyKey: search }), ANEW);
        expect(job.number).toBeGreaterThan(Math.max(0, ...told.keys()));
        underWay.push({ store, number: job.number, search });
        last = Math.max(last, job.number);
      } else if (one) {
        expect(one.store.stampDial(one.number, one.search)).toBe(true);
        if (what < 7) one.store.settle(one.number, 'no', UNTOLD);
        else if (what === 7) one.store.settle(one.number, 'no');
        else {
          one.store.confirm(one.number, `id ${step}`);
          paid += 2;
        }
        if (what >= 7) tell(one.store.byNumber(one.number));
      } else if (what === 9 && draw(3) === 0) for (const job of store.list(ALL).jobs) tell(job);
    }
    expect(last).toBeGreaterThan(10);
    for (const number of told.keys()) tell(stores[0]?.byNumber(number));
    for (const { store, number } of underWay) store.settle(number, 'no');
    expect(stores[0]?.committedSince(LONG_AGO)).toBe(paid);
  },
);
