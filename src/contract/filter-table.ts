import * as z from 'zod';
import { shown } from '../lib/shown.ts';
import { ruleError } from './invalid.ts';
import {
  FIELDS_OF_STUDY,
  LIMITS,
  PUBLICATION_TYPES,
  QUARTILES,
  SORT_DIRECTIONS,
  SORT_FIELDS,
  type SortDirection,
  type SortField,
} from './rules.ts';

/**
 * One row for each filter of a search. Schemas, flags, forms, tests of papers and columns, and wording derive from it.
 */

/** A list with entries from a closed set; also accepts one comma-separated text, as in the query string. */
function closedList<const T extends readonly [string, ...string[]]>(values: T, name: string) {
  const rule = `one or more of ${values.join(', ')}`;
  const entry = z.enum(values, { error: (issue) => `${name}, got ${shown(issue.input)}; it is ${rule}` });
  return z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',') : value),
    z.array(entry, ruleError(rule)).min(1, ruleError(rule)),
  );
}

/**
 * A number from an evenly spaced set, as bounds and a step: bridges to some models refuse a whole list of tools if one
 * schema enumerates numbers.
 */
function stepwise(values: readonly [number, number, ...number[]]) {
  const [first, second] = values;
  const last = values.at(-1) as number;
  const rule = ruleError(`${values.slice(0, -1).join(', ')} or ${last}`);
  return z
    .int(rule)
    .min(first, rule)
    .max(last, rule)
    .multipleOf(second - first, rule);
}

/** A list in a condition on stored papers. */
export function anyOf<const T extends readonly [string, ...string[]]>(values: T) {
  const rule = `a list of ${values.join(', ')}`;
  return z.array(z.enum(values, ruleError(rule)), ruleError(rule)).min(1, ruleError(rule));
}

/** A sort order by one of these fields, as `field:direction`. */
export function sortBy(fields: readonly string[]) {
  const rule = `field:direction with field one of ${fields.join(', ')} and direction ${SORT_DIRECTIONS.join(' or ')}`;
  const pattern = new RegExp(`^(${fields.join('|')}):(${SORT_DIRECTIONS.join('|')})$`);
  return z.string(ruleError(rule)).regex(pattern, ruleError(rule));
}

/** Splits `sort` into field and direction. */
export function parseSort<Field extends string = SortField>(sort: string): { field: Field; direction: SortDirection } {
  const [field, direction] = sort.split(':');
  return { field: field as Field, direction: direction as SortDirection };
}

export type Years = { from: number; to: number };

/** Splits `year` into its ends, both inclusive. */
export function parseYear(year: string): Years {
  const [from, to = from] = year.split(':');
  return { from: Number(from), to: Number(to) };
}

const YEAR_RULE = 'YYYY or YYYY:YYYY, first year not after the second';
const YEAR = /^\d{4}(:\d{4})?$/;
const flag = z.boolean(ruleError('true or false'));
const aYear = z.int(ruleError('a year as a whole number')).min(0, ruleError('a year')).max(9999, ruleError('a year'));

/** Accepts only the plain decimal form: `1e2`, `0x64`, `0100` and `100.0` stay texts, which the schema refuses. */
function readInteger(text: string): unknown {
  return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}

function readFlag(text: string): unknown {
  return text === 'true' ? true : text === 'false' ? false : text;
}

/** The equivalent condition on stored papers: its name and its schema. */
function asCondition<Name extends string, Schema extends z.ZodType>(name: Name, schema: Schema) {
  type Given = { [Key in Name]?: z.output<Schema> | undefined };
  return {
    shape: { [name]: schema } as Record<Name, Schema>,
    read: (where: Given) => where[name],
    write: (value: z.output<Schema>) => ({ [name]: value }) as Given,
  };
}

const includes = (list: readonly string[]) => (value: string) => list.includes(value);

