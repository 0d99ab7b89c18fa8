import { invalidInput } from './errors.ts';
import { FILTER_NAMES } from './filter-table.ts';
import { type Filters, fromQueryString } from './filters.ts';
import type { Operation } from './operations.ts';
import { type JobRequest, parseBody, type RequestBody } from './requests.ts';

/**
 * Builds a request from flags or a form: a combined search if there are both keywords and a query. Filters are texts as
 * in the query string. Throws INVALID_INPUT naming every wrong field.
 */
export function readRequest(fields: RequestBody, filterTexts: Record<string, unknown>): JobRequest {
  const operation = operationFor(fields);
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  const body = parseBody(operation, Object.fromEntries(entries));
  const query = parseFilters(filterTexts);
  if ('value' in body && 'filters' in query) return { operation, body: body.value, filters: query.filters };
  throw invalidInput(
    [...('invalid' in body ? body.invalid : []), ...('invalid' in query ? query.invalid : [])],
    'request',
  );
}

/** Reads only the filters. Throws INVALID_INPUT naming every invalid one. */
export function readFilters(texts: Record<string, unknown>): Filters {
  const query = parseFilters(texts);
  if ('invalid' in query) throw invalidInput(query.invalid);
  return query.filters;
}

function parseFilters(texts: Record<string, unknown>): ReturnType<typeof fromQueryString> {
  const names = FILTER_NAMES.filter((name) => texts[name] !== undefined);
  return fromQueryString(names.map((name) => `${name}=${encodeURIComponent(String(texts[name]))}`).join('&'));
}

function operationFor({ keywords, query, strategy }: RequestBody): Operation {
  const hasKeywords = keywords !== undefined;
  if (strategy !== undefined || hasKeywords === (query !== undefined)) return 'combinedSearch';
  return hasKeywords ? 'keywordSearch' : 'querySearch';
}
