import type { JobRequest } from '../contract/requests.ts';
import type { Library } from '../library/library.ts';
import { usedFilters } from '../papers/filters/filter-check.ts';
import { countHits } from './library-search.ts';

/** Papers counted without a filter: more would not change the advice. */
const MAX_COUNTED_PAPERS = 100;

/** Which filter to relax first, in one sentence, found by leaving out each in turn. Undefined without filters. */
export function whichFilterToRelax(library: Library, { body, filters }: JobRequest): string | undefined {
  const counts = usedFilters(filters)
    .map((name) => {
      const without = { ...filters, [name]: undefined, limit: MAX_COUNTED_PAPERS, sort: undefined } as const;
      return { name, count: countHits(library, { body, filters: without }) };
    })
    .sort((a, b) => b.count - a.count);
  const [first] = counts;
  if (!first) return undefined;
  const named = counts.map(
    ({ name, count }) => `without ${name} ${count === MAX_COUNTED_PAPERS ? `${MAX_COUNTED_PAPERS} or more` : count}`,
  );
  const advice = first.count > 0 ? `Relax ${first.name} first` : 'No single filter is to blame: relax several';
  return `${advice}. Papers that the search finds ${named.join(', ')}.`;
}
