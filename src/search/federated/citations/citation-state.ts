import type { CitationSearch } from '../../../jobs/ports/citations.ts';
import type { CitationDirection } from '../../../papers/references/citation-links.ts';
import type { CitationProgress, RecallEstimate } from '../../../wording/notes/citation-notes.ts';
import type { CitationGraph, GraphWork } from './graph.ts';
import type { IndexState } from './index-asking.ts';

/** What became of the works whose turn has come. */
type Followed = {
  /** By label: the directions in which at least one index was asked; none of a work that no index knows. */
  works: Map<string, Set<CitationDirection>>;
  /** Those for which an index has a reference list. */
  listed: Set<string>;
  cut: Set<string>;
};

/** A search as far as it has come. */
export type CitationState = {
  search: CitationSearch;
  graph: CitationGraph;
  works: GraphWork[];
  indexes: IndexState[];
  followed: Followed;
  estimate: RecallEstimate | undefined;
  progress: CitationProgress;
};

/** Whether an index was asked for the links of a work. */
export function wasFollowed({ works }: Followed, label: string): boolean {
  return (works.get(label)?.size ?? 0) > 0;
}
