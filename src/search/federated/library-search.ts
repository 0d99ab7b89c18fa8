import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IndexSnapshot, SegmentReader } from '../../library/engine/index/index-reader.ts';
import { withoutIds } from '../../library/engine/index/segment/segment-reader.ts';
import { compileFilters } from '../../library/engine/rank/compile-filters.ts';
import { type RankedHit, rank } from '../../library/engine/rank/ranker.ts';
import {
  type BackgroundStatistics,
  type CollectionStatistics,
  collectStatistics,
  readStatistics,
} from '../../library/engine/rank/statistics.ts';
import { weighQuery } from '../../library/engine/rank/weighted-query.ts';
import type { Library } from '../../library/library.ts';
import { sortPapers } from '../../papers/filters/where-filter.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import type { Paper } from '../../papers/paper.ts';
import { type Query, readQueryText } from '../../papers/query/query.ts';
import { mapInTurns } from '../../platform/turns.ts';
import type { TermStats } from '../sources/key-phrases.ts';
import { chooseBySort, choosingSort } from './choose-by-sort.ts';
import { keepRelevant } from './keep-relevant.ts';
import { type StrategyFilter, strategyFilter } from './strategy/filter.ts';

declare module '../../jobs/features.ts' {
  interface OperatorFeatures {
    /** Ids of the library's papers that contain a word of the text, also as an author's name, best first. */
    rankLibrary(text: string, count: number): Promise<number[]>;
  }
}

/**
 * Filters exactly, then returns the best `limit` papers by relevance, with scores from 1 down to 0, sorted by `sort`.
 */
export function searchLibrary(library: Library, query: Query, options: { withStarter?: boolean } = {}): FoundPaper[] {
  const hits = rankInLibrary(library, query, options);
  return foundPapers(hits.map(hitReader(library, hits)), query).papers;
}

/** As `searchLibrary`, with the library id of each paper, by its key; other work of the process runs meanwhile. */
export async function findInLibrary(
  library: Library,
  query: Query,
  options: { withStarter?: boolean } = {},
): Promise<StoredHitPapers> {
  const hits = rankInLibrary(library, query, options);
  await nextTurn();
  return foundPapers(await mapInTurns(hits, hitReader(library, hits)), query);
}

/** Papers ranked beyond the limit, because similar papers without a query word may be dropped. */
const SPARE = 100;
/** Factor by which the ranking is extended if such papers crowd out those with a query word. */
const DEPTH_FACTOR = 10;

type StoredHitPapers = { papers: FoundPaper[]; ids: Map<string, number> };

function rankInLibrary(
  library: Library,
  query: Query,
  { withStarter = true }: { withStarter?: boolean },
): readonly RankedHit[] {
  const { filters } = query;
  const strategy = strategyFilter(library, query);
  return library.search((snapshot) => {
    const searched = withStarter ? snapshot : { segments: searchedSegments(library, snapshot, false) };
    // Papers that meet a strategy are relevant even without one of its words.
    if (strategy) return chooseBest(searchIndex(searched, query, { strategy }).hits, searched.segments, query);
    for (let count = filters.limit + SPARE; ; count *= DEPTH_FACTOR) {
      const { hits: found } = searchIndex(searched, query, { count });
      const relevant = keepRelevant(found);
      if (relevant.length >= filters.limit || found.length < count) return relevant.slice(0, filters.limit);
    }
  });
}

type StoredHit = { id: number; paper: FoundPaper };

/** Reads the paper of a hit; undefined if another process has removed it. */
function hitReader(library: Library, hits: readonly RankedHit[]): (hit: RankedHit) => StoredHit | undefined {
  const top = Math.max(...hits.map(({ score }) => score)) || 1;
  return ({ id, score }) => {
    const record = library.findById(id);
    return record && { id, paper: { ...record, search: { score: Number((score / top).toFixed(6)) } } };
  };
}

