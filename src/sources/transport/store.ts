import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type Database, openDatabase } from '../../sqlite/database.ts';
import { type HostState, INITIAL_HOST_STATE } from './circuit-breaker.ts';
import {
  type CachedAnswer,
  deleteExpiredAnswers,
  deleteHostStatesBefore,
  deleteOldestAnswers,
  replaceAnswer,
  replaceHostState,
  selectAnswer,
  selectHostState,
  sumOfAnswers,
} from './rows.ts';
import { SOURCES_MIGRATIONS } from './schema.ts';

/** What is remembered between requests. Nothing here throws: a search must not fail because its memory does. */
export type SourceStore = {
  /** Takes a key from one state to the next, in one step among all processes; gives what `step` gives beside it. */
  updateHost<T>(key: string, step: (state: HostState, now: number) => [HostState, T]): T;
  /**
   * What was kept for this question, unless its time is over. `question` is any text; of it a hash is kept, of answers
   * all.
   */
  cachedAnswer(question: string): CachedAnswer | undefined;
  cacheAnswers(answers: readonly { question: string; text: string; forMs: number }[]): void;
  close(): void;
};

export type SourceStoreOptions = {
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** Of all kept answers together. */
  maxBytes?: number;
};

const MAX_STORE_BYTES = 64 * 1024 * 1024;
/**
 * One answer may have this share of it; dropping goes down to the second share, so that it is not done at every answer.
 */
const LARGEST_SHARE = 1 / 8;
const SHARE_LEFT = 0.9;
const HOST_STATE_TTL_MS = 30 * 24 * 60 * 60_000;
/**
 * After a failure of the file it is let alone for so long: it may be locked or the disk full, and each try costs time.
 */
const FILE_RETRY_MS = 30_000;

/**
 * The memory of sources in this file, opened at first use. A damaged file is made anew; while one cannot be used (a
 * full or read-only disk, a file of a newer version) this process paces for itself and keeps no answers.
 */
export function openSourceStore(path: string, options: SourceStoreOptions = {}): SourceStore {
  const { now = Date.now, maxBytes = MAX_STORE_BYTES } = options;
  const inProcess = new Map<string, HostState>();
  let database: Database | undefined;
  let retryFileAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  const open = (): Database => {
    database ??= prepared(openDatabase(path, SOURCES_MIGRATIONS));
    return database;
  };
  const forget = () => {
    try {
      database?.close();
    } catch {
      // It is given up anyway.
    }
    database = undefined;
  };
  const startAnew = () => {
    forget();
    for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  };
  /** Tries twice when the file turns out to be damaged: the second time on a new one. */
  const attempt = <T>(work: (open: Database) => T): T => {
    try {
      return work(open());
    } catch (error) {
      if (!isDamage(error)) throw error;
      startAnew();
      return work(open());
    }
  };
  const using = <T>(work: (open: Database) => T, without: () => T): T => {
    // By a clock that nobody sets; the given one is for what is kept.
    if (isClosed || performance.now() < retryFileAt) return without();
    try {
      return attempt(work);
    } catch {
      forget();
      retryFileAt = performance.now() + FILE_RETRY_MS;
      return without();
    }
  };

  return {
    updateHost: (key, step) => {
      const outside = () => {
        const [state, given] = step(inProcess.get(key) ?? INITIAL_HOST_STATE, now());
        inProcess.set(key, state);
        return given;
      };
      return using((file) => {
        const [after, given] = file.transaction(() => updateHostState(file, key, step, now()));
        // While the file cannot be used, pauses and quotas that it told last still hold.
        inProcess.set(key, after);
        return given;
      }, outside);
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
      forget();
      isClosed = true;
    },
  };
}

function updateHostState<T>(
  file: Database,
  key: string,
  step: (state: HostState, now: number) => [HostState, T],
  now: number,
): [HostState, T] {
  const before = selectHostState(file, key);
  const [after, given] = step(before, now);
  if (after !== before) replaceHostState(file, key, after, now);
  return [after, given];
}

/**
 * Every transaction here is short: whoever holds the file for longer is not one of us, and a search cannot wait for it.
 */
const BUSY_MS = 300;

/** What is lost with the power is only memory, so that nobody need wait for the disk. */
function prepared(database: Database): Database {
  database.get(`PRAGMA busy_timeout = ${BUSY_MS}`);
  database.exec('PRAGMA synchronous = NORMAL');
  return database;
}

/** Whether SQLite says that this is no database, or a broken one; its two drivers agree only in the words. */
function isDamage(error: unknown): boolean {
  return /not a database|malformed|no such (table|column)|no column named/i.test(
    error instanceof Error ? error.message : '',
  );
}

function keyOf(question: string): string {
  return createHash('sha256').update(question).digest('hex');
}
