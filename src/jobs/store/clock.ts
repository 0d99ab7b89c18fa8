import type { Database } from '../../platform/sqlite/database.ts';
import { SETTLED_MS } from '../ports/store.ts';

/**
 * Evidence is ordered by the wall clock, which may be set forward or back. Before evidence is recorded, a change is
 * detected by the last recorded moment and by the machine's uptime, which cannot be changed by hand:
 *
 *   set back    -> a new turn: times of another turn are not compared
 *   set forward -> what became unknown just before has its minute to settle once more
 */

/** Milliseconds since the machine started. */
export type Uptime = () => number;

/** Drift and small corrections of clocks stay below this. */
const MAX_DRIFT_MS = 5_000;

type Clock = { wall: number; uptime: number; turn: number };

/** Records the current time in the caller's transaction; returns its turn. */
export function noticeClock(database: Database, uptime: Uptime): number {
  const wall = Date.now();
  const up = Math.round(uptime());
  const last = database.get<Clock>('SELECT wall, uptime, turn FROM clock') ?? { wall, uptime: up, turn: 0 };
  const isSetBack = wall < last.wall;
  // After a restart the uptime proves nothing, so that creations settle once more, which costs a minute.
  const isAhead = up < last.uptime || wall - last.wall - (up - last.uptime) > MAX_DRIFT_MS;
  if (isAhead && !isSetBack) {
    const sql = `UPDATE jobs SET answered_at = ? WHERE status = 'unknown' AND charged = 'unknown' AND answered_at >= ?`;
    database.run(sql, new Date(wall).toISOString(), new Date(last.wall - SETTLED_MS).toISOString());
  }
  const turn = last.turn + Number(isSetBack);
  database.run('INSERT OR REPLACE INTO clock (id, wall, uptime, turn) VALUES (1, ?, ?, ?)', wall, up, turn);
  return turn;
}

/** The turn in which a stored balance was measured. */
export function turnOfBalance(database: Database, account: string, measuredFrom = ''): number | undefined {
  const sql = 'SELECT turn FROM balances WHERE account = ? AND measured_from = ?';
  return database.get<{ turn: number }>(sql, account, measuredFrom)?.turn;
}
