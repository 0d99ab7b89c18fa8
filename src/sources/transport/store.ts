import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type Database, openDatabase } from '../../sqlite/database.ts';
import { FRESH_LANE, type LaneState } from './lane.ts';
import {
  deleteExpiredAnswers,
  deleteLanesBefore,
  deleteOldestAnswers,
  type KeptAnswer,
  replaceAnswer,
  replaceLane,
  selectAnswer,
  selectLane,
  sumOfAnswers,
} from './rows.ts';
import { SOURCES_MIGRATIONS } from './schema.ts';

/** What is remembered between requests. Nothing here throws: a search must not fail because its memory does. */
export type SourceStore = {
  /** Takes a lane from one state to the next, in one step among all processes; gives what `step` gives beside it. */
  change<T>(lane: string, step: (state: LaneState, now: number) => [LaneState, T]): T;
  /**
   * What was kept for this question, unless its time is over. `question` is any text; of it a hash is kept, of answers
   * all.
   */
  kept(question: string): KeptAnswer | undefined;
  keep(answers: readonly { question: string; text: string; forMs: number }[]): void;
  close(): void;
};

export type SourceStoreOptions = {
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** Of all kept answers together. */
  mostBytes?: number;
};

const MAX_STORE_BYTES = 64 * 1024 * 1024;
/**
 * One answer may have this share of it; dropping goes down to the second share, so that it is not done at every answer.
 */
const LARGEST_SHARE = 1 / 8;
const SHARE_LEFT = 0.9;
const LANE_MS = 30 * 24 * 60 * 60_000;
/**
 * After a failure of the file it is let alone for so long: it may be locked or the disk full, and each try costs time.
 */
const REST_MS = 30_000;

/**
 * The memory of sources in this file, opened at first use. A damaged file is made anew; while one cannot be used (a
 * full or read-only disk, a file of a newer version) this process paces for itself and keeps no answers.
 */
export function openSourceStore(path: string, options: SourceStoreOptions = {}): SourceStore {
  const { now = Date.now, mostBytes = MAX_STORE_BYTES } = options;
  const own = new Map<string, LaneState>();
  let database: Database | undefined;
  let restsUntil = Number.NEGATIVE_INFINITY;
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
    if (isClosed || performance.now() < restsUntil) return without();
    try {
      return attempt(work);
    } catch {
      forget();
      restsUntil = performance.now() + REST_MS;
      return without();
    }
  };

  return {
    change: (lane, step) => {
      const outside = () => {
        const [state, given] = step(own.get(lane) ?? FRESH_LANE, now());
        own.set(lane, state);
        return given;
      };
      return using((file) => {
        const [after, given] = file.transaction(() => changeLane(file, lane, step, now()));
        // While the file cannot be used, pauses and quotas that it told last still hold.
        own.set(lane, after);
        return given;
      }, outside);
    },
    kept: (question) =>
      using(
        (file) => selectAnswer(file, keyOf(question), now()),
        () => undefined,
      ),
    keep: (answers) => {
      const small = answers.filter(({ text }) => text.length <= mostBytes * LARGEST_SHARE);
      if (small.length === 0) return;
      using(
        (file) =>
          file.transaction(() => {
            const moment = now();
            for (const { question, text, forMs } of small) {
              replaceAnswer(file, keyOf(question), text, moment, moment + forMs);
            }
            deleteExpiredAnswers(file, moment);
            deleteLanesBefore(file, moment - LANE_MS);
            if (sumOfAnswers(file) > mostBytes) deleteOldestAnswers(file, mostBytes * SHARE_LEFT);
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

function changeLane<T>(
  file: Database,
  lane: string,
  step: (state: LaneState, now: number) => [LaneState, T],
  now: number,
): [LaneState, T] {
  const before = selectLane(file, lane);
  const [after, given] = step(before, now);
  if (after !== before) replaceLane(file, lane, after, now);
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
