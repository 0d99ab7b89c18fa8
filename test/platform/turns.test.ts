import { afterEach, expect, it, vi } from 'vitest';
import { mapInTurns, pauseEvery } from '../../src/platform/turns.ts';

/** A clock that moves on by so much with each item. */
function clockOf(msAnItem: number): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += msAnItem;
    return now;
  });
}

afterEach(() => void vi.restoreAllMocks());

it('others have a turn between slices, and the order stays', async () => {
  clockOf(4);
  const events: unknown[] = [];
  const beside = setImmediate(() => events.push('beside'));
  const mapped = await mapInTurns([1, 2, 3, 4, 5, 6], (item) => {
    events.push(item);
    return item * 10;
  });
  clearImmediate(beside);
  expect(mapped).toEqual([10, 20, 30, 40, 50, 60]);
  expect(events.indexOf('beside')).toBeGreaterThan(0);
  expect(events.indexOf('beside')).toBeLessThan(6);
});

it('what is done within a slice waits for nobody', async () => {
  clockOf(0);
  let isBeside = false;
  const beside = setImmediate(() => {
    isBeside = true;
  });
  await mapInTurns([1, 2, 3], (item) => item);
  clearImmediate(beside);
  expect(isBeside).toBe(false);
});

it('a pause ends when the signal aborts', async () => {
  clockOf(10);
  const aborting = new AbortController();
  const pause = pauseEvery(5, aborting.signal)();
  aborting.abort();
  await expect(pause).rejects.toThrow();
});
