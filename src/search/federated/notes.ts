import type { KnownFailure, RequestChange } from '../../wording/notes/source-outcomes.ts';
import type { ByKind } from '../../wording/notes.ts';

/** Statements about the dry run of a search. */
export type DryRunNote =
  /** Explains why there are more hits than papers with the keywords. */
  | { kind: 'hits-have-a-word' }
  /** The counts cover only papers that could be read in time. */
  | { kind: 'counted-in-part'; read: number; of: number }
  /** Lines of a strategy not counted at a source, to limit the number of requests. */
  | { kind: 'lines-not-asked'; lines: number }
  /** Why a source was not queried or returned nothing, and changes to its request. */
  | { kind: 'trial'; why?: KnownFailure; changes: readonly RequestChange[] };

declare module '../../wording/notes.ts' {
  interface NoteKinds extends ByKind<DryRunNote> {}
}
