import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere } from '../helpers/run-here.ts';
import { ServerHere } from '../helpers/server-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** What a review decided, in everything else that shows or writes papers. */

type Page = {
  whereRead?: string;
  page: { total: number };
  papers: { ref: string; decision?: string }[];
  facets?: Record<string, Record<string, number>>;
  notes?: string[];
};

const settings = { PAPERQUEUE_DATA_DIR: libraryFolder(), PAPERQUEUE_SOURCES: 'library' };
let server: ServerHere;
let calls = 0;

const call = (name: string, args: object) => {
  calls += 1;
  return server.call(100 + calls, name, args);
};

async function read(where: object | undefined, jobId = 'J1'): Promise<Page> {
  const { isError, json } = await call('get_job', { jobId, count: 50, ...(where && { where }) });
  expect(isError, JSON.stringify(json)).toBe(false);
  return json as Page;
}

const refsOf = ({ papers }: Page) => papers.map(({ ref }) => ref).sort();
const review = async (...args: string[]) => {
  const { code, stdout, stderr } = await runHere(['review', ...args, '--json'], settings);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
};

beforeAll(async () => {
  for (const words of ['learning', 'networks', 'language'])
    await runHere(['search', '-k', words, '--limit', '100', '--json'], settings);
  server = new ServerHere(settings);
  await server.initialize();
});

afterAll(() => server.end());

describe('decisions in the answers about a job', () => {
  it('are refused by name where no review took the job', async () => {
    const { isError, json } = await call('get_job', { jobId: 'J1', where: { decision: 'include' } });
    expect(isError).toBe(true);
    expect(json).toMatchObject({ error: { code: 'INVALID_INPUT', fields: [{ field: 'where.decision' }] } });
    expect(JSON.stringify(json)).toContain('none has taken J1');
    const shell = await runHere(['job', 'J1', '--where', 'decision=include'], settings);
    expect([shell.code, shell.stderr]).toEqual([2, expect.stringContaining('none has taken J1')]);
    expect((await call('get_job', { jobId: 'J1', where: { decision: 'yes' } })).isError).toBe(true);
  });

  it('choose papers, are counted, and stand with them', async () => {
    await review('new', '--question', 'Which?', '--jobs', 'J1,J2', '--include', 'learning', '--exclude', 'no test');
    await review('decide', 'R1', 'J1-1', 'include');
    await review('decide', 'R1', 'J1-2', 'exclude', '--reason', 'C2');
    await review('decide', 'R1', 'J1-3', 'maybe');
    const all = await read(undefined);
    expect(all.facets?.decision).toMatchObject({ include: 1, exclude: 1, maybe: 1, none: all.page.total - 3 });
    expect(
      all.papers.filter(({ decision }) => decision !== undefined).map((each) => [each.ref, each.decision]),
    ).toEqual(
      expect.arrayContaining([
        ['J1-1', 'include'],
        ['J1-2', 'exclude'],
        ['J1-3', 'maybe'],
      ]),
    );
    expect(all.notes?.join(' ')).toContain('of R1 (J1)');
    const included = await read({ decision: 'include' });
    expect(included).toMatchObject({ papers: [{ ref: 'J1-1', decision: 'include' }], page: { total: 1 } });
    expect(included.whereRead).toContain('of R1 (J1)');
    expect(refsOf(await read({ decision: 'exclude' }))).toEqual(['J1-2']);
    expect(refsOf(await read({ decision: 'maybe' }))).toEqual(['J1-3']);
    const none = await read({ decision: 'none' });
    expect(none.page.total).toBe(all.page.total - 3);
    const shell = await runHere(['show', 'J1', '--where', 'decision=exclude'], settings);
    expect(shell.stdout).toMatch(/Decision +exclude/);
  });

  it('are those of the newest review that took the job, and of several jobs each its own', async () => {
    const { json } = await call('get_job', { jobId: 'J1,J2,J3', where: { decision: 'none' }, count: 50 });
    const page = json as Page;
    expect(page.whereRead).toContain('of R1 (J1, J2)');
    // Papers of the job that nobody screens are no undecided ones: they are counted as left out.
    expect(page.papers.some(({ ref }) => ref.startsWith('J3-'))).toBe(false);
    expect(page.notes?.join(' ')).toMatch(/\d+ have no place in a review and are left out/);
    await review('new', '--question', 'And which?', '--jobs', 'J2', '--include', 'networks');
    await review('decide', 'R2', 'J2-1', 'include', '--stage', 'title-abstract');
    const both = await read({ decision: 'include' }, 'J1,J2');
    expect(refsOf(both)).toEqual(['J1-1', 'J2-1']);
    expect(both.whereRead).toContain('of R1 (J1) and R2 (J2)');
  });

  it('are taken back with the decision', async () => {
    await review('decide', 'R1', 'J1-3', 'withdraw');
    expect((await read({ decision: 'maybe' })).page.total).toBe(0);
  });
});