function foundPapers(read: readonly (StoredHit | undefined)[], { filters }: Query): StoredHitPapers {
  const found = read.filter((each) => each !== undefined);
  const ids = new Map(found.map(({ id, paper }) => [paper.key, id]));
  const papers = found.map(({ paper }) => paper);
  return { papers: filters.sort === undefined ? papers : sortPapers(papers, filters.sort, (paper) => paper), ids };
}

/** The segments of the library, optionally without the papers that came with the package. */
export function searchedSegments(
  library: Pick<Library, 'starterIds'>,
  { segments }: IndexSnapshot,
  withStarter: boolean,
): readonly SegmentReader[] {
  if (withStarter) return segments;
  const starter = new Set(library.starterIds());
  return segments.map((segment) => withoutIds(segment, starter));
}

/** Whether the library contains only papers that came with the package. */
export function isStarterOnly(library: Pick<Library, 'size'>): boolean {
  const { papers, starter } = library.size();
  return papers === starter;
}

/** Papers with the most similar words to `text`: a quick way to find a paper by an inexact title. */
export function findByWords(library: Library, text: string, count: number): Paper[] {
  return rankByWords(library, text, count).flatMap((id) => library.findById(id) ?? []);
}

/** Ids of at most `count` papers that contain a word of the text, best first. */
export function rankByWords(library: Library, text: string, count: number, withStarter = true): number[] {
  const hits = library.search((all) => {
    const snapshot = { segments: searchedSegments(library, all, withStarter) };
    const statistics = readStatistics(snapshot);
    const options = { count, accept: () => undefined, feedback: false };
    return rank(snapshot, weighQuery({ keywords: [], text: readQueryText(text) }, statistics), statistics, options)
      .hits;
  });
  return hits.map(({ id }) => id);
}

type IndexSearchOptions = {
  /** Default: the limit of the search. */
  count?: number;
  strategy?: StrategyFilter | undefined;
  /** Statistics of a collection that some papers come from. Default: the papers' own statistics. */
  background?: BackgroundStatistics | undefined;
};

/** The hits that a search returns: the best, or the first by a sort that chooses them. */
export function chooseBest<Hit extends { id: number }>(
  hits: readonly Hit[],
  segments: readonly SegmentReader[],
  query: Query,
): readonly Hit[] {
  const sort = choosingSort(query);
  const { limit } = query.filters;
  return sort === undefined ? hits.slice(0, limit) : chooseBySort(hits, segments, sort, limit);
}

function countPapers({ segments }: IndexSnapshot): number {
  return segments.reduce((sum, segment) => sum + segment.papers, 0);
}

/** Uses the larger statistics: a few found papers say little about how rare words are. */
function statisticsFor(snapshot: IndexSnapshot, background: BackgroundStatistics | undefined): CollectionStatistics {
  return background && background.papers > countPapers(snapshot)
    ? collectStatistics(snapshot, background)
    : readStatistics(snapshot);
}

/** The best hits in an index, before any paper is read; all if a sort chooses among them. */
export function searchIndex(
  snapshot: IndexSnapshot,
  query: Query,
  { count = query.filters.limit, strategy, background }: IndexSearchOptions = {},
): { hits: RankedHit[] } {
  const statistics = statisticsFor(snapshot, background);
  const filter = (segment: SegmentReader) => compileFilters(query.filters, segment);
  const options = strategy
    ? // Feedback would rank by words outside the strategy.
      {
        accept: (segment: SegmentReader) => strategy(segment, filter(segment)),
        feedback: false,
        withoutTerms: true,
      }
    : { accept: filter };
  const depth = choosingSort(query) === undefined ? count : countPapers(snapshot);
  return rank(snapshot, weighQuery(query, statistics), statistics, { count: depth, ...options });
}

/** How many papers of the library contain a word, to find the most distinctive words of a query. */
export function wordStatistics(library: Library): TermStats {
  return library.search((snapshot) => {
    const { papers, find } = readStatistics(snapshot);
    return { papers, documentFrequency: (stem) => find(stem).documentFrequency };
  });
}
