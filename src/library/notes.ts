import type { ByKind } from '../wording/notes.ts';
import type { EditableField } from './editing/editable-fields.ts';

/** What is said about the library and edits of its papers. */
export type LibraryNote = { kind: 'index-unusable'; why: string };

export type LibraryProblem =
  /** An edit of a paper names no editable field, or gives a field an impossible value. */
  | { kind: 'not-editable'; fields: readonly string[]; given: string }
  | { kind: 'not-its-value'; of: EditableField; given: string }
  | { kind: 'edited-twice'; field: string }
  /** A paper requires this field. */
  | { kind: 'always-there'; field: string }
  | { kind: 'no-text' };

declare module '../wording/notes.ts' {
  interface NoteKinds extends ByKind<LibraryNote> {}
  interface ProblemKinds extends ByKind<LibraryProblem> {}
}
