import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type Database, openDatabase } from '../../../platform/sqlite/database.ts';
import { type HostState, INITIAL_HOST_STATE } from './circuit-breaker.ts';

/**
 * Replaces the state of a host, atomically across processes; returns the second result of `step`, which may run more
 * than once. `now` is in milliseconds since the epoch.
 */
export type UpdateHost = <T>(key: string, step: (state: HostState, now: number) => [HostState, T]) => T | Promise<T>;

/** Host states and cached answers. Its methods never throw: a search must not fail because of its cache. */
export type SourceStore = {
  updateHost: UpdateHost;
  /** The cached answer to a request, identified by any text, of which only a hash is stored. */
  cachedAnswer(question: string): CachedAnswer | undefined;
  cacheAnswers(answers: readonly { question: string; text: string; forMs: number }[]): void;
  close(): void;
};

export type SourceStoreOptions = {
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** Limit for all cached answers together. */
  maxBytes?: number;
};

const MAX_STORE_BYTES = 64 * 1024 * 1024;
/** Maximum share of a single answer, and the share that is kept at the limit, so that dropping is rarely needed. */
const LARGEST_SHARE = 1 / 8;
const SHARE_LEFT = 0.9;
const HOST_STATE_TTL_MS = 30 * 24 * 60 * 60_000;
/** Pause after a failure of the file (locked, or disk full), because each attempt costs time. */
const FILE_RETRY_MS = 30_000;

/**
 * Opens the file on first use. A damaged file is replaced. While it is unusable (full or read-only disk, newer version)
 * this process paces itself and caches nothing.
 */
export function openSourceStore(path: string, options: SourceStoreOptions = {}): SourceStore {
  const { now = Date.now, maxBytes = MAX_STORE_BYTES } = options;
  const inProcess = new Map<string, HostState>();
  let database: Database | undefined;
  let retryFileAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  const open = (): Database => {
    if (database) return database;
    database = openDatabase(path, SOURCES_MIGRATIONS);
    // Never waits for the disk: a cache may be lost in a power failure.
    database.exec('PRAGMA synchronous = NORMAL');
    return database;
  };
  const close = () => {
    try {
      database?.close();
    } catch {
      // A database that cannot be closed is abandoned.
    }
    database = undefined;
  };
  /** Retries on a new file if the file turns out to be damaged. */
  const attempt = <T>(work: (file: Database) => T): T => {
    try {
      return work(open());
    } catch (error) {
      if (!isDamage(error)) throw error;
      close();
      for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
      return work(open());
    }
  };
  const using = <T>(work: (file: Database) => T, without: () => T): T => {
    // Uses the monotonic clock rather than `now`, because the clock may be set back.
    if (isClosed || performance.now() < retryFileAt) return without();
    try {
      return attempt(work);
    } catch {
      close();
      retryFileAt = performance.now() + FILE_RETRY_MS;
      return without();
    }
  };

  return {
    updateHost: (key, step) => {
      const [after, result] = using(
        (file) =>
          file.transaction(() => {
            const before = selectHostState(file, key);
            const stepped = step(before, now());
            if (stepped[0] !== before) replaceHostState(file, key, stepped[0], now());
            return stepped;
          }),
        () => step(inProcess.get(key) ?? INITIAL_HOST_STATE, now()),
      );
      // The file's pauses and quotas still apply while it is unusable.
      inProcess.set(key, after);
      return result;
    },
    cachedAnswer: (question) =>
      using(
        (file) => selectAnswer(file, keyOf(question), now()),
        () => undefined,
      ),
    cacheAnswers: (answers) => {
      const small = answers.filter(({ text }) => text.length <= maxBytes * LARGEST_SHARE);
      if (small.length === 0) return;
      using(
        (file) =>
          file.transaction(() => {
            const moment = now();
            for (const { question, text, forMs } of small) {
              replaceAnswer(file, keyOf(question), text, moment, moment + forMs);
            }
            deleteExpiredAnswers(file, moment);
            deleteHostStatesBefore(file, moment - HOST_STATE_TTL_MS);
            if (sumOfAnswers(file) > maxBytes) deleteOldestAnswers(file, maxBytes * SHARE_LEFT);
          }),
        () => {},
      );
    },
    close: () => {
      close();
      isClosed = true;
    },
  };
}

