import { CHOOSING_FILTERS, type ChoosingFilter } from '../../contract/filter-table.ts';
import type { Filters } from '../../contract/filters.ts';
import type { Paper } from '../paper.ts';
import { judgeFilter, toFilterFields, toFilterValues, type Verdict } from './filter-meaning.ts';

export function usedFilters(filters: Filters): ChoosingFilter[] {
  return CHOOSING_FILTERS.filter((name) => filters[name] !== undefined);
}

/** Counts, per filter and verdict, how many papers agree with a search. */
export function checkFilters(papers: readonly Paper[], filters: Filters) {
  const counts: Partial<Record<ChoosingFilter, Record<Verdict, number>>> = {};
  const values = toFilterValues(filters);
  const fields = papers.map(toFilterFields);
  for (const name of usedFilters(filters)) {
    const count = { met: 0, unmet: 0, unknown: 0 };
    for (const each of fields) count[judgeFilter(each, name, values)] += 1;
    counts[name] = count;
  }
  return counts;
}

/** The filters that at least one of the papers contradicts. */
export function ignoredFilters(counts: ReturnType<typeof checkFilters>): ChoosingFilter[] {
  return (Object.keys(counts) as ChoosingFilter[]).filter((name) => (counts[name]?.unmet ?? 0) > 0);
}

/** Whether a paper meets one filter of a search. An unused filter is met. */
export function checkFilter(paper: Paper, name: ChoosingFilter, filters: Filters): Verdict {
  return judgeFilter(toFilterFields(paper), name, toFilterValues(filters));
}
