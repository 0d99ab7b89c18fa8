import type { Paper } from '../../papers/paper.ts';
import { whenStoreIsFree } from '../../platform/sqlite/when-store-is-free.ts';
import type { PaperLibrary } from '../ports/library.ts';
import { checkEdit } from './edit-paper.ts';

type Kept = { inLibrary: boolean; tags: string[]; notes: string[] };
type Library = Pick<PaperLibrary, 'add' | 'edit' | 'findSameIds' | 'read'>;

/** Tags and notes to add to a paper or remove from it. */
export type NotesChange = { tags: readonly string[]; untags: readonly string[]; notes: readonly string[] };

/** The tags and notes that the library stores for a paper of any job. */
export function readNotes(library: Library, record: Paper): Kept {
  const [kept] = library.read(library.findSameIds(record).slice(0, 1));
  return { inLibrary: kept !== undefined, tags: kept?.record.keywords ?? [], notes: kept?.record.notes ?? [] };
}

/**
 * Adds and removes tags and notes; a paper that the library does not have is added with them. `on` is the day (ISO,
 * UTC). Throws INVALID_INPUT for a blank tag or note.
 */
export async function changeNotes(library: Library, record: Paper, change: NotesChange, on: string): Promise<Kept> {
  const edit = checkEdit({ set: {}, unset: [], ...change });
  await whenStoreIsFree(() => {
    if (library.findSameIds(record).length === 0) library.add([record]);
    library.edit(library.findSameIds(record).slice(0, 1), (before) => edit.apply(before, on));
  });
  return readNotes(library, record);
}
