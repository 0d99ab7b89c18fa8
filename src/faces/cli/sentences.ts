import type { ByKind } from '../../wording/notes.ts';
import type { SentencesOf } from '../../wording/sentences/vocabulary.ts';

/** Notes that only the command line shows. */
type CommandNote = { kind: 'not-on-the-web'; ref: string };

type CommandAdvice = { kind: 'take-others' };

declare module '../../wording/notes.ts' {
  interface NoteKinds extends ByKind<CommandNote> {}
  interface AdviceKinds extends ByKind<CommandAdvice> {}
}

export const COMMAND_SENTENCES: SentencesOf<{ notes: CommandNote; advice: CommandAdvice }> = {
  notes: {
    'not-on-the-web': ({ ref }) => `${ref} has no DOI and no link.`,
  },
  advice: {
    'take-others': () => 'The other papers were written.',
  },
};
