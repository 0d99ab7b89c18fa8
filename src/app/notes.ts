import type { KnownFailure } from '../wording/notes/source-outcomes.ts';
import type { ByKind } from '../wording/notes.ts';

/** Notes on how the program is set up. */
export type AppNote =
  | { kind: 'needs-database' }
  | { kind: 'setting-missing'; setting: string }
  | { kind: 'no-file-to-copy'; file: string }
  | { kind: 'copy-unknown' }
  | { kind: 'retractions-not-fetched'; address: string; why: KnownFailure }
  | { kind: 'token-not-set'; address: string; token: string }
  | { kind: 'thread-ended'; what: 'searched' | 'read' };

export type AppAdvice =
  | { kind: 'set-database'; setting: string }
  | { kind: 'set-empty-database'; setting: string }
  | { kind: 'set-service-folder'; setting: string }
  | { kind: 'copy-again' }
  | { kind: 'fetch-otherwise' }
  | { kind: 'set-token-or-leave'; token: string; address: string }
  | { kind: 'see-log' };

declare module '../wording/notes.ts' {
  interface NoteKinds extends ByKind<AppNote> {}
  interface AdviceKinds extends ByKind<AppAdvice> {}
}
