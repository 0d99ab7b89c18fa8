import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseBibtex } from '@retorquere/bibtex-parser';
import { lexer } from 'marked';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXPORT_FORMATS } from '../../src/formats/format-facts.ts';
import type { Outcome } from '../helpers/run-command.ts';
import { IS_DEEP } from '../helpers/runs.ts';
import { badLinks, hiddenIn, hiddenInJson, isMarked } from './checks.ts';
import { linkedPapers, prototypeRecords, someAttackedPapers, someOddPapers } from './hostile-corpus.ts';
import { Session } from './session.ts';

/**
 * Hostile records through every format, by each way out: the tool's file, the resource, the command's output and its
 * own file. The readers are not ours. What is asserted is what a stranger could gain; that no field is lost is for
 * test/formats.
 */

const FORMATS = { ...EXPORT_FORMATS, html: { ending: 'html' } };
type Format = keyof typeof FORMATS;
const NAMES = Object.keys(FORMATS) as Format[];

let session: Session;
/** Works in the job, of which each has to come out as one entry. */
let total: number;
const files = {} as Record<Format, { path: string; text: string }>;
/**
 * The other ways out write what the tool does, so not every format is needed: one with line ends and a mark of its own,
 * one that is plain text.
 */
const REPEATED: Format[] = IS_DEEP ? NAMES : ['csv', 'bibtex'];
const resources: Partial<Record<Format, string | undefined>> = {};
/** What the command prints. */
const printed: Partial<Record<Format, Outcome>> = {};
/** What `-o FILE` wrote. */
const written = {} as Record<'csv' | 'bibtex', string>;

beforeAll(async () => {
  session = await Session.open();
  const papers = [...someAttackedPapers(), ...linkedPapers(session.service.baseUrl), ...someOddPapers()];
  const { json } = await session.searchRaw(
    `[${papers.map((paper) => JSON.stringify(paper)).join(',')},${prototypeRecords()}]`,
  );
  total = (json.page as { total: number }).total;
  for (const format of NAMES) {
    const answer = await session.tool('export_papers', { jobId: 'J1', format, abstracts: true });
    const { path } = answer.json.export as { path: string };
    files[format] = { path, text: readFileSync(path, 'utf8') };
  }
  for (const format of REPEATED)
    resources[format] = (await session.resource(`paperqueue://jobs/J1/papers.${FORMATS[format].ending}`))[0]?.text;
  const commands = [...REPEATED, 'csv -o', 'bibtex -o'];
  while (commands.length > 0) {
    // Two at a time, as many as the machine of the gate has cores.
    await Promise.all(commands.splice(0, 2).map(print));
  }
  // Forty seconds of the processor, which may have other work.
});

async function print(what: string): Promise<void> {
  const [format, flag] = what.split(' ') as [Format, string | undefined];
  const path = join(session.folder, `own.${FORMATS[format].ending}`);
  const outcome = await session.command(['job', 'J1', '--format', format, ...(flag ? [flag, path] : [])]);
  if (flag) written[format as 'csv'] = readFileSync(path, 'utf8');
  else printed[format] = outcome;
}

afterAll(() => session?.close());

const plain = (text: string) => text.replace(/^\ufeff/, '');

/** The export as one text with plain line ends, and without the mark that a CSV file may start with. */
function exported(format: Format): string {
  return plain(files[format].text).replaceAll('\r\n', '\n');
}

describe.each(NAMES)('%s', (format) => {
  it('is the same by every way out', () => {
    if (format in resources) expect(plain(files[format].text) === resources[format]).toBe(true);
    const { [format]: command } = printed;
    if (command) expect(command.stdout === plain(files[format].text)).toBe(true);
    if (format in written) expect(written[format as 'csv'] === files[format].text).toBe(true);
    expect(files[format].text.length).toBeGreaterThan(100_000);
  });

  it('holds nothing hidden', () => {
    expect(hiddenIn(exported(format))).toEqual([]);
  });

  it('goes to a file whose name no stranger chose, and says nothing of papers beside it', () => {
    expect(files[format].path).toBe(join(session.folder, 'exports', `J1.${FORMATS[format].ending}`));
    expect(statSync(files[format].path).mode & 0o777).toBe(0o600);
    const { [format]: command = { stderr: '', code: 0 } } = printed;
    expect([isMarked(command.stderr), command.code]).toEqual([false, 0]);
  });
});

it('the export folder holds the exports and nothing else', () => {
  expect(session.exportedFiles().sort()).toEqual(NAMES.map((format) => `J1.${FORMATS[format].ending}`).sort());
});

const isWebAddress = (text: string) => /^https?:\/\/\S+$/.test(text);

