import type { Paper } from './paper.ts';
import type { CitationLink } from './references/citation-links.ts';
import type { TableEntry } from './retraction/status.ts';

/** What a search reports about a paper besides its record. */
export type SearchDetails = {
  /** The service's own id. Absent if it gave none and the paper's key was generated. */
  id?: string;
  score?: number;
  /** The sources that returned it, in one text, as the service names them. */
  engine?: string;
  semanticLink?: string;
  /** The fields filled in after the search, and their sources. */
  enriched?: Record<string, string>;
  /** As received: sources may have any name. */
  provenance?: Record<string, { from: string; on: string }>;
  explanation?: { similarity?: number; ranks?: Record<string, number> };
  /** How a citation search found it. */
  ledBy?: CitationLink[];
  /** How many hidden or control characters the received texts contained. */
  removedCharacters?: number;
};

/** A paper of a job. A record of the library, which comes from no search, has no details. */
export type FoundPaper = Paper & {
  search?: SearchDetails;
  /** The current entry in Retraction Watch's table; never stored. */
  retractionWatch?: TableEntry;
};

/** The record alone. */
export function toRecord({ search: _, retractionWatch: __, ...record }: FoundPaper): Paper {
  return record;
}

/** The sources that returned the paper, in one text. */
export function readEngine({ search, foundIn }: FoundPaper): string | undefined {
  return search ? search.engine : foundIn?.join(',') || 'library';
}
