import { beforeAll, describe, expect, it } from 'vitest';
import { IS_DEEP } from '../../helpers/runs.ts';
import { CHANGES, COPIES, CUTS, LOSSES, NEVER_NEAR, PARTS } from './kinds.ts';
import { type Checked, isTaken, readAll, sweep } from './sweep.ts';

/** Each kind of change on documents of several fields and formats. `npm run test:long quotations` prints the table. */

let readings: Awaited<ReturnType<typeof readAll>>;
beforeAll(async () => {
  readings = await readAll();
});

/** Each kind is tried on every third document, the next kind on others. */
const some = (nth: number) => readings.filter((_reading, at) => IS_DEEP || at % 3 === nth % 3);
const numbered = <T>(kinds: Record<string, T>) =>
  Object.entries(kinds).map(([kind, change], nth) => [kind, change, nth] as const);

const shown = (checked: Checked[]) =>
  checked.map(({ document, quote, check }) => `${document}: ${quote} (${check.verdict})`);

describe('a sentence of a document', () => {
  it.each(numbered(CHANGES))('with %s is not exact', (kind, change, nth) => {
    const own = sweep(some(nth), { [kind]: change }, { count: 1 });
    const checked = own.length > 0 ? own : sweep(readings, { [kind]: change }, { count: 1 });
    expect(checked.length).toBeGreaterThan(0);
    expect(shown(checked.filter(isTaken))).toEqual([]);
  });

  it('with another number, unit, denial, name or word is near in 1 of 100 at most', () => {
    const kinds = Object.fromEntries(Object.entries(CHANGES).filter(([kind]) => NEVER_NEAR.has(kind)));
    expect(Object.keys(kinds)).toHaveLength(NEVER_NEAR.size);
    const checked = sweep(some(0), kinds, { count: 1 });
    const near = checked.filter((each) => each.check.verdict === 'near');
    expect(near.length / checked.length, shown(near).join('\n')).toBeLessThanOrEqual(0.01);
  });

  it.each(numbered(PARTS))('with %s says so', (kind, change, nth) => {
    const checked = sweep(some(nth), { [kind]: change }, { copies: true, count: 1 });
    expect(checked.length).toBeGreaterThan(0);
    expect(shown(checked.filter(({ check }) => check.verdict === 'exact' && !check.part))).toEqual([]);
  });

  it.each(Object.entries(CUTS))('with %s is never altered nor exact, and names the word', (kind, change) => {
    const checked = sweep(readings, { [kind]: change }, { copies: true, count: 1 });
    expect(checked.length).toBeGreaterThan(50);
    const isTold = ({ check, quote }: Checked) =>
      /^(?:near|loose)$/.test(check.verdict) &&
      check.differences?.some(({ quote: cut, document }) => quote.includes(cut) && document.includes(cut)) === true &&
      check.part !== undefined;
    expect(shown(checked.filter((each) => !isTold(each)))).toEqual([]);
  });

  it('is exact as people copy it, 96 times of 100', () => {
    const checked = sweep(readings, COPIES, { copies: true, count: 1 });
    expect(new Set(checked.map(({ kind }) => kind)).size).toBe(Object.keys(COPIES).length);
    const exact = checked.filter(({ check }) => check.verdict === 'exact');
    expect(
      exact.length / checked.length,
      shown(checked.filter((each) => !exact.includes(each))).join('\n'),
    ).toBeGreaterThanOrEqual(0.96);
  });

  it('is exact or near with the usual losses of a copy, 97 times of 100', () => {
    const checked = sweep(readings, LOSSES, { copies: true, count: 1 });
    expect(new Set(checked.map(({ kind }) => kind)).size).toBe(Object.keys(LOSSES).length);
    const taken = checked.filter(({ check }) => /^(?:exact|near)$/.test(check.verdict));
    expect(
      taken.length / checked.length,
      shown(checked.filter((each) => !taken.includes(each))).join('\n'),
    ).toBeGreaterThanOrEqual(0.97);
  });
});
