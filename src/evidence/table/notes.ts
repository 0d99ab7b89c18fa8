import type { ByKind } from '../../wording/notes.ts';
import type { WrongValue } from './columns.ts';

/** What is said about evidence tables. */
export type TableNote =
  | { kind: 'no-such-table'; given: string; known: readonly string[] }
  /** `isUnknown`: the event is intact, and a newer version may know it. */
  | { kind: 'damaged-table'; table: string; n: number; isUnknown?: true | undefined }
  | { kind: 'table-busy'; table: string }
  /** Nothing of these tables can be read. */
  | { kind: 'tables-unreadable'; tables: readonly string[] }
  /** Papers that the review includes now, and those that it no longer includes, whose cells are kept. */
  | { kind: 'table-followed'; from: string; added: number; left: number }
  /** The papers of a review could not be read, so the table has those of before. */
  | { kind: 'not-followed'; from: string }
  /** Cells whose quotation was checked against a text that was not held before. */
  | { kind: 'cells-rechecked'; cells: number }
  /** Cells of papers without a text, which only their abstracts or nothing could be checked against. */
  | { kind: 'texts-not-held'; refs: readonly string[]; all: number };

export type TableAdvice =
  | { kind: 'name-table' }
  /** Moves the events after the damage aside; if the opening itself is damaged, nothing could be kept.
   * `isNewer`: it is intact, and of a newer version. */
  | { kind: 'repair-table'; table: string; isOpening?: true; isNewer?: true }
  /** Cells with a mark: look at their quotations again. */
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

/** Why a cell is not recorded, or a column is not as given. */
export type Refused =
  | { kind: 'malformed'; why: string }
  | { kind: 'not-in-table' }
  /** The same call fills the cell otherwise, earlier on. */
  | { kind: 'given-twice' }
  | { kind: 'no-time-to-check' }
  | { kind: 'no-column'; columns: readonly string[] }
  | { kind: 'long-quotation'; most: number }
  | { kind: 'nothing-to-take-back' }
  | { kind: 'nothing-to-settle' }
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
