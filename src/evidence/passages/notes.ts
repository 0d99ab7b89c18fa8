import type { ByKind } from '../../wording/notes.ts';

/** Statements about passages of stored texts. */
export type PassageNote =
  /** Stored texts that were not searched, because the index did not have them yet. */
  { kind: 'texts-not-indexed'; texts: number };

declare module '../../wording/notes.ts' {
  interface NoteKinds extends ByKind<PassageNote> {}
}
