import type { JobRequest } from '../contract/requests.ts';
import type { Library } from '../library/library.ts';
import { usedFilters } from '../papers/filters/filter-check.ts';
import { countHits } from './library-search.ts';

/** Papers counted without a filter: more would not change the advice. */
const MAX_COUNTED_PAPERS = 100;

/** How many papers of the library the search finds without each filter in turn. Undefined without filters. */
export function whichFilterToRelax(library: Library, { body, filters }: JobRequest): string | undefined {
  const counts = usedFilters(filters)
    .map((name) => {
      const without = { ...filters, [name]: undefined, limit: MAX_COUNTED_PAPERS, sort: undefined } as const;
      return { name, count: countHits(library, { body, filters: without }) };
    })
    .sort((a, b) => b.count - a.count);
  const [first] = counts;
  if (!first) return undefined;
  if (first.count === 0) return 'No paper matches all filters; in the library no single one is the reason.';
  const shown = (count: number) => (count === MAX_COUNTED_PAPERS ? `${MAX_COUNTED_PAPERS} or more` : count);
  if (counts.length === 1) return `No paper matches ${first.name}. Without it there are ${shown(first.count)}.`;
  const others = counts.slice(1).map(({ name, count }) => `, without ${name} ${shown(count)}`);
  return `No paper matches all filters. Without ${first.name} there are ${shown(first.count)}${others.join('')}.`;
}
