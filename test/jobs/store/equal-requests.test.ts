import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SourceReport } from '../../../src/contract/answers.ts';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { textNotes } from '../../helpers/said.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { ANEW, LONG_AGO, newJob, OTHER_PROCESS, openStore, reuse } from './stores.ts';

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
    ['has an unknown charge', (store: ReturnType<typeof openStore>) => store.settle(1, 'unknown')],
    [
      'has succeeded',
      (store: ReturnType<typeof openStore>) => store.finish(1, { status: 'success', papers: [], notes: [] }),
    ],
  ])('attaches to a job that %s', (_state, become) => {
    const store = openStore();
    store.beginCreation(newJob(), ANEW);
    become(store);
    expect(store.beginCreation(newJob(), reuse())).toMatchObject({ reused: true, job: { number: 1 } });
  });

  it.each([
    ['was refused', (store: ReturnType<typeof openStore>) => store.settle(1, 'no')],
    [
      'ended as an error',
      (store: ReturnType<typeof openStore>) => store.finish(1, { status: 'error', papers: [], notes: [] }),
    ],
  ])('makes a job of its own when the other %s', (_state, become) => {
    const store = openStore();
    store.beginCreation(newJob(), ANEW);
    become(store);
    expect(store.beginCreation(newJob(), reuse())).toMatchObject({ reused: false, job: { number: 2 } });
  });

  it('makes a job of its own when the other found nothing, in embedded mode only: there it costs nothing', () => {
    const ended = (mode: 'embedded' | 'hosted', papers: WirePaper[]) => {
      const store = openStore();
      store.beginCreation(newJob({ mode }), ANEW);
      store.confirm(1, 'abc');
      store.finish(1, { status: 'success', papers, notes: [] });
      return store.beginCreation(newJob({ mode }), reuse()).reused;
    };
    expect(ended('embedded', [])).toBe(false);
    expect(ended('embedded', [{ title: 'Kelp' }])).toBe(true);
    expect(ended('hosted', [])).toBe(true);
  });

  it('makes a job of its own when the other could not search the whole collection', () => {
    const ended = (source: string, failed?: SourceReport['failed'], mode: 'hosted' | 'embedded' = 'embedded') => {
      const store = openStore();
      store.beginCreation(newJob({ mode }), ANEW);
      store.confirm(1, 'abc');
      const sources = [{ source, title: source, gave: 1, ...(failed && { failed }) }];
      store.finish(1, { status: 'success', papers: [{ title: 'Kelp' }], notes: [], sources });
      return store.beginCreation(newJob({ mode }), reuse()).reused;
    };
    expect(ended('collection')).toBe(true);
    expect(ended('collection', { failure: 'incomplete' })).toBe(false);
    expect(ended('openalex', { failure: 'unreachable' })).toBe(true);
    // What a hosted service found was paid, whatever it says of its sources.
    for (const source of ['collection', 'openalex', 'library'])
      expect(ended(source, { failure: 'refused' }, 'hosted')).toBe(true);
  });

  it('attaches to what a hosted service found, also to nothing', () => {
    const store = openStore();
    store.beginCreation(newJob(), ANEW);
    store.confirm(1, 'abc');
    store.finish(1, { status: 'success', papers: [], notes: textNotes('Nothing was found.') });
    expect(store.beginCreation(newJob(), reuse())).toMatchObject({ reused: true, job: { number: 1 } });
  });

  it('makes a job of its own when no reuse is asked for', () => {
    const store = openStore();
    store.beginCreation(newJob(), ANEW);
    expect(store.beginCreation(newJob(), ANEW)).toMatchObject({ reused: false, job: { number: 2 } });
  });

  it('attaches to the youngest of several', () => {
    const store = openStore();
    store.beginCreation(newJob(), ANEW);
    store.beginCreation(newJob(), ANEW);
    expect(store.beginCreation(newJob(), reuse()).job.number).toBe(2);
  });

  it('attaches to a job created at the first moment of the window, not to one before it', () => {
    at('2026-03-01T10:00:00.000Z');
    const store = openStore();
    store.beginCreation(newJob(), ANEW);
    store.confirm(1, 'abc');
    expect(store.beginCreation(newJob(), reuse('2026-03-01T10:00:00.001Z')).reused).toBe(false);
    const other = openStore();
    other.beginCreation(newJob(), ANEW);
    other.confirm(1, 'abc');
    expect(other.beginCreation(newJob(), reuse('2026-03-01T10:00:00.000Z')).reused).toBe(true);
  });

  it.each([
    ['is being sent', () => {}],
    ['has an unknown charge', (store: ReturnType<typeof openStore>) => store.settle(1, 'unknown')],
    ['was paid, but never told its id', (store: ReturnType<typeof openStore>) => store.settle(1, 'yes')],
  ])('attaches also long after the window to a job that %s: nothing is paid twice by waiting', (_state, become) => {
    const store = openStore();
    store.beginCreation(newJob(), ANEW);
    become(store);
    expect(store.beginCreation(newJob(), reuse('9999-01-01T00:00:00.000Z'))).toMatchObject({
      reused: true,
      job: { number: 1 },
    });
  });

  it('can be looked for without recording anything', () => {
    at('2026-03-01T10:00:00.000Z');
    const store = openStore();
    expect(store.findEqual('fingerprint', LONG_AGO)).toBeUndefined();
    store.beginCreation(newJob(), ANEW);
    store.confirm(1, 'abc');
    expect(store.findEqual('fingerprint', '2026-03-01T10:00:00.000Z')?.number).toBe(1);
    expect(store.findEqual('fingerprint', '2026-03-01T10:00:00.001Z')).toBeUndefined();
    expect(store.findEqual('another', LONG_AGO)).toBeUndefined();
    store.finish(1, { status: 'error', papers: [], notes: [] });
    expect(store.findEqual('fingerprint', LONG_AGO)).toBeUndefined();
    expect(store.list({ offset: 0, count: 9, status: undefined }).total).toBe(1);
  });

  it('is told by its fingerprint alone', () => {
    const store = openStore();
    store.beginCreation(newJob({ fingerprint: 'one' }), ANEW);
    expect(store.beginCreation(newJob({ fingerprint: 'two' }), reuse()).reused).toBe(false);
    expect(store.beginCreation(newJob({ fingerprint: 'one', cost: 9 }), reuse())).toMatchObject({
      reused: true,
      job: { cost: 2 },
    });
  });
});

