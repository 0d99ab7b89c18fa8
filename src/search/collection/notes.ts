import type { FailureDetail, SourceFailure } from '../../wording/notes/source-outcomes.ts';
import type { ByKind } from '../../wording/notes.ts';

/** Statements about the collection. */
export type CollectionNote =
  | { kind: 'no-collection'; setting: string }
  | { kind: 'collection-failed'; failure: CollectionFailure; detail?: FailureDetail };

export type CollectionAdvice =
  | { kind: 'set-collection'; setting: string }
  | { kind: 'mend-collection'; failure: CollectionFailure; setting: string }
  | { kind: 'load-collection' }
  | { kind: 'reload-collection' }
  | { kind: 'install-client'; package: string; setting: string }
  | { kind: 'trust-certificate' };

declare module '../../wording/notes.ts' {
  interface NoteKinds extends ByKind<CollectionNote> {}
  interface AdviceKinds extends ByKind<CollectionAdvice> {}
}

/** Why the collection's engine returned nothing, in the codes that sources use. */
export type CollectionFailure = Extract<
  SourceFailure,
  'unreachable' | 'server error' | 'too slow' | 'rate limited' | 'key refused' | 'refused' | 'unreadable'
>;
