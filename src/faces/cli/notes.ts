import type { ByKind } from '../../wording/notes.ts';

/** What is said about commands that no other face has. */
export type CommandNote = { kind: 'not-on-the-web'; ref: string };

export type CommandAdvice = { kind: 'take-others' };

declare module '../../wording/notes.ts' {
  interface NoteKinds extends ByKind<CommandNote> {}
  interface AdviceKinds extends ByKind<CommandAdvice> {}
}
