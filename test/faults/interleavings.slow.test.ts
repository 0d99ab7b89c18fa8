import { describe, expect, it, vi } from 'vitest';
import type * as driver from '../../src/platform/sqlite/driver.ts';
import { IS_DEEP } from '../helpers/runs.ts';
import { checkEveryRun, expectBooks, FATES, ownClock, type Plan } from './interleavings.ts';

vi.mock('../../src/platform/sqlite/driver.ts', async (original) =>
  (await import('../helpers/quick-money.ts')).withoutSync(await original<typeof driver>()),
);

ownClock();

/** The model of a creation's life (`life`) goes through the others, with fewer steps between. */
const SOME_FATES = IS_DEEP ? FATES : (['answered', 'lost and charged'] as const);

describe('two processes, asleep at any step of a creation', () => {
  it.each(SOME_FATES)('never pay twice for equal searches unasked, nor lose a charge: %s', async (fate) => {
    // One more try has many more orders: there one search each has to suffice.
    const searches: Plan['searches'] = [['A'], fate === 'rate limited first' ? ['A'] : ['A', 'A']];
    const met = await checkEveryRun({ fate, sleeps: 1, searches }, (charges, store, account) => {
      expect(charges.length, 'paid twice').toBeLessThanOrEqual(1);
      expectBooks(charges, store, account);
    });
    expect(met.runs).toBeGreaterThan(600);
    expect(met).toMatchObject({ reused: expect.any(Number), RATE_LIMITED: expect.any(Number) });
  });

  // There are too many pairs of sleeps: takes a sample by a seed, which a failure names.
  it.each(FATES)('keep both promises when they sleep twice: %s', async (fate) => {
    const sample = { runs: 400, seed: 20_261_122 };
    const searches: Plan['searches'] = [['A'], ['A', 'A']];
    const met = await checkEveryRun({ fate, sleeps: 2, searches, sample }, (charges, store, account) => {
      expect(charges.length, 'paid twice').toBeLessThanOrEqual(1);
      expectBooks(charges, store, account);
    });
    expect(met).toMatchObject({ reused: expect.any(Number), RATE_LIMITED: expect.any(Number) });
  });

  it.each(SOME_FATES)('never pass the cap with what one of them had forgotten: %s', async (fate) => {
    const searches: Plan['searches'] = [['A'], ['B']];
    const met = await checkEveryRun({ fate, sleeps: 1, searches, deps: { dailyCreditCap: 1 } }, (charges, ...books) => {
      expect(charges.length, 'over the cap').toBeLessThanOrEqual(1);
      expectBooks(charges, ...books);
    });
    expect(met).toMatchObject({ CREDIT_CAP: expect.any(Number), RATE_LIMITED: expect.any(Number) });
  });
});
