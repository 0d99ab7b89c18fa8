import { FILTER_NAMES } from '../../contract/filter-table.ts';
import { readFilters, readRequest } from '../../contract/read-request.ts';
import type { JobRequest, RequestBody } from '../../contract/requests.ts';
import { searchesOfParts } from '../../jobs/parts-of-question.ts';

/** The form's fields by name: every non-empty value, trimmed. */
export type FormValues = Partial<Record<string, string[]>>;

/** The form's values as sent by a browser. */
export function readForm(form: URLSearchParams): FormValues {
  const values: FormValues = {};
  for (const [name, text] of form) if (text.trim() !== '') values[name] = [...(values[name] ?? []), text.trim()];
  return values;
}

/** What a form asks for: a search, or a question in parts, of which the request has what all parts share. */
export type FormSearch = { request: JobRequest; parts?: string[] | undefined };

/** The search of a form. Throws INVALID_INPUT naming every invalid field. */
export function searchOfForm(values: FormValues): FormSearch {
  const parts = values.parts?.[0]?.split('\n').flatMap((line) => line.trim() || []);
  const body = readBody(values);
  const hasTopic = [body.keywords, body.query, body.strategy].some((topic) => topic !== undefined);
  const request: JobRequest =
    parts && !hasTopic
      ? { operation: 'combinedSearch', body, filters: readFilters(filterTexts(values)) }
      : readRequest(body, filterTexts(values));
  // Refuses wrong parts with the form, before the cost is shown.
  if (parts) searchesOfParts(request, parts);
  return { request, parts };
}

function readBody({ keywords, query, strategy, enrich }: FormValues): RequestBody {
  return {
    keywords: keywords?.[0]?.split(/[\n,;]/).flatMap((word) => word.trim() || []),
    query: query?.[0],
    strategy: strategy?.[0],
    enrich: enrich === undefined ? undefined : enrich[0] === 'true',
  };
}

function filterTexts(values: FormValues): Record<string, unknown> {
  const filters = FILTER_NAMES.map((name) => [name, values[name]?.join(',')] as const);
  return { ...Object.fromEntries(filters), year: readYears(values) };
}

/** The form that yields the search. */
export function formOfSearch({ request: { body, filters }, parts }: FormSearch): FormValues {
  const { keywords, query, strategy, enrich } = body;
  const [yearFrom, yearTo = yearFrom] = filters.year?.split(':') ?? [];
  const { year: _, ...others } = filters;
  const topic = { keywords: keywords?.join('\n'), query, parts: parts?.join('\n'), strategy };
  const texts = { ...topic, enrich, yearFrom, yearTo, ...others };
  return Object.fromEntries(
    Object.entries(texts)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value : [String(value)]]),
  );
}

/** Earlier than any paper; the contract has no open ranges. */
const FIRST_YEAR = '1500';

function readYears({ yearFrom, yearTo }: FormValues): string | undefined {
  if (!yearFrom && !yearTo) return undefined;
  const nextYear = String(new Date().getUTCFullYear() + 1);
  return `${yearFrom?.[0] ?? FIRST_YEAR}:${yearTo?.[0] ?? nextYear}`;
}
