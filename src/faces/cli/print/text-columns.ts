import { visibleLine } from '../../../lib/visible-text.ts';
import { PLAIN, paintState, type Style } from './terminal.ts';
import { countColumns, cutToWidth } from './wrap.ts';

/** Tables for a terminal: one line per row, or two if the columns do not fit beside each other. */

const SEPARATOR = '  ';
/** Minimum width of the main column; if it is narrower, its texts cannot be told apart. */
const MIN_MAIN = 45;
/** In a table whose columns cannot be dropped, the main column may be this narrow. */
const MIN_LAST = 24;

export type Column<Row> = {
  head: string;
  text: (row: Row) => unknown;
  /** The main column, which says what the row is about and gets the remaining space. */
  isMain?: boolean;
  isNumber?: boolean;
  /** Maximum width; default: its widest cell. */
  max?: number;
  /** The column is narrowed to this width before columns are dropped; default: it is not narrowed. */
  min?: number;
  /** How to shorten a cell that is wider than its column; default: keep its beginning. */
  cut?: (cell: string, width: number) => string;
  /** Columns with a number are dropped, highest first, if a table leaves its main column too narrow. */
  dropRank?: number;
  /** The cell as part of a line of details; default: after the column's head. */
  detail?: (cell: string) => string;
  /** Adds colours and links to a cell, which is already padded. */
  style?: (cell: string, row: Row, style: Style) => string;
};

type Sized<Row> = { column: Column<Row>; cells: string[]; natural: number; width: number };

/** A line under a row, within these columns; an empty one is left out. */
type Below<Row> = (row: Row, room: number) => string;

/**
 * Rows under a header, none wider than `width`. Empty columns are omitted. Then droppable columns are dropped until the
 * main column is wide enough; if it still is not, each row takes two lines: name and main text, then details.
 */
export function formatRows<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width = Number.POSITIVE_INFINITY,
  style = PLAIN,
  below: Below<Row> = () => '',
): string {
  const filled = columns
    .map((column) => measure(column, rows))
    .filter(({ column, cells }, nth) => nth === 0 || column.isMain || cells.some((cell) => cell !== ''));
  const laid = layOut(filled, width, columns.some(({ dropRank }) => dropRank !== undefined) ? MIN_MAIN : MIN_LAST);
  if (laid === undefined) return rows.map((row, nth) => inTwoLines(filled, row, nth, width, style)).join('\n');
  const header = laid.map(({ column, width }) => pad(column.head, width, column));
  const lines = rows.map((row, nth) =>
    laid.map(({ column, cells, width }) => {
      const cell = pad(cells[nth] ?? '', width, column);
      return column.style?.(cell, row, style) ?? cell;
    }),
  );
  const indent = ' '.repeat((laid[0]?.width ?? 0) + SEPARATOR.length);
  const formatLines = (row: Row, nth: number) => {
    const under = below(row, width - indent.length);
    return [joinCells(lines[nth] ?? []), ...(under === '' ? [] : [indent + under])];
  };
  return [style.paint('bold', joinCells(header)), ...rows.flatMap(formatLines)].join('\n');
}

/** Rows of values under these heads; the last column is the main one. */
export function formatColumns(heads: readonly string[], rows: readonly (readonly unknown[])[], style = PLAIN): string {
  const columns = heads.map(
    (head, nth): Column<readonly unknown[]> => ({
      head,
      text: (row) => row[nth],
      isMain: nth === heads.length - 1,
      detail: (cell) => `${head.toLowerCase()} ${cell}`,
      style: (cell, _, style) => paintState(style, cell),
    }),
  );
  return formatRows(columns, rows, style.columns, style);
}

function measure<Row>(column: Column<Row>, rows: readonly Row[]): Sized<Row> {
  const cells = rows.map((row) => visibleLine(String(column.text(row) ?? '')));
  const widest = [column.head, ...cells].reduce((most, cell) => Math.max(most, countColumns(cell)), 0);
  const natural = Math.min(widest, column.max ?? widest);
  return { column, cells, natural, width: natural };
}

/** The columns that fit, with their widths; undefined if the main column would be too narrow. */
function layOut<Row>(filled: readonly Sized<Row>[], width: number, minMain: number): Sized<Row>[] | undefined {
  const leastWidth = ({ column, natural }: Sized<Row>) =>
    Math.min(natural, column.isMain ? minMain : (column.min ?? natural));
  let shown = [...filled];
  const spare = () =>
    shown.reduce((rest, each) => rest - leastWidth(each) - SEPARATOR.length, width + SEPARATOR.length);
  while (spare() < 0) {
    const [leaving] = shown
      .filter(({ column }) => column.dropRank !== undefined)
      .sort((a, b) => (b.column.dropRank ?? 0) - (a.column.dropRank ?? 0));
    if (leaving === undefined) return undefined;
    shown = shown.filter((each) => each !== leaving);
  }
  const rest = spare();
  const laid = shown.map((each) => ({ ...each, width: leastWidth(each) }));
  return Number.isFinite(rest) ? widen(laid, rest) : shown;
}

/** Distributes the remaining width, two shares to the main column, until each column has its natural width. */
function widen<Row>(laid: Sized<Row>[], left: number): Sized<Row>[] {
  let rest = left;
  const turns = laid.flatMap((each) => (each.column.isMain ? [each, each] : [each]));
  for (let hasGrown = true; hasGrown && rest > 0; ) {
    hasGrown = false;
    for (const each of turns) {
      if (rest === 0 || each.width >= each.natural) continue;
      each.width += 1;
      rest -= 1;
      hasGrown = true;
    }
  }
  return laid;
}

function inTwoLines<Row>(filled: readonly Sized<Row>[], row: Row, nth: number, width: number, style: Style): string {
  const [first, ...others] = filled;
  const main = others.find(({ column }) => column.isMain);
  const facts = others.filter((each) => each !== main && (each.cells[nth] ?? '') !== '');
  const names = first ? Math.min(first.natural, Math.floor(width / 2)) : 0;
  const styled = (each: Sized<Row> | undefined, room: number, isPadded: boolean) => {
    if (!each) return '';
    const cell = pad(each.cells[nth] ?? '', room, { cut: each.column.cut }).trimEnd();
    const whole = isPadded ? pad(cell, room) : cell;
    return each.column.style?.(whole, row, style) ?? whole;
  };
  const head = joinCells([styled(first, names, true), styled(main, width - names - SEPARATOR.length, false)]);
  const indent = ' '.repeat(Math.min(names, MAX_INDENT) + SEPARATOR.length);
  const text = facts.map(({ column, cells }) => (column.detail ?? ((cell) => cell))(cells[nth] ?? '')).join('; ');
  return text === '' ? head : `${head}\n${indent}${style.paint('dim', cutToWidth(text, width - indent.length))}`;
}

const MAX_INDENT = 8;

function joinCells(cells: readonly string[]): string {
  return cells.join(SEPARATOR).trimEnd();
}

type Padding = { isNumber?: boolean; cut?: ((cell: string, width: number) => string) | undefined };

function pad(text: string, width: number, { isNumber = false, cut }: Padding = {}): string {
  const beginning = cutToWidth(text, width);
  const shown = beginning === text || !cut ? beginning : cut(text, width);
  const blanks = ' '.repeat(Math.max(width - countColumns(shown), 0));
  return isNumber ? blanks + shown : shown + blanks;
}
