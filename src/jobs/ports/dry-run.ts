import type { Note } from '../../contract/notes.ts';
import type { JobRequest } from '../../contract/requests.ts';

/** How one source would be asked, and how much it has. */
export type SourceTrial = {
  source: string;
  /** The address that the search would be sent to; absent for the library. */
  query?: string;
  /** How many results it has, where it says so. */
  hits?: number;
  /** What it translated the words to, where it says so: PubMed's headings and synonyms. */
  translated?: string;
  /** The number of results of each keyword, or of each concept of a strategy, alone. */
  keywords?: Record<string, number>;
  /** The number of results of each line of a numbered strategy, by its number. */
  lines?: Record<string, number>;
  /** Why it would not be asked, or did not answer; of a strategy, what it could not be asked. */
  notes?: Note[];
};

/** Tries a search out at the sources that would be asked, without searching. Free. */
export type DryRun = (
  request: JobRequest,
  asking: { signal: AbortSignal; budgetMs: number },
) => Promise<{ sources: SourceTrial[]; notes: Note[] }>;
