import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { EXPORT_KIND_NAMES, type ExportKind, hasPapers } from '../../../src/formats/export-kinds.ts';
import { ANEW, newJob } from '../../jobs/store/stores.ts';
import { featuresOf, openBench } from '../../jobs/submitting.ts';

/** Exports say of how many papers a fact is known: unknown is never written as no. */

const PAPERS: WirePaper[] = [
  { id: 'a', title: 'Ice of rivers', isRetracted: true, isOpenAccess: true, downloadable: false },
  { id: 'b', title: 'Snow of lakes', isRetracted: false, isOpenAccess: false, downloadable: false },
  { id: 'c', title: 'Rain of fjords', downloadable: true },
  { id: 'd', title: 'Hail of seas', downloadable: false },
];

function open() {
  const bench = openBench();
  const { store } = bench;
  const { job } = store.beginCreation(newJob(), ANEW);
  store.confirm(job.number, 'id');
  store.finish(job.number, { status: 'success', papers: PAPERS, notes: [] });
  return featuresOf(bench);
}

const WITH_PAPERS = EXPORT_KIND_NAMES.filter(hasPapers);
const RECEIPTS = EXPORT_KIND_NAMES.filter((format) => !hasPapers(format));
const KNOWN = { retraction: 2, of: 4 };

describe('an export of papers by their retraction', () => {
  it.each(WITH_PAPERS)('as %s says for how many papers it is known, in an answer and as a file', async (format) => {
    const cases = open();
    for (const as of ['text', 'file'] as const)
      for (const retracted of [true, false, 'unknown'] as const) {
        const { known, notes } = await cases.exports.exportPapers({
          jobId: 'J1',
          format,
          as,
          where: { retracted },
        });
        expect(known).toEqual(KNOWN);
        expect(notes).toContainEqual({ kind: 'retraction-known', papers: 2, of: 4 });
      }
    expect(await cases.exports.exportPapers({ jobId: 'J1', format })).not.toHaveProperty('known');
  });

  it.each(RECEIPTS)('as %s says so in the text', async (format) => {
    const { text } = await open().exports.renderExport({ jobId: 'J1', format });
    if (format === 'receipt-json') expect(text).toMatch(/"retraction": \{\s*"known": 2,\s*"retracted": 1/);
    else expect(text).toContain('Retraction status: known for 2 of 4 records; 1 retracted');
  });
});

describe('whether there is a PDF', () => {
  /** By the references: yes, no, or nothing at all. */
  const VALUES: Partial<Record<ExportKind, (text: string) => unknown[]>> = {
    jsonl: (text) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).downloadable),
    'csl-json': (text) =>
      (JSON.parse(text) as { custom: { downloadable?: boolean } }[]).map(({ custom }) => custom.downloadable),
    csv: (text) => {
      const [head = '', ...rows] = text
        .trim()
        .split(/\r?\n/)
        .map((line) => line.split(','));
      const flags: Record<string, boolean> = { true: true, false: false };
      return rows.map((row) => flags[row[[...head].indexOf('downloadable')] ?? '']);
    },
  };

  it.each(Object.entries(VALUES))('is yes, no or unknown in %s', async (format, valuesOf) => {
    const { text } = await open().exports.renderExport({ jobId: 'J1', format: format as ExportKind });
    expect(valuesOf(text)).toEqual([undefined, false, true, undefined]);
  });

  it('is so in where and in facets, which say for how many it is unknown', async () => {
    const cases = open();
    const call = { signal: new AbortController().signal };
    const read = (hasPdf: boolean) => cases.jobs.getJob('J1', { where: { hasPdf }, facets: true }, call);
    for (const [hasPdf, ref] of [
      [true, 'J1-3'],
      [false, 'J1-2'],
    ] as const) {
      const answer = await read(hasPdf);
      expect(answer.papers?.map((paper) => paper.ref)).toEqual([ref]);
      expect(answer.notes).toContainEqual({
        kind: 'facts-lacking',
        fields: [{ field: 'known PDF status', records: 2 }],
      });
    }
    const { facets } = await cases.jobs.getJob('J1', { facets: true }, call);
    expect(facets).toMatchObject({ pdf: { yes: 1, no: 1, unknown: 2 } });
  });
});

it('a report that is exported as a file is what the answer names', async () => {
  const { export: written } = await open().exports.exportPapers({
    jobId: 'J1',
    format: 'html',
    where: { retracted: true },
  });
  expect(readFileSync(written.path ?? '', 'utf8')).toContain('Ice of rivers');
});
