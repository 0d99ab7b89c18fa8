import { MAX_PAUSE_COUNTED_MS } from '../port.ts';
import { giveUpDeadBodies } from './outbox.ts';
import { query, type Steps } from './steps.ts';

/**
 * The time by which results age. While a store is open, it follows the machine's monotonic clock, which cannot be set.
 * When a store opens, it advances by the wall clock's progress since the last reading, at most a day, because the clock
 * may be wrong. So a wrong clock expires no results early. All processes advance it together.
 */

/** The retention time of something that ends now. */
export const RETENTION_NOW = 'coalesce((SELECT at FROM retention WHERE id = 1), now())';

/**
 * Advances the retention time by the time since this store last did so, and deletes the results of jobs that ended
 * before. Jobs and charges stay. `alsoExpired`: more columns that a job loses. Call it in a transaction.
 */
export function openExpiry(alsoExpired: string): (olderThanMs: number) => Steps<void> {
  let countedAt: number | undefined;
  return function* (olderThanMs) {
    const uptime = performance.now();
    const maxPassed = countedAt === undefined ? MAX_PAUSE_COUNTED_MS : Math.round(uptime - countedAt);
    countedAt = uptime;
    // Earlier versions recorded the wall clock at the end of jobs: this time starts at the newest of those.
    yield* query(
      `INSERT INTO retention (id, at, wall) SELECT 1, first, first FROM (
         SELECT least(coalesce(max(finished_at), now()), now()) AS first
         FROM jobs WHERE state = 'success' AND expired_at IS NULL) AS newest
       WHERE true ON CONFLICT (id) DO NOTHING`,
    );
    yield* query(
      `UPDATE retention SET wall = now(),
         at = at + least(greatest(now() - wall, 0 * interval '1 ms'), $1 * interval '1 ms')`,
      maxPassed,
    );
    yield* query(
      `UPDATE jobs SET answer = NULL, expired_at = now()${alsoExpired} WHERE state = 'success' AND expired_at IS NULL
         AND finished_at < (SELECT at FROM retention WHERE id = 1) - $1 * interval '1 ms'`,
      olderThanMs,
    );
    yield* giveUpDeadBodies();
  };
}
