import type { SentencesOf } from '../../wording/sentences/vocabulary.ts';
import type { CommandAdvice, CommandNote } from './notes.ts';

export const COMMAND_SENTENCES: SentencesOf<{ notes: CommandNote; advice: CommandAdvice }> = {
  notes: {
    'not-on-the-web': ({ ref }) => `${ref} has no DOI and no link.`,
  },
  advice: {
    'see-paper': ({ ref }) => `Look at ${ref} to see what is known of it.`,
    'take-others': () => 'The other papers were written.',
  },
};
