import Papa from 'papaparse';
import type { ParsedEntry } from '../parsed-entry.ts';
import type { LocatedEntry, PieceReader } from '../pieces.ts';

/** CSV as text: the delimiter, the ends of records, and the cells of a record. */

/** Programs start a file with it, so it also occurs in the middle of concatenated files. */
const MARK = /^\ufeff/;

/** The delimiter of a header line: the most frequent of the usual three. */
export function findDelimiter(header: string): string {
  return [',', ';', '\t'].sort((a, b) => header.split(b).length - header.split(a).length)[0] as string;
}

/** The delimiter of a header line, and its names in lower-case letters and digits. */
export function readNames(header: string): { delimiter: string; names: string[] } {
  const delimiter = findDelimiter(header);
  const cells = readCells(header.replace(MARK, ''), delimiter);
  return { delimiter, names: cells.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, '')) };
}

/** The cells of one record, without their quotes. */
export function readCells(record: string, delimiter: string): string[] {
  return wellFormedCells(record, delimiter) ?? Papa.parse<string[]>(record, { delimiter, newline: '\n' }).data[0] ?? [];
}

/** Parses the cells of a record with correct quotes in half the time; undefined for any other record. */
function wellFormedCells(record: string, delimiter: string): string[] | undefined {
  if (record === '' || record.startsWith('\ufeff')) return undefined;
  const cells: string[] = [];
  for (let from = 0; from <= record.length; ) {
    if (record[from] !== '"') {
      const at = record.indexOf(delimiter, from);
      const end = at < 0 ? record.length : at;
      const cell = record.slice(from, end);
      if (/["\n]/.test(cell)) return undefined;
      cells.push(cell);
      from = end + 1;
      continue;
    }
    let close = record.indexOf('"', from + 1);
    while (close >= 0 && record[close + 1] === '"') close = record.indexOf('"', close + 2);
    if (close < 0 || (close + 1 < record.length && record[close + 1] !== delimiter)) return undefined;
    cells.push(record.slice(from + 1, close).replaceAll('""', '"'));
    from = close + 2;
  }
  return cells;
}

/**
 * The end of each record, including its line feed. The last record follows the last line feed outside quotes and may be
 * empty; `open` says whether the text ends inside quotes.
 */
export function recordEnds(text: string, delimiter: string): { ends: number[]; open: boolean } {
  const ends: number[] = [];
  let open = false;
  // The blank record in front keeps the parser from dropping a byte order mark at the start of a part of a file.
  Papa.parse<string[]>(`\n${text}`, {
    delimiter,
    newline: '\n',
    step({ errors, meta }) {
      ends.push(meta.cursor - 1);
      open = errors.some(({ code }) => code === 'MissingQuotes');
    },
  });
  return { ends: ends.slice(1), open };
}

/** Lines before a header, such as the query that Embase writes there, or Excel's `sep=;`. */
const MAX_RECORDS_BEFORE_HEADER = 10;

/**
 * A row of column names only: each cell is short and starts with a letter. Rows of papers contain numbers, blanks and
 * long texts.
 */
const NAMES = /^(?:(?:"\p{L}[^"\n]{0,60}"|\p{L}[^",;\t\n]{0,60})(?:[,;\t]|$))+$/u;

/**
 * Skips everything before the header row, and a repeated or different header further down: people concatenate files.
 * Without a header near the beginning, every record is a problem, and `lacks` says what the first one is missing.
 */
export function openTable<Header>(
  readHead: (line: string) => Header | undefined,
  readRow: (line: string, header: Header) => ParsedEntry,
  lacks: (line: string) => string,
): PieceReader {
  let header: Header | undefined;
  let headerLine: string | undefined;
  let isHeader = false;
  let problem: string | undefined;
  let tried = 0;
  let waiting: LocatedEntry[] = [];
  const flush = () => waiting.splice(0);
  return {
    learn(text) {
      const row = text.replace(MARK, '');
      isHeader = row === headerLine;
      if (isHeader || (header === undefined ? tried === MAX_RECORDS_BEFORE_HEADER : !NAMES.test(row))) return;
      const next = readHead(text);
      isHeader = next !== undefined;
      if (isHeader) [header, headerLine] = [next, row];
      if (header !== undefined) return;
      tried += 1;
      problem ??= lacks(text);
    },
    read(text, line) {
      if (isHeader) waiting = [];
      else if (header !== undefined) return [{ line, entry: readRow(text, header) }];
      else waiting.push({ line, entry: { problem: problem as string } });
      return tried === MAX_RECORDS_BEFORE_HEADER ? flush() : [];
    },
    end: flush,
  };
}
