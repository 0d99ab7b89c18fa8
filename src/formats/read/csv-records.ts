import Papa from 'papaparse';

/** CSV as text: which sign separates the cells, where the records end, and what the cells of one say. */

/** What separates the cells of a header line: the one of the usual three that it has most of. */
export function delimiterOf(header: string): string {
  return [',', ';', '\t'].sort((a, b) => header.split(b).length - header.split(a).length)[0] as string;
}

/** The delimiter of a header line, and its names in lower case letters and digits. */
export function readNames(header: string): { delimiter: string; names: string[] } {
  const delimiter = delimiterOf(header);
  const cells = readCells(header.replace(/^\ufeff/, ''), delimiter);
  return { delimiter, names: cells.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, '')) };
}

/** The cells of one record, without their quotes. */
export function readCells(record: string, delimiter: string): string[] {
  return wellFormedCells(record, delimiter) ?? Papa.parse<string[]>(record, { delimiter, newline: '\n' }).data[0] ?? [];
}

/** The cells of a record whose quotes are as they should be, in half the time; undefined for any other. */
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
 * The end of each record, line feed included. The last record is what follows the last line feed outside quotes, maybe
 * nothing; `open` says whether the text ends inside quotes.
 */
export function recordEnds(text: string, delimiter: string): { ends: number[]; open: boolean } {
  const ends: number[] = [];
  let open = false;
  // A blank record in front, so that the parser drops no byte order mark at the beginning of a part of a file.
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
