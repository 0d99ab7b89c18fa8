import type { AdviceOf, NoteOf } from '../../src/wording/notes.ts';

type TableNotes =
  | 'no-such-table'
  | 'damaged-table'
  | 'table-busy'
  | 'tables-unreadable'
  | 'table-followed'
  | 'not-followed'
  | 'cells-rechecked'
  | 'texts-not-held';
type TableAdvices =
  | 'name-table'
  | 'repair-table'
  | 'mend-marked'
  | 'settle-differing'
  | 'fill-open'
  | 'table-page'
  | 'table-done';

/** One example of each sentence about evidence tables. */
export const TABLE_EXAMPLES: { [Kind in TableNotes]: NoteOf<Kind>[] } = {
  'no-such-table': [
    { kind: 'no-such-table', given: '"T9"', known: ['T1'] },
    { kind: 'no-such-table', given: '"T9"', known: [] },
  ],
  'damaged-table': [
    { kind: 'damaged-table', table: 'T1', n: 5 },
    { kind: 'damaged-table', table: 'T1', n: 1 },
    { kind: 'damaged-table', table: 'T1', n: 5, isUnknown: true },
    { kind: 'damaged-table', table: 'T1', n: 1, isUnknown: true },
  ],
  'table-busy': [{ kind: 'table-busy', table: 'T1' }],
  'tables-unreadable': [{ kind: 'tables-unreadable', tables: ['T2', 'T3'] }],
  'table-followed': [
    { kind: 'table-followed', from: 'R1', added: 2, left: 0 },
    { kind: 'table-followed', from: 'R1', added: 0, left: 1 },
    { kind: 'table-followed', from: 'R1', added: 1, left: 2 },
  ],
  'not-followed': [{ kind: 'not-followed', from: 'R1' }],
  'cells-rechecked': [
    { kind: 'cells-rechecked', cells: 1 },
    { kind: 'cells-rechecked', cells: 4 },
  ],
  'texts-not-held': [
    { kind: 'texts-not-held', named: ['J1-3 Mussel beds'], all: 1 },
    { kind: 'texts-not-held', named: ['J1-3 Mussel beds', 'J1-4 Kelp'], all: 12 },
  ],
};

export const TABLE_ADVICE: { [Kind in TableAdvices]: AdviceOf<Kind>[] } = {
  'name-table': [{ kind: 'name-table' }],
  'repair-table': [
    { kind: 'repair-table', table: 'T1' },
    { kind: 'repair-table', table: 'T1', isOpening: true },
    { kind: 'repair-table', table: 'T1', isNewer: true },
  ],
  'mend-marked': [
    { kind: 'mend-marked', cells: 1 },
    { kind: 'mend-marked', cells: 3 },
  ],
  'settle-differing': [{ kind: 'settle-differing', cells: 1 }],
  'fill-open': [
    { kind: 'fill-open', cells: 1 },
    { kind: 'fill-open', cells: 30 },
  ],
  'table-page': [{ kind: 'table-page', offset: 10 }],
  'table-done': [{ kind: 'table-done' }],
};
