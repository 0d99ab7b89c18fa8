/** Maximum pause that a service can usually demand; a longer one is taken for an error of its clock. */
export const MAX_RETRY_AFTER_SECONDS = 3600;

/** The seconds in a Retry-After header (a number, or a date); undefined if it is absent or unreadable. */
export function readRetryAfter(
  value: string | null,
  now: number = Date.now(),
  maxSeconds: number = MAX_RETRY_AFTER_SECONDS,
): number | undefined {
  if (!value) return undefined;
  const text = value.trim();
  // Date.parse reads numbers as years; an HTTP date contains letters.
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((date - now) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), maxSeconds) : undefined;
}
