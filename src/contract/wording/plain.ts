import { ANSWER_ADVICE } from './answer-advice.ts';
import { ANSWER_WORDING } from './answer-notes.ts';
import { FAILURE_ADVICE } from './failure-advice.ts';
import { FAILURE_WORDING } from './failure-notes.ts';
import { SEARCH_WORDING } from './search-notes.ts';
import { SETUP_ADVICE } from './setup-advice.ts';
import { SETUP_WORDING } from './setup-notes.ts';
import { SPENDING_WORDING } from './spending-notes.ts';
import { TEXT_ADVICE } from './text-advice.ts';
import { TEXT_WORDING } from './text-notes.ts';
import { type AdviceWording, createWording, type NoteWording, type Vocabulary } from './vocabulary.ts';

/** The sentence of each note in every face without one of its own. Names no tool, command, flag or parameter. */
export const NOTE_WORDING: NoteWording = {
  ...SEARCH_WORDING,
  ...ANSWER_WORDING,
  ...SPENDING_WORDING,
  ...FAILURE_WORDING,
  ...SETUP_WORDING,
  ...TEXT_WORDING,
};

/** The same for each advice. */
export const ADVICE_WORDING: AdviceWording = {
  // The words of another program that uses this package.
  text: ({ text }) => text,
  ...ANSWER_ADVICE,
  ...FAILURE_ADVICE,
  ...SETUP_ADVICE,
  ...TEXT_ADVICE,
};

export const PLAIN_VOCABULARY: Vocabulary = { name: (name) => name, where: 'the filter', again: 'try again' };

/** For readers outside the faces: other programs, files, the log. */
export const PLAIN_WORDING = createWording(NOTE_WORDING, ADVICE_WORDING, PLAIN_VOCABULARY);
