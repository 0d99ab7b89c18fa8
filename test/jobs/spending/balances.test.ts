import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JobRecord } from '../../../src/jobs/ports/store.ts';
import { freshBalances, keepsReviews, readBalancesNow } from '../../../src/jobs/spending/balances.ts';
import { finalCharge } from '../../../src/jobs/spending/charges.ts';
import { openBench } from '../submitting.ts';

afterEach(() => {
  vi.useRealTimers();
});

const TOLD = Date.parse('2026-03-01T10:00:00.000Z');

/** How often the service is asked for a balance that it told so many milliseconds ago. */
async function readsAfter(ms: number, mode: 'hosted' | 'embedded' = 'hosted') {
  vi.useFakeTimers({ toFake: ['Date'], now: TOLD });
  const { deps, service } = openBench({ mode });
  await freshBalances(deps);
  vi.setSystemTime(TOLD + ms);
  await freshBalances(deps);
  return service.balanceReads - 1;
}

describe('the evidence for a creation', () => {
  it.each([
    ['at once', 0, 0],
    ['for less than five minutes', 299_999, 0],
    ['no longer', 300_000, 1],
    ['not from the future, as after a clock that was set back', -1, 1],
  ])('is a balance that was told before, %s', async (_when, ms, reads) => {
    expect(await readsAfter(ms)).toBe(reads);
  });

  it('is the first balance in embedded mode, where nobody else takes credits', async () => {
    expect(await readsAfter(86_400_000, 'embedded')).toBe(0);
    expect(await readsAfter(-86_400_000, 'embedded')).toBe(0);
  });

  it.each([
    ['not within a day', 86_399_999, 0],
    ['a day later', 86_400_000, 1],
    ['after a clock that was set back', -1, 1],
  ])('is not asked for where the service has no such operation: %s', async (_when, ms, reads) => {
    vi.useFakeTimers({ toFake: ['Date'], now: TOLD });
    const { deps, service } = openBench();
    service.tells = undefined;
    expect(await freshBalances(deps)).toBeUndefined();
    vi.setSystemTime(TOLD + ms);
    expect(await freshBalances(deps)).toBeUndefined();
    expect(service.balanceReads - 1).toBe(reads);
    // Who wants to know asks.
    await readBalancesNow(deps, new AbortController().signal);
    expect(service.balanceReads - 1).toBe(reads + 1);
  });

  it('stays known, with its keys, where the operation is gone for a while', async () => {
    const { deps, service, store } = openBench();
    service.tells = { basic: 3, idempotencyKeyDays: 30 };
    await readBalancesNow(deps, new AbortController().signal);
    service.tells = undefined;
    await readBalancesNow(deps, new AbortController().signal);
    expect(store.balances('account')?.balances).toEqual({ basic: 3, idempotencyKeyDays: 30 });
  });

  it('is none where the service does not tell it', async () => {
    const { deps, service } = openBench();
    service.balances = () => Promise.reject(new Error('no network'));
    expect(await freshBalances(deps)).toBeUndefined();
  });
});

it('the embedded service gives back what a job took that ended in error; of others the charge stays', () => {
  const of = (facts: Partial<JobRecord>) => finalCharge({ charged: 'yes', ...facts } as JobRecord);
  expect(of({ mode: 'embedded', status: 'error' })).toBe('no');
  expect(of({ mode: 'embedded', status: 'success' })).toBe('yes');
  expect(of({ mode: 'hosted', status: 'error' })).toBe('yes');
});

describe('whether the service keeps reviews', () => {
  it.each([
    ['not within a day', 86_399_999, false],
    ['a day later', 86_400_000, true],
    ['after a clock that was set back', -1, true],
  ])('is asked for again where it did not: %s', async (_when, ms, isAsked) => {
    vi.useFakeTimers({ toFake: ['Date'], now: TOLD });
    const { deps, service } = openBench();
    expect(await keepsReviews(deps)).toBe(false);
    service.tells = { basic: 3, keepsReviews: true };
    vi.setSystemTime(TOLD + ms);
    expect(await keepsReviews(deps)).toBe(isAsked);
  });
});
