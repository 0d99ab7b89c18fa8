import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from '@retorquere/bibtex-parser';
import { exportLibrary } from '../../../src/library/export-library.ts';
import { importPapers } from '../../../src/library/importing/import-papers.ts';
import { openLibrary } from '../../../src/library/library.ts';

/**
 * `npm run test:long libraries -- FOLDER`: takes each BibTeX file of the folder through import and export, and compares
 * the fields of its entries by the parser of Better BibTeX. Prints each field that is not what it was, and the counts.
 * Entries that share a key with another, or were merged with one, are only counted.
 */

type Entry = { key: string; type: string; fields: Record<string, unknown> };

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const counts = { files: 0, unreadable: 0, entries: 0, compared: 0, fields: 0, merged: 0, skipped: 0 };
const faults = { lost: 0, changed: 0 };

const print = (line: string) => process.stdout.write(`${line}\n`);
const entriesOf = (text: string) => parse(text, { raw: true } as never).entries as Entry[];

function plain(name: string, value: unknown): string | undefined {
  const text = (typeof value === 'string' ? value : JSON.stringify(value))
    ?.normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();
  return name === 'month' && MONTHS.includes(text ?? '')
    ? String(MONTHS.indexOf(text as string) + 1).padStart(2, '0')
    : text;
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/** What an export of a library of this file alone has. */
async function throughLibrary(source: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'real-library-'));
  const library = openLibrary(folder);
  async function* text() {
    yield source;
  }
  try {
    const report = await importPapers(library, { text: text(), format: { name: 'bibtex', layout: 'text' } });
    counts.merged += report.merged;
    counts.skipped += report.skipped;
    for (const { line, reason } of report.problems) print(`  line ${line}: ${reason}`);
    return [...exportLibrary(library, 'bibtex')].join('');
  } finally {
    library.close();
    rmSync(folder, { recursive: true });
  }
}

/**
 * The parser names the second of two fields `file+duplicate-1`; it counts as present if the first one has its value.
 */
function isRepeat(name: string, value: unknown, after: Entry): boolean {
  const [first = '', repeat] = name.split('+duplicate-');
  const letters = (field: unknown) => `${plain(first, field)}`.replace(/[{}]/g, '');
  return repeat !== undefined && letters(after.fields[first]).includes(letters(value));
}

function compare(before: Entry, after: Entry): void {
  counts.compared += 1;
  for (const [name, value] of Object.entries({ ...before.fields, type: before.type })) {
    counts.fields += 1;
    // What an entry takes from `@xdata` is written out in its place, and two fields of one name are one.
    if (name === 'xdata' || /xdata\s*=/.test(JSON.stringify(value)) || isRepeat(name, value, after)) continue;
    const [was, is] = [value, { ...after.fields, type: after.type }[name]].map((each) => plain(name, each));
    if (was === is || was === '') continue;
    faults[is === undefined ? 'lost' : 'changed'] += 1;
    print(`  ${before.key}.${name}: ${was} is ${is}`);
  }
}

async function tryFile(path: string): Promise<void> {
  const source = textOf(readFileSync(path));
  let before: Entry[];
  try {
    before = entriesOf(source);
  } catch {
    counts.unreadable += 1;
    return;
  }
  print(path);
  counts.files += 1;
  counts.entries += before.length;
  const after = new Map(entriesOf(await throughLibrary(source)).map((entry) => [entry.key, entry]));
  const keys = before.map(({ key }) => key);
  for (const entry of before) {
    const found = after.get(entry.key);
    if (found && keys.indexOf(entry.key) === keys.lastIndexOf(entry.key)) compare(entry, found);
  }
}

const folder = process.argv[2];
if (folder === undefined) throw new Error('name a folder of BibTeX files');
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (/\.bib(?:tex)?$/i.test(name)) await tryFile(join(folder, name));
}
print(JSON.stringify({ ...counts, ...faults }));
