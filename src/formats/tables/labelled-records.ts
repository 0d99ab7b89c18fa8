import { splitTrimmed } from '../../lib/line.ts';
import { shown } from '../../lib/shown.ts';
import { readCells, readNames, recordEnds } from './csv-records.ts';

/** A record of a finished review: what was screened, and whether it was included. */
export type LabelledRecord = {
  title: string;
  abstract: string;
  keywords: string[];
  included: 0 | 1;
  /** Whether it was known before the review began. */
  prior: boolean;
};

/** The names of the columns, in lower-case letters and digits; the first that the file has is used. */
const COLUMNS = {
  title: ['title', 'primarytitle', 'articletitle'],
  abstract: ['abstract', 'abstractnote', 'notesabstract'],
  keywords: ['keywords', 'mesh', 'meshterms', 'authorkeywords'],
  included: ['included', 'labelincluded', 'label', 'asreviewlabel'],
  prior: ['prior', 'asreviewprior'],
} as const;

/**
 * The rows of a CSV file with the columns title, abstract and included (1 or 0), and optionally keywords and prior (1
 * or 0). Texts are unchanged. A returned text says why the file cannot be read; rows are counted from 0.
 */
export function readLabelledRecords(file: string): LabelledRecord[] | string {
  const text = file.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const header = readNames(text.slice(0, endOfLine(text)));
  const indexOf = (column: keyof typeof COLUMNS) =>
    COLUMNS[column].map((name) => header.names.indexOf(name)).find((index) => index >= 0) ?? -1;
  const [title, abstract, keywords] = [indexOf('title'), indexOf('abstract'), indexOf('keywords')];
  const [included, prior] = [indexOf('included'), indexOf('prior')];
  if (title < 0 && abstract < 0) return 'it has no column title or abstract';
  if (included < 0) return 'it has no column included, with 1 for records that were included and 0 for the others';
  const records: LabelledRecord[] = [];
  for (const line of linesOf(text, header.delimiter)) {
    const cells = readCells(line, header.delimiter);
    const label = readFlag(cells[included]);
    const isPrior = prior < 0 ? false : readFlag(cells[prior] || '0');
    const wrong = label === undefined ? included : isPrior === undefined ? prior : undefined;
    if (wrong !== undefined)
      return `row ${records.length} (from 0) has ${shown(cells[wrong] ?? '')} as ${header.names[wrong]}; it must be 1 or 0`;
    records.push({
      title: cells[title] ?? '',
      abstract: cells[abstract] ?? '',
      keywords: splitTrimmed(cells[keywords] ?? '', ';'),
      included: label ? 1 : 0,
      prior: isPrior === true,
    });
  }
  return records;
}

function endOfLine(text: string): number {
  const end = text.indexOf('\n');
  return end < 0 ? text.length : end;
}

/** The records after the header, including those over several lines, without blank ones. */
function linesOf(text: string, delimiter: string): string[] {
  const { ends } = recordEnds(text, delimiter);
  const starts = [0, ...ends];
  return starts
    .map((start, at) => text.slice(start, starts[at + 1] ?? text.length).replace(/\n$/, ''))
    .slice(1)
    .filter((line) => line.trim() !== '');
}

/** 1 and 0, as spreadsheet programs write them; undefined for anything else. */
function readFlag(cell: string | undefined): boolean | undefined {
  const text = cell?.trim().toLowerCase();
  if (text === '1' || text === '1.0' || text === 'true') return true;
  if (text === '0' || text === '0.0' || text === 'false') return false;
  return undefined;
}
