import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { writePrismaCsv } from '../../src/review/prisma/prisma-csv.ts';
import { drawPrisma } from '../../src/review/prisma/prisma-drawing.ts';
import type { FlowColumn, PrismaFlow } from '../../src/review/prisma/prisma-flow.ts';
import { type SvgNode, writeSvg } from '../../src/review/prisma/svg.ts';
import { runs } from '../helpers/runs.ts';

const FLOW: PrismaFlow = {
  databases: {
    identified: [
      { name: 'PsycInfo', kind: 'database', records: 1204 },
      { name: 'ClinicalTrials.gov', kind: 'register', records: 31 },
      { name: 'Lens, 2024; "all"', records: 90, remark: 'of 4,000 hits' },
    ],
    removed: { duplicates: 412, automation: 0 },
    screened: 713,
    unscreened: 200,
    excluded: 650,
    sought: 63,
    notRetrieved: 4,
    assessed: 59,
    reportsExcluded: [
      { reason: 'wrong population', reports: 20 },
      { reason: 'no <control> & other', reports: 11 },
    ],
  },
  other: {
    identified: [{ name: 'Citation searching', kind: 'citation searching', records: 120 }],
    removed: { duplicates: 90 },
    screened: 30,
    excluded: 20,
  },
  included: { studies: 28, reports: 30 },
};
const EMPTY: PrismaFlow = { databases: { identified: [], removed: {} }, included: {} };

const textsOf = ({ tag, children }: SvgNode): string[] =>
  children.flatMap((child) => (typeof child === 'string' ? (tag === 'text' ? [child] : []) : textsOf(child)));
const plain = (node: SvgNode) => textsOf(node).join(' ').replaceAll('\u00a0', ' ');

describe('the drawing', () => {
  it('has every number, and room for those that nobody filled in', () => {
    const text = plain(drawPrisma(FLOW));
    for (const part of [
      'PsycInfo (n = 1,204)',
      'of 4,000 hits',
      'Duplicate records removed (n = 412)',
      'automation tools (n = 0)',
      'Records removed for other reasons (n = \u2007\u2007\u2007)',
      'Records screened (n = 713)',
      'not screened yet (n = 200)',
      'Reports not retrieved (n = 4)',
      'wrong population (n = 20)',
      'Citation searching (n = 120)',
      'Studies included in review (n = 28)',
    ])
      expect(text).toContain(part);
    expect(plain(drawPrisma(EMPTY))).not.toMatch(/\d/);
    expect(plain(drawPrisma(EMPTY))).not.toContain('other methods');
  });

  it('says the same to those who do not see it', () => {
    const svg = writeSvg(drawPrisma(FLOW, true));
    const { svg: root } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(svg);
    expect(root).toMatchObject({ role: 'img', 'aria-labelledby': 'prisma-title prisma-text' });
    expect(root.title).toMatchObject({ id: 'prisma-title', '#text': 'PRISMA 2020 flow diagram' });
    expect(root.desc['#text']).toContain(
      'Records screened (n = 713) not screened yet (n = 200). Records excluded (n = 650).',
    );
    expect(root.desc['#text']).toContain('Reports not retrieved (not filled in).');
  });

  const name = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.constantFrom('<script>alert(1)</script>', 'W'.repeat(60), '检索数据库'.repeat(8), 'a b c '.repeat(20)),
  );
  const number = fc.option(fc.integer({ min: 0, max: 10_000_000 }), { nil: undefined });
  const column = fc.record({
    identified: fc.array(fc.record({ name, records: fc.nat(1e7) }), { maxLength: 8 }),
    removed: fc.record({ duplicates: number, automation: number, otherReasons: number }),
    ...{
      screened: number,
      unscreened: number,
      excluded: number,
      sought: number,
      notRetrieved: number,
      assessed: number,
    },
    reportsExcluded: fc.option(fc.array(fc.record({ reason: name, reports: fc.nat(1e5) }), { maxLength: 8 }), {
      nil: undefined,
    }),
  }) as fc.Arbitrary<FlowColumn>;
  const flows = fc
    .tuple(column, fc.option(column, { nil: undefined }), number)
    .map(
      ([databases, other, studies]) => ({ databases, ...(other && { other }), included: { studies } }) as PrismaFlow,
    );

  it('is XML without script, whatever names say', () => {
    fc.assert(
      fc.property(flows, (flow) => {
        const svg = writeSvg(drawPrisma(flow, true));
        expect(XMLValidator.validate(svg)).toBe(true);
        expect(svg).not.toMatch(/<script|\bon\w+=|href/i);
      }),
      { numRuns: runs(100) },
    );
  });

  it('keeps every text in the drawing, and boxes apart', () => {
    fc.assert(
      fc.property(flows, (flow) => {
        const root = drawPrisma(flow);
        const { width, height } = root.attributes as Record<string, number>;
        // Two columns fit a landscape page of A4 at nine points: 12 px a letter at 0.98.
        expect(width).toBeLessThan(flow.other ? 1075 : 545);
        const all = (node: SvgNode): SvgNode[] => [
          node,
          ...node.children.flatMap((child) => (typeof child === 'string' ? [] : all(child))),
        ];
        const shapes = all(root).map(({ tag, attributes }): Shape => ({ ...attributes, tag }));
        const rects = shapes.filter(({ tag, rx }) => tag === 'rect' && rx === undefined) as unknown as Rect[];
        for (const one of rects) {
          expect(one.x + one.width).toBeLessThanOrEqual(width as number);
          expect(one.y + one.height).toBeLessThanOrEqual(height as number);
          for (const other of rects) if (one !== other) expect(overlap(one, other)).toBe(false);
        }
        for (const { tag, x = 0, y = 0, transform } of shapes)
          if (tag === 'text' && transform === undefined && y > 40)
            expect(rects.some((box) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height)).toBe(
              true,
            );
      }),
      { numRuns: runs(100) },
    );
  });

  type Shape = { tag: string; x?: number; y?: number; rx?: number; transform?: string };
  type Rect = { x: number; y: number; width: number; height: number };
  const overlap = (a: Rect, b: Rect) =>
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
});

