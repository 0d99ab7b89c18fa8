import { childElements, descendants, type Element, readAttribute } from './markup-tree.ts';
import { cleanTextLine } from './outline.ts';

/** Tables of XML and HTML as Markdown: `tr` with `th` and `td`, or spans with equivalent classes. */

const MAX_ROWS = 1_000;
const MAX_COLUMNS = 60;
const MAX_SPAN = 60;

/** One line per row, header first; a cell that spans several rows or columns is repeated in each. */
export function tableToMarkdown(table: Element, textOf: (cell: Element) => string): string {
  const rows = descendants(table, ({ name }) => name === 'tr').slice(0, MAX_ROWS);
  const grid = expandSpans(rows, (cell) => cleanTextLine(textOf(cell)).replaceAll('|', '\\|'));
  const width = Math.max(0, ...grid.map((row) => row.length));
  const [head, ...body] = grid.filter((row) => row.some((cell) => cell !== ''));
  if (!head) return '';
  const writeRow = (row: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`;
  return [writeRow(head), `|${' --- |'.repeat(width)}`, ...body.map(writeRow)].join('\n');
}

function expandSpans(rows: readonly Element[], textOf: (cell: Element) => string): string[][] {
  /** Cells of earlier rows that span into later ones, by column. */
  const hanging = new Map<number, { text: string; rows: number }>();
  return rows.map((row) => {
    const line: string[] = [];
    const takeHanging = () => {
      for (let over = hanging.get(line.length); over; over = hanging.get(line.length)) {
        if (over.rows === 1) hanging.delete(line.length);
        else over.rows -= 1;
        line.push(over.text);
      }
    };
    for (const cell of childElements(row, 'td', 'th')) {
      takeHanging();
      const [columns, down] = [readSpan(cell, 'colspan'), readSpan(cell, 'rowspan')];
      const text = textOf(cell);
      for (let at = 0; at < columns && line.length < MAX_COLUMNS; at += 1) {
        if (down > 1) hanging.set(line.length, { text, rows: down - 1 });
        line.push(text);
      }
    }
    takeHanging();
    return line;
  });
}

function readSpan(cell: Element, name: string): number {
  const span = Number(readAttribute(cell, name) ?? 1);
  return Number.isInteger(span) && span >= 1 ? Math.min(span, MAX_SPAN) : 1;
}
