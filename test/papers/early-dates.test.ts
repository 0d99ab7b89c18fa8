import { describe, expect, it } from 'vitest';
import { possibleDate, readDate } from '../../src/papers/dates.ts';
import { toPaper } from '../../src/papers/paper.ts';

describe('a year before 1500', () => {
  it.each([
    ['-0379', -379],
    ['-0379~', -379],
    ['-1200', -1200],
    ['0731', 731],
    ['731', 731],
    ['0731-05-02', 731],
    ['1215', 1215],
    ['350 BC', -350],
    ['c. 350 B.C.', -350],
    ['350 BCE', -350],
    ['AD 79', 79],
    ['79 CE', 79],
    ['44 v. Chr.', -44],
  ])('%j is %i', (text, year) => {
    expect(readDate(text)).toEqual({ year });
  });

  it.each(['18', '0', '0000', '99', 'n.d.', '731 pages', 'CE', 'vol. 350', ''])('%j is none', (text) => {
    expect(readDate(text)).toEqual({});
  });

  it.each(['2018', 'c. 2018', '2018 CE', '12 May 1750'])('%j is what it was', (text) => {
    expect(readDate(text).year).toBeGreaterThan(1500);
  });

  it('is kept by a paper, and no year 0 or far in the future is', () => {
    const yearOf = (year: number) => {
      const paper = toPaper({ title: 'T', year });
      return typeof paper === 'string' ? paper : paper.year;
    };
    expect([-379, 731, 2026, 0, 2101, Number.NaN].map(yearOf)).toEqual([
      -379,
      731,
      2026,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('a date that the calendar does not have', () => {
  it.each([
    ['2021-02-30', '2021'],
    ['2021-02-29', '2021'],
    ['2020-02-29', '2020-02-29'],
    ['1900-02-29', '1900'],
    ['2021-04-31', '2021'],
    ['1996-13-03', '1996'],
    ['1996-00', '1996'],
    ['2021-05-00', '2021'],
    ['2021-12-31', '2021-12-31'],
    ['2021', '2021'],
    ['', ''],
  ])('%j is %j', (date, possible) => {
    expect(possibleDate(date)).toBe(possible);
  });
});
