import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SearchNote } from '../contract/notes/search-notes.ts';
import { LIMITS } from '../contract/rules.ts';
import type { SourceName } from '../contract/source-names.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import type { BackgroundStatistics } from '../engine/rank/statistics.ts';
import type { Library } from '../library/library.ts';
import type { UnknownFacts } from '../papers/filters/filter-meaning.ts';
import { sortPapers } from '../papers/filters/where-filter.ts';
import type { FoundPaper } from '../papers/found-paper.ts';
import type { Query } from '../papers/query/query.ts';
import type { FoundWork } from '../works/found-work.ts';
import { joinWithLibrary } from './join-with-library.ts';
import { fitting } from './keep-relevant.ts';
import { countUnknownFacts, searchLibrary } from './library-search.ts';
import { countOrigins, type FederatedOutcome, rankAndFuse } from './rank-and-fuse.ts';
import { rescore } from './rescore.ts';
import { filterByStrategy, type StrategyOutcome } from './strategy/filter.ts';

/** The results, how many works the strategy excluded, and notes on the ranking. */
export type RankedOutcome = FederatedOutcome & {
  strategy: Omit<StrategyOutcome, 'works'>;
  /** For each filter, how many other papers of the library it excludes only because a fact is unknown. */
  unknownInLibrary: UnknownFacts;
  notes: SearchNote[];
};

type Parts = { library: Library; embedder?: Embedder | undefined };
/** `exact`: sources that were sent the whole strategy. */
type State = {
  hasLibrary: boolean;
  answered: boolean;
  isOffline: boolean;
  exact: ReadonlySet<SourceName>;
  /** Statistics of the collection, if it was searched. */
  background?: BackgroundStatistics | undefined;
};

/** Papers that the second stage reorders: the maximum of a job. */
const CANDIDATES = LIMITS[2];

/**
 * Ranks works of sources and papers of the library by words and, with an embedder, the best of them also by meaning.
 */
export async function rankAll(
  { library, embedder }: Parts,
  works: readonly FoundWork[],
  query: Query,
  state: State,
  signal: AbortSignal,
): Promise<RankedOutcome> {
  const all = joinWithLibrary(library, works, { withLibrary: state.hasLibrary });
  const { works: joined, ...strategy } = filterByStrategy(all, query, state.exact);
  if (works.length > 0) await nextTurn();
  const unknownInLibrary = state.hasLibrary ? countUnknownBeside(library, all, query, state) : {};
  const beside = { strategy, unknownInLibrary };
  if (!embedder) return { ...rankByWords(library, joined, query, state), ...beside };
  const { sort: _, ...filters } = query.filters;
  const candidates = { ...query, filters: { ...filters, limit: CANDIDATES } };
  const ranked = rankByWords(library, joined, candidates, state);
  const { papers, notes } = await rescore(ranked.papers, query, { embedder, vectors: library.vectors }, signal);
  const best = cut(papers, query);
  const origins = countOrigins(best, joined, ranked.fromSources.meetFilters);
  return { ...ranked, papers: best, ...origins, ...beside, notes: [...ranked.notes, ...notes] };
}

function cut(papers: readonly FoundPaper[], { filters: { limit, sort } }: Query): FoundPaper[] {
  const best = papers.slice(0, limit);
  return sort === undefined ? best : sortPapers(best, sort, (paper) => paper);
}

function rankByWords(
  library: Library,
  joined: readonly FoundWork[],
  query: Query,
  { hasLibrary, answered, isOffline, background }: Omit<State, 'exact'>,
): FederatedOutcome & { notes: SearchNote[] } {
  if (joined.length > 0) {
    const outcome = rankAndFuse(library, joined, query, { withLibrary: hasLibrary, background });
    return { ...outcome, notes: [] };
  }
  const stored = hasLibrary ? searchStoredPapers(library, query, { answered, isOffline }) : { papers: [], notes: [] };
  return { ...stored, ...countOrigins(stored.papers, [], 0), unknown: {} };
}

/** Counts searched papers that no source returned. The others count with the sources' works. */
function countUnknownBeside(
  library: Library,
  works: readonly FoundWork[],
  query: Query,
  { answered }: Pick<State, 'answered'>,
): UnknownFacts {
  const starter = works.length > 0 || !isStarterOnly(library) || answered ? library.starterIds() : [];
  return countUnknownFacts(library, query, new Set([...works.flatMap(({ replaces = [] }) => replaces), ...starter]));
}

/** Searches the library alone. Also counts papers left out for poor fit. */
function searchStoredPapers(
  library: Library,
  query: Query,
  { answered, isOffline }: Pick<State, 'answered' | 'isOffline'>,
): { papers: FoundPaper[]; notes: SearchNote[] } {
  const isStarter = isStarterOnly(library);
  const withStarter = isStarter && !answered;
  const found = searchLibrary(library, query, { withStarter });
  if (query.strategy !== undefined || !(withStarter || isOffline)) return { papers: found, notes: [] };
  // The starter catalogue has a few papers on every subject, so nearly all of them miss a given question.
  const least = withStarter && isOffline ? 'good' : 'partial';
  const { papers, leftOut } = fitting(found, query, least);
  const isAtLeast = found.length === query.filters.limit;
  const note: SearchNote = { kind: 'unfit-left-out', papers: leftOut, isAtLeast, ...(isStarter ? {} : WITH_UNFIT) };
  return { papers, notes: leftOut > 0 ? [note] : [] };
}

/** An explicit search of the library also shows poor matches. */
const WITH_UNFIT = { setting: 'PAPERQUEUE_SOURCES', value: 'library' };

function isStarterOnly(library: Library): boolean {
  const { papers, starter } = library.size();
  return papers === starter;
}
