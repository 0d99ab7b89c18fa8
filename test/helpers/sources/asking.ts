import { filtersSchema } from '../../../src/contract/filters.ts';
import type { SourceAnswer, SourcePage, SourceQuery, SourceRequest } from '../../../src/sources/source.ts';

/** Questions to sources and answers of them, for tests that need no network. */

export function questionOf(
  changes: Partial<Omit<SourceQuery, 'filters'>> & { filters?: Record<string, unknown> } = {},
): SourceQuery {
  const { filters, ...rest } = changes;
  return { keywords: [], terms: [], count: 100, ...rest, filters: filtersSchema.parse(filters ?? {}) };
}

export function answerOf(body: unknown, status = 200, headers: Record<string, string> = {}): SourceAnswer {
  const type = { 'content-type': 'application/json;charset=UTF-8' };
  return {
    status,
    headers: new Headers({ ...type, ...headers }),
    text: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

/** The parameters of a request's address, or of its form, decoded. */
export function parametersOf(request: SourceRequest | undefined): Record<string, string> {
  if (!request) throw new Error('there is no request');
  return Object.fromEntries(
    request.body === undefined ? new URL(request.url).searchParams : new URLSearchParams(request.body),
  );
}

/** The records of a page that is no failure. */
export function recordsOf(page: SourcePage): Extract<SourcePage, { records: unknown }>['records'] {
  if ('failure' in page) throw new Error(`the page is a failure: ${page.failure}`);
  return page.records;
}
