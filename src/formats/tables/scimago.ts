import { omitEmpty } from '../../lib/omit-undefined.ts';
import { readIssn } from '../../papers/identifiers.ts';
import { journalTitleKey, type RankedJournal } from '../../papers/journals/journal-ranking.ts';
import { readQuartile } from '../../papers/source-words.ts';
import { cleanLine } from '../../papers/text.ts';
import type { Format } from '../format.ts';
import type { ParsedEntry } from '../parsed-entry.ts';
import { openTable, readCells, readNames } from './csv-records.ts';
import { splitCsv } from './split-csv.ts';

/**
 * A journal ranking downloaded from SCImago (`scimagojr 2024.csv`), even if a spreadsheet has changed it (commas, ISSNs
 * as numbers). The data have no open licence and stay on the user's machine.
 */

/** Columns by name (lower-case letters and digits). Newer files have `Publisher` twice: the first is used. */
const COLUMNS = {
  id: 'sourceid',
  title: 'title',
  issn: 'issn',
  quartile: 'sjrbestquartile',
  country: 'country',
  publisher: 'publisher',
} as const;
type Column = keyof typeof COLUMNS;
/** The columns that no other table has. */
const NEEDED = ['id', 'title', 'issn', 'quartile'] as const satisfies readonly Column[];

export type ScimagoHeader = {
  delimiter: string;
  columnIndexes: Record<Column, number>;
  columns: number;
  /** The year of the edition; undefined if no column names it, in which case nothing can be read. */
  year: number | undefined;
};

/** Reads the first line of such a file; undefined for the first line of any other file. */
export function readScimagoHeader(line: string): ScimagoHeader | undefined {
  const { delimiter, names } = readNames(line);
  const entries = Object.entries(COLUMNS).map(([column, name]) => [column, names.indexOf(name)]);
  const columnIndexes = Object.fromEntries(entries) as Record<Column, number>;
  if (NEEDED.some((column) => columnIndexes[column] < 0)) return undefined;
  // `Total Docs. (2024)`; the other such column has `(3years)`.
  const [year] = names.flatMap((name) => /^totaldocs((?:19|20)\d\d)$/.exec(name)?.[1] ?? []);
  return { delimiter, columnIndexes, columns: names.length, year: year === undefined ? undefined : Number(year) };
}

/** Parses one line. Lines that are truncated, shifted or name no journal are problems. */
export function readScimago(line: string, { delimiter, columnIndexes, columns, year }: ScimagoHeader): ParsedEntry {
  if (year === undefined) return { problem: 'the header does not say of which year the file is: Total Docs. (2024)' };
  const cells = readCells(line, delimiter);
  // Spreadsheets omit empty cells at the end. A decimal comma between commas makes one cell too many.
  if (
    cells.length <= Math.max(...Object.values(columnIndexes)) ||
    cells.slice(columns).some((cell) => cell.trim() !== '')
  )
    return { problem: `it has ${cells.length} cells, the header has ${columns}` };
  const text = (column: Column) => cleanLine(cells[columnIndexes[column]] ?? '').replace(/^-$/, '');
  const issns = readIssns(text('issn'));
  const title = text('title');
  if (issns.length === 0 && journalTitleKey(title) === '') return { problem: 'it has neither an ISSN nor a title' };
  const quartile = text('quartile');
  if (quartile !== '' && !/^Q[1-4]$/i.test(quartile)) return { problem: 'its quartile is not Q1 to Q4' };
  const journal: RankedJournal = {
    ...omitEmpty({ quartile: readQuartile(quartile), country: text('country'), publisher: text('publisher') }),
    source: 'scimago',
    year,
    // A spreadsheet may have rounded a long number, so that several journals share it.
    id: /^\d+$/.test(text('id')) ? text('id') : (issns[0] ?? journalTitleKey(title)),
    title,
    issns,
  };
  return { journal };
}

/** `15424863, 00079235`; a spreadsheet that reads one as a number drops its leading zeros. */
function readIssns(cell: string): string[] {
  const issns = cell
    .split(/[\s,;]+/)
    .map((text) => readIssn(/^\d{1,7}[\dX]$/i.test(text) ? text.padStart(8, '0') : text));
  return [...new Set(issns.filter((issn) => issn !== undefined))];
}

const NO_HEADER = 'no columns "Sourceid", "Title", "Issn" and "SJR Best Quartile" found';

export const format: Format = {
  name: 'scimago',
  title: 'SCImago',
  place: 200,
  read: {
    what: 'the file that scimagojr.com offers for download (`scimagojr 2024.csv`), also as a spreadsheet saved it again: journals with their quartiles, not papers',
    text: {
      isHeader: (line) => readScimagoHeader(line) !== undefined,
      split: () => splitCsv(),
      open: () => openTable(readScimagoHeader, readScimago, () => NO_HEADER),
    },
  },
};
