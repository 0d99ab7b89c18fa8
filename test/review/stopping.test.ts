import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cmhFrontier, cmhP } from '../../src/review/stopping/cmh.ts';

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