describe('exports of a job whose papers were decided on', () => {
  const exported = async (...args: string[]) => (await runHere(['export', 'J1', ...args], settings)).stdout;

  it('carry the decision: a keyword for reference managers, a column in tables', async () => {
    const ris = (await exported('--format', 'ris')).split('ER  - ');
    const decided = ris.filter((record) => record.includes('KW  - decision: '));
    expect(
      decided.map((record) => [/AN {2}- (J1-\d+)/.exec(record)?.[1], /KW {2}- (decision: \w+)/.exec(record)?.[1]]),
    ).toEqual(
      expect.arrayContaining([
        ['J1-1', 'decision: include'],
        ['J1-2', 'decision: exclude'],
      ]),
    );
    expect(decided).toHaveLength(2);
    const bibtex = (await exported('--format', 'bibtex')).split('\n@').filter((entry) => entry.includes('decision: '));
    expect(bibtex.map((entry) => /keywords = \{.*decision: (\w+)\}/.exec(entry)?.[1])).toEqual(['include', 'exclude']);
    const items = JSON.parse(await exported('--format', 'csl-json')) as { keyword?: string }[];
    expect(items.filter(({ keyword }) => keyword?.includes('decision: '))).toHaveLength(2);
    const [head = '', ...rows] = (await exported('--format', 'csv')).trim().split('\r\n');
    expect(head.endsWith(',decision,edition,series,seriesNumber')).toBe(true);
    expect(rows.filter((row) => /,(include|exclude),,,$/.test(row))).toHaveLength(2);
  });

  it('choose by decision, and an import does not take the mark for a keyword', async () => {
    const ris = await exported('--format', 'ris', '--where', 'decision=exclude');
    expect(ris.match(/^TY {2}-/gm)).toHaveLength(1);
    const { readRis } = await import('../../src/formats/tagged/ris.ts');
    const read = readRis(ris);
    expect(JSON.stringify(read)).toContain('"title"');
    expect(JSON.stringify(read)).not.toContain('decision: ');
  });
});

