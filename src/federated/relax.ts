import type { SearchNote } from '../contract/notes/search-notes.ts';
import type { Library } from '../library/library.ts';
import { usedFilters } from '../papers/filters/filter-check.ts';
import type { Query } from '../papers/query/query.ts';
import { countHits } from './library-search.ts';

/** Papers counted without a filter: more would not change the advice. */
const MAX_COUNTED_PAPERS = 100;

/** How many papers of the library the search finds without each filter in turn. Undefined without filters. */
export function whichFilterToRelax(library: Library, query: Query): SearchNote | undefined {
  const without = usedFilters(query.filters)
    .map((filter) => {
      const others = { ...query.filters, [filter]: undefined, sort: undefined };
      const papers = countHits(library, { ...query, filters: others }, MAX_COUNTED_PAPERS);
      return { filter, papers, isAtLeast: papers === MAX_COUNTED_PAPERS };
    })
    .sort((a, b) => b.papers - a.papers);
  return without.length > 0 ? { kind: 'no-match', without } : undefined;
}
