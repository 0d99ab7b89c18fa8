import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { seededNumbers } from '../../src/review/seeded-numbers.ts';
import { biasedCmh, firstBiasedStop } from '../../src/review/stopping/biased-cmh.ts';
import { cmhFrontier, cmhP } from '../../src/review/stopping/cmh.ts';
import { walleniusCdf } from '../../src/review/stopping/wallenius.ts';

/**
 * [records, screened, target, places of the relevant among the screened, p]: `buscarpy.calculate_h0` (buscarpy 0.0.2)
 * on orders drawn with numpy's `choice` in which relevant records are 1 to 50 times as likely to come next.
 */
const BUSCARPY = JSON.parse(readFileSync(new URL('fixtures/buscarpy.json', import.meta.url), 'utf8')) as [
  number,
  number,
  number,
  number[],
  number,
][];

/** [records, screened, target, bias, places of the relevant, p]: the same with buscarpy's `bias` (scipy 1.x's urns). */
const BIASED = JSON.parse(readFileSync(new URL('fixtures/buscarpy-biased.json', import.meta.url), 'utf8')) as [
  number,
  number,
  number,
  number,
  number[],
  number,
][];

const decisionsOf = (screened: number, relevant: readonly number[]) => {
  const decisions = new Array<0 | 1>(screened).fill(0);
  for (const at of relevant) decisions[at] = 1;
  return decisions;
};

describe("Callaghan and Müller-Hansen's test", () => {
  it("has buscarpy's p", () => {
    expect(BUSCARPY.length).toBeGreaterThan(50);
    expect(BUSCARPY.filter(([, , , , p]) => p > 1e-6 && p < 0.9).length).toBeGreaterThan(20);
    for (const [records, screened, target, relevant, p] of BUSCARPY)
      expect(Math.abs(cmhP(decisionsOf(screened, relevant), records, target) - p)).toBeLessThan(1e-9);
  });

  it('is certain where less is unread than would have to be missed', () => {
    expect(cmhP([1, 0, 1, 0], 4, 0.95)).toBe(0);
    expect(cmhFrontier([1, 0, 1, 0], 4, 0.95)).toBe(1);
    expect(cmhP([], 10, 0.95)).toBe(1);
  });

  it('has no doubt about targets up to its frontier, and about no higher one', () => {
    let between = 0;
    for (const [records, screened, , relevant] of BUSCARPY) {
      const decisions = decisionsOf(screened, relevant);
      const frontier = cmhFrontier(decisions, records, 0.95);
      if (frontier > 0.05) expect(cmhP(decisions, records, frontier - 1e-9)).toBeLessThan(0.05);
      if (frontier > 0 && frontier < 1) {
        between++;
        expect(cmhP(decisions, records, frontier + 1e-9)).toBeGreaterThanOrEqual(0.05);
      }
    }
    expect(between).toBeGreaterThan(20);
  });
});

