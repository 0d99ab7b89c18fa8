import { nameWithTitle } from '../../papers/text.ts';
import { mayEqual, readNumbers } from '../numbers.ts';
import { type Column, NOT_REPORTED, readValue } from './columns.ts';
import { type Mark, markCell } from './marks.ts';
import type { CellCheck, Extractor, FillAct, TableEvent, TablePaper } from './table-events.ts';

/** The value that one extractor gave for a cell. */
export type Reading = {
  n: number;
  at: string;
  who: Extractor;
  value: string;
  quote?: string | undefined;
  check: CellCheck;
  marks: readonly Mark[];
};

/**
 * A cell. `open`: not filled yet; `differs`: its extractors gave different values, and it is not settled; `value`: it
 * has one valid value, that of `reading`.
 */
export type Cell =
  | { is: 'open' }
  | { is: 'differs'; readings: readonly Reading[] }
  | { is: 'value'; reading: Reading; readings: readonly Reading[]; isSettled: boolean };

type Entry = { readings: Map<string, Reading>; settled?: Reading };

export type TableState = {
  title: string;
  openedAt: string;
  /** The columns in their order, without those dropped. */
  columns: Column[];
  /** Number of ids assigned so far, including those of dropped columns, which are not reused. */
  columnCount: number;
  /** By ref, in the order in which they were added, including those that left. */
  papers: Map<string, TablePaper>;
  /** Papers that are no longer among those of the review. */
  left: Set<string>;
  /** The jobs, reviews and lists of refs that papers came from. */
  sources: string[];
  cells: Map<string, Entry>;
  changedAt: string;
};

export function emptyState(): TableState {
  return {
    title: '',
    openedAt: '',
    columns: [],
    columnCount: 0,
    papers: new Map(),
    left: new Set(),
    sources: [],
    cells: new Map(),
    changedAt: '',
  };
}

const extractorKey = ({ kind, name }: Extractor) => `${kind} ${name}`;
const cellKey = (ref: string, column: string) => `${ref} ${column}`;

/** Applies events to a state, which it modifies. Ignores events on papers that the table lacks. */
export function foldTable(events: readonly TableEvent[], state: TableState = emptyState()): TableState {
  for (const event of events) {
    applyEvent(state, event);
    state.changedAt = event.at;
  }
  return state;
}

function applyEvent(state: TableState, event: TableEvent): void {
  switch (event.what) {
    case 'open':
      state.title = event.title;
      state.openedAt = event.at;
      break;
    case 'papers':
      if (!state.sources.includes(event.from)) state.sources.push(event.from);
      for (const paper of event.papers) {
        state.papers.set(paper.ref, paper);
        state.left.delete(paper.ref);
      }
      for (const ref of event.left ?? []) if (state.papers.has(ref)) state.left.add(ref);
      break;
    case 'column': {
      const at = state.columns.findIndex(({ id }) => id === event.column.id);
      if (at >= 0) state.columns[at] = event.column;
      else state.columns.push(event.column);
      state.columnCount = Math.max(state.columnCount, Number(event.column.id.slice(1)) || 0);
      break;
    }
    case 'drop':
      state.columns = state.columns.filter(({ id }) => id !== event.column);
      break;
    case 'fill':
    case 'settle':
    case 'clear':
      applyToCell(state, event);
      break;
    case 'recheck':
      for (const { readings, settled } of state.cells.values())
        for (const reading of [...readings.values(), ...(settled ? [settled] : [])])
          if (reading.n === event.of) reading.check = event.check;
      break;
  }
}

function applyToCell(state: TableState, event: TableEvent & { what: 'fill' | 'settle' | 'clear' }): void {
  const { ref, column, who } = event;
  if (!state.papers.has(ref)) return;
  const key = cellKey(ref, column);
  const entry: Entry = state.cells.get(key) ?? { readings: new Map() };
  state.cells.set(key, entry);
  // A new value or withdrawal reopens a settled cell.
  if (event.what !== 'settle') delete entry.settled;
  if (event.what === 'clear') entry.readings.delete(extractorKey(who));
  else {
    const { n, at, value, quote, check } = event;
    const reading: Reading = { n, at, who, value, quote, check, marks: [] };
    if (event.what === 'settle') entry.settled = reading;
    else entry.readings.set(extractorKey(who), reading);
  }
}

