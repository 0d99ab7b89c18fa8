import { beforeAll, describe, expect, it } from 'vitest';
import { CHANGES, COPIES, LOSSES, NEVER_NEAR } from './kinds.ts';
import { type Checked, isTaken, readAll, sweep } from './sweep.ts';

/** A few quotations of each kind; the slow suite has all of them. */

let readings: Awaited<ReturnType<typeof readAll>>;
beforeAll(async () => {
  readings = await readAll();
});

const FEW = 4;
const shown = (checked: Checked[]) =>
  checked.map(({ kind, document, quote, check }) => `${kind}, ${document}: ${quote} (${check.verdict})`);

describe('of a few sentences of each kind', () => {
  it('no changed one is exact', () => {
    const checked = sweep(readings, CHANGES, { count: 1, most: FEW });
    expect(new Set(checked.map(({ kind }) => kind)).size).toBe(Object.keys(CHANGES).length);
    expect(shown(checked.filter(isTaken))).toEqual([]);
  });

  it('none with another meaning is near, but 1 of 100', () => {
    const kinds = Object.fromEntries(Object.entries(CHANGES).filter(([kind]) => NEVER_NEAR.has(kind)));
    const checked = sweep(readings, kinds, { count: 1, most: FEW });
    const near = checked.filter(({ check }) => check.verdict === 'near');
    expect(near.length / checked.length, shown(near).join('\n')).toBeLessThanOrEqual(0.01);
  });

  it.each([
    ['a copy', COPIES, /^exact$/],
    ['a copy with a loss', LOSSES, /^(?:exact|near)$/],
  ])('%s is taken 97 times of 100', (_name, kinds, verdicts) => {
    const checked = sweep(readings, kinds, { copies: true, count: 1, most: 3 * FEW });
    const refused = checked.filter(({ check }) => !verdicts.test(check.verdict));
    expect(refused.length / checked.length, shown(refused).join('\n')).toBeLessThanOrEqual(0.03);
  });
});
