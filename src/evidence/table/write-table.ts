import { doiInMarkdown, plainText } from '../../formats/markdown.ts';
import { type Cell as CsvCell, writeTable as writeCsvTable } from '../../formats/tables/write-csv.ts';
import { NOT_REPORTED } from './columns.ts';
import { describeComplete, describeMark, describeSearched } from './sentences.ts';
import type { OpenTable } from './table-log.ts';
import { type Cell, cellAt, completenessOf, papersOf, type Reading } from './table-state.ts';

export const TABLE_FORMATS = ['csv', 'markdown', 'html'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

export const FILE_ENDINGS: Readonly<Record<TableFormat, string>> = { csv: 'csv', markdown: 'md', html: 'html' };

/** The verdict on a reading in words, with its marks, which every export must show. */
export function verdictInWords({ value, check: { verdict, held, searched = [] }, marks }: Reading): string {
  const found = value === NOT_REPORTED ? `searched: ${describeSearched(held, searched)}` : (verdict ?? 'no quotation');
  return marks.length > 0 ? `${found} (marked: ${marks.map(describeMark).join('; ')})` : found;
}

/** The readings to show: one, or all if extractors differ. */
function readingsOf(cell: Cell): readonly Reading[] {
  if (cell.is === 'open') return [];
  return cell.is === 'differs' ? cell.readings : [cell.reading];
}

const SIDE_BY_SIDE = ' | ';

/**
 * One row per paper, with five columns for each column of the table: value, quotation, location, verdict (with marks)
 * and extractor. If extractors differ, their values are joined and the verdict says so. Cells cannot act as formulas.
 */
export function tableAsCsv({ state }: OpenTable): string {
  const parts = ['', ' quotation', ' place', ' verdict', ' by'];
  const names = ['paper', 'ref', 'doi', ...state.columns.flatMap(({ name }) => parts.map((part) => `${name}${part}`))];
  const columns = names.map((name, at) => (names.indexOf(name) === at ? name : `${name} (${at + 1})`));
  const rows = papersOf(state).map(({ ref, title, doi }) => {
    const cells = state.columns.flatMap((column) => csvCells(cellAt(state, ref, column), column.type === 'number'));
    return Object.fromEntries([title, ref, doi, ...cells].map((cell, at) => [columns[at] ?? '', cell]));
  });
  return writeCsvTable(columns, rows);
}

function csvCells(cell: Cell, isNumber: boolean): CsvCell[] {
  const readings = readingsOf(cell);
  const join = (part: (reading: Reading) => string) => readings.map(part).join(SIDE_BY_SIDE);
  const value = join((reading) => reading.value);
  const verdict = join(verdictInWords);
  return [
    // Numbers need no guard against formulas.
    isNumber && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value) ? Number(value) : value,
    join(({ quote = '' }) => quote),
    join(({ check }) => check.at ?? ''),
    cell.is === 'differs' ? `differs: ${verdict}` : verdict,
    join(({ who }) => who.name),
  ];
}

/** A table of values with refs, and below it each quotation with its verdict. */
export function tableAsMarkdown({ ref: table, state }: OpenTable): string {
  const { columns, title } = state;
  const papers = papersOf(state);
  const head = ['Paper', ...columns.map(({ name, unit }) => plainText(unit ? `${name} (${unit})` : name))];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = papers.map(({ ref, title: name = '', by: authors, year }) => {
    const by = [authors, year].filter(Boolean).join(', ');
    const cells = columns.map((column) => valueInMarkdown(cellAt(state, ref, column)));
    return line([`${plainText(name)}${by && ` (${plainText(by)})`} [${ref}]`, ...cells]);
  });
  const quotations = papers.map(({ ref, title: name = '', doi }) => {
    const items = columns.flatMap((column) =>
      readingsOf(cellAt(state, ref, column)).map((reading) => quotationInMarkdown(column.name, reading)),
    );
    return items.length === 0
      ? ''
      : `### ${ref} ${plainText(name)}\n\n${doi ? `${doiInMarkdown(doi)}\n\n` : ''}${items.join('\n')}\n`;
  });
  const counts = `${table}: ${describeComplete(completenessOf(state))}.`;
  return [
    `# ${plainText(title)}\n`,
    `${counts}\n`,
    [line(head), line(head.map(() => '---')), ...rows].join('\n'),
    '\n## Quotations\n',
    ...quotations.filter(Boolean),
  ].join('\n');
}

function valueInMarkdown(cell: Cell): string {
  if (cell.is === 'open') return '';
  const values = readingsOf(cell).map(
    ({ value, marks }) => `${plainText(value)}${marks.length > 0 ? ' **(marked)**' : ''}`,
  );
  return cell.is === 'differs' ? `**differs:** ${values.join(' / ')}` : (values[0] ?? '');
}

function quotationInMarkdown(column: string, reading: Reading): string {
  const { value, quote, check, who } = reading;
  const place = check.at ? `, ${check.at}` : '';
  const words = quote ? ` “${plainText(quote.replace(/\s+/g, ' '))}”${place}` : '';
  return `- **${plainText(column)}:** ${plainText(value)}.${words} (${plainText(`${verdictInWords(reading)}; ${who.name}`)})`;
}
