import stringWidth from 'string-width';
import { PLAIN } from './terminal.ts';

/** Rows under a header, each column as wide as its widest cell. */
export function formatColumns(heads: readonly string[], rows: readonly (readonly unknown[])[], style = PLAIN): string {
  const cells = rows.map((row) => row.map((value) => String(value ?? '')));
  const widths = heads.map((head, nth) =>
    Math.max(...[head, ...cells.map((row) => row[nth] ?? '')].map((cell) => stringWidth(cell))),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, nth) => cell + ' '.repeat((widths[nth] ?? 0) - stringWidth(cell)))
      .join('  ')
      .trimEnd();
  return [style.paint('bold', line(heads)), ...cells.map(line)].join('\n');
}
