import type { Database } from '../../../platform/sqlite/database.ts';
import { type HostState, INITIAL_HOST_STATE } from './circuit-breaker.ts';

/** `cachedAt` is in milliseconds since the epoch. */
export type CachedAnswer = { text: string; cachedAt: number };

export function selectHostState(database: Database, key: string): HostState {
  const row = database.get<HostState>(
    `SELECT next_at AS nextAt, free_at AS freeAt, paused_until AS pausedUntil, pause_reason AS pauseReason, failures,
       openings, open_until AS openUntil, probe_until AS probeUntil, quota_left AS quotaRemaining,
       quota_resets_at AS quotaResetsAt FROM lanes WHERE lane = ?`,
    key,
  );
  return row ?? INITIAL_HOST_STATE;
}

export function replaceHostState(database: Database, key: string, state: HostState, now: number): void {
  database.run(
    `INSERT OR REPLACE INTO lanes (lane, next_at, free_at, paused_until, pause_reason, failures, openings, open_until, probe_until,
       quota_left, quota_resets_at, touched_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    key,
    Math.ceil(state.nextAt),
    Math.ceil(state.freeAt),
    Math.ceil(state.pausedUntil),
    state.pauseReason,
    state.failures,
    state.openings,
    Math.ceil(state.openUntil),
    Math.ceil(state.probeUntil),
    state.quotaRemaining,
    Math.ceil(state.quotaResetsAt),
    Math.ceil(now),
  );
}

/** Deletes hosts without a request since then, whose pauses are long over. */
export function deleteHostStatesBefore(database: Database, moment: number): void {
  database.run('DELETE FROM lanes WHERE touched_at < ?', Math.ceil(moment));
}

/** Ignores an answer from the future, cached before the clock was set back. */
export function selectAnswer(database: Database, key: string, now: number): CachedAnswer | undefined {
  return database.get<CachedAnswer>(
    'SELECT text, kept_at AS cachedAt FROM answers WHERE key = ? AND kept_at <= ? AND expires_at > ?',
    key,
    Math.floor(now),
    Math.floor(now),
  );
}

export function replaceAnswer(
  database: Database,
  key: string,
  text: string,
  storedAt: number,
  expiresAt: number,
): void {
  database.run(
    'INSERT OR REPLACE INTO answers (key, text, bytes, kept_at, expires_at) VALUES (?, ?, ?, ?, ?)',
    key,
    text,
    Buffer.byteLength(text),
    Math.floor(storedAt),
    Math.ceil(expiresAt),
  );
}

export function deleteExpiredAnswers(database: Database, now: number): void {
  database.run('DELETE FROM answers WHERE expires_at <= ?', Math.floor(now));
}

export function sumOfAnswers(database: Database): number {
  return database.get<{ bytes: number | null }>('SELECT sum(bytes) AS bytes FROM answers')?.bytes ?? 0;
}

/** Deletes the oldest answers until at most `maxBytes` remain. */
export function deleteOldestAnswers(database: Database, maxBytes: number): void {
  database.run(
    `DELETE FROM answers WHERE key IN (SELECT key FROM (
       SELECT key, sum(bytes) OVER (ORDER BY kept_at DESC, key ROWS UNBOUNDED PRECEDING) AS newer FROM answers
     ) WHERE newer > ?)`,
    maxBytes,
  );
}
