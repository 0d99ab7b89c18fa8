import { expect, it } from 'vitest';
import { IS_WHOLE } from '../helpers/runs.ts';
import { checkEveryRun, expectBooks, ownClock } from './interleavings.ts';

ownClock();

it('two processes, one of them asleep at any step, never pay twice for one search', async () => {
  const searches: [string[], string[]] = [['A'], ['A']];
  const sample = IS_WHOLE ? undefined : { runs: 40, seed: 20_261_122 };
  const met = await checkEveryRun({ fate: 'answered', sleeps: 1, searches, sample }, (charges, store, account) => {
    expect(charges.length, 'paid twice').toBeLessThanOrEqual(1);
    expectBooks(charges, store, account);
  });
  // A creation given up was not dialled, and one dialled and given up blocks: a few orders of all.
  const rare = sample ? [] : ['RATE_LIMITED', 'CHARGE_UNKNOWN'];
  for (const outcome of ['created', 'reused', ...rare]) expect(met).toHaveProperty(outcome);
});
