import { afterEach, describe, expect, it, vi } from 'vitest';
import { LONG_AGO, newFolder, newJob, openStore } from './stores.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Sets the clock; everything else goes on in real time. */
function at(time: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
}

describe('an equal request', () => {
  it.each([
    ['is being sent', () => {}],
    ['is queued', (store: ReturnType<typeof openStore>) => store.confirm(1, 'abc')],
    ['has an unknown charge', (store: ReturnType<typeof openStore>) => store.fail(1, 'unknown')],
    [
      'has succeeded',
      (store: ReturnType<typeof openStore>) => store.finish(1, { status: 'success', papers: [], notes: [] }),
    ],
  ])('attaches to a job that %s', (_state, become) => {
    const store = openStore();
    store.begin(newJob(), undefined);
    become(store);
    expect(store.begin(newJob(), LONG_AGO)).toMatchObject({ reused: true, job: { number: 1 } });
  });

  it.each([
    ['was refused', (store: ReturnType<typeof openStore>) => store.fail(1, 'no')],
    [
      'ended as an error',
      (store: ReturnType<typeof openStore>) => store.finish(1, { status: 'error', papers: [], notes: [] }),
    ],
  ])('makes a job of its own when the other %s', (_state, become) => {
    const store = openStore();
    store.begin(newJob(), undefined);
    become(store);
    expect(store.begin(newJob(), LONG_AGO)).toMatchObject({ reused: false, job: { number: 2 } });
  });

  it('makes a job of its own when no reuse is asked for', () => {
    const store = openStore();
    store.begin(newJob(), undefined);
    expect(store.begin(newJob(), undefined)).toMatchObject({ reused: false, job: { number: 2 } });
  });

  it('attaches to the youngest of several', () => {
    const store = openStore();
    store.begin(newJob(), undefined);
    store.begin(newJob(), undefined);
    expect(store.begin(newJob(), LONG_AGO).job.number).toBe(2);
  });

  it('attaches to a job created at the first moment of the window, not to one before it', () => {
    at('2026-03-01T10:00:00.000Z');
    const store = openStore();
    store.begin(newJob(), undefined);
    expect(store.begin(newJob(), '2026-03-01T10:00:00.001Z').reused).toBe(false);
    const other = openStore();
    other.begin(newJob(), undefined);
    expect(other.begin(newJob(), '2026-03-01T10:00:00.000Z').reused).toBe(true);
  });

  it('is told by its fingerprint alone', () => {
    const store = openStore();
    store.begin(newJob({ fingerprint: 'one' }), undefined);
    expect(store.begin(newJob({ fingerprint: 'two' }), LONG_AGO).reused).toBe(false);
    expect(store.begin(newJob({ fingerprint: 'one', cost: 9 }), LONG_AGO)).toMatchObject({
      reused: true,
      job: { cost: 2 },
    });
  });
});

describe('two stores on one file', () => {
  it('make one job of two equal requests, and see what the other writes', () => {
    const folder = newFolder();
    const [one, two] = [openStore(folder), openStore(folder)];
    expect(one.begin(newJob(), LONG_AGO)).toMatchObject({ reused: false, job: { number: 1 } });
    expect(two.begin(newJob(), LONG_AGO)).toMatchObject({ reused: true, job: { number: 1, status: 'submitting' } });
    one.confirm(1, 'abc');
    expect(two.byJobId('abc', 'account')).toMatchObject({ number: 1, charged: 'yes' });
  });

  it('keep the papers of the one that finished first', () => {
    const folder = newFolder();
    const [one, two] = [openStore(folder), openStore(folder)];
    one.begin(newJob(), undefined);
    one.finish(1, { status: 'success', papers: [{ title: 'First' }], notes: [] });
    two.finish(1, { status: 'success', papers: [{ title: 'Second' }], notes: [] });
    expect([one, two].map((store) => store.papers(1).map(({ title }) => title))).toEqual([['First'], ['First']]);
  });
});

describe('an intent that nobody answered for', () => {
  it('becomes unknown when it is found by a later start; nothing of it counts as refused', () => {
    const folder = newFolder();
    at('2026-03-01T10:00:00.000Z');
    openStore(folder).begin(newJob(), undefined);
    at('2026-03-01T10:10:00.000Z');
    expect(openStore(folder).byNumber(1)).toMatchObject({ status: 'unknown', charged: 'unknown', jobId: null });
  });

  it('becomes unknown for a store that stayed open, so that an equal request meets it as such', () => {
    at('2026-03-01T10:00:00.000Z');
    const store = openStore();
    store.begin(newJob(), undefined);
    at('2026-03-01T10:10:00.000Z');
    expect(store.begin(newJob(), LONG_AGO)).toMatchObject({ reused: true, job: { number: 1, status: 'unknown' } });
  });

  it('stays an intent while its request may still be on the wire', () => {
    const folder = newFolder();
    at('2026-03-01T10:00:00.000Z');
    openStore(folder).begin(newJob(), undefined);
    at('2026-03-01T10:00:30.000Z');
    expect(openStore(folder).byNumber(1)?.status).toBe('submitting');
  });

  it('becomes a charged job after all when the answer comes late', () => {
    const folder = newFolder();
    at('2026-03-01T10:00:00.000Z');
    const slow = openStore(folder);
    slow.begin(newJob(), undefined);
    at('2026-03-01T10:10:00.000Z');
    openStore(folder);
    expect(slow.confirm(1, 'abc')).toMatchObject({ status: 'queued', charged: 'yes', jobId: 'abc' });
  });
});