describe('two stores on one file', () => {
  it('make one job of two equal requests, and see what the other writes', () => {
    const folder = temporaryFolder();
    const [one, two] = [openStore(folder), openStore(folder, OTHER_PROCESS)];
    expect(one.beginCreation(newJob(), reuse())).toMatchObject({ reused: false, job: { number: 1 } });
    expect(two.beginCreation(newJob(), reuse())).toMatchObject({
      reused: true,
      job: { number: 1, status: 'submitting' },
    });
    one.confirm(1, 'abc');
    expect(two.byJobId('abc', 'account')).toMatchObject({ number: 1, charged: 'yes' });
  });

  it('keep the papers of the one that finished first', () => {
    const folder = temporaryFolder();
    const [one, two] = [openStore(folder), openStore(folder, OTHER_PROCESS)];
    one.beginCreation(newJob(), ANEW);
    one.finish(1, { status: 'success', papers: [{ title: 'First' }], notes: [] });
    two.finish(1, { status: 'success', papers: [{ title: 'Second' }], notes: [] });
    expect([one, two].map((store) => store.papers(1).map(({ title }) => title))).toEqual([['First'], ['First']]);
  });
});

describe('an intent that nobody answered for', () => {
  it('becomes unknown when it is found by a later start; nothing of it counts as refused', () => {
    const folder = temporaryFolder();
    at('2026-03-01T10:00:00.000Z');
    const store = openStore(folder);
    store.beginCreation(newJob(), ANEW);
    store.stampDial(1);
    at('2026-03-01T10:10:00.000Z');
    expect(openStore(folder).byNumber(1)).toMatchObject({ status: 'unknown', charged: 'unknown', jobId: null });
  });

  it('becomes unknown for a store that stayed open, so that an equal request meets it as such', () => {
    at('2026-03-01T10:00:00.000Z');
    const store = openStore();
    store.beginCreation(newJob(), ANEW);
    store.stampDial(1);
    at('2026-03-01T10:10:00.000Z');
    expect(store.beginCreation(newJob(), reuse())).toMatchObject({
      reused: true,
      job: { number: 1, status: 'unknown' },
    });
  });

  it('stays an intent while its request may still be on the wire', () => {
    const folder = temporaryFolder();
    at('2026-03-01T10:00:00.000Z');
    const maker = openStore(folder);
    maker.beginCreation(newJob(), ANEW);
    maker.stampDial(1);
    at('2026-03-01T10:00:30.000Z');
    expect(openStore(folder, OTHER_PROCESS).byNumber(1)?.status).toBe('submitting');
  });

  it('becomes a charged job after all when the answer comes late', () => {
    const folder = temporaryFolder();
    at('2026-03-01T10:00:00.000Z');
    const slow = openStore(folder);
    slow.beginCreation(newJob(), ANEW);
    slow.stampDial(1);
    at('2026-03-01T10:10:00.000Z');
    openStore(folder);
    expect(slow.confirm(1, 'abc')).toMatchObject({ status: 'queued', charged: 'yes', jobId: 'abc' });
  });
});
