import type { ByKind } from '../../wording/notes.ts';

/** What is said about the check of a draft. */
export type DraftNote =
  /** Keys, numbers or names are cited, and no list or file says what they are. */
  | { kind: 'draft-without-references'; citations: number }
  /** The time of the call was over before everything was checked. */
  | { kind: 'draft-time-over'; rest: number }
  | { kind: 'passages-are-no-verdict' };

export type DraftAdvice =
  /** Further rows, from this offset. */
  { kind: 'more-of-draft'; offset: number };

export type DraftProblemKind = { kind: 'draft-not-read'; why: string };

declare module '../../wording/notes.ts' {
  interface NoteKinds extends ByKind<DraftNote> {}
  interface AdviceKinds extends ByKind<DraftAdvice> {}
  interface ProblemKinds extends ByKind<DraftProblemKind> {}
}
