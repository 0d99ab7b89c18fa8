import type { ByKind } from '../wording/notes.ts';

/** Notes on this program and the files of this machine. */
export type PlatformNote =
  | { kind: 'store-unusable'; what: string; why: string }
  | { kind: 'no-regular-file'; file: string }
  | { kind: 'no-sqlite'; node: string; system: string; why?: string }
  | { kind: 'internal' }
  | { kind: 'too-many-files' }
  | { kind: 'program-replaced' };

export type PlatformAdvice =
  | { kind: 'check-data-folder'; setting: string }
  | { kind: 'newer-node' }
  | { kind: 'allow-more-files' }
  | { kind: 'start-again' }
  | { kind: 'report'; setting: string };

declare module '../wording/notes.ts' {
  interface NoteKinds extends ByKind<PlatformNote> {}
  interface AdviceKinds extends ByKind<PlatformAdvice> {}
}