/** Whether SQLite reports that the file is damaged or not a database. Its two drivers share only the messages. */
function isDamage(error: unknown): boolean {
  return /not a database|malformed|no such (table|column)|no column named/i.test(
    error instanceof Error ? error.message : '',
  );
}

function keyOf(question: string): string {
  return createHash('sha256').update(question).digest('hex');
}

/**
 * `sources.sqlite`, shared by all processes of a user: the state of each host, and cached answers. The file may be
 * deleted at any time. One entry per version, append only.
 */
const SOURCES_MIGRATIONS = [
  `
  CREATE TABLE lanes (
    lane TEXT PRIMARY KEY,
    next_at INTEGER NOT NULL,
    free_at INTEGER NOT NULL,
    paused_until INTEGER NOT NULL,
    pause_reason TEXT,
    failures INTEGER NOT NULL,
    openings INTEGER NOT NULL,
    open_until INTEGER NOT NULL,
    probe_until INTEGER NOT NULL,
    quota_left REAL,
    quota_resets_at INTEGER NOT NULL,
    touched_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE answers (
    -- A hash of the request without its key. Answers are stored as received and reveal what was searched for, so only
    -- the owner may read the file.
    key TEXT PRIMARY KEY,
    text TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    kept_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX answers_by_age ON answers (kept_at, bytes);
  CREATE INDEX answers_by_end ON answers (expires_at);
  `,
] as const;

/** `cachedAt` is in milliseconds since the epoch. */
export type CachedAnswer = { text: string; cachedAt: number };

function selectHostState(database: Database, key: string): HostState {
  const row = database.get<HostState>(
    `SELECT next_at AS nextAt, free_at AS freeAt, paused_until AS pausedUntil, pause_reason AS pauseReason, failures,
       openings, open_until AS openUntil, probe_until AS probeUntil, quota_left AS quotaRemaining,
       quota_resets_at AS quotaResetsAt FROM lanes WHERE lane = ?`,
    key,
  );
  return row ?? INITIAL_HOST_STATE;
}

function replaceHostState(database: Database, key: string, state: HostState, now: number): void {
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
function deleteHostStatesBefore(database: Database, moment: number): void {
  database.run('DELETE FROM lanes WHERE touched_at < ?', Math.ceil(moment));
}

/** Ignores an answer from the future, cached before the clock was set back. */
function selectAnswer(database: Database, key: string, now: number): CachedAnswer | undefined {
  return database.get<CachedAnswer>(
    'SELECT text, kept_at AS cachedAt FROM answers WHERE key = ? AND kept_at <= ? AND expires_at > ?',
    key,
    Math.floor(now),
    Math.floor(now),
  );
}

function replaceAnswer(database: Database, key: string, text: string, storedAt: number, expiresAt: number): void {
  database.run(
    'INSERT OR REPLACE INTO answers (key, text, bytes, kept_at, expires_at) VALUES (?, ?, ?, ?, ?)',
    key,
    text,
    Buffer.byteLength(text),
    Math.floor(storedAt),
    Math.ceil(expiresAt),
  );
}

function deleteExpiredAnswers(database: Database, now: number): void {
  database.run('DELETE FROM answers WHERE expires_at <= ?', Math.floor(now));
}

function sumOfAnswers(database: Database): number {
  return database.get<{ bytes: number | null }>('SELECT sum(bytes) AS bytes FROM answers')?.bytes ?? 0;
}

/** Deletes the oldest answers until at most `maxBytes` remain. */
function deleteOldestAnswers(database: Database, maxBytes: number): void {
  database.run(
    `DELETE FROM answers WHERE key IN (SELECT key FROM (
       SELECT key, sum(bytes) OVER (ORDER BY kept_at DESC, key ROWS UNBOUNDED PRECEDING) AS newer FROM answers
     ) WHERE newer > ?)`,
    maxBytes,
  );
}
