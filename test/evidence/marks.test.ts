import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { among, readNumbers } from '../../src/evidence/numbers.ts';
import { type Column, readValue } from '../../src/evidence/table/columns.ts';
import { markCell } from '../../src/evidence/table/marks.ts';
import { hasUnit } from '../../src/evidence/table/units.ts';

const column = (more: Partial<Column>): Column => ({ id: 'C1', name: 'Dose', ask: 'Which?', type: 'text', ...more });
const held = { held: 'text', verdict: 'exact' } as const;
const kinds = (of: Column, value: string, quote: string | undefined) =>
  markCell(of, { value, quote, check: held }).map(({ kind }) => kind);

describe('the value of a column', () => {
  it.each([
    ['12.4'],
    [12.4],
    ['1,000'],
    ['12 %'],
    ['.05'],
    ['-3,2'],
    ['< 0.05'],
    ['p = .03'],
    ['twelve'],
    ['0.85 (0.70 to 1.02)'],
    ['12 ± 3'],
    ['US$ 40'],
    ['1.2 × 10^-3'],
    ['Not reported'],
  ])('a number takes %s', (value) => {
    expect(readValue(column({ type: 'number' }), value)).toHaveProperty('value');
  });

  it.each([
    ['number', 'many', 'no-number'],
    ['number', 'see Table 2', 'no-number'],
    ['number', '', 'no-value'],
    ['number', {}, 'no-value'],
    ['yes-no', 'perhaps', 'no-yes-no'],
    ['category', 'green', 'no-category'],
    ['text', 'x'.repeat(501), 'long-value'],
  ] as const)('a %s does not take %j', (type, value, kind) => {
    expect(readValue(column({ type, values: ['red', 'blue'] }), value)).toMatchObject({ kind });
  });

  it('is written in one way', () => {
    expect(readValue(column({ type: 'yes-no' }), true)).toEqual({ value: 'yes' });
    expect(readValue(column({ type: 'category', values: ['RCT', 'Cohort'] }), 'rct')).toEqual({ value: 'RCT' });
    expect(readValue(column({}), ' NOT  reported ')).toEqual({ value: 'not reported' });
  });
});

describe('numbers', () => {
  const same = (one: string, other: string) => readNumbers(one).every(among(readNumbers(other)));

  it.each([
    ['1000', '1,000 patients'],
    ['1000', '1.000 Patienten'],
    ['1000', '1 000 patients'],
    ['12345.6', '12,345.6 kg'],
    ['12345.6', '12.345,6 kg'],
    ['12', '12 % of them'],
    ['0.05', 'p < .05'],
    ['0.5', '0,5 mg'],
    ['1.5', '1·5 mg'],
    ['12', 'twelve patients'],
    ['three', '3 arms'],
    ['24', 'twenty-four weeks'],
    ['228', 'Two-hundred-and-twenty-eight adults'],
    ['317', 'Of three hundred seventeen men'],
    ['-3.2', 'a difference of −3.2 points'],
    ['3.4', 'from 1.2–3.4'],
    ['1200', '1.2 × 10^3 cells'],
    ['0.002', '2 × 10−3'],
    ['5000000', '5×10⁶ cells'],
    ['95', '95%CI'],
    ['42', '(n=42)'],
    ['3.2', 'a difference of −3.2'],
    ['1,8', 'F(1,8) = 212'],
    ['8', 'F(1,8) = 212'],
    ['CD4', 'CD4+ cells'],
  ])('%s stands in %s', (value, text) => expect(same(value, text)).toBe(true));

  it.each([
    ['12', '12.5 mg'],
    ['1.2', '12 mg'],
    ['4', 'twenty-four weeks'],
    ['28', 'two hundred and twenty-eight'],
    ['3,6', 'trans-3,5-dimethoxy'],
    ['0,7', 'La dose était de 0,5 mg chez 7 malades'],
    ['1', 'FEV1 rose'],
    ['-3.4', '1.2–3.4'],
    ['1', '1.234 and 0.56'],
    ['1000', '1.000 and 0.25'],
    ['0.05', '0.50'],
    ['6', 'sixteen'],
    ['2', '2 × 10^5'],
  ])('%s does not stand in %s', (value, text) => expect(same(value, text)).toBe(false));

  it('a number is read as it was written, whatever stands around it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.constantFrom('', ' mg', '%', ')', ', and'), (number, after) => {
        for (const written of [`${number}`, number.toLocaleString('en')])
          expect(same(`${number}`, `It was ${written}${after} there`)).toBe(true);
      }),
    );
  });
});

