import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { runHere } from '../helpers/run-here.ts';
import { newerFile, olderFile, type RankedLine } from '../helpers/scimago-files.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const folder = temporaryFolder();

async function run(args: string[], data: string) {
  const outcome = await runHere(args, { PAPERQUEUE_DATA_DIR: join(folder, data), PAPERQUEUE_SOURCES: 'library' });
  if (outcome.code !== 0) throw new Error(outcome.stderr);
  return outcome.stdout;
}

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const PAPERS = [
  { id: 'early', title: 'Zyzzyva of the first flood', venue: 'Floods', issns: ['1234-5679'], year: 2016 },
  { id: 'late', title: 'Zyzzyva of the last flood', venue: 'The Floods & Rains', year: 2024 },
  { id: 'other', title: 'Zyzzyva of no flood', venue: 'Droughts', year: 2024 },
];
const FLOODS: RankedLine = { id: '7', title: 'Floods and Rains', issn: '12345679, 20493630' };
const TOYS: RankedLine = { id: '8', title: 'Proceedings of Toys', quartile: '-', type: 'conference and proceedings' };
const lines = (papers: readonly object[]) => papers.map((paper) => `${JSON.stringify(paper)}\n`).join('');
/** As a spreadsheet saves it again: a mark, commas, CR LF. */
const savedAgain = (text: string) =>
  `\ufeff${Papa.unparse(Papa.parse<string[]>(text.trimEnd(), { delimiter: ';' }).data)}\r\n`;

async function found(data: string, ...flags: string[]): Promise<Record<string, unknown>[]> {
  const words = ['-k', 'zyzzyva', '-k', 'flood', '-k', 'first flood'];
  const printed = await run(['search', ...words, '--limit', '100', '--format', 'jsonl', ...flags], data);
  return printed
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ title }) => String(title).startsWith('Zyzzyva'));
}

describe('paperqueue import of a SCImago file', () => {
  it('is told by its header; papers that are there and papers that come later pass the quartile filter', async () => {
    const rankings = file('scimagojr 2024.csv', newerFile(2024, [FLOODS, TOYS]));
    await run(['import', file('papers.jsonl', lines(PAPERS.slice(0, 1)))], 'filled');
    expect(await found('filled', '--quartile-ranking', 'Q1,Q2')).toEqual([]);
    const printed = await run(['import', rankings], 'filled');
    expect(printed).toContain('2 journals, 0 skipped (scimago)');
    expect(printed).toContain('new quartiles: 1 paper of the library');
    await run(['import', file('more.jsonl', lines(PAPERS.slice(1)))], 'filled');
    const papers = await found('filled', '--quartile-ranking', 'Q1,Q2');
    expect(papers.map(({ key }) => key).sort()).toEqual(['early', 'late']);
    for (const paper of papers)
      expect(paper).toMatchObject({
        quartile: 'Q1',
        quartileSource: 'scimago',
        quartileYear: 2024,
        country: 'Netherlands',
      });
  });

  it('keeps several years, in every form that the file may have, and uses the nearest', async () => {
    const older = olderFile(2015, [{ ...FLOODS, quartile: 'Q3', issn: '12345679' }]);
    const files = [
      file('a.csv', savedAgain(older)),
      file(
        'b.csv',
        Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(newerFile(2020, [FLOODS, TOYS]), 'utf16le')]),
      ),
      file('c.csv.gz', gzipSync(newerFile(2024, [{ ...FLOODS, quartile: 'Q2' }]))),
    ];
    const reports = (await run(['import', '--json', file('all.jsonl', lines(PAPERS)), ...files], 'years'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(reports.slice(1)).toMatchObject([
      { format: 'scimago', journals: 1, skipped: 0, quartiles: 2 },
      { format: 'scimago', journals: 2, skipped: 0, quartiles: 1 },
      { format: 'scimago', journals: 1, skipped: 0, quartiles: 1 },
    ]);
    const ranked = (await found('years')).map(({ key, quartile, quartileYear }) => [key, quartile, quartileYear]);
    expect(ranked.sort()).toEqual([
      ['early', 'Q3', 2015],
      ['late', 'Q2', 2024],
      ['other', undefined, undefined],
    ]);
    expect(await run(['library'], 'years')).toMatch(
      /^Journal quartiles: 2015 \(1 journal\), 2020 \(2 journals\), 2024 \(1 journal\); source: SCImago, \(n\.d\.\)\. SJR/m,
    );
    expect(JSON.parse(await run(['library', '--json'], 'years')).rankings).toEqual([
      { source: 'scimago', year: 2015, journals: 1, ranked: 1 },
      { source: 'scimago', year: 2020, journals: 2, ranked: 1 },
      { source: 'scimago', year: 2024, journals: 1, ranked: 1 },
    ]);
  });

  it('says what it cannot read, and does not read a file twice', async () => {
    const broken = newerFile(2024, [FLOODS, TOYS]).replace(';Q1;', ';3,217;');
    const path = file('broken.csv', broken);
    const printed = await run(['import', path], 'broken');
    expect(printed).toContain('1 journal, 1 skipped (scimago)');
    expect(printed).toContain('line 2: its quartile is not Q1 to Q4');
    expect(await run(['import', path], 'broken')).toContain('not read again');
    const yearless = file('yearless.csv', newerFile(2024, [FLOODS]).replace(' (2024)', ''));
    await expect(run(['import', yearless], 'broken')).rejects.toThrow('not one of its entries can be read as scimago');
  });

  it('says how to come by quartiles where there are none', async () => {
    expect(await run(['library'], 'none')).toMatch(
      /^Journal quartiles: none; download the ranking from scimagojr\.com and add it with paperqueue import$/m,
    );
  });
});
