import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPacer, type Priority, UNPACED } from '../../../src/platform/net/pacer.ts';
import { openMemoryPace } from './paces.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A pacer that writes down which requests it let through. */
function recorded(perMinute: number) {
  const pace = openMemoryPace();
  const pacer = createPacer(pace, perMinute);
  const granted: { name: string; at: number }[] = [];
  const ask = (priority: Priority, name: string, signal?: AbortSignal) =>
    pacer.acquire(priority, signal).then(() => granted.push({ name, at: Date.now() }));
  return { pace, pacer, granted, ask, names: () => granted.map(({ name }) => name) };
}

describe('the pacer', () => {
  it('grants up to its number at once and the next one a minute after the first', async () => {
    const { ask, names } = recorded(2);
    for (const name of ['a', 'b', 'c']) ask('read', name);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(names()).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(1);
    expect(names()).toEqual(['a', 'b', 'c']);
  });

  it('never grants more than its number within any 60 seconds, and grants everything in the end', async () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 50_000 }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), gaps, async (perMinute, pauses) => {
        const { ask, granted } = recorded(perMinute);
        for (const [index, pause] of pauses.entries()) {
          ask(index % 3 === 0 ? 'create' : 'read', String(index));
          await vi.advanceTimersByTimeAsync(pause);
        }
        await vi.advanceTimersByTimeAsync(60_000 * pauses.length);
        expect(granted).toHaveLength(pauses.length);
        granted.slice(perMinute).forEach(({ at }, index) => {
          expect(at - (granted[index]?.at ?? 0)).toBeGreaterThanOrEqual(60_000);
        });
      }),
      { numRuns: 50 },
    );
  });

  it('serves creations before reads, and each kind in the order asked', async () => {
    const { ask, names } = recorded(1);
    ask('read', 'first');
    ask('read', 'read 1');
    ask('create', 'create 1');
    ask('read', 'read 2');
    ask('create', 'create 2');
    await vi.advanceTimersByTimeAsync(240_000);
    expect(names()).toEqual(['first', 'create 1', 'create 2', 'read 1', 'read 2']);
  });

  it('grants nothing before the end of a pause, and the longest pause counts', async () => {
    const { pacer, ask, names } = recorded(10);
    pacer.pauseUntil(Date.now() + 30_000);
    pacer.pauseUntil(Date.now() + 5_000);
    ask('create', 'a');
    await vi.advanceTimersByTimeAsync(29_999);
    expect(names()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(names()).toEqual(['a']);
  });

  it('makes those wait too who were already waiting when a pause began', async () => {
    const { pacer, ask, names } = recorded(1);
    ask('read', 'a');
    ask('read', 'b');
    await vi.advanceTimersByTimeAsync(30_000);
    pacer.pauseUntil(Date.now() + 90_000);
    await vi.advanceTimersByTimeAsync(89_999);
    expect(names()).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1);
    expect(names()).toEqual(['a', 'b']);
  });

  it('rejects an aborted request with its reason and gives its place to the next', async () => {
    const { ask, names } = recorded(1);
    const abort = new AbortController();
    ask('read', 'a');
    const aborted = ask('read', 'b', abort.signal);
    ask('read', 'c');
    const reason = new Error('gone');
    abort.abort(reason);
    await expect(aborted).rejects.toBe(reason);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(names()).toEqual(['a', 'c']);
  });

  it.each([
    ['a paced', () => createPacer(openMemoryPace(), 1)],
    ['an unpaced', () => UNPACED],
  ])('grants %s request nothing whose signal is aborted already', async (_what, make) => {
    const reason = new Error('gone');
    await expect(make().acquire('read', AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('takes no place for a request whose signal is aborted already', async () => {
    const { pace, ask } = recorded(1);
    await expect(ask('read', 'a', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(pace.takes).toEqual([]);
  });

  it('lets a read go at once when the creation that stood before it is given up', async () => {
    const { ask, names, pace } = recorded(1);
    const abort = new AbortController();
    pace.pauseUntil(Date.now() + 1_500, Date.now());
    const creation = ask('create', 'a', abort.signal);
    ask('read', 'b');
    await vi.advanceTimersByTimeAsync(1_400);
    abort.abort(new Error('gone'));
    await expect(creation).rejects.toThrow('gone');
    expect(pace.takes.map(({ kind }) => kind)).toEqual(['create', 'create', 'read']);
    await vi.advanceTimersByTimeAsync(100);
    expect(names()).toEqual(['b']);
  });
});
