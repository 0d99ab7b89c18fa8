import type { Paper } from './paper.ts';
import type { TableEntry } from './retraction/status.ts';

/** What a search says of a paper beside its record. */
export type SearchDetails = {
  /** The service's own id; absent where it gave none, so that the paper's key is one that we made. */
  id?: string;
  score?: number;
  /** Who had it, in one text, as the service names them. */
  engine?: string;
  semanticLink?: string;
  /** The fields that were filled in after the search, and their sources. */
  enriched?: Record<string, string>;
  /** As it came: of sources of any name. */
  provenance?: Record<string, { from: string; on: string }>;
  explanation?: { similarity?: number; ranks?: Record<string, number> };
  /** How many hidden or controlling characters the texts held as they came. */
  removedCharacters?: number;
};

/** A paper of a job. A record of the library, which no search gave, has no details. */
export type FoundPaper = Paper & {
  search?: SearchDetails;
  /** What the table of Retraction Watch says of it today; never stored. */
  retractionWatch?: TableEntry;
};

/** The record alone. */
export function toRecord({ search: _, retractionWatch: __, ...record }: FoundPaper): Paper {
  return record;
}

/** Who had the paper, in one text. */
export function readEngine({ search, foundIn }: FoundPaper): string | undefined {
  return search ? search.engine : foundIn?.join(',') || 'library';
}
