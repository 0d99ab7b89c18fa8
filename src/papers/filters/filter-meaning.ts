import { type ChoosingFilter, filterRow, parseYear, type Years } from '../../contract/filter-table.ts';
import type { Filters } from '../../contract/filters.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { hasPdf, readAccess } from '../access.ts';
import type { Paper } from '../paper.ts';

/** What a paper's own fields say of a filter; `unknown` when it lacks the field. */
export type Verdict = 'met' | 'unmet' | 'unknown';

/** What the filters of a search ask for; years of both ends inclusive. */
export type FilterValues = Omit<Filters, 'limit' | 'sort' | 'year'> & { year?: Years };

/** Per filter, how many papers it leaves out only because the fact that it asks about is not known. */
export type UnknownFacts = Partial<Record<ChoosingFilter, number>>;

/** The fields of a paper that filters look at, in our vocabulary; an empty list is not known. */
export type FilterFields = Partial<
  Pick<
    Paper,
    'year' | 'citationCount' | 'isOpenAccess' | 'downloadable' | 'quartile' | 'publicationType' | 'fieldsOfStudy'
  >
>;

/** The filters of a request that choose papers. */
export function toFilterValues({ limit: _, sort: __, year, ...rest }: Filters): FilterValues {
  return year === undefined ? rest : { ...rest, year: parseYear(year) };
}

/** What a paper's fields say of one filter. A filter that is not used is met. */
export function judgeFilter(fields: FilterFields, name: ChoosingFilter, values: FilterValues): Verdict {
  const condition = values[name];
  if (condition === undefined) return 'met';
  const { field } = filterRow(name);
  const value = fields[field];
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'unknown';
  return compileCondition(name, condition)(value) ? 'met' : 'unmet';
}

/** The test of a known value that a filter with this condition makes. */
export function compileCondition(name: ChoosingFilter, condition: unknown): (value: unknown) => boolean {
  return filterRow(name).meets(condition as never) as (value: unknown) => boolean;
}

/** The fields of a record that filters look at. */
export function toFilterFields(record: Paper): FilterFields {
  const { isOpenAccess: _, downloadable: __, ...fields } = record;
  return {
    ...fields,
    ...omitUndefined({ isOpenAccess: readAccess(record).isOpenAccess, downloadable: hasPdf(record) }),
  };
}