/** In the order of documentation and requests. A row with `field` selects papers; `text` is for assistants. */
export const FILTERS = {
  /** Results, each 100 of which cost 1 credit. Default: 100. */
  limit: {
    value: stepwise(LIMITS),
    read: readInteger,
    flag: { value: '<number>', help: `results: ${LIMITS.join(', ')}` },
    text: 'Papers to find; default 100',
    label: 'Results',
  },
  /** Only papers of one of these fields. Default: all. */
  fieldsOfStudy: {
    value: closedList(FIELDS_OF_STUDY, 'an unknown field of study'),
    flag: { value: '<list>', help: `comma-separated: ${FIELDS_OF_STUDY.join(', ')}` },
    text: 'Any of these',
    label: 'Fields of study',
    choices: FIELDS_OF_STUDY,
    where: asCondition('fields', anyOf(FIELDS_OF_STUDY)),
    field: 'fieldsOfStudy',
    fact: 'field of study',
    meets: (names: readonly string[]) => (fields: readonly string[]) => fields.some(includes(names)),
    clause: (names: readonly string[]) => ({ terms: names }),
    strictness: 7,
  },
  /** Only papers with at least this many citations. Default: all. */
  minCitationCount: {
    value: z.int(ruleError('a positive whole number')).min(1, ruleError('a positive whole number')),
    read: readInteger,
    flag: { value: '<number>', help: 'minimum number of citations' },
    text: 'At least',
    label: 'At least so many citations',
    where: asCondition(
      'minCitations',
      z.int(ruleError('a whole number from 0')).min(0, ruleError('a whole number from 0')),
    ),
    field: 'citationCount',
    fact: 'citation count',
    meets: (min: number) => (count: number) => count >= min,
    clause: (min: number) => ({ range: { gte: min } }),
    strictness: 1,
  },
  /** true: only open access; false: only papers that are not. Default: all. */
  openAccessPdf: {
    value: flag,
    read: readFlag,
    flag: { value: '[boolean]', help: 'open access only (false: closed only)' },
    text: 'Is open access',
    label: 'Open access',
    answers: ['open access only', 'closed only'],
    where: asCondition('openAccess', flag),
    field: 'isOpenAccess',
    fact: 'open access status',
    meets: (expected: boolean) => (isOpen: boolean) => isOpen === expected,
    clause: (expected: boolean) => ({ term: expected }),
    strictness: 4,
  },
  /** true: only papers with a PDF; false: only papers without. Default: all. */
  downloadable: {
    value: flag,
    read: readFlag,
    flag: { value: '[boolean]', help: 'with a PDF only (false: without only)' },
    text: 'Has a PDF',
    label: 'PDF',
    answers: ['with a PDF only', 'without only'],
    where: asCondition('hasPdf', flag),
    field: 'downloadable',
    fact: 'known PDF status',
    meets: (expected: boolean) => (hasPdf: boolean) => hasPdf === expected,
    clause: (expected: boolean) => ({ term: expected }),
    strictness: 3,
  },
  /** Only papers of journals in one of these quartiles. Default: all. */
  quartileRanking: {
    value: closedList(QUARTILES, 'an unknown quartile'),
    flag: { value: '<list>', help: `comma-separated: ${QUARTILES.join(', ')}` },
    text: 'Q1 is best',
    label: 'Quartile of the journal',
    choices: QUARTILES,
    where: asCondition('quartiles', anyOf(QUARTILES)),
    field: 'quartile',
    fact: 'quartile',
    meets: includes,
    clause: (quartiles: readonly string[]) => ({ terms: quartiles }),
    strictness: 2,
  },
  /** Only papers of one of these types. Default: all. */
  publicationTypes: {
    value: closedList(PUBLICATION_TYPES, 'an unknown publication type'),
    flag: { value: '<list>', help: `comma-separated: ${PUBLICATION_TYPES.join(', ')}` },
    text: 'Any of these',
    label: 'Type of publication',
    choices: PUBLICATION_TYPES,
    where: asCondition('types', anyOf(PUBLICATION_TYPES)),
    field: 'publicationType',
    fact: 'type',
    meets: includes,
    clause: (types: readonly string[]) => ({ terms: types }),
    strictness: 5,
  },
  /** `field:direction`, such as `year:desc`. Default: relevance. */
  sort: {
    value: sortBy(SORT_FIELDS),
    flag: {
      value: '<field:direction>',
      help: `field one of ${SORT_FIELDS.join(', ')}; direction desc or asc`,
    },
    text: 'Such as year:desc',
    label: 'Order',
  },
  /** `YYYY` or `YYYY:YYYY`, both years included. Default: all years. */
  year: {
    value: z
      .string(ruleError(YEAR_RULE))
      .regex(YEAR, ruleError(YEAR_RULE))
      .refine((text) => parseYear(text).from <= parseYear(text).to, ruleError(YEAR_RULE)),
    flag: { value: '<year>', help: '2020, 2020:2024 (both included), 2020: or :2020' },
    text: '2020 or 2015:2024',
    label: 'Years',
    where: {
      shape: { yearFrom: aYear, yearTo: aYear },
      read: ({ yearFrom: from, yearTo: to }: { yearFrom?: number | undefined; yearTo?: number | undefined }) =>
        from === undefined && to === undefined
          ? undefined
          : { from: from ?? Number.NEGATIVE_INFINITY, to: to ?? Number.POSITIVE_INFINITY },
      write: ({ from, to }: Years) => ({ yearFrom: from, yearTo: to }),
    },
    field: 'year',
    fact: 'year',
    meets:
      ({ from, to }: Years) =>
      (year: number) =>
        year >= from && year <= to,
    clause: ({ from, to }: Years) => ({ range: { gte: from, lte: to } }),
    strictness: 6,
  },
} as const;

export type FilterName = keyof typeof FILTERS;
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

type Rows = typeof FILTERS;
/** The filters that select papers, rather than their number or order. */
export type ChoosingFilter = { [Name in FilterName]: Rows[Name] extends { field: string } ? Name : never }[FilterName];

/** Any filter that selects papers. */
export type ChoosingRow = {
  label: string;
  choices?: readonly string[];
  /** Labels for yes and no. */
  answers?: readonly [yes: string, no: string];
  where: { shape: z.ZodRawShape; read: (where: object) => unknown; write: (condition: never) => object };
  /** The field of a paper that decides, and its name in notes: `43 have no year`. */
  field: Rows[ChoosingFilter]['field'];
  fact: string;
  meets: (condition: never) => (value: never) => boolean;
  /** The equivalent condition of a search engine. */
  clause: (condition: never) => { range: object } | { terms: readonly string[] } | { term: boolean };
  /** Filters are relaxed in this order: 1 usually excludes the most papers. Ties keep the order of the table. */
  strictness: number;
};

export const CHOOSING_FILTERS = FILTER_NAMES.filter((name) => 'field' in FILTERS[name]) as ChoosingFilter[];

/** The row of a filter that selects papers. */
export function filterRow(name: ChoosingFilter): ChoosingRow {
  return FILTERS[name] as unknown as ChoosingRow;
}
