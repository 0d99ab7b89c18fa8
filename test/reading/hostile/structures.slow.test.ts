import { afterAll, describe, expect, it } from 'vitest';
import { REAL_TIMERS, type Timers } from '../../../src/lib/timers.ts';
import { createProcessReader } from '../../../src/reading/process/read-in-process.ts';
import { makeColumn, makePdf, makePdfFromObjects } from '../../helpers/pdf-file.ts';
import { some } from '../../helpers/runs.ts';

/**
 * PDFs whose objects refer to each other in circles, lie about themselves, or nest without end: each is read or is a
 * problem, within the limits, and the next file is read by the same reader.
 */

const WORDS = 'Mussels hold on to rocks by threads of protein that harden in the water. '.repeat(3);
const LINES = Array.from(
  { length: 30 },
  (_, nth) => `BT /F1 10 Tf 60 ${700 - 14 * nth} Td (${WORDS.slice(0, 70)}) Tj ET`,
);
const TEXT = LINES.join('\n');

const stream = (content: string, more = '') => `<< /Length ${content.length}${more} >>\nstream\n${content}\nendstream`;
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>';
const pageWith = ({ more = '', contents = '5 0 R', resources = '' } = {}) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${contents} /Resources << /Font << /F1 3 0 R >>${resources} >>${more} >>`;

type Parts = { catalog?: string; pages?: string; page?: string; content?: string; others?: string[]; trailer?: string };

/** A page of text, one part of which is another; the other objects begin with number 6. */
function pdfWith({ catalog = '', pages, page, content, others = [], trailer }: Parts): Buffer {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R${catalog} >>`,
    pages ?? '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    FONT,
    page ?? pageWith(),
    content ?? stream(TEXT),
    ...others,
  ];
  return makePdfFromObjects(objects, trailer);
}

const many = <T>(count: number, make: (nth: number) => T) => Array.from({ length: count }, (_, nth) => make(nth));
const OUTLINES = { catalog: ' /Outlines 6 0 R' };
const FIRST = '<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>';
const bookmark = (more: string) => `<< /Title (Mussels) /Parent 6 0 R /Dest [4 0 R /Fit]${more} >>`;
const FORM = ' /Type /XObject /Subtype /Form /BBox [0 0 9 9]';
const drawn = (nth: number) => `${FORM} /Resources << /XObject << /X ${nth} 0 R >> >>`;

const NESTED_BOOKMARKS = '50,000 bookmarks, one in the other';
const DOUBLING_DRAWINGS = 'drawings of which each draws the next one twice';
/** These compute until they are ended. */
const ENDLESS = [NESTED_BOOKMARKS, DOUBLING_DRAWINGS];

