import type { ByKind } from '../../wording/notes.ts';
import type { WrongValue } from './columns.ts';

/** Statements about evidence tables. */
export type TableNote =
  | { kind: 'no-such-table'; given: string; known: readonly string[] }
  /** `isUnknown`: the event is intact, and a newer version may know it. */
  | { kind: 'damaged-table'; table: string; n: number; isUnknown?: true | undefined }
  | { kind: 'table-busy'; table: string }
  /** No part of these tables can be read. */
  | { kind: 'tables-unreadable'; tables: readonly string[] }
  /** Numbers of papers that the review newly includes and no longer includes (the cells of the latter are kept). */
  | { kind: 'table-followed'; from: string; added: number; left: number }
  /** The papers of a review could not be read, so the table is not updated. */
  | { kind: 'not-followed'; from: string }
  /** Cells whose quotation was checked again because the paper's text is now stored. */
  | { kind: 'cells-rechecked'; cells: number }
  /**
   * Papers without a stored text: their cells could be checked only against the abstract, or not at all. `named` has
   * the first, with their titles.
   */
  | { kind: 'texts-not-held'; named: readonly string[]; all: number };

export type TableAdvice =
  | { kind: 'name-table' }
  /** Moves the events after the damage aside; if the opening itself is damaged, nothing could be kept.
   * `isNewer`: the event is intact but was written by a newer version. */
  | { kind: 'repair-table'; table: string; isOpening?: true; isNewer?: true }
  /** Cells with a mark, whose quotations should be reviewed. */
  | { kind: 'mend-marked'; cells: number }
  | { kind: 'settle-differing'; cells: number }
  /** Open cells are left. */
  | { kind: 'fill-open'; cells: number }
  | { kind: 'table-page'; offset: number }
  | { kind: 'table-done' };

export type TableProblem =
  | { kind: 'new-table-needs' }
  | { kind: 'too-much'; most: number; of: 'papers' | 'columns' | 'characters' }
  | { kind: 'no-table-format'; given: string };

/** Why a cell or a column change is refused. */
export type Refused =
  | { kind: 'malformed'; why: string }
  | { kind: 'not-in-table' }
  /** The same call gave another value for the cell earlier. */
  | { kind: 'given-twice' }
  | { kind: 'no-time-to-check' }
  | { kind: 'no-column'; columns: readonly string[] }
  | { kind: 'long-quotation'; most: number }
  | { kind: 'nothing-to-take-back' }
  | { kind: 'nothing-to-settle' }
  | { kind: 'no-name' }
  | { kind: 'category-needs-values' }
  | { kind: 'only-of-type'; part: 'unit' | 'values'; type: string }
  | { kind: 'name-taken'; name: string }
  | { kind: 'too-many-columns'; most: number }
  | WrongValue;

declare module '../../wording/notes.ts' {
  interface NoteKinds extends ByKind<TableNote> {}
  interface AdviceKinds extends ByKind<TableAdvice> {}
  interface ProblemKinds extends ByKind<TableProblem> {}
}
