import { FILTER_NAMES } from '../../contract/filter-table.ts';
import { readRequest } from '../../contract/read-request.ts';
import type { JobRequest } from '../../contract/requests.ts';

/** The form's fields by name: every non-empty value, trimmed. */
export type FormValues = Partial<Record<string, string[]>>;

/** The form's values as sent by a browser. */
export function readForm(form: URLSearchParams): FormValues {
  const values: FormValues = {};
  for (const [name, text] of form) if (text.trim() !== '') values[name] = [...(values[name] ?? []), text.trim()];
  return values;
}

/** The request of a form. Throws INVALID_INPUT naming every invalid field. */
export function requestOfForm(values: FormValues): JobRequest {
  const [keywords] = values.keywords ?? [];
  const filters = FILTER_NAMES.map((name) => [name, values[name]?.join(',')] as const);
  const enrich = values.enrich?.[0];
  return readRequest(
    {
      keywords: keywords?.split(/[\n,;]/).flatMap((word) => word.trim() || []),
      query: values.query?.[0],
      strategy: values.strategy?.[0],
      enrich: enrich === undefined ? undefined : enrich === 'true',
    },
    { ...Object.fromEntries(filters), year: yearsOf(values) },
  );
}

/** The form values that yield the request. */
export function formOfRequest({ body, filters }: JobRequest): FormValues {
  const { keywords, query, strategy, enrich } = body;
  const [yearFrom, yearTo = yearFrom] = filters.year?.split(':') ?? [];
  const { year: _, ...others } = filters;
  const texts = { keywords: keywords?.join('\n'), query, strategy, enrich, yearFrom, yearTo, ...others };
  return Object.fromEntries(
    Object.entries(texts)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value : [String(value)]]),
  );
}

/** Earlier than any paper; the contract has no open ranges. */
const FIRST_YEAR = '1500';

function yearsOf({ yearFrom, yearTo }: FormValues): string | undefined {
  if (!yearFrom && !yearTo) return undefined;
  const nextYear = String(new Date().getUTCFullYear() + 1);
  return `${yearFrom?.[0] ?? FIRST_YEAR}:${yearTo?.[0] ?? nextYear}`;
}