const CASES: [string, () => Parts][] = [
  ['pages that are their own kids', () => ({ pages: '<< /Type /Pages /Kids [2 0 R 4 0 R] /Count 2 >>' })],
  ['pages that are their own parent', () => ({ pages: '<< /Type /Pages /Kids [4 0 R] /Count 1 /Parent 2 0 R >>' })],
  ['a page that is its own content', () => ({ page: pageWith({ contents: '4 0 R' }) })],
  ['a list of contents in itself', () => ({ page: pageWith({ contents: '6 0 R' }), others: ['[6 0 R 5 0 R]'] })],
  ['a length that is its own stream', () => ({ content: `<< /Length 5 0 R >>\nstream\n${TEXT}\nendstream` })],
  ['a bookmark that follows itself', () => ({ ...OUTLINES, others: [FIRST, bookmark(' /Next 7 0 R /First 6 0 R')] })],
  [
    '100,000 bookmarks',
    () => ({ ...OUTLINES, others: [FIRST, ...many(100_000, (nth) => bookmark(` /Next ${8 + nth} 0 R`))] }),
  ],
  [
    NESTED_BOOKMARKS,
    () => ({ ...OUTLINES, others: [FIRST, ...many(50_000, (nth) => bookmark(` /First ${8 + nth} 0 R`))] }),
  ],
  [
    'a drawing that draws itself',
    () => ({
      page: pageWith({ resources: ' /XObject << /X 6 0 R >>' }),
      content: stream(`${TEXT}\n/X Do`),
      others: [stream('/X Do /X Do', drawn(6))],
    }),
  ],
  [
    DOUBLING_DRAWINGS,
    () => ({
      page: pageWith({ resources: ' /XObject << /X 6 0 R >>' }),
      content: stream(`${TEXT}\n/X Do`),
      others: many(40, (nth) => stream('/X Do /X Do', drawn(7 + nth))),
    }),
  ],
  ['a million lists in lists', () => ({ page: pageWith({ more: ` /A ${'['.repeat(1e6)}${']'.repeat(1e6)}` }) })],
  [
    '300,000 dictionaries in dictionaries',
    () => ({ page: pageWith({ more: ` /A ${'<< /A '.repeat(3e5)}1${' >>'.repeat(3e5)}` }) }),
  ],
  ['a million lists in a drawing', () => ({ content: stream(`${'['.repeat(1e6)}\n${TEXT}`) })],
  ['a page of the size of a planet', () => ({ page: pageWith({ more: ' /MediaBox [0 0 1e15 1e15]' }) })],
  ['a page of no size', () => ({ page: pageWith({ more: ' /MediaBox [0 0 0 0] /Rotate 45 /UserUnit 0' }) })],
  ['letters of the size of a planet', () => ({ content: stream(TEXT.replaceAll(' 10 Tf', ' 1e30 Tf')) })],
  ['two billion pages, by what it says', () => ({ pages: '<< /Type /Pages /Kids [4 0 R] /Count 2000000000 >>' })],
  ['one page 100,000 times', () => ({ pages: `<< /Type /Pages /Kids [${'4 0 R '.repeat(1e5)}] /Count 100000 >>` })],
  ['a table of objects before itself', () => ({ trailer: ' /Prev 9' })],
  [
    '200,000 letters, each by itself',
    () => ({
      content: stream(many(200_000, (nth) => `BT /F1 1 Tf ${nth % 600} ${(nth * 7) % 790} Td (a) Tj ET`).join('\n')),
    }),
  ],
  ['a word of two million letters', () => ({ content: stream(`BT /F1 10 Tf 60 700 Td (${'m'.repeat(2e6)}) Tj ET`) })],
  ['100,000 filters', () => ({ content: stream(TEXT, ` /Filter [${'/ASCIIHexDecode '.repeat(1e5)}]`) })],
  [
    'a predictor of two billion columns',
    () => ({
      content: stream(
        'abc',
        ' /Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 2147483647 /Colors 2147483647 >>',
      ),
    }),
  ],
];

const DEADLINE_MS = 30_000;
/** How long a file may take: an endless one is ended early, the others have time on the busiest machine. */
const SHORT_MS = 3_000;
const PATIENT_MS = 600_000;
let allowedMs = PATIENT_MS;
const timers: Timers = {
  ...REAL_TIMERS,
  after: (ms, work) => REAL_TIMERS.after(ms === DEADLINE_MS ? allowedMs : ms, work),
};
const { signal } = new AbortController();
const reader = createProcessReader({ maxMs: DEADLINE_MS, timers });
afterAll(() => reader.close());

describe('a PDF with', () => {
  it.each(some(CASES))('%s ends within the limits, and the next file is read', async (what, parts) => {
    const isEndless = ENDLESS.includes(what);
    allowedMs = isEndless ? SHORT_MS : PATIENT_MS;
    const result = await reader.read({ content: pdfWith(parts()), format: 'pdf' }, signal);
    if (isEndless) expect(result).toEqual({ problem: 'took too long' });
    else if ('problem' in result) expect(result.problem).toMatch(/^(?:broken PDF|pictures of pages)$/);
    else expect(/Mussels|\ba\b/.test(JSON.stringify(result.sections))).toBe(true);
    allowedMs = PATIENT_MS;
    const page = makeColumn(WORDS, { x: 60, y: 100, letters: 70 });
    const next = await reader.read({ content: makePdf([page]), format: 'pdf' }, signal);
    expect(next).toMatchObject({ sections: [{ blocks: [{ text: WORDS.trim() }] }] });
  });

  it('fields of millions of letters gives a title and authors of a bounded length', async () => {
    const info = `<< /Title (${'A title of mussels '.repeat(2e5)}) /Author (${'A, '.repeat(5e5)}) >>`;
    const content = pdfWith({ others: [info], trailer: ' /Info 6 0 R' });
    const result = await reader.read({ content, format: 'pdf' }, signal);
    expect(result).toMatchObject({ paper: { title: expect.stringContaining('A title of mussels') as string } });
    expect(JSON.stringify('paper' in result && result.paper).length).toBeLessThan(100_000);
  });
});
