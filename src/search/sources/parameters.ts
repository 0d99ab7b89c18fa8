import type { PaperSource, SourceAnswer, SourcePage, SourceRequest, SourceSettings } from './source.ts';

/** The request with these query parameters; `undefined` removes one. */
export function withParameters(
  request: SourceRequest,
  parameters: Record<string, string | number | undefined>,
): SourceRequest {
  const url = new URL(request.url);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, String(value));
  }
  return { ...request, url: url.href };
}

/** A query parameter of the request. */
export function readParameter(request: SourceRequest, name: string): string | undefined {
  return new URL(request.url).searchParams.get(name) ?? undefined;
}

/** A whole number, which may come as text; undefined for anything else. */
export function parseCount(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d{1,12}$/.test(value.trim()) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

/** The base URL of the API, without a trailing slash. */
export function chooseBase({ baseUrl }: SourceSettings, publicApi: string): string {
  return (baseUrl || publicApi).replace(/(?<!\/)\/+$/, '');
}

/**
 * Reads pages numbered from 1, of up to `maxResults` results. The parameters are the number and the size of a page;
 * there is a next page until the requested number has arrived.
 */
export function readNumbered(
  read: (answer: SourceAnswer) => SourcePage,
  [numberName, sizeName]: readonly [number: string, size: string],
  maxResults: number,
): PaperSource['readPage'] {
  return (answer, request, question) => {
    const page = read(answer);
    if ('failure' in page) return page;
    const limit = Math.min(question.count, page.total ?? maxResults, maxResults);
    const [number = 1, size = 0] = [numberName, sizeName].map((name) => parseCount(readParameter(request, name)));
    const hasMore = size > 0 && number * size < limit;
    return hasMore ? { ...page, next: withParameters(request, { [numberName]: number + 1 }) } : page;
  };
}
