import { expect, it } from 'vitest';
import { checkEveryRun, expectBooks, ownClock } from './interleavings.ts';

ownClock();

it('two processes, one of them asleep at any step, never pay twice for one search', async () => {
  const searches: [string[], string[]] = [['A'], ['A']];
  const met = await checkEveryRun({ fate: 'answered', sleeps: 1, searches }, (charges, store, account) => {
    expect(charges.length, 'paid twice').toBeLessThanOrEqual(1);
    expectBooks(charges, store, account);
  });
  // A creation given up was not dialled, and one dialled and given up blocks.
  for (const outcome of ['created', 'reused', 'RATE_LIMITED', 'CHARGE_UNKNOWN']) expect(met).toHaveProperty(outcome);
});
