import { MAX_PAUSE_COUNTED_MS } from '../port.ts';
import type { Sql } from './connection.ts';

/** Retention time, as in the SQLite store. All processes advance it together. */

/** The retention time of something that ends now. */
export const RETENTION_NOW = 'coalesce((SELECT at FROM retention), now())';

/** Advances the retention time by the time since this store last did so, in a transaction. */
export function openRetention(): (sql: Sql) => Promise<void> {
  let countedAt: number | undefined;
  return async (sql) => {
    const uptime = performance.now();
    const maxPassed = countedAt === undefined ? MAX_PAUSE_COUNTED_MS : uptime - countedAt;
    countedAt = uptime;
    await sql(
      `INSERT INTO retention (id, at, wall) SELECT 1, first, first FROM (
         SELECT least(max(finished_at), now()) AS first FROM jobs WHERE state = 'success' AND expired_at IS NULL) AS newest
       ON CONFLICT (id) DO NOTHING`,
    );
    await sql(
      `UPDATE retention SET wall = now(),
         at = at + least(greatest(now() - wall, interval '0'), $1 * interval '1 ms')`,
      maxPassed,
    );
  };
}
