import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere } from '../helpers/run-here.ts';
import { ServerHere } from '../helpers/server-here.ts';
import { ARTICLE } from '../reading/fixtures.ts';

/** A table of evidence as an assistant and a person fill it, over real stores. */

const folder = libraryFolder();
const settings = { PAPERQUEUE_DATA_DIR: folder, PAPERQUEUE_SOURCES: 'library' };
let server: ServerHere;
let calls = 0;
let quote = '';

type Row = Record<string, unknown> & { marks?: string[] };
type Answer = Record<string, never> & {
  table: { ref: string; complete: Record<string, number> };
  cells: Row[];
  rows: { ref: string; cells: Row[] }[];
  open: { ref: string; column: string; passages: { at: string; text: string }[] }[];
  refused: { code: string; column: string; why: string }[];
  notes?: string[];
  next?: string;
};

async function table(args: object): Promise<Answer> {
  calls += 1;
  const { isError, json } = await server.call(100 + calls, 'evidence_table', args);
  expect(isError, JSON.stringify(json)).toBe(false);
  return json as unknown as Answer;
}

beforeAll(async () => {
  await runHere(['search', '-k', 'learning', '-k', 'networks', '--limit', '100', '--json'], settings);
  const file = join(folder, 'article.xml');
  writeFileSync(file, ARTICLE);
  await runHere(['attach', 'J1-1', file], settings);
  server = new ServerHere(settings);
  await server.initialize();
});

afterAll(() => server.end());

