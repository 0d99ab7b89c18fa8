import type { RateLimitAnswer } from '../port.ts';
import type { Postgres } from './connection.ts';

/** The counted requests of the last minute. Times in the future were counted before the clock was set back. */
const RECENT = `(SELECT t FROM unnest(rate.times) AS t
  WHERE t > clock_timestamp() - interval '60 s' AND t <= clock_timestamp() ORDER BY t)`;

/** Counts a request in one statement, so that simultaneous requests on different machines cannot pass together. */
export async function takeRequest({ sql }: Postgres, account: number, perMinute: number): Promise<RateLimitAnswer> {
  const [slot] = await sql<{ count: number; oldest: number }>(
    `INSERT INTO rate (account, times) VALUES ($1, ARRAY[clock_timestamp()])
     ON CONFLICT (account) DO UPDATE
       SET times = CASE WHEN rate.times[1] > clock_timestamp() - interval '60 s' AND rate.times[1] <= clock_timestamp()
           AND rate.times[cardinality(rate.times)] <= clock_timestamp() THEN rate.times
           ELSE array(${RECENT}) END || clock_timestamp()
       WHERE cardinality(rate.times) < $2 OR (SELECT count(*) FROM ${RECENT} AS recent) < $2
     RETURNING cardinality(times) AS count, extract(epoch FROM clock_timestamp() - times[1])::float8 AS oldest`,
    ...[account, perMinute],
  );
  const limit = perMinute;
  if (slot) {
    const { count, oldest } = slot;
    const remaining = Math.max(limit - count, 0);
    return { allowed: true, limit, remaining, resetSeconds: count < limit ? 60 : secondsUntil(oldest) };
  }
  // After the limit was lowered, several requests must leave the window.
  const [refused] = await sql<{ age: number | null }>(
    `SELECT extract(epoch FROM clock_timestamp() - times[greatest(cardinality(times) - $2, 0) + 1])::float8 AS age
     FROM (SELECT array(${RECENT}) AS times FROM rate WHERE account = $1) AS recent`,
    ...[account, perMinute],
  );
  return { allowed: false, limit, remaining: 0, resetSeconds: secondsUntil(refused?.age ?? 0) };
}

/** Whole seconds until a request of this age leaves the window. */
function secondsUntil(age: number): number {
  return Math.min(Math.max(Math.ceil(60 - age), 1), 60);
}
