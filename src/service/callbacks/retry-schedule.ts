const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses between the attempts: eight attempts over about 27 hours. */
const STEPS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

/** Each pause is longer by a random part of up to this, so that deliveries that failed together are spread out. */
const JITTER = 0.2;

/**
 * Milliseconds until the next attempt, after so many failed ones (1 or more); undefined when the delivery is dead. The
 * receiver's Retry-After counts between the pause and its double. `chance` is 0 to 1.
 */
export function retryDelayMs(
  failedAttempts: number,
  retryAfterSeconds: number | undefined,
  chance: number = Math.random(),
): number | undefined {
  const step = STEPS_MS[failedAttempts - 1];
  if (step === undefined) return undefined;
  const requestedMs = Math.min((retryAfterSeconds ?? 0) * SECOND, 2 * step);
  return Math.round(Math.max(step * (1 + JITTER * chance), requestedMs));
}
