import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryDelayMs } from '../../../src/service/callbacks/deliverer.ts';

const S = 1_000;
const MIN = 60 * S;
const H = 60 * MIN;
const STEPS = [5 * S, 5 * MIN, 30 * MIN, 2 * H, 5 * H, 10 * H, 10 * H];

describe('the schedule of deliveries', () => {
  it.each(STEPS.map((step, index) => [index + 1, step] as const))(
    'after %i failures pauses for %i ms',
    (failed, step) => {
      expect(retryDelayMs(failed, undefined, 0)).toBe(step);
      expect(retryDelayMs(failed, undefined, 1)).toBe(step * 1.2);
    },
  );

  it('has no attempt after the eighth', () => {
    expect(retryDelayMs(8, undefined)).toBeUndefined();
    expect(retryDelayMs(8, 60)).toBeUndefined();
  });

  it.each([
    ['less than the pause', 1, 3, 5 * S],
    ['nothing', 2, 0, 5 * MIN],
    ['more than the pause', 1, 8, 8 * S],
    ['twice the pause', 2, 600, 10 * MIN],
    ['more than twice the pause', 2, 601, 10 * MIN],
    ['years', 7, 999_999_999, 20 * H],
  ])('obeys a receiver that asks for %s within bounds', (_what, failed, seconds, delay) => {
    expect(retryDelayMs(failed, seconds, 0)).toBe(delay);
  });

  it('is never earlier than its step and never later than its double', () => {
    const asked = fc.option(fc.nat(999_999_999), { nil: undefined });
    const chance = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), asked, chance, (failed, seconds, by) => {
        const step = STEPS[failed - 1] ?? 0;
        const delay = retryDelayMs(failed, seconds, by) ?? 0;
        expect(delay).toBeGreaterThanOrEqual(step);
        expect(delay).toBeLessThanOrEqual(2 * step);
        expect(Number.isInteger(delay)).toBe(true);
      }),
    );
  });
});
