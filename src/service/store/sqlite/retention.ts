import type { Database } from '../../../platform/sqlite/database.ts';
import { MAX_PAUSE_COUNTED_MS } from '../port.ts';

/**
 * The time by which results age. While a store is open, it follows the machine's monotonic clock, which cannot be set.
 * When a store opens, it advances by the wall clock's progress since the last reading, at most a day, because the clock
 * may be wrong. So a wrong clock expires no results early.
 */

/** In milliseconds. Its zero is near the clock's, so that earlier times can be compared. */
export type Retention = {
  /** Advances by the time that has passed, in the caller's transaction; returns the new time. */
  advance(): number;
};

/** The retention time of an opened store. */
export function openRetention(database: Database): Retention {
  let countedAt: number | undefined;
  return {
    advance() {
      const [clock, uptime] = [Date.now(), performance.now()];
      const { at, wall } = selectRow(database) ?? firstRow(database, clock);
      const maxPassed = countedAt === undefined ? MAX_PAUSE_COUNTED_MS : uptime - countedAt;
      countedAt = uptime;
      const now = at + Math.round(Math.min(Math.max(clock - wall, 0), maxPassed));
      database.run('INSERT OR REPLACE INTO retention (id, at, wall) VALUES (1, ?, ?)', now, clock);
      return now;
    },
  };
}

/** The retention time of something that ends now. */
export function readRetention(database: Database): number {
  return selectRow(database)?.at ?? Date.now();
}

type Row = { at: number; wall: number };

function selectRow(database: Database): Row | undefined {
  return database.get<Row>('SELECT at, wall FROM retention WHERE id = 1');
}

/** Earlier versions recorded the wall clock at the end of jobs: this time starts at the newest of those. */
function firstRow(database: Database, clock: number): Row {
  const sql = `SELECT max(finished_at) AS at FROM jobs WHERE state = 'success' AND expired_at IS NULL`;
  const at = Math.min(database.get<{ at: number | null }>(sql)?.at ?? clock, clock);
  return { at, wall: at };
}
