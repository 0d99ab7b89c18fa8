import type { ByKind } from '../../wording/notes.ts';

/** Statements about related papers and citation searches. */
export type CitationNote =
  /** No source that could answer is configured; `able` lists those that could. */
  | { kind: 'no-able-source'; what: RelatedWhat; able: readonly string[]; setting: string }
  | { kind: 'relation-not-told'; relation: string; ref: string }
  | { kind: 'related-not-found-out' }
  | { kind: 'no-author-id'; given: string }
  | { kind: 'no-paper-ref'; given: string }
  /** No paper was found; `isUnknown`: the registry does not know the identifier. */
  | { kind: 'identifier-not-found'; given: string; isUnknown: boolean };

export type CitationAdvice =
  /** A citation search was only planned. */
  | { kind: 'follow-for-real'; requests: number }
  | { kind: 'look-paper-up' }
  | { kind: 'look-person-up' }
  | { kind: 'name-able-source'; source: string; setting: string }
  | { kind: 'try-other-relation' }
  | { kind: 'related-later' };

export type CitationProblem =
  | { kind: 'no-seeds' }
  | { kind: 'too-many-seeds'; papers: number; most: number }
  /** The name is not a citation index. */
  | { kind: 'no-index'; given: string; indexes: readonly string[] };

declare module '../../wording/notes.ts' {
  interface NoteKinds extends ByKind<CitationNote> {}
  interface AdviceKinds extends ByKind<CitationAdvice> {}
  interface ProblemKinds extends ByKind<CitationProblem> {}
}

/** The relations between papers that a source may know. */
export type RelatedWhat = 'references' | 'citations' | 'similar' | 'author' | 'author-id';
