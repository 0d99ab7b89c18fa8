import { expect, it } from 'vitest';
import { startDeadline } from '../../../src/lib/deadline.ts';
import type { Timers } from '../../../src/lib/timers.ts';
import { retry } from '../../../src/platform/net/retry.ts';

/** Work that always fails, and the number of its last try. */
function failing() {
  let tries = 0;
  return async () => {
    tries += 1;
    throw new Error(`try ${tries}`);
  };
}

/** Timers on which pauses are over at once; they keep how long each should have been. */
function quickTimers() {
  const pauses: number[] = [];
  const timers: Timers = {
    now: () => pauses.reduce((sum, ms) => sum + ms, 0),
    after: (ms, call) => {
      pauses.push(ms);
      queueMicrotask(call);
      return () => {};
    },
  };
  return { timers, pauses };
}

it('pauses as the rule says, of each failure and its number, until it says no more', async () => {
  const { timers, pauses } = quickTimers();
  const told: unknown[] = [];
  const pauseMs = ({ message }: Error, tries: number) => {
    told.push([message, tries]);
    return tries < 4 ? tries * 10 : undefined;
  };
  await expect(retry(failing(), { pauseMs, timers })).rejects.toThrow('try 4');
  expect(pauses).toEqual([10, 20, 30]);
  expect(told).toEqual([1, 2, 3, 4].map((nth) => [`try ${nth}`, nth]));
});

it('does not pause after the last try that it may make', async () => {
  const { timers, pauses } = quickTimers();
  await expect(retry(failing(), { tries: 2, pauseMs: () => 5, timers })).rejects.toThrow('try 2');
  expect(pauses).toEqual([5]);
});

it('fails as it failed last when the time would end in a pause, or somebody ends it there', async () => {
  const deadline = startDeadline(1_000);
  await expect(retry(failing(), { pauseMs: () => 2_000, deadline })).rejects.toThrow('try 1');
  deadline.dispose();
  const caller = new AbortController();
  const ended = retry(failing(), { pauseMs: () => 60_000, deadline: startDeadline(120_000, caller.signal) });
  setImmediate(() => caller.abort());
  await expect(ended).rejects.toThrow('try 1');
});
