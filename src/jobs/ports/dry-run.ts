import type { JobRequest } from '../../contract/requests.ts';

/** How one source would be asked, and how much it has. */
export type SourceTrial = {
  source: string;
  /** The address that the search would be sent to; absent for the library. */
  query?: string;
  /** How many results it has, where it says so. */
  hits?: number;
  /** The same of each keyword alone. */
  keywords?: Record<string, number>;
  /** Why it would not be asked, or did not answer. */
  note?: string;
};

/** Tries a search out at the sources that would be asked, without searching. Free. */
export type DryRun = (
  request: JobRequest,
  asking: { signal: AbortSignal; budgetMs: number },
) => Promise<{ sources: SourceTrial[]; notes: string[] }>;
