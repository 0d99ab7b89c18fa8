import { invalidInput, PaperqueueError } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import { MAX_ANSWER_CHARACTERS, sizeOf } from '../../jobs/answers/answer-size.ts';
import type { EventLogs } from '../../jobs/ports/event-logs.ts';
import { groupBy } from '../../lib/groups.ts';
import { visibleLine } from '../../lib/visible-text.ts';
import type { Note } from '../../wording/notes.ts';
import type { Passages } from '../passages/passages.ts';
import { type ColumnChange, changeColumns, type RefusedColumn } from './change-columns.ts';
import type { CellChecks } from './check-cells.ts';
import {
  type CellInput,
  fillCells,
  hasPaper,
  nameOf,
  type ReadCell,
  type RefusedCell,
  readCells,
  settleCell,
  toCheck,
} from './fill-cells.ts';
import type { Extractor, TableAct, TablePaper } from './table-events.ts';
import { createTableLog, type OpenTable } from './table-log.ts';
import {
  type Cell,
  type Completeness,
  cellAt,
  completenessOf,
  emptyState,
  namePapersWithoutText,
  openCells,
  papersById,
  papersOf,
  type TableState,
} from './table-state.ts';
import { FILE_ENDINGS, type TableFormat, tableAsCsv, tableAsMarkdown } from './write-table.ts';

declare module '../../jobs/features.ts' {
  interface Features {
    evidence(): Promise<Tables>;
  }
}

type Call = { signal: AbortSignal };

/** The papers that a text names (`J1`, `R1`, `J1-3,L17`); `from` is that name in normalised form. */
type NamedPapers = { from: string; papers: readonly TablePaper[] };

type NewTable = { title: string; papers: string; columns?: readonly ColumnChange[] | undefined };

export type TableSummary = {
  ref: string;
  title: string;
  openedAt: string;
  changedAt: string;
  papers: number;
  columns: TableState['columns'];
  complete: Completeness;
};

/** An open cell with passages that may answer its column's question and can be quoted. */
type Candidate = {
  ref: string;
  title?: string | undefined;
  column: string;
  ask: string;
  passages: CandidatePassage[];
};
type CandidatePassage = { at?: string | undefined; section: string; text: string };

type Filled = {
  accepted: number;
  repeated: number;
  refused: RefusedCell[];
  /** The cells after the call, in the order of the request. */
  cells: { ref: string; column: TableState['columns'][number]; cell: Cell }[];
};

/** Tables of values with their quotations, each checked against the paper. Free; methods throw PaperqueueError. */
export type Tables = {
  /** `unreadable`: tables whose log has no intact part. `notes` report these and damaged ones. */
  list(): Promise<{ tables: TableSummary[]; unreadable: string[]; notes: Note[] }>;
  /** Begins a table; an equal one without cells is returned instead. Invalid columns are refused, the others added. */
  create(table: NewTable, who: Extractor, call: Call): Promise<{ ref: string; refused: RefusedColumn[] }>;
  /** Adds papers, and adds, changes, renames or drops columns. */
  change(
    ref: string,
    change: { papers?: string | undefined; columns?: readonly ColumnChange[] | undefined },
    who: Extractor,
    call: Call,
  ): Promise<{ added: number; refused: RefusedColumn[] }>;
  /** Checks and records cells. An invalid one does not affect the others; repeating a call adds nothing. */
  fill(ref: string, cells: readonly CellInput[], who: Extractor, call: Call): Promise<Filled>;
  /** Chooses one of the differing values of a cell. */
  settle(ref: string, cell: CellInput, who: Extractor): Promise<{ refused?: RefusedCell }>;
  /** The next open cells, each with at most two passages of its paper. */
  next(ref: string, count: number, call: Call): Promise<Candidate[]>;
  /**
   * Opens a table. Updates it to the papers that its review currently includes, and checks quotations again whose text
   * is newly stored. `notes` report these changes.
   */
  open(ref: string, who: Extractor, call: Call): Promise<{ table: OpenTable; notes: Note[] }>;
  /** The table as recorded in its log; changes nothing. */
  read(ref: string): Promise<OpenTable>;
  /** The tables with papers of these jobs (`J1`) or with these papers, as part of a page; empty if there are none. */
  drawOver(refs: readonly string[]): Promise<string>;
  /** The table as the text of a file. */
  render(table: OpenTable, format: TableFormat): Promise<string>;
  /** As `render`; returns the text if it fits into an answer, else writes a new file. */
  write(table: OpenTable, format: TableFormat): Promise<{ text: string } | { path: string }>;
  /** Moves a table aside: it is no longer listed, and its number is not reused. */
  remove(ref: string): Promise<void>;
  /** Moves the damaged event and all later ones aside. Returns how many events. */
  repair(ref: string): Promise<number>;
};

