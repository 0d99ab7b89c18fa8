import type { CitationSearch } from '../../../jobs/ports/citations.ts';
import type { CitationDirection } from '../../../papers/references/citation-links.ts';
import type { CitationProgress, RecallEstimate } from '../../../wording/notes/citation-notes.ts';
import type { CitationGraph, GraphWork } from './graph.ts';
import type { IndexState } from './query-index.ts';

/** The outcome for the works processed so far. */
type Followed = {
  /** By label: the directions in which at least one index was queried; empty for a work that no index knows. */
  works: Map<string, Set<CitationDirection>>;
  /** Works for which an index has a reference list. */
  listed: Set<string>;
  cut: Set<string>;
};

/** The state of a search. */
export type CitationState = {
  search: CitationSearch;
  graph: CitationGraph;
  works: GraphWork[];
  indexes: IndexState[];
  followed: Followed;
  estimate: RecallEstimate | undefined;
  progress: CitationProgress;
};

/** Whether an index was queried for the links of a work. */
export function wasFollowed({ works }: Followed, label: string): boolean {
  return (works.get(label)?.size ?? 0) > 0;
}
