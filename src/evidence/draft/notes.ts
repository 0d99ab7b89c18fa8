import type { ByKind } from '../../wording/notes.ts';

/** Statements about the check of a draft. */
export type DraftNote =
  /** Keys, numbers or names are cited, but there are no references to resolve them with. */
  | { kind: 'draft-without-references'; citations: number }
  /** The call ran out of time; `rest` items are unchecked. */
  | { kind: 'draft-time-over'; rest: number }
  | { kind: 'passages-are-no-verdict' };

export type DraftAdvice =
  /** More rows follow from this offset. */
  { kind: 'more-of-draft'; offset: number };

export type DraftProblemKind = { kind: 'draft-not-read'; why: string };

declare module '../../wording/notes.ts' {
  interface NoteKinds extends ByKind<DraftNote> {}
  interface AdviceKinds extends ByKind<DraftAdvice> {}
  interface ProblemKinds extends ByKind<DraftProblemKind> {}
}
