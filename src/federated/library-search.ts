import type { IndexSnapshot, SegmentReader } from '../engine/index/index-reader.ts';
import { withoutIds } from '../engine/index/segment/memory-segment.ts';
import { compileFilters, compileUnknown } from '../engine/rank/filters.ts';
import { type RankedHit, type RankOptions, rank } from '../engine/rank/ranker.ts';
import {
  type BackgroundStatistics,
  type CollectionStatistics,
  readStatistics,
  statisticsAgainst,
} from '../engine/rank/statistics.ts';
import { type WeightedTerm, weighQuery } from '../engine/rank/weighted-query.ts';
import type { Library } from '../library/library.ts';
import { usedFilters } from '../papers/filters/filter-check.ts';
import type { UnknownFacts } from '../papers/filters/filter-meaning.ts';
import { sortPapers } from '../papers/filters/where-filter.ts';
import type { FoundPaper } from '../papers/found-paper.ts';
import type { Paper } from '../papers/paper.ts';
import { type Query, readQueryText } from '../papers/query/query.ts';
import { keepRelevant } from './keep-relevant.ts';
import { type StrategyFilter, strategyFilter } from './strategy/filter.ts';

/**
 * Filters exactly, then returns the best `limit` papers by relevance, with scores from 1 down to 0, sorted by `sort`.
 */
export function searchLibrary(
  library: Library,
  query: Query,
  { withStarter = true }: { withStarter?: boolean } = {},
): FoundPaper[] {
  const { filters } = query;
  const strategy = strategyFilter(library, query);
  const hits = library.search((snapshot) => {
    const starter = new Set(withStarter ? [] : library.starterIds());
    const segments = snapshot.segments.map((segment) => withoutIds(segment, starter));
    const searched = withStarter ? snapshot : { segments };
    const { hits: found } = searchIndex(searched, query, { strategy });
    // A paper that meets the strategy was asked for, even without one of its words.
    return query.strategy === undefined ? keepRelevant(found) : found;
  });
  const top = hits[0]?.score ?? 1;
  const papers = hits.flatMap(({ id, score }) => {
    // Another process may have removed it.
    const record = library.findById(id);
    return record ? [{ ...record, search: { score: Number((score / top).toFixed(6)) } }] : [];
  });
  return filters.sort === undefined ? papers : sortPapers(papers, filters.sort, (paper) => paper);
}

/** Papers with the most similar words to `text`: a quick way to find a paper by an inexact title. */
export function findByWords(library: Library, text: string, count: number): Paper[] {
  const hits = library.search((snapshot) => {
    const statistics = readStatistics(snapshot);
    const options = { count, accept: () => undefined, feedback: false };
    return rank(snapshot, weighQuery({ keywords: [], text: readQueryText(text) }, statistics), statistics, options)
      .hits;
  });
  return hits.flatMap(({ id }) => library.findById(id) ?? []);
}

/**
 * How many papers of the library meet the filters and have a word of the search, or meet its strategy; at most `max`.
 */
export function countHits(library: Library, query: Query, max = Number.POSITIVE_INFINITY): number {
  const { filters } = query;
  const strategy = strategyFilter(library, query);
  return library.search((snapshot) => {
    const { terms } = weighQuery(query, readStatistics(snapshot));
    let hits = 0;
    for (const segment of snapshot.segments) {
      const accept = compileFilters(filters, segment);
      const isFound = strategy ? strategy(segment, accept) : matchAny(terms, segment);
      for (let docId = 0; docId < segment.maxDoc && hits < max; docId += 1) {
        if (!segment.isDeleted(docId) && (!accept || accept(docId)) && isFound(docId)) hits += 1;
      }
    }
    return hits;
  });
}

/**
 * For each filter, how many library papers with a word of the search (or meeting its strategy) it excludes only because
 * a fact is unknown. Papers with a `hidden` id are counted elsewhere.
 */
export function countUnknownFacts(library: Library, query: Query, hidden: ReadonlySet<number>): UnknownFacts {
  const { filters } = query;
  const counts: UnknownFacts = {};
  if (usedFilters(filters).length === 0) return counts;
  const strategy = strategyFilter(library, query);
  return library.search((snapshot) => {
    const { terms } = weighQuery(query, readStatistics(snapshot));
    for (const segment of snapshot.segments) {
      const unknown = compileUnknown(filters, segment);
      const isAskedFor = strategy ? strategy(segment, undefined) : matchAny(terms, segment);
      for (let docId = 0; docId < segment.maxDoc; docId += 1) {
        if (segment.isDeleted(docId) || hidden.has(segment.ids[docId] as number)) continue;
        const names = unknown(docId);
        if (names.length > 0 && isAskedFor(docId)) for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
      }
    }
    return counts;
  });
}

/** Whether ranking would find a paper, because it has one of the terms. */
export function matchAny(terms: readonly WeightedTerm[], segment: SegmentReader): (docId: number) => boolean {
  const flags = new Uint8Array(segment.maxDoc);
  for (const { term, weight } of terms) {
    const number = weight > 0 ? segment.findTerm(term) : -1;
    if (number < 0) continue;
    const { count, docIds } = segment.postings(number);
    for (let at = 0; at < count; at += 1) flags[docIds[at] as number] = 1;
  }
  return (docId) => flags[docId] === 1;
}

type IndexSearchOptions = {
  /** Default: the limit of the search. */
  count?: number;
  strategy?: StrategyFilter | undefined;
  /** Statistics of a collection that some papers come from. Default: the papers' own statistics. */
  background?: BackgroundStatistics | undefined;
};

/** Uses the larger statistics: a few found papers say little about how rare words are. */
function statisticsFor(snapshot: IndexSnapshot, background: BackgroundStatistics | undefined): CollectionStatistics {
  const papers = snapshot.segments.reduce((sum, segment) => sum + segment.papers, 0);
  return background && background.papers > papers ? statisticsAgainst(snapshot, background) : readStatistics(snapshot);
}

/** The best hits of an index, before any paper is read. */
export function searchIndex(
  snapshot: IndexSnapshot,
  query: Query,
  { count = query.filters.limit, strategy, background }: IndexSearchOptions = {},
): { hits: RankedHit[] } {
  const statistics = statisticsFor(snapshot, background);
  const weighted = weighQuery(query, statistics);
  return rank(snapshot, weighted, statistics, { ...optionsOf(query.filters, strategy), count });
}

/** Feedback would rank by words outside the strategy. */
function optionsOf(filters: Query['filters'], strategy: StrategyFilter | undefined): RankOptions {
  const accept = (segment: SegmentReader) => compileFilters(filters, segment);
  if (!strategy) return { count: filters.limit, accept };
  const meets = (segment: SegmentReader) => strategy(segment, accept(segment));
  return { count: filters.limit, accept: meets, feedback: false, withoutTerms: true };
}
