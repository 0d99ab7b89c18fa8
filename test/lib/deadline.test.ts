import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { orAborted, orLate, startDeadline, withDeadline } from '../../src/lib/deadline.ts';
import type { Timers } from '../../src/lib/timers.ts';
import { turns } from '../helpers/until.ts';

const NEVER = Number.POSITIVE_INFINITY;
const silence = () => new Promise<never>(() => {});
const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

/** Time that passes when the test says so. */
function handTimers() {
  let now = 0;
  let waiting: { at: number; call: () => void }[] = [];
  const timers: Timers = {
    now: () => now,
    after: (ms, call) => {
      const entry = { at: now + ms, call };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((each) => each !== entry);
      };
    },
  };
  const pass = (ms: number) => {
    now += ms;
    const due = waiting.filter(({ at }) => at <= now);
    waiting = waiting.filter(({ at }) => at > now);
    for (const { call } of due) call();
  };
  return { timers, pass, waiting: () => waiting.length };
}

describe('a deadline', () => {
  it('aborts when its time is over, and says that this was why', () => {
    const { timers, pass } = handTimers();
    const deadline = startDeadline(100, undefined, timers);
    pass(99);
    expect([deadline.signal.aborted, deadline.isExpired(), deadline.remainingMs()]).toEqual([false, false, 1]);
    pass(1);
    expect([deadline.signal.aborted, deadline.isExpired(), deadline.remainingMs()]).toEqual([true, true, 0]);
    expect(deadline.signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it.each([0, 1, 2])('aborts with the reason of an earlier signal, number %i', (nth) => {
    const { timers, pass, waiting } = handTimers();
    const controllers = [new AbortController(), new AbortController(), new AbortController()];
    const signals = controllers.map(({ signal }) => signal);
    const deadline = startDeadline(100, signals, timers);
    controllers[nth]?.abort('gone');
    expect([deadline.signal.reason, deadline.isExpired(), waiting()]).toEqual(['gone', false, 0]);
    pass(100);
    expect(deadline.isExpired()).toBe(false);
    expect(signals.map(listeners)).toEqual([0, 0, 0]);
  });

  it('of a signal that is aborted already is over at once', () => {
    const { timers, waiting } = handTimers();
    const open = new AbortController();
    const deadline = startDeadline(100, [open.signal, AbortSignal.abort('before')], timers);
    expect([deadline.signal.reason, waiting(), listeners(open.signal)]).toEqual(['before', 0, 0]);
  });

  it('without a time limit has no timer', () => {
    const { timers, waiting } = handTimers();
    expect([startDeadline(NEVER, undefined, timers).remainingMs(), waiting()]).toEqual([NEVER, 0]);
  });

  it('that is disposed leaves no timer and no listener, and never aborts', () => {
    const { timers, pass, waiting } = handTimers();
    const outer = new AbortController();
    const deadline = startDeadline(100, outer.signal, timers);
    deadline.dispose();
    expect([waiting(), listeners(outer.signal)]).toEqual([0, 0]);
    pass(100);
    outer.abort();
    expect(deadline.signal.aborted).toBe(false);
  });

  it('of work is disposed when the work ends, however', async () => {
    const outer = new AbortController();
    expect(await withDeadline(60_000, outer.signal, async ({ remainingMs }) => remainingMs() > 0)).toBe(true);
    await expect(withDeadline(60_000, outer.signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(listeners(outer.signal)).toBe(0);
  });
});

describe('a signal that lives long', () => {
  it('has one listener for any number of deadlines and works, and none when they are over', async () => {
    const outer = new AbortController();
    const warnings: Error[] = [];
    const warned = (warning: Error) => warnings.push(warning);
    process.on('warning', warned);
    const deadlines = Array.from({ length: 500 }, () => startDeadline(60_000, outer.signal));
    const works = Array.from({ length: 500 }, () => {
      let end = () => {};
      const work = orAborted(new Promise<void>((resolve) => (end = resolve)), outer.signal);
      return { work, end: () => end() };
    });
    expect(listeners(outer.signal)).toBe(1);
    for (const deadline of deadlines) deadline.dispose();
    for (const { end } of works) end();
    await Promise.all(works.map(({ work }) => work));
    await turns();
    process.off('warning', warned);
    expect(listeners(outer.signal)).toBe(0);
    expect(warnings).toEqual([]);
  });

  it('ends all of them, also those that begin while others end', async () => {
    const outer = new AbortController();
    const first = startDeadline(NEVER, outer.signal);
    let late: AbortSignal | undefined;
    first.signal.addEventListener('abort', () => {
      late = startDeadline(NEVER, outer.signal).signal;
    });
    const rest = Array.from({ length: 20 }, () => startDeadline(NEVER, outer.signal));
    const work = orAborted(silence(), outer.signal);
    const other = orLate(silence(), { signal: outer.signal, remainingMs: () => NEVER }, () => 'late');
    outer.abort('over');
    expect([first, ...rest].map(({ signal }) => signal.reason)).toEqual(Array(21).fill('over'));
    expect(late?.reason).toBe('over');
    await expect(work).rejects.toBe('over');
    expect(await other).toBe('late');
  });
});
