import {
  CHOOSING_FILTERS,
  type ChoosingFilter,
  filterRow,
  parseYear,
  type Years,
} from '../../contract/filter-table.ts';
import type { Filters } from '../../contract/filters.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { hasPdf, readAccess } from '../open-access.ts';
import type { Paper } from '../paper.ts';

/** What a paper's own fields say about a filter; `unknown` if the field is missing. */
export type Verdict = 'met' | 'unmet' | 'unknown';

/** The values that a search's filters request. Year ranges include both ends. */
export type FilterValues = Omit<Filters, 'limit' | 'sort' | 'year'> & { year?: Years };

/** For each filter, how many papers it excludes only because the field is unknown. */
export type UnknownFacts = Partial<Record<ChoosingFilter, number>>;

/** The fields that filters read, in our vocabulary. An empty list counts as unknown. */
export type FilterFields = Partial<
  Pick<
    Paper,
    'year' | 'citationCount' | 'isOpenAccess' | 'downloadable' | 'quartile' | 'publicationType' | 'fieldsOfStudy'
  >
>;

/** The filters of a request that select papers. */
export function toFilterValues({ limit: _, sort: __, year, ...rest }: Filters): FilterValues {
  return year === undefined ? rest : { ...rest, year: parseYear(year) };
}

/** Judges a paper's fields by one filter. An unused filter is met. */
export function judgeFilter(fields: FilterFields, name: ChoosingFilter, values: FilterValues): Verdict {
  const condition = values[name];
  if (condition === undefined) return 'met';
  const { field } = filterRow(name);
  const value = fields[field];
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'unknown';
  return compileCondition(name, condition)(value) ? 'met' : 'unmet';
}

/** Compiles a filter's condition to a test of a known value. */
export function compileCondition(name: ChoosingFilter, condition: unknown): (value: unknown) => boolean {
  return filterRow(name).meets(condition as never) as (value: unknown) => boolean;
}

export function toFilterFields(record: Paper): FilterFields {
  const { isOpenAccess: _, downloadable: __, ...fields } = record;
  const access = readAccess(record);
  return {
    ...fields,
    ...omitUndefined({ isOpenAccess: access.isOpenAccess, downloadable: hasPdf(record, access) }),
  };
}

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
