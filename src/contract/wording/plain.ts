import { ADVICE_WORDING } from './advice.ts';
import { NOTE_WORDING } from './notes.ts';
import { createWording } from './vocabulary.ts';

/** For readers of no face in particular: other programs, files, the log. */
export const PLAIN_WORDING = createWording(NOTE_WORDING, ADVICE_WORDING, {
  name: (name) => name,
  where: 'the filter',
  again: 'try again',
});
