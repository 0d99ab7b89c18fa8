import { visibleText } from '../../lib/visible-text.ts';
import { MAX_QUOTE_CHARACTERS } from '../../reading/full-text.ts';
import { findColumn } from './change-columns.ts';
import type { CellToCheck } from './check-cells.ts';
import { NOT_REPORTED, readValue } from './columns.ts';
import type { Refused } from './notes.ts';
import type { CellCheck, Extractor, FillAct, TableAct, TablePaper } from './table-events.ts';
import { cellAt, ownReading, type TableState } from './table-state.ts';

/** A cell to fill. The value null withdraws the extractor's earlier value. */
export type CellInput = { ref: string; column: string; value: unknown; quote?: string | undefined };

export type RefusedCell = { ref: string; column: string } & Refused;

/** A cell whose paper, column and value are valid; `value` undefined withdraws the earlier one. */
export type ReadCell = { ref: string; column: string; value: string | undefined; quote?: string | undefined };

/** The valid cells, without repetitions, and why the others are refused. */
export function readCells(
  state: TableState,
  inputs: readonly CellInput[],
): { cells: ReadCell[]; refused: RefusedCell[] } {
  const cells: ReadCell[] = [];
  const refused: RefusedCell[] = [];
  const taken = new Map<string, ReadCell>();
  for (const each of inputs) {
    const read = readCell(state, each);
    const key = 'kind' in read ? '' : `${read.ref} ${read.column}`;
    const first = taken.get(key);
    if ('kind' in read) refused.push({ ref: each.ref, column: each.column, ...read });
    else if (!first) {
      taken.set(key, read);
      cells.push(read);
    } else if (first.value !== read.value || first.quote !== read.quote)
      refused.push({ ref: each.ref, column: each.column, kind: 'given-twice' });
  }
  return { cells, refused };
}

function findPaper({ papers }: TableState, named: string): TablePaper | undefined {
  return papers.get(named.trim().toUpperCase()) ?? papers.get(named.trim());
}

/** Whether the table has a paper with this reference. */
export function hasPaper(state: TableState, named: string): boolean {
  return findPaper(state, named) !== undefined;
}

function readCell(
  state: TableState,
  { ref: named, column: name, value: input, quote: words }: CellInput,
): ReadCell | Refused {
  const paper = findPaper(state, named);
  if (!paper) return { kind: 'not-in-table' };
  const column = findColumn(state, name);
  if (!column) return { kind: 'no-column', columns: state.columns.map((each) => each.name) };
  const cell = { ref: paper.ref, column: column.id };
  if (input === null) return { ...cell, value: undefined };
  const read = readValue(column, input);
  if (!('value' in read)) return read;
  const quote = words && visibleText(words);
  if (quote && quote.length > MAX_QUOTE_CHARACTERS) return { kind: 'long-quotation', most: MAX_QUOTE_CHARACTERS };
  return { ...cell, value: read.value, ...(quote && { quote }) };
}

export function toCheck({ ref, value, quote }: ReadCell): CellToCheck {
  return { ref, quote, isNotReported: value === NOT_REPORTED };
}

/**
 * The events that fill cells, except values that the extractor has already given with the same result of the check.
 * `refused`: withdrawals of cells for which the extractor has given no value.
 */
export function fillCells(
  state: TableState,
  who: Extractor,
  cells: readonly (ReadCell & { check: CellCheck })[],
): { acts: TableAct[]; repeated: number; refused: RefusedCell[] } {
  const acts = new Map<string, TableAct>();
  const refused: RefusedCell[] = [];
  let repeated = 0;
  for (const { ref, column, value, quote, check } of cells) {
    const existing = ownReading(state, who, { ref, column });
    const key = `${ref} ${column}`;
    if (value === undefined) {
      if (existing) acts.set(key, { what: 'clear', ref, column });
      else refused.push({ ref, column: nameOf(state, column), kind: 'nothing-to-take-back' });
      continue;
    }
    const act: FillAct = { what: 'fill', ref, column, value, ...(quote !== undefined && { quote }), check };
    if (existing && isSame(existing, act)) repeated += 1;
    else acts.set(key, act);
  }
  return { acts: [...acts.values()], repeated, refused };
}

/** The name of the column with this id. */
export function nameOf({ columns }: TableState, column: string): string {
  return columns.find(({ id }) => id === column)?.name ?? column;
}

function isSame(one: Pick<FillAct, 'value' | 'quote' | 'check'>, other: FillAct): boolean {
  const plain = ({ value, quote, check }: Pick<FillAct, 'value' | 'quote' | 'check'>) =>
    JSON.stringify([value, quote, check]);
  return plain(one) === plain(other);
}

/** The event that settles a cell with the value of one of its readings. */
export function settleCell(state: TableState, { ref: named, column: name, value }: CellInput): TableAct | Refused {
  const read = readCell(state, { ref: named, column: name, value });
  if ('kind' in read) return read;
  const column = state.columns.find(({ id }) => id === read.column);
  const cell = column && cellAt(state, read.ref, column);
  const chosen = cell?.is === 'differs' ? cell.readings.find((reading) => reading.value === read.value) : undefined;
  if (!chosen) return { kind: 'nothing-to-settle' };
  const { value: standing, quote, check } = chosen;
  return {
    what: 'settle',
    ref: read.ref,
    column: read.column,
    value: standing,
    ...(quote !== undefined && { quote }),
    check,
  };
}
