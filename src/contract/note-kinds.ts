/** Notes of the embedded service that come before all others. Answers and the CLI know them by how they begin. */
export const SOURCES_FAILED = 'Sources that failed: ';
export const STARTER_ONLY = 'Only the starter catalogue ';

/** Whether a note says that a source gave nothing because it failed. */
export function isSourceFailure(note: string): boolean {
  return note.startsWith(SOURCES_FAILED);
}

/** Whether a note says that the papers are not what a full search would give. */
export function isLeading(note: string): boolean {
  return isSourceFailure(note) || note.startsWith(STARTER_ONLY);
}

/** For assistants, which could take the credits of a job for those of the call. */
export const READING_IS_FREE = 'Reading a job is free; credits show what creating it took.';

/** How the note begins that names papers which were retracted or published since an earlier job. */
export const CHANGED_SINCE = 'Changed since ';

/** How the note begins that says that a search showed the stored results of an equal one. */
export const SAME_SEARCH = 'Same search as ';

/** How the note begins that says that a call which wanted a new search got the one that stood. */
export const TAKEN_OVER = 'Taken over: ';

/** How the note begins that names references which are no papers. */
export const UNKNOWN_REFS = 'Unknown references, ';
