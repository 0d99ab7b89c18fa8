import { MAX_ANSWER_CHARACTERS, sizeOf } from '../../jobs/answers/answer-size.ts';
import { omitEmpty, omitUndefined } from '../../lib/omit-undefined.ts';
import { shorten } from '../../papers/text.ts';
import type { Advice } from '../../wording/notes.ts';
import { type Column, NOT_REPORTED } from './columns.ts';
import { describeMark, describeSearched } from './sentences.ts';
import type { OpenTable } from './table-log.ts';
import { type Cell, cellAt, completenessOf, papersOf, type Reading } from './table-state.ts';
import type { Tables } from './tables.ts';

/** Formats a table for answers and files. */

/** An extractor's value for a cell with the verdict on its quotation; `marks` are its problems. */
type ShownReading = {
  value: string;
  verdict: string;
  quote?: string;
  /** The location of the quotation in the text. */
  at?: string;
  /** The words of the paper, if the quotation differs from them. */
  text?: string;
  differences?: readonly { quote: string; document: string }[];
  /** The searched parts, for a value that is not reported. */
  searched?: string;
  marks?: string[];
  by: string;
};

export type ShownCell = { column: string } & (ShownReading | { open: true } | { differs: ShownReading[] });

export type ShownRow = { ref: string; title?: string | undefined; cells: ShownCell[] };

function showReading({ value, quote, check, marks, who }: Reading): ShownReading {
  const { verdict, at, text, differences, held, searched = [] } = check;
  const isExact = verdict === 'exact';
  return {
    value,
    verdict: verdict ?? (value === NOT_REPORTED ? NOT_REPORTED : 'no quotation'),
    ...omitUndefined({ quote, at, text: isExact || text === quote ? undefined : text }),
    ...omitEmpty({ differences: differences ?? [], marks: marks.map(describeMark) }),
    ...(value === NOT_REPORTED && { searched: describeSearched(held, searched) }),
    by: who.name,
  };
}

export function showCell(column: Column, cell: Cell): ShownCell {
  if (cell.is === 'open') return { column: column.name, open: true };
  if (cell.is === 'differs') return { column: column.name, differs: cell.readings.map(showReading) };
  return { column: column.name, ...showReading(cell.reading) };
}

/**
 * Open cells, with the title of a paper at its first cell, and each of its passages once: `seeAlso` names the columns
 * above whose passages may answer this one, too.
 */
export function showOpenCells(open: readonly OpenCell[]) {
  const columnOf = new Map<string, string>();
  return open.map(({ ref, title, column, passages }, nth) => {
    const keyOf = ({ text }: OpenCell['passages'][number]) => `${ref}\n${text}`;
    const unseen = passages.filter((passage) => !columnOf.has(keyOf(passage)));
    const seeAlso = new Set(passages.flatMap((passage) => columnOf.get(keyOf(passage)) ?? []));
    for (const passage of unseen) columnOf.set(keyOf(passage), column);
    return {
      ref,
      column,
      passages: unseen,
      ...omitEmpty({ seeAlso: [...seeAlso] }),
      ...(open[nth - 1]?.ref !== ref && { title }),
    };
  });
}

type OpenCell = Awaited<ReturnType<Tables['next']>>[number];

const MAX_SHOWN_TEXT = 300;
const MAX_SHOWN_DIFFERENCES = 5;

/** A short form for the extractor itself: without the quotation, and with shortened texts. */
function abbreviate({ quote: _, text, differences, ...reading }: ShownReading): ShownReading {
  return {
    ...reading,
    ...omitUndefined({ text: text && shorten(text, MAX_SHOWN_TEXT) }),
    ...omitEmpty({ differences: differences?.slice(0, MAX_SHOWN_DIFFERENCES).map(shortDifference) }),
  };
}

function shortDifference({ quote, document }: { quote: string; document: string }) {
  return { quote: shorten(quote, MAX_SHOWN_TEXT), document: shorten(document, MAX_SHOWN_TEXT) };
}

/** A cell in its short form. */
export function showCellInBrief(column: Column, cell: Cell): ShownCell {
  const shown = showCell(column, cell);
  if ('open' in shown) return shown;
  if ('differs' in shown) return { column: shown.column, differs: shown.differs.map(abbreviate) };
  return { column: shown.column, ...abbreviate(shown) };
}

/** The rows from an offset that fit, at most `count` and at least one; rows that are too long are abbreviated. */
export function showRows(
  { state }: OpenTable,
  {
    offset,
    count,
    maxCharacters = MAX_ANSWER_CHARACTERS / 2,
  }: { offset: number; count: number; maxCharacters?: number },
): { rows: ShownRow[]; page: { offset: number; count: number; total: number; nextOffset: number | null } } {
  const papers = papersOf(state);
  const rows: ShownRow[] = [];
  let size = 0;
  for (const { ref, title } of papers.slice(offset, offset + count)) {
    const makeRow = (show: typeof showCell): ShownRow => ({
      ref,
      title,
      cells: state.columns.map((column) => show(column, cellAt(state, ref, column))),
    });
    const full = makeRow(showCell);
    const row = sizeOf(JSON.stringify(full)) > maxCharacters ? makeRow(showCellInBrief) : full;
    size += sizeOf(JSON.stringify(row));
    if (size > maxCharacters && rows.length > 0) break;
    rows.push(row);
  }
  const next = offset + rows.length;
  const nextOffset = next < papers.length ? next : null;
  return { rows, page: { offset, count: rows.length, total: papers.length, nextOffset } };
}

/** Advice on the next steps with a table. */
export function adviseOn({ state }: OpenTable, nextOffset: number | null = null): Advice[] {
  const { open, differ, marked, cells } = completenessOf(state);
  return [
    ...(nextOffset === null ? [] : [{ kind: 'table-page', offset: nextOffset } as const]),
    ...(marked > 0 ? [{ kind: 'mend-marked', cells: marked } as const] : []),
    ...(differ > 0 ? [{ kind: 'settle-differing', cells: differ } as const] : []),
    ...(open > 0 ? [{ kind: 'fill-open', cells: open } as const] : []),
    ...(cells > 0 && open + differ === 0 ? [{ kind: 'table-done' } as const] : []),
  ];
}
