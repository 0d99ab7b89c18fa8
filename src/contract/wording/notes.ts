import { ANSWER_WORDING } from './answer-notes.ts';
import { FAILURE_WORDING } from './failure-notes.ts';
import { SEARCH_WORDING } from './search-notes.ts';
import { SETUP_WORDING } from './setup-notes.ts';
import { SPENDING_WORDING } from './spending-notes.ts';
import { TEXT_WORDING } from './text-notes.ts';
import type { NoteWording } from './vocabulary.ts';

/** Each note as every face says it, unless it has its own sentence. Names no tool, command, flag or parameter. */
export const NOTE_WORDING: NoteWording = {
  ...SEARCH_WORDING,
  ...ANSWER_WORDING,
  ...SPENDING_WORDING,
  ...FAILURE_WORDING,
  ...SETUP_WORDING,
  ...TEXT_WORDING,
};
