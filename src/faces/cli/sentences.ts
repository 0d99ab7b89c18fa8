import type { SentencesOf } from '../../wording/sentences/vocabulary.ts';
import type { CommandAdvice, CommandNote } from './notes.ts';

export const COMMAND_SENTENCES: SentencesOf<{ notes: CommandNote; advice: CommandAdvice }> = {
  notes: {
    'not-on-the-web': ({ ref }) => `${ref} has no DOI and no link.`,
  },
  advice: {
    'take-others': () => 'The other papers were written.',
  },
};
