import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPacer, UNPACED } from '../../../src/platform/net/pacer.ts';
import { openMemoryPace, openScriptedPace } from './paces.ts';

const START = Date.UTC(2026, 0, 1);
const broken = new Error('the store is broken');

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

/** When the pace was asked, in milliseconds from the start. */
const asked = (takes: { now: number }[]) => takes.map(({ now }) => now - START);

describe('the pacer asks the shared pace', () => {
  it('for a place of the kind, with the number and the moment', async () => {
    const pace = openMemoryPace();
    await createPacer(pace, 7, () => 1_234).acquire('create');
    await createPacer(pace, 9).acquire('read');
    expect(pace.takes).toEqual([
      { kind: 'create', perMinute: 7, now: 1_234 },
      { kind: 'read', perMinute: 9, now: START },
    ]);
  });

  it('again when the pace says so, but at the latest after two seconds', async () => {
    const pace = openScriptedPace(300, 1_999, 2_001, 60_000);
    const granted = createPacer(pace, 10).acquire('create');
    await vi.advanceTimersByTimeAsync(10_000);
    await granted;
    expect(asked(pace.takes)).toEqual([0, 300, 2_299, 4_299, 6_299]);
  });

  it('at the moment that it named last, however many requests came in between', async () => {
    const pace = openScriptedPace(1_000, 1_500, 1_800);
    const pacer = createPacer(pace, 10);
    const first = pacer.acquire('read');
    await vi.advanceTimersByTimeAsync(100);
    const second = pacer.acquire('read');
    await vi.advanceTimersByTimeAsync(100);
    const third = pacer.acquire('read');
    await vi.advanceTimersByTimeAsync(10_000);
    await Promise.all([first, second, third]);
    expect(asked(pace.takes)).toEqual([0, 100, 200, 2_000, 2_000, 2_000]);
  });

  it('nothing any more once nobody waits', async () => {
    const pace = openScriptedPace(1_000);
    const abort = new AbortController();
    const gone = createPacer(pace, 10).acquire('read', abort.signal);
    abort.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(pace.takes).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('nothing more when a request is aborted that was granted already', async () => {
    const pace = openMemoryPace();
    const abort = new AbortController();
    const pacer = createPacer(pace, 1);
    await pacer.acquire('create', abort.signal);
    const waiting = pacer.acquire('read');
    abort.abort(new Error('too late'));
    expect(pace.takes.map(({ kind }) => kind)).toEqual(['create', 'read']);
    expect(pace.stops).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60_000);
    await waiting;
  });

  it('to pause, word for word', () => {
    const pace = openMemoryPace();
    createPacer(pace, 10).pauseUntil(START + 77);
    expect(pace.pauses).toEqual([START + 77]);
  });
});

describe('the pace hears that no creation waits any more', () => {
  it('when the last one of several was granted, not before', async () => {
    const pace = openMemoryPace();
    const pacer = createPacer(pace, 1);
    pace.pauseUntil(START + 1_000, START);
    const both = Promise.all([pacer.acquire('create'), pacer.acquire('create')]);
    await vi.advanceTimersByTimeAsync(60_999);
    expect(pace.stops).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await both;
    expect(pace.stops).toEqual([START + 61_000]);
  });

  it('when the last one gave up, not while another waits', async () => {
    const pace = openMemoryPace();
    pace.pauseUntil(START + 90_000, START);
    const pacer = createPacer(pace, 1);
    const aborts = [new AbortController(), new AbortController()];
    const creations = aborts.map(({ signal }) => pacer.acquire('create', signal));
    const ended = Promise.allSettled(creations);
    aborts[0]?.abort(new Error('gone'));
    expect(pace.stops).toEqual([]);
    aborts[1]?.abort(new Error('gone'));
    expect(pace.stops).toEqual([START]);
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('when the last one was granted, although a read still waits', async () => {
    const pace = openMemoryPace();
    const pacer = createPacer(pace, 1);
    const creation = pacer.acquire('create');
    const read = pacer.acquire('read');
    await creation;
    expect(pace.stops).toEqual([START]);
    await vi.advanceTimersByTimeAsync(60_000);
    await read;
  });

  it('when the last one gave up, although a read still waits', async () => {
    const pace = openMemoryPace();
    pace.pauseUntil(START + 1_000, START);
    const pacer = createPacer(pace, 1);
    const abort = new AbortController();
    const creation = pacer.acquire('create', abort.signal);
    const read = pacer.acquire('read');
    abort.abort(new Error('gone'));
    await expect(creation).rejects.toThrow('gone');
    expect(pace.stops).toEqual([START]);
    await vi.advanceTimersByTimeAsync(1_000);
    await read;
  });

  it('not when reads come and go', async () => {
    const pace = openMemoryPace();
    const pacer = createPacer(pace, 1);
    const abort = new AbortController();
    await pacer.acquire('read');
    const gone = pacer.acquire('read', abort.signal);
    abort.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    expect(pace.stops).toEqual([]);
  });
});

describe('a place that was given back', () => {
  it('goes to who waits, at once', async () => {
    const pacer = createPacer(openMemoryPace(), 1);
    const slot = await pacer.acquire('create');
    let isGranted = false;
    const next = pacer.acquire('read').then(() => {
      isGranted = true;
    });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(isGranted).toBe(false);
    slot.giveBack();
    await next;
    expect(Date.now()).toBe(START + 59_000);
  });

  it('stays taken where the pace is out of order, and nobody fails of that', async () => {
    const pace = openMemoryPace();
    pace.giveBack = () => {
      throw broken;
    };
    const pacer = createPacer(pace, 1);
    const slot = await pacer.acquire('read');
    const next = pacer.acquire('create');
    expect(() => slot.giveBack()).not.toThrow();
    await vi.advanceTimersByTimeAsync(60_000);
    await next;
    expect(asked(pace.takes).at(-1)).toBe(60_000);
  });
});

describe('a pace that is out of order', () => {
  it('fails the request that met it, and the next one asks for itself', async () => {
    const pace = openScriptedPace(broken, 0);
    const pacer = createPacer(pace, 10);
    await expect(pacer.acquire('read')).rejects.toBe(broken);
    await expect(pacer.acquire('read')).resolves.toBeDefined();
  });

  it('fails of several waiting requests only the one whose turn it was', async () => {
    const pace = openScriptedPace(500, 500, 500, broken, 0, 0);
    const pacer = createPacer(pace, 10);
    const outcomes = Promise.allSettled([pacer.acquire('read'), pacer.acquire('create'), pacer.acquire('read')]);
    await vi.advanceTimersByTimeAsync(500);
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('leaves nothing behind at the signal of the request that it failed', async () => {
    const pace = openScriptedPace(broken);
    const abort = new AbortController();
    await expect(createPacer(pace, 10).acquire('create', abort.signal)).rejects.toBe(broken);
    // It waits no more, and was said to once; aborting it now says nothing again.
    expect(pace.stops).toHaveLength(1);
    abort.abort(new Error('too late'));
    expect(pace.stops).toHaveLength(1);
  });
});

it('without a pace everything goes at once, and a pause means nothing', async () => {
  UNPACED.pauseUntil(START + 60_000);
  const slot = await UNPACED.acquire('create');
  expect(() => slot.giveBack()).not.toThrow();
  await expect(UNPACED.acquire('read', new AbortController().signal)).resolves.toBeDefined();
});
