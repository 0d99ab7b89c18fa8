/** Longest pause that a service may ask of us; more is taken as a mistake of its clock. */
const MOST_SECONDS = 3600;

/** Seconds that a Retry-After header asks for (a number, or a date); undefined when it is absent or unreadable. */
export function readRetryAfter(value: string | null, now: number = Date.now()): number | undefined {
  if (!value) return undefined;
  const text = value.trim();
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MOST_SECONDS) : undefined;
}
