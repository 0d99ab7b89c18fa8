import type { SourceRequest } from './source.ts';

/**
 * The request with other parameters in its address; the rest stays, headers included. `undefined` takes a parameter
 * out.
 */
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

/** A parameter of the request's address. */
export function parameterOf(request: SourceRequest, name: string): string | undefined {
  return new URL(request.url).searchParams.get(name) ?? undefined;
}

/** A whole number from a parameter or an answer, where some come as text; undefined when it is none. */
export function countOf(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d{1,12}$/.test(value.trim()) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}
