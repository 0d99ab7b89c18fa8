import type { CitationProgress, RecallEstimate } from '../../contract/notes/citation-notes.ts';
import type { CitationSearch } from '../../jobs/ports/citations.ts';
import type { CitationDirection } from '../../papers/references/citation-links.ts';
import type { CitationGraph, GraphWork } from './graph.ts';
import type { IndexState } from './index-asking.ts';

/** What became of the works that were followed. */
type Followed = {
  /** By label: all that were followed, and the directions in which at least one index was asked. */
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
