import type { SegmentReader } from '../../library/engine/index/index-reader.ts';
import { compileFilters, compileUnknown } from '../../library/engine/rank/compile-filters.ts';
import { readStatistics } from '../../library/engine/rank/statistics.ts';
import { type WeightedTerm, weighQuery } from '../../library/engine/rank/weighted-query.ts';
import type { Library } from '../../library/library.ts';
import { type UnknownFacts, usedFilters } from '../../papers/filters/filter-meaning.ts';
import type { Query } from '../../papers/query/query.ts';
import { searchedSegments } from './library-search.ts';
import { strategyFilter } from './strategy/filter.ts';

/** The ids of papers that meet the filters and contain a word of the search, or meet its strategy. */
export function listHits(library: Library, query: Query, options: { withStarter?: boolean } = {}): Set<number> {
  const ids = new Set<number>();
  visitHits(library, query, options, (id) => {
    ids.add(id);
    return true;
  });
  return ids;
}

/** Visits the papers that `listHits` lists, in order of ids, until `visit` returns false. */
export function visitHits(
  library: Library,
  query: Query,
  { withStarter = true }: { withStarter?: boolean },
  visit: (id: number) => boolean,
): void {
  const { filters } = query;
  const strategy = strategyFilter(library, query);
  library.search((snapshot) => {
    const { terms } = weighQuery(query, readStatistics(snapshot));
    for (const segment of searchedSegments(library, snapshot, withStarter)) {
      const accept = compileFilters(filters, segment);
      const isHit = strategy ? strategy(segment, accept) : matchAny(terms, segment);
      for (let docId = 0; docId < segment.maxDoc; docId += 1) {
        if (segment.isDeleted(docId) || (accept && !accept(docId)) || !isHit(docId)) continue;
        if (!visit(segment.ids[docId] as number)) return;
      }
    }
  });
}

/**
 * For each filter, how many library papers with a word of the search (or meeting its strategy) it excludes only because
 * a field is unknown. Papers with a `hidden` id are counted elsewhere.
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
      const isHit = strategy ? strategy(segment, undefined) : matchAny(terms, segment);
      for (let docId = 0; docId < segment.maxDoc; docId += 1) {
        if (segment.isDeleted(docId) || hidden.has(segment.ids[docId] as number)) continue;
        const names = unknown(docId);
        if (names.length > 0 && isHit(docId)) for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
      }
    }
    return counts;
  });
}

/** Whether ranking would find a paper, because it contains one of the terms. */
function matchAny(terms: readonly WeightedTerm[], segment: SegmentReader): (docId: number) => boolean {
  const flags = new Uint8Array(segment.maxDoc);
  for (const { term, weight } of terms) {
    const number = weight > 0 ? segment.findTerm(term) : -1;
    if (number < 0) continue;
    const { count, docIds } = segment.postings(number);
    for (let at = 0; at < count; at += 1) flags[docIds[at] as number] = 1;
  }
  return (docId) => flags[docId] === 1;
}