describe('the table of the PRISMA2020 package', () => {
  const rowsOf = (flow: PrismaFlow) =>
    Papa.parse<Record<string, string>>(writePrismaCsv(flow), { header: true, skipEmptyLines: true }).data;
  const valuesOf = (flow: PrismaFlow) => Object.fromEntries(rowsOf(flow).map((row) => [row.data, row.n]));

  it('has the names, nodes and boxes of its template, in that order', () => {
    const template = readFileSync(new URL('../fixtures/screening/prisma2020-1.1.4-names.txt', import.meta.url), 'utf8');
    expect(rowsOf(FLOW).map(({ data, node, box }) => `${data} ${node} ${box}`)).toEqual(template.trim().split('\n'));
  });

  it('has the numbers, and NA where there is none', () => {
    expect(valuesOf(FLOW)).toMatchObject({
      database_results: '1294',
      database_specific_results: 'PsycInfo, 1204; Lens 2024 "all", 90',
      register_results: '31',
      register_specific_results: 'ClinicalTrials.gov, 31',
      citations_results: '120',
      website_results: 'NA',
      duplicates: '412',
      excluded_automatic: '0',
      excluded_other: 'NA',
      records_screened: '713',
      records_excluded: '650',
      dbr_sought_reports: '63',
      dbr_notretrieved_reports: '4',
      dbr_assessed: '59',
      dbr_excluded: 'wrong population, 20; no <control> & other, 11',
      ...{
        other_sought_reports: 'NA',
        other_excluded: 'NA',
        new_studies: '28',
        new_reports: '30',
        total_studies: 'NA',
      },
    });
    expect(new Set(Object.values(valuesOf(EMPTY)))).toEqual(new Set(['NA']));
  });
});
