import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreementOf } from '../../src/review/screening/compare-readers.ts';

/**
 * Both include, only the first, only the second, neither; kappa by scikit-learn 1.9.1 (`cohen_kappa_score`), and its
 * standard error by statsmodels (`cohens_kappa(...).std_kappa`).
 */
const PEERS: [number, number, number, number, number, number][] = [
  [20, 5, 10, 15, 0.4, 0.12699606293110033],
  [45, 15, 25, 15, 0.13043478260869568, 0.0986615376234396],
  [1, 0, 0, 1, 1.0, 0.0],
  [9, 3, 7, 981, 0.6378910776361529, 0.1065099156873006],
  [0, 4, 6, 0, -0.9230769230769229, 0.22917061220162252],
  [0, 4, 0, 6, 0.0, 5.890201144234052e-9],
  [118, 5, 2, 0, -0.023391812865497075, 0.012286756672845256],
  [3, 1, 2, 40, 0.6310160427807486, 0.19552677549831365],
  [0, 3, 3, 500, -0.005964214711729587, 0.002434837153062242],
];

const tableOf = ([bothInclude, onlyFirstIncludes, onlySecondIncludes, bothExclude]: readonly number[]) => ({
  bothInclude: bothInclude as number,
  onlyFirstIncludes: onlyFirstIncludes as number,
  onlySecondIncludes: onlySecondIncludes as number,
  bothExclude: bothExclude as number,
});

describe('how far two readers agree', () => {
  it.each(PEERS)('%i, %i, %i, %i: kappa as others compute it', (a, b, c, d, kappa, error) => {
    const { kappa: own, interval } = agreementOf(tableOf([a, b, c, d]), 0);
    expect(own).toBeCloseTo(kappa, 12);
    // An error of nothing is that of too few records, not certainty.
    if (error < 1e-8 || interval === undefined) {
      expect([interval, error]).toEqual([undefined, expect.closeTo(0, 7)]);
      return;
    }
    expect(interval[0]).toBeCloseTo(Math.max(-1, kappa - 1.959963984540054 * error), 6);
    expect(interval[1]).toBeCloseTo(Math.min(1, kappa + 1.959963984540054 * error), 6);
  });

  it("has PABAK and Gwet's AC1 near the share of agreement where kappa is negative", () => {
    const { percent, pabak, ac1, both, onlyOne } = agreementOf(tableOf([118, 5, 2, 0]), 7);
    expect([both, onlyOne]).toEqual([125, 7]);
    expect(percent).toBeCloseTo(94.4, 10);
    expect(pabak).toBeCloseTo(0.888, 10);
    // 1 - .056 / (1 - 2 q (1 - q)) with q = 243 / 250.
    expect(ac1).toBeCloseTo(1 - 0.056 / (1 - 2 * 0.972 * 0.028), 10);
  });

  it('says nothing of what is not defined', () => {
    expect(agreementOf(tableOf([0, 0, 0, 0]), 3)).toEqual({ both: 0, onlyOne: 3 });
    expect(agreementOf(tableOf([0, 0, 0, 9]), 0)).toEqual({ both: 9, onlyOne: 0, percent: 100, pabak: 1, ac1: 1 });
  });

  it('does not depend on who is first, nor on what is called relevant', () => {
    const count = fc.nat(400);
    fc.assert(
      fc.property(count, count, count, count, (a, b, c, d) => {
        const [one, other, turned] = [
          [a, b, c, d],
          [a, c, b, d],
          [d, b, c, a],
        ].map((table) => agreementOf(tableOf(table), 0));
        for (const name of ['kappa', 'pabak', 'ac1', 'percent'] as const) {
          if (one?.[name] === undefined) expect([other?.[name], turned?.[name]]).toEqual([undefined, undefined]);
          else for (const each of [other, turned]) expect(each?.[name]).toBeCloseTo(one[name], 9);
        }
        const [low = -1, high = 1] = one?.interval ?? [];
        if (one?.kappa !== undefined) expect(low <= one.kappa && one.kappa <= high).toBe(true);
      }),
    );
  });
});