describe('the test with a bias', () => {
  it("has buscarpy's p", () => {
    expect(BIASED.filter(([, , , , , p]) => p > 1e-6 && p < 0.9).length).toBeGreaterThan(20);
    for (const [records, screened, target, bias, relevant, p] of BIASED)
      expect(Math.abs(cmhP(decisionsOf(screened, relevant), records, target, bias) - p)).toBeLessThan(1e-9);
  });

  it('draws as an urn does, record by record', () => {
    for (const [population, relevant, bias] of [
      [40, 7, 3],
      [60, 30, 1.7],
      [90, 5, 0.4],
    ] as const) {
      // P(so many relevant) after each draw, in sums of positive terms.
      let after = [1, ...new Array<number>(relevant).fill(0)];
      for (let draws = 1; draws < population; draws++) {
        after = after.map((_, met) => {
          const of = (before: number) => {
            const left = bias * (relevant - before);
            const others = population - relevant - (draws - 1 - before);
            return { left, others, all: left + Math.max(0, others), share: after[before] ?? 0 };
          };
          const [same, fewer] = [of(met), of(met - 1)];
          const stays = same.share === 0 ? 0 : (same.share * same.others) / same.all;
          const meets = fewer.share === 0 ? 0 : (fewer.share * fewer.left) / fewer.all;
          return stays + meets;
        });
        let cdf = 0;
        for (const [met, share] of after.entries()) {
          cdf += share;
          const ours = walleniusCdf(met, population, relevant, draws, bias);
          expect(Math.abs(ours - cdf)).toBeLessThan(1e-10);
          if (cdf > 1e-300 && cdf < 0.1) expect(Math.abs(ours / cdf - 1)).toBeLessThan(1e-9);
        }
      }
    }
  });

  it('sums the right tail of few draws from many', () => {
    // scipy 1.17.1: hypergeom.cdf and nchypergeom_wallenius.cdf.
    expect(walleniusCdf(146, 49_197, 49_173, 156, 1) / 1.4469796455422894e-19).toBeCloseTo(1, 6);
    expect(walleniusCdf(146, 49_197, 49_173, 156, 1.5) / 2.5571086352095487e-21).toBeCloseTo(1, 6);
  });

  it('takes no bias from finds that came as by chance, and one from finds that came early', () => {
    const everyTenth = Array.from({ length: 100 }, (_, at): 0 | 1 => (at % 10 === 9 ? 1 : 0));
    expect(biasedCmh(everyTenth, 120, 0.95, 0.95).bias).toBe(1);
    const early = Array.from({ length: 100 }, (_, at): 0 | 1 => (at < 20 ? 1 : 0));
    const { bias, p } = biasedCmh(early, 200, 0.95, 0.95);
    expect(bias).toBeGreaterThan(1.5);
    expect(bias).toBeLessThanOrEqual(10 ** 0.8);
    expect(p).toBeLessThan(cmhP(early, 200, 0.95));
    expect(biasedCmh([1], 10, 0.95, 0.95).bias).toBe(1);
    expect(biasedCmh([0, 0], 10, 0.95, 0.95).bias).toBe(1);
  });

  it('takes no bias before twenty are found', () => {
    const early = (found: number) => Array.from({ length: 100 }, (_, at): 0 | 1 => (at < found ? 1 : 0));
    for (const target of [0.8, 0.95]) {
      expect(biasedCmh(early(19), 200, target, 0.95).bias).toBe(1);
      expect(biasedCmh(early(20), 200, target, 0.95).bias).toBeGreaterThan(1.5);
    }
  });

  it('holds after a fiftieth of the records in which it did not break, or when nothing can be missed any more', () => {
    const decided = (read: number) => Array.from({ length: read }, (_, at): 0 | 1 => (at < 30 ? 1 : 0));
    let read = 30;
    while (biasedCmh(decided(read), 1000, 0.95, 0.95).p >= 0.05) read++;
    const passed = biasedCmh(decided(read), 1000, 0.95, 0.95);
    expect(passed).toMatchObject({ holds: false, read: 0, needed: 20 });
    expect(biasedCmh(decided(read + 19), 1000, 0.95, 0.95)).toMatchObject({ holds: false, read: 19 });
    expect(biasedCmh(decided(read + 20), 1000, 0.95, 0.95)).toMatchObject({ holds: true, read: 20 });
    // Another find among these, with which p is .5, counts anew.
    const broken = [...decided(read + 10), 1] as (0 | 1)[];
    expect(biasedCmh(broken, 1000, 0.95, 0.95)).toMatchObject({ holds: false, read: 0 });
    // 30 found, 2 must be missed: with one record unread that cannot be.
    expect(biasedCmh([...new Array<0>(969).fill(0), ...new Array<1>(30).fill(1)], 1000, 0.95, 0.95).holds).toBe(true);
  });

  it('stops first where asking after each decision would', () => {
    const random = seededNumbers(5);
    const biases: number[] = [];
    for (let order = 0; order < 8; order++) {
      const all = Array.from({ length: 150 }, (_, at): 0 | 1 => (random() < (at < 28 ? 0.9 : 0.02) ? 1 : 0));
      let screened = 0;
      let said: ReturnType<typeof biasedCmh>;
      do {
        screened++;
        said = biasedCmh(all.slice(0, screened), 150, 0.9, 0.9);
      } while (screened < 150 && !said.holds);
      biases.push(said.bias);
      expect(firstBiasedStop(all, 0.9, 0.9) ?? 150).toBe(screened);
    }
    expect(biases.filter((bias) => bias > 1.1).length).toBeGreaterThan(4);
  });
});
