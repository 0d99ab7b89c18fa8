import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS } from '../../contract/rules.ts';
import type { Library } from '../../library/library.ts';
import type { UnknownFacts } from '../../papers/filters/filter-meaning.ts';
import { sortPapers } from '../../papers/filters/where-filter.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import type { Query } from '../../papers/query/query.ts';
import type { FoundWork } from '../../papers/works/found-work.ts';
import type { SearchNote } from '../../wording/notes/search-notes.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import { choosingSort, chosenNote } from './choose-by-sort.ts';
import { countStored, type StoredHits } from './counting/library-count.ts';
import { joinWithLibrary } from './join-with-library.ts';
import { countWorks, type FederatedOutcome } from './rank-and-fuse.ts';
import { countUnknownBeside, type RankedByWords, rankByWords, type SearchState } from './rank-by-words.ts';
import { rescore } from './rescore.ts';
import { filterByStrategy, type StrategyOutcome } from './strategy/filter.ts';

/** The results, how many works the strategy excluded, and notes on the ranking. */
export type RankedOutcome = FederatedOutcome & {
  strategy: Omit<StrategyOutcome, 'works'>;
  /** For each filter, how many other papers of the library it excludes only because a field is unknown. */
  unknownInLibrary: UnknownFacts;
  /** Counts of the library's papers in the search; undefined if the library was not searched. */
  stored: StoredHits | undefined;
  notes: SearchNote[];
};

type Parts = { library: Library; embedder?: Embedder | undefined };
/** Number of papers that the second stage reorders: the maximum of a job. */
const CANDIDATES = LIMITS[2];

/**
 * Ranks works of sources and papers of the library by words and, with an embedder, the best of them also by meaning.
 */
export async function rankAll(
  { library, embedder }: Parts,
  works: readonly FoundWork[],
  query: Query,
  state: SearchState,
  signal: AbortSignal,
): Promise<RankedOutcome> {
  const all = joinWithLibrary(library, works, { withLibrary: state.hasLibrary });
  const { works: joined, ...strategy } = filterByStrategy(all, query, state.exact);
  if (works.length > 0) await nextTurn();
  const unknownInLibrary = state.hasLibrary ? countUnknownBeside(library, all, query, state) : {};
  // Papers that a sort chooses are not chosen by meaning.
  const isByMeaning = embedder !== undefined && choosingSort(query) === undefined;
  const ranked = isByMeaning
    ? await rankByMeaning({ library, embedder }, joined, query, state, signal)
    : await rankByWords(library, joined, query, state);
  const { unfit, ...outcome } = ranked;
  if (state.hasLibrary) await nextTurn();
  const stored = state.hasLibrary ? await countStored(library, joined, ranked, query, state, signal) : undefined;
  const { papers, fromSources } = outcome;
  const of = fromSources.meetFilters + (stored ? stored.hits - stored.inSources : 0);
  const notes = [
    ...outcome.notes,
    ...chosenNote(query, papers.length, of, fromSources.works),
    ...(stored?.parts ?? []),
  ];
  return { ...outcome, strategy, unknownInLibrary, stored, notes };
}

async function rankByMeaning(
  { library, embedder }: { library: Library; embedder: Embedder },
  joined: readonly FoundWork[],
  query: Query,
  state: SearchState,
  signal: AbortSignal,
): Promise<RankedByWords> {
  const { sort: _, ...filters } = query.filters;
  const ranked = await rankByWords(library, joined, { ...query, filters: { ...filters, limit: CANDIDATES } }, state);
  const rescored = await rescore(ranked.papers, query, { embedder, vectors: library.vectors }, signal);
  const papers = cut(rescored.papers, query);
  const fromSources = countWorks(papers, joined, ranked.fromSources.meetFilters);
  return { ...ranked, papers, fromSources, notes: [...ranked.notes, ...rescored.notes] };
}

function cut(papers: readonly FoundPaper[], { filters: { limit, sort } }: Query): FoundPaper[] {
  const best = papers.slice(0, limit);
  return sort === undefined ? best : sortPapers(best, sort, (paper) => paper);
}
