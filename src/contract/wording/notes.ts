import { ANSWER_WORDING } from './answer-notes.ts';
import { SEARCH_WORDING } from './search-notes.ts';
import type { NoteWording } from './vocabulary.ts';

/** Each note as every face says it, unless it has its own sentence. Names no tool, command, flag or parameter. */
export const NOTE_WORDING: NoteWording = { ...SEARCH_WORDING, ...ANSWER_WORDING };
