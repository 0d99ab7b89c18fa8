/** When a delivery that failed is tried again. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses between the attempts: eight attempts over about 27 hours. */
const STEPS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

/** A pause is up to this part longer, so that what failed together is not tried together. */
const JITTER = 0.2;

/**
 * Milliseconds until the next attempt, after so many failed ones (1 or more); undefined when there is none: the
 * delivery is dead. What the receiver asks for counts between the pause itself and its double. `chance` is 0 to 1.
 */
export function retryDelayMs(
  failedAttempts: number,
  retryAfterSeconds: number | undefined,
  chance: number = Math.random(),
): number | undefined {
  const step = STEPS_MS[failedAttempts - 1];
  if (step === undefined) return undefined;
  const wanted = Math.min((retryAfterSeconds ?? 0) * SECOND, 2 * step);
  return Math.round(Math.max(step * (1 + JITTER * chance), wanted));
}