export type TablesDeps = {
  logs: EventLogs;
  checkCells: CellChecks;
  passages: () => Promise<Passages>;
  resolvePapers(named: string, call: Call): Promise<NamedPapers>;
  /** The folder for exports that are too long for an answer. */
  exports: { write(name: string, ending: string, content: string): string };
  now?: () => Date;
};

const MAX_PAPERS = 1_000;
const MAX_TITLE_CHARACTERS = 1_000;
const CANDIDATES = 2;
/** Maximum size of an export in an answer, which has other parts, too. */
const MAX_TEXT_SIZE = MAX_ANSWER_CHARACTERS / 2;
/** Maximum characters of all passages of an open cell. */
const MAX_CANDIDATE_CHARACTERS = 1_800;
/** The text to search passages for. Includes the name, because `Sample size` can match better than the question. */
function toQuestion({ name, ask, unit }: TableState['columns'][number]): string {
  return [...new Set([name, ask, unit])].filter(Boolean).join('. ');
}

/** Papers named in a note. */
const MAX_NAMED = 5;

export function createTables({
  logs,
  checkCells,
  passages,
  resolvePapers,
  exports,
  now = () => new Date(),
}: TablesDeps): Tables {
  const log = createTableLog(logs, now);

  /** The event that adds new papers and, if all come from one review, removes those that it no longer includes. */
  const papersAct = ({ state }: Pick<OpenTable, 'state'>, { from, papers }: NamedPapers): TableAct[] => {
    const known = papersById(papersOf(state));
    const fresh: TablePaper[] = [];
    for (const paper of papers) {
      if (state.papers.has(paper.ref) ? !state.left.has(paper.ref) : known.find(paper)) continue;
      fresh.push(paper);
      known.add(paper);
    }
    const kept = new Set(papers.map(({ ref }) => ref));
    // Otherwise papers may come from other sources, and stay.
    const isOnlySource = isReview(from) && state.sources.every((source) => source === from);
    const left = isOnlySource ? papersOf(state).filter(({ ref }) => !kept.has(ref)) : [];
    if (state.papers.size + fresh.length > MAX_PAPERS)
      throw invalidInput([invalidField('papers', { kind: 'too-much', most: MAX_PAPERS, of: 'papers' })]);
    const isNew = !state.sources.includes(from);
    if (fresh.length === 0 && left.length === 0 && !isNew) return [];
    return [{ what: 'papers', from, papers: fresh, ...(left.length > 0 && { left: left.map(({ ref }) => ref) }) }];
  };

  /** Replaces references by those of the table, in which the same paper may have another reference. */
  const withTableRefs = async (state: TableState, inputs: readonly CellInput[], call: Call): Promise<CellInput[]> => {
    const known = papersById(papersOf(state));
    const refs = new Map<string, string | undefined>();
    for (const name of new Set(inputs.map(({ ref }) => ref.trim()))) {
      if (hasPaper(state, name)) continue;
      const named = await resolvePapers(name, call).catch((error: unknown) => {
        if (!(error instanceof PaperqueueError)) throw error;
      });
      const [only, ...others] = named?.papers ?? [];
      if (only && others.length === 0) refs.set(name, known.find(only)?.ref);
    }
    return inputs.map((cell) => ({ ...cell, ref: refs.get(cell.ref.trim()) ?? cell.ref }));
  };

  const follow = async (table: OpenTable, who: Extractor, call: Call): Promise<{ table: OpenTable; notes: Note[] }> => {
    const notes: Note[] = [];
    let now = table;
    for (const from of table.state.sources.filter(isReview)) {
      const named = await resolvePapers(from, call).catch((error: unknown) => {
        if (!(error instanceof PaperqueueError)) throw error;
        notes.push({ kind: 'not-followed', from });
      });
      if (!named) continue;
      const { acts, table: followed } = await log.write(table.ref, who, (current) => ({
        acts: papersAct(current, named),
      }));
      now = followed;
      for (const act of acts)
        if (act.what === 'papers')
          notes.push({ kind: 'table-followed', from, added: act.papers.length, left: act.left?.length ?? 0 });
    }
    return { table: now, notes };
  };

  /** Checks the cells again that were not checked against a full text, if a text is now stored. */
  const recheck = async (
    table: OpenTable,
    who: Extractor,
    call: Call,
  ): Promise<{ table: OpenTable; notes: Note[] }> => {
    const { state } = table;
    const open = [...state.cells].flatMap(([key, { readings }]) =>
      [...readings.values()]
        .filter(({ check: { held } }) => held !== 'text')
        .map((reading) => ({ ref: key.split(' ')[0] ?? '', reading })),
    );
    if (open.length === 0) return { table, notes: [] };
    const cells = open.map(({ ref, reading: { quote, value } }) => toCheck({ ref, column: '', value, quote }));
    const checks = await checkCells(state.papers, cells, { ...call, onlyNewTexts: true });
    const changed = open.flatMap(({ reading }, nth) => {
      const check = checks[nth];
      return check && check.held !== reading.check.held ? [{ what: 'recheck', of: reading.n, check } as const] : [];
    });
    if (changed.length === 0) return { table, notes: [] };
    const { table: checked } = await log.write(table.ref, who, () => ({ acts: changed }));
    return { table: checked, notes: [{ kind: 'cells-rechecked', cells: changed.length }] };
  };

  const readAll = async () => {
    const refs = await log.refs();
    const found: (OpenTable | undefined)[] = [];
    for (const ref of refs) found.push(await log.read(ref).catch(skipUnreadable));
    return { refs, found };
  };

  const tables: Tables = {
    async list() {
      const { refs, found } = await readAll();
      const unreadable = refs.filter((_, at) => found[at] === undefined);
      return {
        tables: found.flatMap((table) => (table ? [summarize(table)] : [])),
        unreadable,
        notes: [
          ...(unreadable.length > 0 ? [{ kind: 'tables-unreadable', tables: unreadable } as const] : []),
          ...found.flatMap((table) => damageOf(table) ?? []),
        ],
      };
    },
    async create({ title: input, papers, columns = [] }, who, call) {
      const title = visibleLine(input);
      if (title === '') throw invalidInput([invalidField('title', { kind: 'new-table-needs' })]);
      if (title.length > MAX_TITLE_CHARACTERS)
        throw invalidInput([invalidField('title', { kind: 'too-much', most: MAX_TITLE_CHARACTERS, of: 'characters' })]);
      const named = await resolvePapers(papers, call);
      const { tables: known } = await tables.list();
      const isEqual = ({ title: other, complete, ref }: TableSummary) =>
        other === title && complete.open === complete.cells && ref;
      for (const each of known.filter(isEqual)) {
        const { state, damagedAt } = await log.read(each.ref);
        if (
          damagedAt === undefined &&
          state.cells.size === 0 &&
          state.sources.length === 1 &&
          state.sources[0] === named.from
        )
          return { ref: each.ref, ...(await tables.change(each.ref, { columns }, who, call)) };
      }
      if (named.papers.length === 0) throw invalidInput([invalidField('papers', { kind: 'new-table-needs' })]);
      const acts = papersAct({ state: emptyState() }, named);
      const ref = await log.create([{ what: 'open', title }, ...acts], who);
      return { ref, ...(await tables.change(ref, { columns }, who, call)) };
    },
    async change(ref, { papers, columns = [] }, who, call) {
      const named = papers === undefined ? undefined : await resolvePapers(papers, call);
      const { acts, refused } = await log.write(ref, who, (table) => {
        const changed = changeColumns(table.state, columns);
        return { ...changed, acts: [...(named ? papersAct(table, named) : []), ...changed.acts] };
      });
      const added = acts.reduce((sum, act) => sum + (act.what === 'papers' ? act.papers.length : 0), 0);
      return { added, refused };
    },
    async fill(ref, inputs, who, call) {
      const { state } = await log.read(ref);
      const { cells: read, refused } = readCells(state, await withTableRefs(state, inputs, call));
      const valued = read.filter(({ value }) => value !== undefined);
      const checks = await checkCells(state.papers, valued.map(toCheck), call);
      const isChecked = (cell: ReadCell) => cell.value === undefined || checks[valued.indexOf(cell)] !== undefined;
      const cells = read.filter(isChecked);
      for (const { ref: paper, column } of read.filter((cell) => !isChecked(cell)))
        refused.push({ ref: paper, column: nameOf(state, column), kind: 'no-time-to-check' });
      const checked = cells.map((cell) => ({
        ...cell,
        check: checks[valued.indexOf(cell)] ?? { held: 'none' as const },
      }));
      const made = await log.write(ref, who, (table) => fillCells(table.state, who, checked));
      const after = made.table.state;
      return {
        accepted: made.acts.length + made.repeated,
        repeated: made.repeated,
        refused: [...refused, ...made.refused],
        cells: cells.flatMap(({ ref: paper, column: id }) => {
          const column = after.columns.find((each) => each.id === id);
          return column ? [{ ref: paper, column, cell: cellAt(after, paper, column) }] : [];
        }),
      };
    },
    async settle(ref, cell, who) {
      const { refused } = await log.write(ref, who, ({ state }) => {
        const act = settleCell(state, cell);
        if ('kind' in act) return { acts: [], refused: { ref: cell.ref, column: cell.column, ...act } };
        return { acts: [act], refused: undefined };
      });
      return refused ? { refused } : {};
    },
    async next(ref, count, call) {
      const { state } = await log.read(ref);
      const open = openCells(state).slice(0, count);
      if (open.length === 0) return [];
      const found = await passages();
      const candidates: Candidate[] = [];
      for (const [paper, cells] of groupBy(open, (cell) => cell.paper)) {
        const find = cells.map(({ column }) => toQuestion(column));
        const characters = find.length * MAX_CANDIDATE_CHARACTERS;
        const { questions } = await found.find(
          { papers: [paper], find, perPaper: CANDIDATES, count: characters },
          call,
        );
        for (const [nth, { column }] of cells.entries()) {
          const { ref: paperRef, title } = paper;
          const shown = questions[nth]?.passages.map(({ at, section, text }) => ({ at, section, text })) ?? [];
          candidates.push({ ref: paperRef, title, column: column.name, ask: column.ask, passages: shown });
        }
      }
      return candidates;
    },
    async open(ref, who, call) {
      const read = await log.read(ref);
      // Nothing can be added to a damaged log, so only its intact part is shown.
      const damage = damageOf(read);
      if (damage) return { table: read, notes: [damage] };
      const followed = await follow(read, who, call);
      const checked = await recheck(followed.table, who, call);
      return { table: checked.table, notes: [...followed.notes, ...checked.notes, ...notesOnTexts(checked.table)] };
    },
    async drawOver(refs) {
      const names = new Set(refs.map((ref) => ref.toUpperCase()));
      const isNamed = ({ ref }: TablePaper) => names.has(ref) || names.has(ref.replace(/-.*/, ''));
      const all = (await readAll()).found.flatMap((table) => table ?? []);
      const drawn = all.filter(({ state }) => papersOf(state).some(isNamed));
      return drawn.length === 0 ? '' : (await import('./pages/draw-table.ts')).tablesAsPart(drawn);
    },
    read: (ref) => log.read(ref),
    render,
    async write(table, format) {
      const content = await render(table, format);
      if (format !== 'html' && sizeOf(content) <= MAX_TEXT_SIZE) return { text: content };
      return { path: exports.write(table.ref, FILE_ENDINGS[format], content) };
    },
    async remove(ref) {
      await log.putAside(ref, 1);
    },
    async repair(ref) {
      const { damagedAt } = await log.read(ref);
      return damagedAt === undefined ? 0 : log.putAside(ref, damagedAt);
    },
  };
  return tables;
}

