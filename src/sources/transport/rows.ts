import type { Database } from '../../sqlite/database.ts';
import type { SourceFailure } from '../source.ts';
import { type HostState, INITIAL_HOST_STATE } from './circuit-breaker.ts';

/** An answer as it was kept, and when (milliseconds since the epoch). */
export type CachedAnswer = { text: string; cachedAt: number };

type HostRow = {
  next_at: number;
  free_at: number;
  paused_until: number;
  pause_reason: SourceFailure | null;
  failures: number;
  openings: number;
  open_until: number;
  probe_until: number;
  quota_left: number | null;
  quota_resets_at: number;
};

export function selectHostState(database: Database, key: string): HostState {
  const row = database.get<HostRow>('SELECT * FROM lanes WHERE lane = ?', key);
  if (!row) return INITIAL_HOST_STATE;
  return {
    nextAt: row.next_at,
    freeAt: row.free_at,
    pausedUntil: row.paused_until,
    pauseReason: row.pause_reason ?? undefined,
    failures: row.failures,
    openings: row.openings,
    openUntil: row.open_until,
    probeUntil: row.probe_until,
    quotaRemaining: row.quota_left ?? undefined,
    quotaResetsAt: row.quota_resets_at,
  };
}

export function replaceHostState(database: Database, key: string, state: HostState, now: number): void {
  database.run(
    `INSERT OR REPLACE INTO lanes (lane, next_at, free_at, paused_until, pause_reason, failures, openings, open_until, probe_until,
       quota_left, quota_resets_at, touched_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    key,
    Math.ceil(state.nextAt),
    Math.ceil(state.freeAt),
    Math.ceil(state.pausedUntil),
    state.pauseReason ?? null,
    state.failures,
    state.openings,
    Math.ceil(state.openUntil),
    Math.ceil(state.probeUntil),
    state.quotaRemaining ?? null,
    Math.ceil(state.quotaResetsAt),
    Math.ceil(now),
  );
}

/** Hosts that nobody has asked for so long; their pauses are long over. */
export function deleteHostStatesBefore(database: Database, moment: number): void {
  database.run('DELETE FROM lanes WHERE touched_at < ?', Math.ceil(moment));
}

/** One from the future is of a clock that was set back, and not given. */
export function selectAnswer(database: Database, key: string, now: number): CachedAnswer | undefined {
  return database.get<CachedAnswer>(
    'SELECT text, kept_at AS cachedAt FROM answers WHERE key = ? AND kept_at <= ? AND expires_at > ?',
    key,
    Math.floor(now),
    Math.floor(now),
  );
}

export function replaceAnswer(database: Database, key: string, text: string, keptAt: number, expiresAt: number): void {
  database.run(
    'INSERT OR REPLACE INTO answers (key, text, bytes, kept_at, expires_at) VALUES (?, ?, ?, ?, ?)',
    key,
    text,
    Buffer.byteLength(text),
    Math.floor(keptAt),
    Math.ceil(expiresAt),
  );
}

export function deleteExpiredAnswers(database: Database, now: number): void {
  database.run('DELETE FROM answers WHERE expires_at <= ?', Math.floor(now));
}

export function sumOfAnswers(database: Database): number {
  return database.get<{ bytes: number | null }>('SELECT sum(bytes) AS bytes FROM answers')?.bytes ?? 0;
}

/** Drops the oldest answers until at most so many bytes are left. */
export function deleteOldestAnswers(database: Database, maxBytes: number): void {
  database.run(
    `DELETE FROM answers WHERE key IN (SELECT key FROM (
       SELECT key, sum(bytes) OVER (ORDER BY kept_at DESC, key ROWS UNBOUNDED PRECEDING) AS newer FROM answers
     ) WHERE newer > ?)`,
    maxBytes,
  );
}
