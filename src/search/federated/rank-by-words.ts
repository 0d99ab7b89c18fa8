import type { SourceName } from '../../contract/source-names.ts';
import type { BackgroundStatistics } from '../../library/engine/rank/statistics.ts';
import type { Library } from '../../library/library.ts';
import type { UnknownFacts } from '../../papers/filters/filter-meaning.ts';
import type { Query } from '../../papers/query/query.ts';
import type { FoundWork } from '../../papers/works/found-work.ts';
import type { SearchNote } from '../../wording/notes/search-notes.ts';
import { keepMatching } from './keep-relevant.ts';
import { findInLibrary, isStarterOnly } from './library-search.ts';
import { countWorks, type FederatedOutcome, rankAndFuse } from './rank-and-fuse.ts';
import { countUnknownFacts } from './visit-hits.ts';

/** The state of a search after its sources were queried. */
export type SearchState = {
  /** Whether the library is searched, too. */
  hasLibrary: boolean;
  /** Whether any source answered. */
  answered: boolean;
  isOffline: boolean;
  /** Sources that were sent the whole strategy. */
  exact: ReadonlySet<SourceName>;
  /** Statistics of the collection, if it was searched. */
  background?: BackgroundStatistics | undefined;
};

/** `unfit`: library ids of papers that were found but excluded. */
export type RankedByWords = FederatedOutcome & { unfit: ReadonlySet<number>; notes: SearchNote[] };
type StoredPapers = Pick<RankedByWords, 'papers' | 'ids' | 'unfit' | 'notes'>;

const NONE_STORED: StoredPapers = { papers: [], ids: new Map(), unfit: new Set(), notes: [] };

/** Ranks the sources' works with the library's papers; without works, the library's papers alone. */
export async function rankByWords(
  library: Library,
  joined: readonly FoundWork[],
  query: Query,
  { hasLibrary, answered, isOffline, background }: Omit<SearchState, 'exact'>,
): Promise<RankedByWords> {
  if (joined.length > 0) {
    const outcome = rankAndFuse(library, joined, query, { withLibrary: hasLibrary, background });
    return { ...outcome, unfit: new Set(), notes: [] };
  }
  const stored = hasLibrary ? await searchStoredPapers(library, query, { answered, isOffline }) : NONE_STORED;
  return { ...stored, fromSources: countWorks(stored.papers, [], 0), unknown: {} };
}

/** Counts searched papers that no source returned. The others are counted with the sources' works. */
export function countUnknownBeside(
  library: Library,
  works: readonly FoundWork[],
  query: Query,
  { answered }: Pick<SearchState, 'answered'>,
): UnknownFacts {
  const starter = works.length > 0 || !isStarterOnly(library) || answered ? library.starterIds() : [];
  return countUnknownFacts(library, query, new Set([...works.flatMap(({ replaces = [] }) => replaces), ...starter]));
}

/** Searches the library alone. Also counts papers excluded for matching too little. */
export async function searchStoredPapers(
  library: Library,
  query: Query,
  { answered, isOffline }: Pick<SearchState, 'answered' | 'isOffline'>,
): Promise<StoredPapers> {
  const isStarter = isStarterOnly(library);
  const withStarter = isStarter && !answered;
  const { papers: found, ids } = await findInLibrary(library, query, { withStarter });
  if (query.strategy !== undefined || !(withStarter || isOffline)) return { ...NONE_STORED, papers: found, ids };
  // The starter catalogue has a few papers on every subject: most of them are irrelevant to any one query.
  const minMatch = withStarter && isOffline ? 'good' : 'partial';
  const { papers, leftOut } = keepMatching(found, query, minMatch);
  const isAtLeast = found.length === query.filters.limit;
  const note: SearchNote = { kind: 'unfit-left-out', papers: leftOut, isAtLeast, ...(isStarter ? {} : WITH_UNFIT) };
  const fit = new Set(papers.map(({ key }) => key));
  const unfit = new Set([...ids].flatMap(([key, id]) => (fit.has(key) ? [] : [id])));
  return { papers, ids, unfit, notes: leftOut > 0 ? [note] : [] };
}

/** An explicit search of the library also shows poor matches. */
const WITH_UNFIT = { setting: 'PAPERQUEUE_SOURCES', value: 'library' };
