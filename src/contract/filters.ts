import * as z from 'zod';
import { shown } from '../lib/shown.ts';
import { FILTER_NAMES, FILTERS, type FilterName } from './filter-table.ts';
import { type InvalidField, invalidField, invalidFields, unknownName } from './invalid.ts';
import { DEFAULT_LIMIT } from './rules.ts';

/** The filters as keys of a request: all optional, with an explicit default limit. */
export const optionalFilterShape = Object.fromEntries(
  FILTER_NAMES.map((name) => [
    name,
    name === 'limit' ? FILTERS.limit.value.default(DEFAULT_LIMIT) : FILTERS[name].value.optional(),
  ]),
) as { [Name in Exclude<FilterName, 'limit'>]: z.ZodOptional<(typeof FILTERS)[Name]['value']> } & {
  limit: z.ZodDefault<(typeof FILTERS)['limit']['value']>;
};

/** The filters of one request; `limit` is always present. */
export const filtersSchema = z.strictObject(optionalFilterShape);

export type Filters = z.output<typeof filtersSchema>;

/**
 * The query string of a request, without the question mark: lists comma-separated, every value percent-encoded (blanks
 * as %20, which both form and strict decoders read), in the documented order.
 */
export function toQueryString(filters: Filters): string {
  return FILTER_NAMES.filter((name) => filters[name] !== undefined)
    .map((name) => `${name}=${encodeURIComponent(String(filters[name]))}`)
    .join('&');
}

/**
 * Reads the filters of a query string, for the service's side. Refuses unknown, wrongly cased, repeated and badly
 * encoded parameters by name, all at once.
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
    if (!isFilter(name)) {
      invalid.push(invalidField(name, unknownName('parameter', name, FILTER_NAMES)));
    } else if (Object.hasOwn(values, name)) {
      invalid.push(invalidField(name, 'given more than once'));
    } else {
      const row = FILTERS[name];
      values[name] = 'read' in row ? row.read(text) : text;
    }
  }
  const parsed = filtersSchema.safeParse(values);
  if (!parsed.success) invalid.push(...invalidFields(parsed.error, FILTER_NAMES));
  if (!parsed.success || invalid.length > 0) return { invalid };
  return { filters: parsed.data };
}

function isFilter(name: string): name is FilterName {
  return Object.hasOwn(FILTERS, name);
}

function decodePair(name: string, value: string): { name: string; text: string } | undefined {
  try {
    const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
    return { name: decode(name), text: decode(value) };
  } catch {
    return undefined;
  }
}
