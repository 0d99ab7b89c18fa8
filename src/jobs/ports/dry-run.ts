import type { JobRequest } from '../../contract/requests.ts';
import type { Note } from '../../wording/notes.ts';

/** How one source would be asked, and how many results it has. */
export type SourceTrial = {
  source: string;
  /** The address of the search; absent for the library. */
  query?: string;
  /** Its number of results, if stated. */
  hits?: number;
  /** The source's own translation of the words, if reported: PubMed's headings and synonyms. */
  translated?: string;
  /** The number of results for each keyword, or each concept of a strategy, alone. */
  keywords?: Record<string, number>;
  /** The number of results for each line of a numbered strategy, by line number. */
  lines?: Record<string, number>;
  /** Why it would not be asked, or did not answer; for a strategy, which parts it would not receive. */
  notes?: Note[];
};

/** Previews a search at its sources without running it. Free. */
export type DryRun = (
  request: JobRequest,
  asking: { signal: AbortSignal; budgetMs: number },
) => Promise<{ sources: SourceTrial[]; notes: Note[] }>;
