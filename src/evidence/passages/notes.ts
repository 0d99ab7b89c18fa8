import type { ByKind } from '../../wording/notes.ts';

/** What is said about passages of the texts held. */
export type PassageNote =
  /** Stored texts that were not searched, because the index did not have them yet. */
  { kind: 'texts-not-indexed'; texts: number };

declare module '../../wording/notes.ts' {
  interface NoteKinds extends ByKind<PassageNote> {}
}
