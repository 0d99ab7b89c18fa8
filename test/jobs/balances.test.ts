import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JobRecord } from '../../src/jobs/ports/store.ts';
import { freshBalances } from '../../src/jobs/spending/balances.ts';
import { finalCharge } from '../../src/jobs/spending/charge-state.ts';
import { openBench } from './submitting.ts';

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