describe('units', () => {
  it.each([
    ['12 mg/dL', 'mg/dL'],
    ['12 mg dL-1', 'mg/dL'],
    ['12mg', 'mg'],
    ['12 percent', '%'],
    ['6 wk', 'weeks'],
    ['40 patients', 'participants'],
    ['5 µg', 'μg'],
    ['2 L', 'litres'],
    ['30 kg/m²', 'kg/m2'],
    ['3 mmHg', 'mm Hg'],
    ['US$ 5', '$'],
  ])('%s has %s', (text, unit) => expect(hasUnit(text, unit)).toBe(true));

  it.each([
    ['12 mmol/L', 'mg/dL'],
    ['12 months', 'weeks'],
    ['12 image', 'mg'],
    ['mild', 'ml'],
  ])('%s does not have %s', (text, unit) => expect(hasUnit(text, unit)).toBe(false));
});

describe('a cell', () => {
  const QUOTE = 'Mean sleep rose by 42.5 minutes (95% CI 30 to 55) in the treated group.';

  it('without a fault has no mark', () => {
    expect(kinds(column({ type: 'number', unit: 'minutes' }), '42.5', QUOTE)).toEqual([]);
    expect(kinds(column({ type: 'number', unit: 'min' }), '42.5 (30 to 55)', QUOTE)).toEqual([]);
    expect(kinds(column({}), 'rose in the treated group', QUOTE)).toEqual([]);
    expect(kinds(column({ type: 'yes-no' }), 'yes', QUOTE)).toEqual([]);
  });

  it.each([
    ['a changed number', { type: 'number' }, '45.2', 'number-not-quoted'],
    ['a changed bound', { type: 'number' }, '42.5 (30 to 50)', 'number-not-quoted'],
    ['a number in a text', {}, 'rose by 45 minutes', 'number-not-quoted'],
    ['another unit', { type: 'number', unit: 'hours' }, '42.5', 'unit-not-quoted'],
    ['its own other unit', { type: 'number' }, '42.5 hours', 'unit-not-quoted'],
    ['a negation put in', {}, 'sleep not rose by 42.5 minutes', 'negation-differs'],
  ] as const)('with %s is marked', (_, more, value, kind) => {
    expect(kinds(column(more), value, QUOTE)).toEqual([kind]);
  });

  it.each(['did not improve sleep', 'improve sleep', 'The drug improved sleep', 'improves sleep in adults'])(
    'that is %s',
    (value) => {
      const isTrue = value.includes('not');
      expect(kinds(column({}), value, 'The drug did not improve sleep in adults.')).toEqual(
        isTrue ? [] : ['negation-differs'],
      );
    },
  );

  it.each([
    ['Sleep was not', 'Sleep was not better.', []],
    ['Sleep was not', 'Sleep was better.', ['negation-differs']],
    ['few were not', 'In all, few were then asked.', ['negation-differs']],
  ])('that ends with a denial, %s, denies what the quotation denies: %s', (value, quote, marks) => {
    expect(kinds(column({}), value, quote)).toEqual(marks);
  });

  it("in other words is nobody's to judge", () => {
    expect(kinds(column({}), 'no effect', 'Both groups were alike at six months.')).toEqual([]);
    expect(kinds(column({}), 'No difference', "The groups didn't differ at six months.")).toEqual([]);
  });

  it.each(['text', 'number', 'category', 'yes-no'] as const)('of type %s needs a quotation', (type) => {
    expect(kinds(column({ type }), '1', undefined)).toEqual(['no-quotation']);
  });

  it('with a quotation of a word or two is marked', () => {
    expect(kinds(column({ type: 'number' }), '42.5', '42.5')).toEqual(['short-quotation']);
  });

  it.each([
    ['altered', 'quotation-not-held'],
    ['loose', 'quotation-not-held'],
    ['absent', 'quotation-not-held'],
    ['no-text', 'not-checked'],
    ['not-compared', 'not-checked'],
  ] as const)('whose quotation is %s is marked', (verdict, kind) => {
    const marks = markCell(column({}), { value: 'rose', quote: QUOTE, check: { held: 'text', verdict } });
    expect(marks.map((mark) => mark.kind)).toEqual([kind]);
  });

  it('that is not reported needs none, but something that was searched', () => {
    const mark = (held: 'text' | 'abstract' | 'none') =>
      markCell(column({}), { value: 'not reported', check: { held } }).map(({ kind }) => kind);
    expect([mark('text'), mark('abstract'), mark('none')]).toEqual([[], [], ['nothing-searched']]);
  });
});