describe('an assistant', () => {
  it('begins a table, gets passages, quotes them, and is told what holds', async () => {
    const begun = await table({
      title: 'What holds',
      papers: 'J1',
      columns: [{ name: 'Finding', ask: 'threads break' }, { name: 'N', type: 'number' }, { nme: 'Typo' }],
      next: 2,
    });
    expect(begun.refused).toMatchObject([{ column: 'columns[2]', code: 'malformed' }]);
    const [first] = begun.open;
    expect(first).toMatchObject({ ref: 'J1-1', column: 'Finding', title: expect.any(String) });
    // What a column asks, and a paper's title, are said once.
    expect(begun.table).toMatchObject({ columns: [{ ask: 'threads break' }, { name: 'N' }] });
    expect(begun.open[1]).toMatchObject({ ref: 'J1-1', column: 'N' });
    expect(begun.open[1]).not.toHaveProperty('title');
    expect(JSON.stringify(begun.open)).not.toContain('"ask"');
    const passage = first?.passages.find(({ at }) => at.startsWith('S'));
    quote = passage?.text ?? '';
    const filled = await table({
      table: 'T1',
      as: 'model-1',
      fill: [
        { ref: 'J1-1', column: 'Finding', value: 'They hold.', quote, at: passage?.at },
        { ref: 'J1-1', column: 'N', value: 987_654, quote },
        { ref: 'J1-2', column: 'N', value: 'several', quote: 'x' },
        { ref: 'J1-2', column: 'Finding', value: 'not reported' },
        { ref: 'J1-3', column: 'Finding', value: 'Invented.', quote: 'No paper has ever had these words in it.' },
      ],
    });
    expect(filled.cells).toMatchObject([
      { value: 'They hold.', verdict: 'exact', at: passage?.at, by: 'model-1' },
      { value: '987654', marks: [expect.stringContaining('987654')] },
      { value: 'not reported', searched: expect.stringContaining('nothing'), marks: [expect.any(String)] },
      { marks: [expect.any(String)] },
    ]);
    expect(filled.cells[0]).not.toHaveProperty('marks');
    expect(filled.table).not.toHaveProperty('columns');
    expect(filled.refused).toMatchObject([{ ref: 'J1-2', column: 'N', code: 'no-number' }]);
    expect(filled.table.complete).toMatchObject({ filled: 4, marked: 3, held: 1, notReported: 0 });
    expect(filled.next).toContain('3 cells are marked');
  });

  it('gets page after page within the limit, with every paper once', async () => {
    const seen: string[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const answer: Answer = await table({ table: 'T1', offset });
      expect(JSON.stringify(answer).length).toBeLessThan(40_000);
      seen.push(...answer.rows.map(({ ref }) => ref));
      offset = (answer as unknown as { page: { nextOffset: number | null } }).page.nextOffset;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(5);
  });

  it('lists tables, exports them, and hears of a wrong name', async () => {
    expect(await table({})).toMatchObject({ tables: [{ ref: 'T1', title: 'What holds' }] });
    const csv = (await table({ table: 't1', format: 'csv' })) as unknown as {
      export: { text?: string; path?: string };
    };
    expect(csv.export.text ?? readFileSync(csv.export.path ?? '', 'utf8')).toContain('Finding verdict');
    const page = (await table({ table: 'T1', format: 'html' })) as unknown as { export: { path: string } };
    expect(existsSync(page.export.path)).toBe(true);
    const report = async (args: object) => {
      calls += 1;
      const { json } = await server.call(100 + calls, 'export_papers', { format: 'html', ...args });
      return readFileSync((json as unknown as { export: { path: string } }).export.path, 'utf8');
    };
    const whole = await report({ jobId: 'J1' });
    const [style = ''] = /<style>(?=\.evidence-page)[^<]*<\/style>/.exec(whole) ?? [];
    const hash = createHash('sha256')
      .update(style.replace(/<\/?style>/g, ''))
      .digest('base64');
    expect(whole).toContain(`sha256-${hash}`);
    expect(whole.slice(whole.indexOf('<div id="view">'))).toContain('<table class="evidence-table">');
    expect(whole).toContain('987654');
    for (const asked of [{ jobId: 'J1-1' }, { refs: ['J1-1'] }, { jobId: 'all' }])
      expect(await report(asked)).toContain('<table class="evidence-table">');
    const wrong = await server.call(1, 'evidence_table', { table: 'T9' });
    expect(wrong).toMatchObject({ isError: true, json: { error: { code: 'JOB_NOT_FOUND', charged: 'no' } } });
    const nothing = await server.call(2, 'evidence_table', { next: 3 });
    expect(nothing).toMatchObject({ isError: true, json: { error: { code: 'INVALID_INPUT' } } });
    const untitled = await server.call(3, 'evidence_table', { title: 'Only a title' });
    expect(untitled).toMatchObject({ isError: true, json: { error: { code: 'INVALID_INPUT' } } });
  });
});

describe('a person at a terminal', () => {
  const shell = async (...args: string[]) => {
    const { code, stdout, stderr } = await runHere(['evidence', ...args], settings);
    return { code, stdout, stderr };
  };

  it('fills cells from a file of either kind, and settles what differs', async () => {
    const json = join(folder, 'cells.json');
    writeFileSync(json, JSON.stringify([{ ref: 'J1-1', column: 'Finding', value: 'They break.', quote }]));
    expect((await shell('fill', 'T1', json, '--as', 'ana')).stdout).toContain('1 cell filled');
    expect((await shell('show', 'T1')).stdout).toContain('**differs:**');
    expect((await shell('settle', 'T1', 'J1-1', 'Finding', 'They hold.')).code).toBe(0);
    const { stdout } = await shell('show', 'T1', '--json');
    expect(JSON.parse(stdout).rows[0].cells[0]).toMatchObject({ value: 'They hold.', verdict: 'exact' });
    const csv = join(folder, 'cells.csv');
    writeFileSync(csv, `ref;column;value;quote\r\nJ1-1;N;"12";"${quote.replaceAll('"', '""')}"\r\nJ1-2;Nothing;1;\r\n`);
    const filled = await shell('fill', 'T1', csv);
    expect(filled.stdout).toContain('1 cell filled');
    expect(filled.stderr).toContain('no such column');
  });

  it('begins, changes, exports and removes a table', async () => {
    const column = 'Dose | Which dose? | number | mg';
    expect((await shell('new', 'Doses', '--papers', 'J1-1,J1-2', '--column', column)).stdout).toContain('T2');
    const { stdout } = await shell(
      'change',
      'T2',
      '--rename',
      'Dose=Amount',
      '--column',
      'Kind | Which? | category | a; b',
    );
    expect(stdout).toContain('| Paper | Amount (mg) | Kind |');
    expect((await shell('next', 'T2', '--count', '1')).stdout).toContain('Amount: Which dose?');
    expect((await shell('next', 'T2', '--count', 'some')).stderr).toContain('--count: a whole number');
    const file = join(folder, 'table.md');
    expect((await shell('export', 'T2', '-o', file)).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('# Doses');
    expect((await shell('remove', 'T2')).code).toBe(0);
    expect((await shell('show', 'T2')).code).toBe(1);
    expect((await shell('list')).stdout).not.toContain('Doses');
  });
});