/** The cell of a paper and a column, with the marks of all readings. */
export function cellAt({ cells }: TableState, ref: string, column: Column): Cell {
  const entry = cells.get(cellKey(ref, column.id));
  const marked = (reading: Reading): Reading => ({ ...reading, marks: markReading(column, reading) });
  const readings = [...(entry?.readings.values() ?? [])].map(marked);
  const [first] = readings;
  if (entry?.settled) return { is: 'value', reading: marked(entry.settled), readings, isSettled: true };
  if (!first) return { is: 'open' };
  if (readings.some(({ value }) => !isSameValue(column, value, first.value))) return { is: 'differs', readings };
  // Of equal values, the one with the fewest marks; then the latest.
  const best = readings.toSorted((one, other) => one.marks.length - other.marks.length || other.n - one.n)[0] ?? first;
  return { is: 'value', reading: best, readings, isSettled: false };
}

/** The marks of a reading, including that its value is no longer valid since the column was changed. */
function markReading(column: Column, reading: Reading): Mark[] {
  const isTaken = 'value' in readValue(column, reading.value);
  return [...(isTaken ? [] : [{ kind: 'value-not-taken' } as const]), ...markCell(column, reading)];
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/(?<![\s.])[\s.]+$/g, '')
    .replace(/\s+/g, ' ');

function isSameValue({ type }: Column, one: string, other: string): boolean {
  if (plain(one) === plain(other)) return true;
  if (type !== 'number') return false;
  const [a, b] = [readNumbers(one), readNumbers(other)];
  return a.length > 0 && a.length === b.length && a.every((number, at) => b[at] && mayEqual(number, b[at]));
}

/** The papers that have not left, in order. */
export function papersOf({ papers, left }: TableState): TablePaper[] {
  return [...papers.values()].filter(({ ref }) => !left.has(ref));
}

/** The extractor's own reading of a cell. */
export function ownReading(
  { cells }: TableState,
  who: Extractor,
  { ref, column }: Pick<FillAct, 'ref' | 'column'>,
): Reading | undefined {
  return cells.get(cellKey(ref, column))?.readings.get(extractorKey(who));
}

export type Completeness = {
  cells: number;
  filled: number;
  open: number;
  differ: number;
  /** Filled cells: with a quotation and no mark, with a mark, and not reported. */
  held: number;
  marked: number;
  notReported: number;
};

/** How complete a table is, or only the column with the id `only`. */
export function completenessOf(state: TableState, only?: string): Completeness {
  const sums: Completeness = { cells: 0, filled: 0, open: 0, differ: 0, held: 0, marked: 0, notReported: 0 };
  for (const { ref } of papersOf(state)) {
    for (const column of state.columns) {
      if (only !== undefined && column.id !== only) continue;
      sums.cells += 1;
      const cell = cellAt(state, ref, column);
      if (cell.is === 'open') sums.open += 1;
      else if (cell.is === 'differs') sums.differ += 1;
      else {
        sums.filled += 1;
        if (cell.reading.marks.length > 0) sums.marked += 1;
        else if (cell.reading.value === NOT_REPORTED) sums.notReported += 1;
        else sums.held += 1;
      }
    }
  }
  return sums;
}

/** The open cells, paper by paper. */
export function openCells(state: TableState): { paper: TablePaper; column: Column }[] {
  return papersOf(state).flatMap((paper) =>
    state.columns.flatMap((column) => (cellAt(state, paper.ref, column).is === 'open' ? [{ paper, column }] : [])),
  );
}

const IDENTIFIERS = ['doi', 'arxivId', 'pmid', 'pmcid', 'corpusId'] as const;

/** Indexes papers by identifier, because a paper has a different reference in each job and in the library. */
export function papersById(papers: Iterable<TablePaper>) {
  const byId = new Map<string, TablePaper>();
  const idsOf = (paper: TablePaper) =>
    IDENTIFIERS.flatMap((name) => (paper[name] ? [`${name} ${paper[name].toLowerCase()}`] : []));
  const add = (paper: TablePaper) => {
    for (const id of idsOf(paper)) byId.set(id, paper);
  };
  for (const paper of papers) add(paper);
  return {
    add,
    /** The paper that shares an identifier with this one. */
    find: (paper: TablePaper) => idsOf(paper).flatMap((id) => byId.get(id) ?? [])[0],
  };
}

/** The papers, by reference and title, of which a quotation could not be compared with a full text. */
export function namePapersWithoutText(state: TableState): string[] {
  return papersOf(state).flatMap(({ ref, title }) => {
    const cells = state.columns.map((column) => cellAt(state, ref, column));
    const isOpen = cells.some((cell) => cell.is === 'value' && cell.reading.check.held !== 'text');
    return isOpen ? [nameWithTitle(ref, title)] : [];
  });
}
