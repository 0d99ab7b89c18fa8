import type { SearchNote } from '../../wording/notes/search-notes.ts';
import { PLAIN_WORDING } from '../../wording/sentences/plain.ts';

/** Notes in the service's answers: sentences for any program, and values for ours. */
export function wireNotes(noteData: readonly SearchNote[]): { notes: string[]; noteData: readonly SearchNote[] } {
  return { notes: PLAIN_WORDING.notes(noteData), noteData };
}
