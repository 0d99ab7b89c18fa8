import type { SearchNote } from '../../contract/notes/search-notes.ts';
import { PLAIN_WORDING } from '../../contract/wording/plain.ts';

/** Notes in the service's answers: sentences for every program, and values for ours. */
export function wireNotes(noteData: readonly SearchNote[]): { notes: string[]; noteData: readonly SearchNote[] } {
  return { notes: PLAIN_WORDING.notes(noteData), noteData };
}
