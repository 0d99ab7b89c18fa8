import * as z from 'zod';
import { type InvalidField, invalidField, invalidFields, ruled, shown, unknownName } from './invalid.ts';
import {
  DEFAULT_LIMIT,
  FIELDS_OF_STUDY,
  LIMITS,
  PUBLICATION_TYPES,
  QUARTILES,
  SORT_DIRECTIONS,
  SORT_FIELDS,
  type SortDirection,
  type SortField,
} from './rules.ts';

/** A list whose entries come from a closed set; also accepted as one comma-separated text, as in the query string. */
function closedList<const T extends readonly [string, ...string[]]>(values: T, name: string) {
  const rule = `one or more of ${values.join(', ')}`;
  const entry = z.enum(values, { error: (issue) => `${name}, got ${shown(issue.input)}; it is ${rule}` });
  return z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',') : value),
    z.array(entry, ruled(rule)).min(1, ruled(rule)),
  );
}

/** An order by one of these fields, as `field:direction`. */
export function sortBy(fields: readonly string[]) {
  const rule = `field:direction with field one of ${fields.join(', ')} and direction ${SORT_DIRECTIONS.join(' or ')}`;
  const pattern = new RegExp(`^(${fields.join('|')}):(${SORT_DIRECTIONS.join('|')})$`);
  return z.string(ruled(rule)).regex(pattern, ruled(rule));
}

const YEAR_RULE = 'YYYY or YYYY:YYYY, first year not after the second';

const YEAR = /^\d{4}(:\d{4})?$/;
const flag = z.boolean(ruled('true or false'));

/**
 * The filters of the query string, by their exact names: what each accepts as a typed value. The order is the order in
 * which they are documented and sent.
 */
const filterShape = {
  limit: z.literal(LIMITS, ruled(`${LIMITS.slice(0, -1).join(', ')} or ${LIMITS.at(-1)}`)),
  fieldsOfStudy: closedList(FIELDS_OF_STUDY, 'an unknown field of study'),
  minCitationCount: z
    .int(ruled('a positive whole number'))
    .positive(ruled('a positive whole number'))
    .max(Number.MAX_SAFE_INTEGER, ruled('a positive whole number')),
  openAccessPdf: flag,
  downloadable: flag,
  quartileRanking: closedList(QUARTILES, 'an unknown quartile'),
  publicationTypes: closedList(PUBLICATION_TYPES, 'an unknown publication type'),
  sort: sortBy(SORT_FIELDS),
  year: z
    .string(ruled(YEAR_RULE))
    .regex(YEAR, ruled(YEAR_RULE))
    .refine((text) => parseYear(text).from <= parseYear(text).to, ruled(YEAR_RULE)),
};

export type FilterName = keyof typeof filterShape;
export const FILTER_NAMES = Object.keys(filterShape) as FilterName[];

/** The same filters as keys of a request: all of them optional, the default limit made explicit. */
export const optionalFilterShape = {
  limit: filterShape.limit.default(DEFAULT_LIMIT),
  fieldsOfStudy: filterShape.fieldsOfStudy.optional(),
  minCitationCount: filterShape.minCitationCount.optional(),
  openAccessPdf: filterShape.openAccessPdf.optional(),
  downloadable: filterShape.downloadable.optional(),
  quartileRanking: filterShape.quartileRanking.optional(),
  publicationTypes: filterShape.publicationTypes.optional(),
  sort: filterShape.sort.optional(),
  year: filterShape.year.optional(),
};

/** The filters of one request; `limit` is always there. */
export const filtersSchema = z.strictObject(optionalFilterShape);

export type Filters = z.output<typeof filtersSchema>;

/** `sort` taken apart. */
export function parseSort<Field extends string = SortField>(sort: string): { field: Field; direction: SortDirection } {
  const [field, direction] = sort.split(':');
  return { field: field as Field, direction: direction as SortDirection };
}

/** `year` taken apart, both ends inclusive. */
export function parseYear(year: string): { from: number; to: number } {
  const [from, to = from] = year.split(':');
  return { from: Number(from), to: Number(to) };
}

/**
 * The query string of a request, without the question mark: lists comma-separated, every value percent-encoded (blanks
 * as %20, which both form and strict decoders read), in the documented order.
 */
export function toQueryString(filters: Filters): string {
  return FILTER_NAMES.filter((name) => filters[name] !== undefined)
    .map((name) => `${name}=${encodeURIComponent(String(filters[name]))}`)
    .join('&');
}

const READ_TEXT: Partial<Record<FilterName, (text: string) => unknown>> = {
  limit: readInteger,
  minCitationCount: readInteger,
  openAccessPdf: readFlag,
  downloadable: readFlag,
};

/** Only the plain decimal form is a number here: `1e2`, `0x64`, `0100` and `100.0` stay text and are refused. */
function readInteger(text: string): unknown {
  return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}

function readFlag(text: string): unknown {
  return text === 'true' ? true : text === 'false' ? false : text;
}

/**
 * The filters of a query string, for the service's side: unknown, wrongly cased, repeated and badly encoded parameters
 * are refused by name, all wrong fields at once.
 */
export function fromQueryString(queryString: string): { filters: Filters } | { invalid: InvalidField[] } {
  const invalid: InvalidField[] = [];
  const values: Record<string, unknown> = {};
  for (const pair of queryString.split('&').filter((part) => part !== '')) {
    const at = pair.indexOf('=');
    const decoded = decodePair(at < 0 ? pair : pair.slice(0, at), at < 0 ? '' : pair.slice(at + 1));
    if (decoded === undefined) {
      invalid.push(invalidField('query string', `badly encoded at ${shown(pair)}`));
      continue;
    }
    const { name, text } = decoded;
    if (!Object.hasOwn(filterShape, name)) {
      invalid.push(invalidField(name, unknownName('parameter', name, FILTER_NAMES)));
    } else if (Object.hasOwn(values, name)) {
      invalid.push(invalidField(name, 'given more than once'));
    } else {
      values[name] = READ_TEXT[name as FilterName]?.(text) ?? text;
    }
  }
  const parsed = filtersSchema.safeParse(values);
  if (!parsed.success) invalid.push(...invalidFields(parsed.error, FILTER_NAMES));
  if (!parsed.success || invalid.length > 0) return { invalid };
  return { filters: parsed.data };
}

function decodePair(name: string, value: string): { name: string; text: string } | undefined {
  try {
    const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
    return { name: decode(name), text: decode(value) };
  } catch {
    return undefined;
  }
}
