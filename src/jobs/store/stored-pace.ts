import { randomUUID } from 'node:crypto';
import { isStoreBusy } from '../../contract/errors.ts';
import { msUntilSlot, type Pace, WINDOW_MS } from '../../platform/net/pacer.ts';
import type { Database } from '../../platform/sqlite/database.ts';

/** A process that waits to create renews its entry within this time; the entry of a killed process then expires. */
const WAITING_MS = 5_000;

/** How long to wait before looking again if only another process's creation blocks the slot. */
const BEHIND_A_CREATION_MS = 500;

/** How often to retry while another process holds the store, and for how long at most. */
const BUSY_AGAIN_MS = 100;
const MAX_BUSY_MS = 10_000;

/** The requests of the last minute in the store, so that all processes of a user keep one pace. */
export function openPace(database: Database, account: string): Pace {
  const waiterId = randomUUID();
  /** Since when the store has been busy, by the caller's clock. */
  let busySince: number | undefined;
  /** A pause that could not be written yet, and when it was requested. */
  let unwrittenPause: { until: number; at: number } | undefined;

  const inTransaction = (now: number, work: () => number): number => {
    try {
      const pause = database.transaction(work);
      busySince = undefined;
      unwrittenPause = undefined;
      return pause;
    } catch (error) {
      busySince ??= now;
      if (isStoreBusy(error) && now - busySince < MAX_BUSY_MS) return BUSY_AGAIN_MS;
      busySince = undefined;
      throw error;
    }
  };

  return {
    take: (kind, perMinute, now) =>
      inTransaction(now, () => {
        if (unwrittenPause) upsertPause(database, account, unwrittenPause.until, unwrittenPause.at);
        deleteOld(database, account, now);
        const waitMs = msUntilSlot(selectSent(database, account), selectPause(database, account), perMinute, now);
        if (kind === 'create') upsertWaiting(database, waiterId, account, now);
        if (waitMs > 0) return waitMs;
        if (kind === 'read' && isCreationWaiting(database, account)) return BEHIND_A_CREATION_MS;
        database.run('INSERT INTO pace (account, at) VALUES (?, ?)', account, now);
        return 0;
      }),
    giveBack: (at) => deleteSent(database, account, at),
    stopWaiting() {
      database.run('DELETE FROM waiting_creations WHERE id = ?', waiterId);
    },
    pauseUntil(time, now) {
      unwrittenPause = { until: Math.max(time, unwrittenPause?.until ?? 0), at: now };
      upsertPause(database, account, unwrittenPause.until, now);
      unwrittenPause = undefined;
    },
  };
}

function deleteOld(database: Database, account: string, now: number): void {
  // Rows from the future come from a clock that was set back.
  database.run('DELETE FROM pace WHERE account = ? AND (at <= ? OR at > ?)', account, now - WINDOW_MS, now + WINDOW_MS);
  database.run('DELETE FROM waiting_creations WHERE seen_at <= ? OR seen_at > ?', now - WAITING_MS, now + WAITING_MS);
  database.run('DELETE FROM pace_pauses WHERE until <= ? OR set_at > ?', now, now + WINDOW_MS);
}

function selectSent(database: Database, account: string): number[] {
  return database.all<{ at: number }>('SELECT at FROM pace WHERE account = ? ORDER BY at', account).map(({ at }) => at);
}

function deleteSent(database: Database, account: string, at: number): void {
  const one = 'SELECT rowid FROM pace WHERE account = ? AND at = ? LIMIT 1';
  database.run(`DELETE FROM pace WHERE rowid = (${one})`, account, at);
}

function selectPause(database: Database, account: string): number {
  return database.get<{ until: number }>('SELECT until FROM pace_pauses WHERE account = ?', account)?.until ?? 0;
}

function upsertPause(database: Database, account: string, until: number, now: number): void {
  database.run(
    `INSERT INTO pace_pauses (account, until, set_at) VALUES (?, ?, ?)
     ON CONFLICT (account) DO UPDATE SET set_at = excluded.set_at,
       until = iif(set_at > excluded.set_at + ?, excluded.until, max(until, excluded.until))`,
    account,
    Math.ceil(until),
    now,
    WINDOW_MS,
  );
}

function upsertWaiting(database: Database, id: string, account: string, now: number): void {
  database.run(
    `INSERT INTO waiting_creations (id, account, seen_at) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
    id,
    account,
    now,
  );
}

function isCreationWaiting(database: Database, account: string): boolean {
  return database.get('SELECT 1 AS found FROM waiting_creations WHERE account = ?', account) !== undefined;
}