/** Loads the HTML writer with the first export. */
async function render(table: OpenTable, format: TableFormat): Promise<string> {
  if (format === 'html') return (await import('./pages/draw-table.ts')).tableAsHtml(table);
  return format === 'csv' ? tableAsCsv(table) : tableAsMarkdown(table);
}

const isReview = (from: string) => /^R\d+$/.test(from);

/** A damaged table must not hide the others. */
function skipUnreadable(error: unknown): undefined {
  if (error instanceof PaperqueueError) return undefined;
  throw error;
}

export function summarize({ ref, state }: OpenTable): TableSummary {
  const { title, openedAt, changedAt, columns } = state;
  return { ref, title, openedAt, changedAt, papers: papersOf(state).length, columns, complete: completenessOf(state) };
}

function damageOf(table: OpenTable | undefined): Note | undefined {
  if (table?.damagedAt === undefined) return undefined;
  return { kind: 'damaged-table', table: table.ref, n: table.damagedAt, isUnknown: table.isUnknown };
}

/** A note on papers whose quotations could not be compared with a full text. */
function notesOnTexts({ state }: OpenTable): Note[] {
  const named = namePapersWithoutText(state);
  return named.length > 0 ? [{ kind: 'texts-not-held', named: named.slice(0, MAX_NAMED), all: named.length }] : [];
}
