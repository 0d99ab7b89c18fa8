import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PaperqueueError } from '../../../src/contract/errors.ts';
import { capProblem, remainingCap } from '../../../src/jobs/spending/charges.ts';
import { saidError } from '../../helpers/said.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { ANEW, newJob, openStore } from '../store/stores.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Sets the clock; everything else goes on in real time. */
function at(time: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
}

const capped = (dailyCreditCap: number | undefined) => ({ store: openStore(), dailyCreditCap });

describe('what the daily cap leaves', () => {
  it('is nothing to speak of where no cap is set', () => {
    const deps = capped(undefined);
    deps.store.beginCreation(newJob({ cost: 1_000_000 }), ANEW);
    expect(remainingCap(deps)).toBeUndefined();
    expect(capProblem(deps, 1_000_000)).toBeUndefined();
  });

  it('is all of it at first, and less by what is held, charged or unknown', () => {
    const deps = capped(20);
    expect(remainingCap(deps)).toBe(20);
    const [held, charged, unknown, taken] = [1, 2, 3, 5].map(
      (cost) => deps.store.beginCreation(newJob({ cost }), ANEW).job.number,
    );
    expect(held).toBe(1);
    deps.store.confirm(charged as number, 'abc');
    deps.store.settle(unknown as number, 'unknown');
    deps.store.settle(taken as number, 'yes');
    expect(remainingCap(deps)).toBe(20 - 11);
  });

  it('is as before after a creation that was not charged', () => {
    const deps = capped(20);
    deps.store.beginCreation(newJob({ cost: 3 }), ANEW);
    deps.store.settle(1, 'no');
    expect(remainingCap(deps)).toBe(20);
  });

  it('counts all accounts, pools and modes together', () => {
    const deps = capped(20);
    deps.store.beginCreation(newJob({ cost: 1, account: 'one', pool: 'pro' }), ANEW);
    deps.store.beginCreation(newJob({ cost: 2, account: 'two', pool: 'privateKey' }), ANEW);
    deps.store.beginCreation(newJob({ cost: 3, account: 'embedded', mode: 'embedded' }), ANEW);
    expect(remainingCap(deps)).toBe(14);
  });

  it('counts what was spent while the clock was days behind, once it is right again', () => {
    const deps = capped(20);
    const pay = (cost: number) => deps.store.settle(deps.store.beginCreation(newJob({ cost }), ANEW).job.number, 'yes');
    at('2025-06-01T12:00:00.000Z');
    pay(7);
    at('2026-03-01T12:00:00.000Z');
    pay(1);
    at('2026-02-20T12:00:10.000Z');
    pay(3);
    at('2026-03-01T12:00:20.000Z');
    expect(remainingCap(deps)).toBe(16);
    at('2026-03-02T12:00:01.000Z');
    expect(remainingCap(deps)).toBe(20);
  });

  it('counts what other processes spent', () => {
    const folder = temporaryFolder();
    const other = openStore(folder);
    other.stampDial(other.beginCreation(newJob({ cost: 3 }), ANEW).job.number);
    expect(remainingCap({ store: openStore(folder), dailyCreditCap: 4 })).toBe(1);
  });

  it('does not count what a dead process never sent', () => {
    const folder = temporaryFolder();
    openStore(folder).beginCreation(newJob({ cost: 3 }), ANEW);
    expect(remainingCap({ store: openStore(folder), dailyCreditCap: 4 })).toBe(4);
  });

  it('is never less than nothing', () => {
    const deps = capped(2);
    deps.store.beginCreation(newJob({ cost: 3 }), ANEW);
    expect(remainingCap(deps)).toBe(0);
  });

  it('counts a job until it is more than 24 hours old', () => {
    const deps = capped(10);
    at('2026-03-01T10:00:00.000Z');
    deps.store.beginCreation(newJob({ cost: 3 }), ANEW);
    at('2026-03-02T10:00:00.000Z');
    expect(remainingCap(deps)).toBe(7);
    at('2026-03-02T10:00:00.001Z');
    expect(remainingCap(deps)).toBe(10);
  });
});

describe('a job', () => {
  it('may take exactly what is left', () => {
    const deps = capped(5);
    deps.store.beginCreation(newJob({ cost: 3 }), ANEW);
    expect(capProblem(deps, 2)).toBeUndefined();
  });

  it('that would take more is refused with the numbers and the way on', () => {
    const deps = capped(5);
    deps.store.beginCreation(newJob({ cost: 3 }), ANEW);
    const { details } = capProblem(deps, 3) ?? {};
    expect(details && saidError(details)).toEqual({
      code: 'CREDIT_CAP',
      message: 'This search costs 3 credits, but the daily cap of 5 leaves 2; nothing was sent.',
      charged: 'no',
      retryable: false,
      next: 'Ask for a lower limit or fewer parts, wait until earlier searches are 24 hours old, or let the user raise PAPERQUEUE_DAILY_CREDIT_CAP and restart the server.',
    });
  });

  it('is refused whatever it costs where the cap is 0', () => {
    const { message, next } = saidError((capProblem(capped(0), 1) as PaperqueueError).details);
    expect(message).toContain('the daily cap of 0 leaves 0');
    expect(next).toMatch(/^Wait until/);
  });
});
