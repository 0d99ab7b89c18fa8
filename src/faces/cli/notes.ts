import type { ByKind } from '../../wording/notes.ts';

/** Notes that only the command line shows. */
export type CommandNote = { kind: 'not-on-the-web'; ref: string };

export type CommandAdvice = { kind: 'take-others' };

declare module '../../wording/notes.ts' {
  interface NoteKinds extends ByKind<CommandNote> {}
  interface AdviceKinds extends ByKind<CommandAdvice> {}
}
