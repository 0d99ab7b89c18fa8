import type { Without } from '../../jobs/answers/notes.ts';
import type { Mark } from '../../papers/retraction/notes.ts';
import type { ByKind } from '../../wording/notes.ts';

/** Statements about exports. */
export type ExportNote =
  /** `undecided`: papers that may meet all conditions, because fields are missing. */
  | { kind: 'nothing-meets-where'; of: number; without: readonly Without[]; undecided: number }
  | { kind: 'first-in-export'; papers: number; of: number }
  | { kind: 'folded-in-export'; records: number }
  /** The decisions on the records of a review, and how many of the records an export has. */
  | { kind: 'review-export'; review: string; of: number; counts: Readonly<Record<string, number>>; papers: number }
  /** Incomplete citations: for each missing field, the number of entries and the first of them. */
  | {
      kind: 'incomplete-entries';
      of: number;
      lacking: readonly { fact: string; papers: number; refs: readonly string[] }[];
    }
  /** Papers with marks, by kind. */
  | { kind: 'marked'; marks: readonly Mark[] }
  | { kind: 'export-not-written'; why: string };

export type ExportAdvice =
  | { kind: 'pass-on'; couldHaveAbstracts: boolean }
  /** `path` is the file written; absent if the reader may request one. */
  | { kind: 'see-whole-record'; path?: string }
  | { kind: 'tell-of-file'; path: string; isReport: boolean; isTooLong: boolean }
  | { kind: 'check-export-folder'; setting: string };

export type ExportProblem =
  /** A format that reviews cannot be exported as. */
  | { kind: 'not-of-review'; given: string }
  /** `instead`: the format that has the numbers of searches. */
  | { kind: 'only-of-review'; given: string; instead: string }
  /** The option requires one format, or a format that holds papers. */
  | { kind: 'other-format'; format?: string };

declare module '../../wording/notes.ts' {
  interface NoteKinds extends ByKind<ExportNote> {}
  interface AdviceKinds extends ByKind<ExportAdvice> {}
  interface ProblemKinds extends ByKind<ExportProblem> {}
}
