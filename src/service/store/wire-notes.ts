import type { SearchNote } from '../../contract/notes/search-notes.ts';
import { PLAIN_WORDING } from '../../contract/wording/plain.ts';

/** Notes as the service answers them: sentences for every program, and the same as values for our own. */
export function wireNotes(noteData: readonly SearchNote[]): { notes: string[]; noteData: readonly SearchNote[] } {
  return { notes: PLAIN_WORDING.notes(noteData), noteData };
}
