import { type Filters, parseYear } from '../../contract/filters.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { accessOf, hasPdf } from '../access.ts';
import type { Paper } from '../paper.ts';

/**
 * The meaning of each filter, for ranking (`engine/rank/filters.ts`), for what a job got (`filter-check.ts`) and for
 * `where` (`where-filter.ts`). `contract/filters.ts` checks and sends filters; `engine/index` stores their columns.
 */

/** What a paper's own fields say of a filter; `unknown` when it lacks the field. */
export type Verdict = 'met' | 'unmet' | 'unknown';

/** What the filters of a search ask for; years of both ends inclusive. */
export type FilterValues = Omit<Filters, 'limit' | 'sort' | 'year'> & { year?: { from: number; to: number } };

/** The parameters that choose papers: not how many, nor in which order. */
export type ChoosingFilter = keyof FilterValues;

/** Per filter, how many papers it leaves out only because the fact that it asks about is not known. */
export type UnknownFacts = Partial<Record<ChoosingFilter, number>>;

/** The fields of a paper that filters look at, in our vocabulary; an empty list is not known. */
export type FilterFields = Partial<
  Pick<
    Paper,
    'year' | 'citationCount' | 'isOpenAccess' | 'downloadable' | 'quartile' | 'publicationType' | 'fieldsOfStudy'
  >
>;

/** The field that decides on a filter, and whether a known value of it meets what is asked for. */
type Meaning<Name extends ChoosingFilter> = {
  [Field in keyof FilterFields]-?: {
    field: Field;
    meets: (condition: NonNullable<FilterValues[Name]>) => (value: NonNullable<FilterFields[Field]>) => boolean;
  };
}[keyof FilterFields];

/** Every filter that chooses papers has an entry, or the types do not check. */
export const FILTER_MEANING = {
  year: {
    field: 'year',
    meets:
      ({ from, to }) =>
      (year) =>
        year >= from && year <= to,
  },
  minCitationCount: { field: 'citationCount', meets: (min) => (count) => count >= min },
  fieldsOfStudy: { field: 'fieldsOfStudy', meets: (names) => (fields) => fields.some((name) => isIn(names, name)) },
  openAccessPdf: { field: 'isOpenAccess', meets: (flag) => (isOpen) => isOpen === flag },
  downloadable: { field: 'downloadable', meets: (flag) => (isDownloadable) => isDownloadable === flag },
  quartileRanking: { field: 'quartile', meets: (quartiles) => (quartile) => isIn(quartiles, quartile) },
  publicationTypes: { field: 'publicationType', meets: (types) => (type) => isIn(types, type) },
} satisfies { [Name in ChoosingFilter]: Meaning<Name> };

function isIn(list: readonly string[], value: string): boolean {
  return list.includes(value);
}

/** The filters of a request that choose papers. */
export function filterValuesOf({ limit: _, sort: __, year, ...rest }: Filters): FilterValues {
  return year === undefined ? rest : { ...rest, year: parseYear(year) };
}

/** What a paper's fields say of one filter. A filter that is not used is met. */
export function verdictOf<Name extends ChoosingFilter>(
  fields: FilterFields,
  name: Name,
  values: FilterValues,
): Verdict {
  const condition = values[name];
  if (condition === undefined) return 'met';
  const { field, meets } = FILTER_MEANING[name] as unknown as {
    field: keyof FilterFields;
    meets: (condition: NonNullable<FilterValues[Name]>) => (value: unknown) => boolean;
  };
  const value = fields[field];
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'unknown';
  return meets(condition)(value) ? 'met' : 'unmet';
}

/** The fields of a record that filters look at. */
export function filterFieldsOf(record: Paper): FilterFields {
  const { isOpenAccess: _, downloadable: __, ...fields } = record;
  return { ...fields, ...omitUndefined({ isOpenAccess: accessOf(record).isOpenAccess, downloadable: hasPdf(record) }) };
}
