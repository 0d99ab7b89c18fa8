import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS } from '../../contract/rules.ts';
import type { SourceName } from '../../contract/source-names.ts';
import type { BackgroundStatistics } from '../../library/engine/rank/statistics.ts';
import type { Library } from '../../library/library.ts';
import type { UnknownFacts } from '../../papers/filters/filter-meaning.ts';
import { sortPapers } from '../../papers/filters/where-filter.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import type { Query } from '../../papers/query/query.ts';
import type { FoundWork } from '../../papers/works/found-work.ts';
import type { SearchNote } from '../../wording/notes/search-notes.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import { countStored, type StoredHits } from './counting/library-count.ts';
import { joinWithLibrary } from './join-with-library.ts';
import { keepMatching } from './keep-relevant.ts';
import { countUnknownFacts, findInLibrary, isStarterOnly } from './library-search.ts';
import { countWorks, type FederatedOutcome, rankAndFuse } from './rank-and-fuse.ts';
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
/** `exact`: sources that were sent the whole strategy. */
type State = {
  hasLibrary: boolean;
  answered: boolean;
  isOffline: boolean;
  exact: ReadonlySet<SourceName>;
  /** Statistics of the collection, if it was searched. */
  background?: BackgroundStatistics | undefined;
};

/** Number of papers that the second stage reorders: the maximum of a job. */
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
  const ranked = embedder
    ? await rankByMeaning({ library, embedder }, joined, query, state, signal)
    : await rankByWords(library, joined, query, state);
  const { unfit, ...outcome } = ranked;
  if (state.hasLibrary) await nextTurn();
  const stored = state.hasLibrary ? await countStored(library, joined, ranked, query, state, signal) : undefined;
  return { ...outcome, strategy, unknownInLibrary, stored };
}

async function rankByMeaning(
  { library, embedder }: { library: Library; embedder: Embedder },
  joined: readonly FoundWork[],
  query: Query,
  state: State,
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

/** `unfit`: library ids of papers that were found but excluded. */
type RankedByWords = FederatedOutcome & { unfit: ReadonlySet<number>; notes: SearchNote[] };
type StoredPapers = Pick<RankedByWords, 'papers' | 'ids' | 'unfit' | 'notes'>;

const NONE_STORED: StoredPapers = { papers: [], ids: new Map(), unfit: new Set(), notes: [] };

async function rankByWords(
  library: Library,
  joined: readonly FoundWork[],
  query: Query,
  { hasLibrary, answered, isOffline, background }: Omit<State, 'exact'>,
): Promise<RankedByWords> {
  if (joined.length > 0) {
    const outcome = rankAndFuse(library, joined, query, { withLibrary: hasLibrary, background });
    return { ...outcome, unfit: new Set(), notes: [] };
  }
  const stored = hasLibrary ? await searchStoredPapers(library, query, { answered, isOffline }) : NONE_STORED;
  return { ...stored, fromSources: countWorks(stored.papers, [], 0), unknown: {} };
}

/** Counts searched papers that no source returned. The others are counted with the sources' works. */
function countUnknownBeside(
  library: Library,
  works: readonly FoundWork[],
  query: Query,
  { answered }: Pick<State, 'answered'>,
): UnknownFacts {
  const starter = works.length > 0 || !isStarterOnly(library) || answered ? library.starterIds() : [];
  return countUnknownFacts(library, query, new Set([...works.flatMap(({ replaces = [] }) => replaces), ...starter]));
}

/** Searches the library alone. Also counts papers excluded for matching too little. */
export async function searchStoredPapers(
  library: Library,
  query: Query,
  { answered, isOffline }: Pick<State, 'answered' | 'isOffline'>,
): Promise<StoredPapers> {
  const isStarter = isStarterOnly(library);
  const withStarter = isStarter && !answered;
  const { papers: found, ids } = await findInLibrary(library, query, { withStarter });
  if (query.strategy !== undefined || !(withStarter || isOffline)) return { ...NONE_STORED, papers: found, ids };
  // The starter catalogue has a few papers on every subject: most of them are irrelevant to any one query.
  const least = withStarter && isOffline ? 'good' : 'partial';
  const { papers, leftOut } = keepMatching(found, query, least);
  const isAtLeast = found.length === query.filters.limit;
  const note: SearchNote = { kind: 'unfit-left-out', papers: leftOut, isAtLeast, ...(isStarter ? {} : WITH_UNFIT) };
  const fit = new Set(papers.map(({ key }) => key));
  const unfit = new Set([...ids].flatMap(([key, id]) => (fit.has(key) ? [] : [id])));
  return { papers, ids, unfit, notes: leftOut > 0 ? [note] : [] };
}

/** An explicit search of the library also shows poor matches. */
const WITH_UNFIT = { setting: 'PAPERQUEUE_SOURCES', value: 'library' };