describe('BibTeX', () => {
  let read: ReturnType<typeof parseBibtex>;
  beforeAll(() => {
    read = parseBibtex(exported('bibtex'), { sentenceCase: false });
  });

  it('is one entry for each work, whatever their texts hold', () => {
    const { entries, errors } = read;
    expect(errors).toEqual([]);
    expect(entries).toHaveLength(total);
    expect(new Set(entries.map(({ key }) => key)).size).toBe(total);
    expect(entries.filter(({ key }) => !/^[a-z0-9-]+$/.test(key))).toEqual([]);
  });

  it('links to the web only', () => {
    const links = read.entries.flatMap(({ fields }) => (fields.url === undefined ? [] : [String(fields.url)]));
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter((link) => !isWebAddress(link))).toEqual([]);
  });

  it('starts an entry nowhere but where one of ours starts', () => {
    expect(exported('bibtex').match(/^\s*@\w+\s*[{(]/gm)).toHaveLength(total);
  });
});

describe('RIS', () => {
  it('is lines of a tag and a value, one reference for each work', () => {
    const lines = exported('ris').split('\n');
    expect(lines.filter((line) => line !== '' && !/^[A-Z][A-Z0-9] {2}- /.test(line))).toEqual([]);
    expect(lines.filter((line) => line.startsWith('TY  - '))).toHaveLength(total);
    expect(lines.filter((line) => line.startsWith('ER  - '))).toHaveLength(total);
  });

  it('links to the web only', () => {
    const links = exported('ris').match(/^(?:UR|L[1-4]|LK) {2}- .*$/gm) ?? [];
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter((line) => !isWebAddress(line.slice(6)))).toEqual([]);
  });
});

describe('CSL-JSON and JSON Lines', () => {
  it('are JSON, an item for each work, with links to the web only', () => {
    const items = JSON.parse(exported('csl-json')) as object[];
    const lines = exported('jsonl').trimEnd().split('\n');
    expect([items.length, lines.length]).toEqual([total, total]);
    for (const item of [...items, ...lines.map((line) => JSON.parse(line) as object)]) {
      expect(badLinks(item)).toEqual([]);
      expect(hiddenInJson(item)).toEqual([]);
      expect(Object.getPrototypeOf(item)).toBe(Object.prototype);
    }
  });
});

describe('CSV', () => {
  const rows = () => Papa.parse<string[]>(plain(files.csv.text), { skipEmptyLines: true });

  it('is a row of equal length for each work', () => {
    const { data, errors } = rows();
    expect(errors).toEqual([]);
    expect(data).toHaveLength(total + 1);
    expect(new Set(data.map(({ length }) => length)).size).toBe(1);
  });

  it('has no cell that a spreadsheet runs', () => {
    const isNumber = (cell: string) => /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(cell);
    const running = rows()
      .data.flat()
      .filter((cell) => /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]/.test(cell) && !isNumber(cell));
    expect(running).toEqual([]);
    // Else nothing in the corpus was a formula, and the check proves nothing.
    expect(
      rows()
        .data.flat()
        .filter((cell) => cell.startsWith("'=")),
    ).not.toEqual([]);
  });

  it('links to the web only', () => {
    const { data } = Papa.parse<Record<string, string>>(plain(files.csv.text), { header: true, skipEmptyLines: true });
    const links = data.flatMap(({ link, pdfLink }) => [link, pdfLink]).filter((link) => link);
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter((link) => !isWebAddress(link as string))).toEqual([]);
  });

  it('as a file starts with the mark of its encoding once, as text never', () => {
    expect(/^\ufeff(?!\ufeff)/.test(files.csv.text)).toBe(true);
    expect(/^\ufeff(?!\ufeff)/.test(written.csv)).toBe(true);
    expect(resources.csv?.startsWith('\ufeff')).toBe(false);
  });
});

describe('Markdown', () => {
  type Token = { type: string; href?: string; raw?: string };

  /** Every token of a document, wherever the lexer keeps it. */
  function tokensIn(value: unknown): Token[] {
    if (typeof value !== 'object' || value === null) return [];
    const own = typeof (value as Token).type === 'string' ? [value as Token] : [];
    return [...own, ...Object.values(value).flatMap(tokensIn)];
  }

  it('has no image, no HTML, no table or code block, and no link but to doi.org', () => {
    const tokens = tokensIn(lexer(exported('markdown')));
    const bad = tokens.filter(
      ({ type, href = '' }) =>
        ['image', 'html', 'table', 'code', 'def', 'hr', 'checkbox'].includes(type) ||
        (type === 'link' && !/^https:\/\/doi\.org\/10\.\d{4,9}\/[^\s()<>]+$/.test(href)),
    );
    expect(bad.map(({ type, raw }) => `${type}: ${raw?.slice(0, 80)}`)).toEqual([]);
    expect(tokens.filter(({ type }) => type === 'link').length).toBeGreaterThan(100);
  });

  it('has a heading for each work and one of its own, and no more', () => {
    expect(tokensIn(lexer(exported('markdown'))).filter(({ type }) => type === 'heading')).toHaveLength(total + 1);
  });
});