describe('a review in export_papers', () => {
  type Exported = { export: { papers: number; text?: string; path?: string }; notes?: string[] };
  const write = async (args: object): Promise<Exported> => {
    const { isError, json } = await call('export_papers', { review: 'r1', ...args });
    expect(isError, JSON.stringify(json)).toBe(false);
    return json as Exported;
  };

  it('has what it includes in the formats of papers, or what where.decision names', async () => {
    const { export: included, notes } = await write({ format: 'bibtex' });
    expect(included.papers).toBe(1);
    expect(included.text).toMatch(/paperqueue = \{J1-1\}/);
    expect(notes?.join(' ')).toMatch(/1 of \d+ records of R1 \(decisions: 1 include, 1 exclude, \d+ none\)/);
    expect((await write({ format: 'bibliography', style: 'vancouver' })).export.text).toMatch(/^1\. /);
    const excluded = await write({ format: 'csv', where: { decision: 'exclude' } });
    expect(excluded.export.papers).toBe(1);
    expect(excluded.export.text).toContain('J1-2');
    const named = await write({ format: 'csl-json', refs: ['j1-3', 'J1-1'] });
    expect(
      (JSON.parse(named.export.text ?? '') as { custom: { ref: string } }[]).map(({ custom }) => custom.ref),
    ).toEqual(['J1-3', 'J1-1']);
    expect(
      (await write({ format: 'jsonl', where: { decision: 'none' }, sort: 'year:desc', count: 2 })).export.papers,
    ).toBe(2);
  });

  it('has all its records in the formats that say what was decided', async () => {
    const { review: shown } = { review: await review('show', 'R1') };
    const csv = await write({ format: 'decisions-csv', as: 'file' });
    expect(csv.export.papers).toBe(shown.records);
    const [head = '', first = ''] = readFileSync(csv.export.path ?? '', 'utf8').split('\r\n');
    expect(head.replace('\ufeff', '').split(',').slice(0, 3)).toEqual(['ref', 'included', 'decision']);
    expect(first).toMatch(/^J1-1,1,include,/);
    expect(head.match(/(^|,)decision(,|$)/g)).toHaveLength(1);
    const ris = await write({ format: 'ris', where: { decision: 'exclude' } });
    expect(ris.export.text).toContain('ASReview_irrelevant');
    const rayyan = await write({ format: 'rayyan', where: { decision: 'include' } });
    expect(rayyan.export.text).toContain('RAYYAN-INCLUSION: {"me"=>"Included"}');
    const covidence = await write({ format: 'covidence', where: { decision: 'exclude' } });
    expect(covidence.export.text).toContain('Exclusion reason: no test');
    const asreview = await write({ format: 'asreview' });
    expect(
      readFileSync(asreview.export.path ?? '')
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
  });

  it('has its flow as a drawing and as a table', async () => {
    const drawing = await write({ format: 'prisma' });
    expect(readFileSync(drawing.export.path ?? '', 'utf8')).toMatch(/<svg[\s\S]*Records screened/);
    expect(drawing.export.text).toMatch(/Records screened \(n = \d+\)/);
    expect((await write({ format: 'prisma-csv' })).export.text).toContain('records_screened');
    const shell = await runHere(
      ['review', 'export', 'R1', '--format', 'bibtex', '--where', 'decision=exclude'],
      settings,
    );
    expect([shell.code, shell.stdout.match(/^@/gm)?.length, shell.stderr]).toEqual([
      0,
      1,
      expect.stringContaining('1 of '),
    ]);
    const included = await runHere(['review', 'export', 'R1', '--format', 'csv'], settings);
    expect(included.stdout).toContain('J1-1');
    expect(included.stdout).not.toContain('J1-2,');
  });

  it('is written in the format that the name of the file ends with, where only one does', async () => {
    const folder = temporaryFolder();
    const write = async (name: string) => {
      const { code, stderr } = await runHere(['review', 'export', 'R1', '-o', join(folder, name)], settings);
      return code === 0 ? readFileSync(join(folder, name), 'utf8').slice(0, 1) : [code, stderr];
    };
    expect(await write('included.bib')).toBe('@');
    expect(await write('included.csl.json')).toBe('[');
    expect(await write('project.asreview')).toBe('P');
    expect(await write('flow.svg')).toBe('<');
    expect(await write('flow')).toBe('<');
    const needs = (names: string) => [2, expect.stringContaining(`choose the format with --format: ${names}`)];
    expect(await write('flow.csv')).toEqual(needs('prisma-csv, decisions-csv, covidence, csv\n'));
    expect(await write('included.ris')).toEqual(needs('ris, rayyan\n'));
    expect(await write('flow.pdf')).toEqual(needs('prisma, '));
    expect(readdirSync(folder)).toHaveLength(5);
  });

  it('refuses what no review is exported as, and what goes with nothing', async () => {
    const refused = async (args: object) => {
      const { isError, json } = await call('export_papers', args);
      expect(isError).toBe(true);
      return (json as { error: { code: string; fields?: { field: string }[] } }).error;
    };
    expect(await refused({ review: 'R1', format: 'receipt-json' })).toMatchObject({ fields: [{ field: 'format' }] });
    expect(await refused({ jobId: 'J1', format: 'prisma' })).toMatchObject({ fields: [{ field: 'format' }] });
    expect(JSON.stringify(await refused({ jobId: 'J1', format: 'prisma' }))).toContain('such as receipt');
    const { code, stderr } = await runHere(['export', 'J1', '--format', 'prisma'], settings);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/review export R1 --format prisma.*receipt J1/)]);
    expect(await refused({ review: 'R1', format: 'prisma', where: { decision: 'include' } })).toMatchObject({
      fields: [{ field: 'where' }],
    });
    expect(await refused({ review: 'R1', jobId: 'J1', format: 'csv' })).toMatchObject({ fields: [{ field: 'jobId' }] });
    expect(await refused({ format: 'csv' })).toMatchObject({ fields: [{ field: 'jobId' }] });
    expect(await refused({ review: 'R9', format: 'csv' })).toMatchObject({ code: 'JOB_NOT_FOUND' });
  });
});
