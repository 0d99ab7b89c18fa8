import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countFlow, type FlowRecord } from '../../src/review/prisma/count-flow.ts';
import { countIdentified, type FlowColumn } from '../../src/review/prisma/prisma-flow.ts';
import { sensitivityOf } from '../../src/review/screening/compare-readers.ts';
import { runs } from '../helpers/runs.ts';

const source = fc.constantFrom(
  { source: 'PsycInfo', kind: 'database' as const },
  { source: 'OpenAlex', kind: 'database' as const },
  { source: 'ClinicalTrials.gov', kind: 'register' as const },
  { source: 'Citation searching', kind: 'citation searching' as const },
  { source: 'who.int', kind: 'organisation' as const },
);
const screened = fc.constantFrom('include' as const, 'exclude' as const, 'maybe' as const);
const assessed = fc.oneof(
  fc.constant({ include: true as const }),
  fc.constantFrom('wrong population', 'no control').map((reason) => ({ include: false as const, reason })),
);
/** A record goes on only from where it has passed. */
const fate = fc.oneof(
  fc.record({ removed: fc.constantFrom('duplicate' as const, 'automation' as const, 'other' as const) }),
  fc.constant({}),
  fc.record({ screened }),
  fc.record({ screened: fc.constantFrom('include' as const, 'maybe' as const), retrieved: fc.boolean() }),
  fc.record({
    screened: fc.constantFrom('include' as const, 'maybe' as const),
    retrieved: fc.constant(true),
    assessed,
  }),
);
const records: fc.Arbitrary<FlowRecord[]> = fc.array(
  fc.tuple(source, fate).map(([from, what]) => ({ ...from, ...what })),
  { maxLength: 40 },
);

const sum = (counts: readonly (number | undefined)[]) => counts.reduce<number>((total, each = 0) => total + each, 0);

describe('the flow of a review', () => {
  it('adds up in every column, box by box', () => {
    fc.assert(
      fc.property(records, (all) => {
        const { databases, other, included } = countFlow(all, { hasFullTexts: true, hasAutomation: true });
        const columns = [databases, ...(other ? [other] : [])] as FlowColumn[];
        expect(sum(columns.map(countIdentified))).toBe(all.length);
        let passed = 0;
        for (const column of columns) {
          const { duplicates, automation, otherReasons } = column.removed;
          const removed = sum([duplicates, automation, otherReasons as number | undefined]);
          expect(countIdentified(column)).toBe(removed + sum([column.screened, column.unscreened]));
          if (column.sought !== undefined) expect(column.screened).toBe(sum([column.excluded, column.sought]));
          const excluded = sum((column.reportsExcluded ?? []).map(({ reports }) => reports));
          if (column.assessed !== undefined) {
            expect(sum([column.notRetrieved, column.assessed])).toBeLessThanOrEqual(column.sought as number);
            passed += column.assessed - excluded;
          }
        }
        expect(included.reports ?? 0).toBe(passed);
      }),
      { numRuns: runs(300) },
    );
  });

  it('has no number where nothing was done', () => {
    const record: FlowRecord = { source: 'PsycInfo', kind: 'database' };
    expect(countFlow([record], { hasFullTexts: true, hasAutomation: false })).toEqual({
      databases: {
        identified: [{ name: 'PsycInfo', kind: 'database', records: 1 }],
        removed: { duplicates: 0 },
        unscreened: 1,
      },
      included: {},
    });
    const one = countFlow([{ ...record, screened: 'include' }, record], { hasFullTexts: false, hasAutomation: false });
    expect(one).toMatchObject({ databases: { screened: 1, excluded: 0, unscreened: 1 }, included: { reports: 1 } });
    expect(one.databases).not.toHaveProperty('sought');
    expect(one.databases).not.toHaveProperty('assessed');
  });
});

describe('the sensitivity of an assistant', () => {
  it('has the exact interval', () => {
    expect(sensitivityOf(0, 0)).toBeUndefined();
    // R: binom.test(9, 10)$conf.int and binom.test(20, 20)$conf.int.
    const nine = sensitivityOf(9, 10);
    expect(nine?.value).toBe(0.9);
    expect(nine?.interval[0]).toBeCloseTo(0.5549839, 6);
    expect(nine?.interval[1]).toBeCloseTo(0.9974714, 6);
    expect(sensitivityOf(20, 20)?.interval[0]).toBeCloseTo(0.8315665, 6);
    expect(sensitivityOf(20, 20)?.interval[1]).toBe(1);
  });
});
