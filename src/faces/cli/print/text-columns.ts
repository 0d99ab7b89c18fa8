import { visibleLine } from '../../../lib/visible-text.ts';
import { PLAIN, paintState, type Style } from './terminal.ts';
import { columnsOf } from './terminal-columns.ts';
import { cutToWidth } from './wrap.ts';

/** Tables of a terminal: a line a row, or two where the columns have no room beside each other. */

const SEPARATOR = '  ';
/** Of the column that a row is about: narrower, its text cannot be told from others. */
const MIN_MAIN = 45;
/** In a table whose columns all stay, more of it goes to the others. */
const MIN_LAST = 24;

export type Column<Row> = {
  head: string;
  text: (row: Row) => unknown;
  /** What the row is about: gets the space that is left. One column of a table. */
  isMain?: boolean;
  isNumber?: boolean;
  /** Its widest; default: its widest cell. */
  max?: number;
  /** It is cut down to this before a column leaves; default: it is not cut. */
  min?: number;
  /** A cell that is wider than its column; default: its beginning. */
  cut?: (cell: string, width: number) => string;
  /** Columns that leave a table too narrow for its main one, the highest first. */
  leaves?: number;
  /** The cell in a line of several facts; default: after the head. */
  fact?: (cell: string) => string;
  /** Colours and links of a cell, which is padded already. */
  style?: (cell: string, row: Row, style: Style) => string;
};

type Laid<Row> = { column: Column<Row>; cells: string[]; natural: number; width: number };

/**
 * Rows under a header, none wider than `width`. Columns without a value are left out, then those that may leave, until
 * the main column is wide enough; if it is not even then, each row has two lines: its name and main text, its facts.
 */
export function formatRows<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width = Number.POSITIVE_INFINITY,
  style = PLAIN,
): string {
  const filled = columns
    .map((column) => measure(column, rows))
    .filter(({ column, cells }, nth) => nth === 0 || column.isMain || cells.some((cell) => cell !== ''));
  const laid = layOut(filled, width, columns.some(({ leaves }) => leaves !== undefined) ? MIN_MAIN : MIN_LAST);
  if (laid === undefined) return rows.map((row, nth) => inTwoLines(filled, row, nth, width, style)).join('\n');
  const header = laid.map(({ column, width }) => pad(column.head, width, column));
  const lines = rows.map((row, nth) =>
    laid.map(({ column, cells, width }) => {
      const cell = pad(cells[nth] ?? '', width, column);
      return column.style?.(cell, row, style) ?? cell;
    }),
  );
  return [style.paint('bold', lineOf(header)), ...lines.map(lineOf)].join('\n');
}

/** Rows of values under these heads; the last column is the one that a row is about. */
export function formatColumns(heads: readonly string[], rows: readonly (readonly unknown[])[], style = PLAIN): string {
  const columns = heads.map(
    (head, nth): Column<readonly unknown[]> => ({
      head,
      text: (row) => row[nth],
      isMain: nth === heads.length - 1,
      fact: (cell) => `${head.toLowerCase()} ${cell}`,
      style: (cell, _, own) => paintState(own, cell),
    }),
  );
  return formatRows(columns, rows, style.columns, style);
}

function measure<Row>(column: Column<Row>, rows: readonly Row[]): Laid<Row> {
  const cells = rows.map((row) => visibleLine(String(column.text(row) ?? '')));
  const widest = [column.head, ...cells].reduce((most, cell) => Math.max(most, columnsOf(cell)), 0);
  const natural = Math.min(widest, column.max ?? widest);
  return { column, cells, natural, width: natural };
}

/** The columns that fit, with their widths; undefined if the main one has too little room. */
function layOut<Row>(filled: readonly Laid<Row>[], width: number, minMain: number): Laid<Row>[] | undefined {
  const leastOf = ({ column, natural }: Laid<Row>) =>
    Math.min(natural, column.isMain ? minMain : (column.min ?? natural));
  let shown = [...filled];
  const spare = () => shown.reduce((rest, each) => rest - leastOf(each) - SEPARATOR.length, width + SEPARATOR.length);
  while (spare() < 0) {
    const [leaving] = shown
      .filter(({ column }) => column.leaves !== undefined)
      .sort((a, b) => (b.column.leaves ?? 0) - (a.column.leaves ?? 0));
    if (leaving === undefined) return undefined;
    shown = shown.filter((each) => each !== leaving);
  }
  const rest = spare();
  const laid = shown.map((each) => ({ ...each, width: leastOf(each) }));
  return Number.isFinite(rest) ? widen(laid, rest) : shown;
}

/** Gives the columns what is left, the main one two of three, until each has its own width. */
function widen<Row>(laid: Laid<Row>[], left: number): Laid<Row>[] {
  let rest = left;
  const turns = laid.flatMap((each) => (each.column.isMain ? [each, each] : [each]));
  for (let given = true; given && rest > 0; ) {
    given = false;
    for (const each of turns) {
      if (rest === 0 || each.width >= each.natural) continue;
      each.width += 1;
      rest -= 1;
      given = true;
    }
  }
  return laid;
}

function inTwoLines<Row>(filled: readonly Laid<Row>[], row: Row, nth: number, width: number, style: Style): string {
  const [first, ...others] = filled;
  const main = others.find(({ column }) => column.isMain);
  const facts = others.filter((each) => each !== main && (each.cells[nth] ?? '') !== '');
  const names = first ? Math.min(first.natural, Math.floor(width / 2)) : 0;
  const styled = (each: Laid<Row> | undefined, room: number, isPadded: boolean) => {
    if (!each) return '';
    const cell = pad(each.cells[nth] ?? '', room, { cut: each.column.cut }).trimEnd();
    const whole = isPadded ? pad(cell, room) : cell;
    return each.column.style?.(whole, row, style) ?? whole;
  };
  const head = lineOf([styled(first, names, true), styled(main, width - names - SEPARATOR.length, false)]);
  const indent = ' '.repeat(Math.min(names, MAX_INDENT) + SEPARATOR.length);
  const text = facts.map(({ column, cells }) => (column.fact ?? ((cell) => cell))(cells[nth] ?? '')).join('; ');
  return text === '' ? head : `${head}\n${indent}${style.paint('dim', cutToWidth(text, width - indent.length))}`;
}

const MAX_INDENT = 8;

function lineOf(cells: readonly string[]): string {
  return cells.join(SEPARATOR).trimEnd();
}

type Padding = { isNumber?: boolean; cut?: ((cell: string, width: number) => string) | undefined };

function pad(text: string, width: number, { isNumber = false, cut }: Padding = {}): string {
  const beginning = cutToWidth(text, width);
  const shown = beginning === text || !cut ? beginning : cut(text, width);
  const blanks = ' '.repeat(Math.max(width - columnsOf(shown), 0));
  return isNumber ? blanks + shown : shown + blanks;
}
