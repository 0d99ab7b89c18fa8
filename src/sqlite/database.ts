import { chmodSync } from 'node:fs';
import { freeFailure, PaperqueueError } from '../contract/errors.ts';
import type { Note } from '../contract/notes.ts';
import { createFile } from './create-file.ts';
import { type DriverDatabase, type DriverStatement, openDriver, type SqlValue } from './driver.ts';

export type { SqlValue } from './driver.ts';

/** Another process may be writing; an access waits this long, and holds up its process, before it fails as busy. */
const BUSY_MS = 5_000;

const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_CONSTRAINT = 19;
const SQLITE_NOTADB = 26;

/** A SQLite file. Every failure is a PaperqueueError STORE_UNAVAILABLE; the driver's own error is its cause. */
export type Database = {
  /** This opening made its tables: there were none. */
  readonly isNew: boolean;
  /** Changes rows, in a transaction of its own unless one is open. */
  run(sql: string, ...values: SqlValue[]): { changes: number; lastInsertRowid: number };
  /** For what is neither a change of rows nor a question: PRAGMA, BEGIN. */
  exec(sql: string): void;
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  /** Runs `work` in one immediate transaction; a throw rolls it back. Not re-entrant. */
  transaction<T>(work: () => T): T;
  /** A second time it does nothing. */
  close(): void;
};

/**
 * Opens (and where needed creates, mode 0600 in a folder of mode 0700) a SQLite file in WAL mode and brings its schema
 * up to date. `migrations` is append-only: entry n takes schema n to n + 1. A file of a newer schema is refused
 * untouched. An access that finds the file locked fails after `busyMs` with `retryAfterSeconds` among its facts.
 */
export function openDatabase(path: string, migrations: readonly string[], busyMs = BUSY_MS): Database {
  return withStoreErrors(`open ${path}`, () => {
    createFile(path);
    const driver = openDriver(path);
    try {
      driver.exec(`PRAGMA busy_timeout = ${busyMs}`);
      refuseNewer(schemaVersion(driver), migrations);
      chmodSync(path, 0o600);
      enterWal(driver, busyMs);
      // FULL: a commit that was reported must survive a power cut, because money rows hang on it.
      driver.exec('PRAGMA synchronous = FULL');
      driver.exec('PRAGMA foreign_keys = ON');
      return wrap(driver, migrate(driver, migrations));
    } catch (error) {
      driver.close();
      throw error;
    }
  });
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4));
const PAUSE_MS = 5;

/** Of two processes that turn a new file into WAL mode at once, SQLite refuses one without waiting. */
function enterWal(driver: DriverDatabase, busyMs: number): void {
  const deadline = performance.now() + busyMs;
  for (;;) {
    try {
      driver.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!hasSqliteCode(error, SQLITE_BUSY, 'SQLITE_BUSY') || performance.now() >= deadline) throw error;
      Atomics.wait(PAUSE, 0, 0, PAUSE_MS);
    }
  }
}

/** Whether there were no tables before. */
function migrate(driver: DriverDatabase, migrations: readonly string[]): boolean {
  if (schemaVersion(driver) === migrations.length) return false;
  driver.exec('BEGIN IMMEDIATE');
  try {
    const version = schemaVersion(driver);
    refuseNewer(version, migrations);
    for (const sql of migrations.slice(version)) driver.exec(sql);
    driver.exec(`PRAGMA user_version = ${migrations.length}`);
    driver.exec('COMMIT');
    return version === 0 && migrations.length > 0;
  } catch (error) {
    driver.exec('ROLLBACK');
    throw error;
  }
}

function refuseNewer(version: number, migrations: readonly string[]): void {
  if (version <= migrations.length) return;
  throw new Error(`its schema is ${version}, this version of paperqueue knows ${migrations.length}`);
}

function schemaVersion(driver: DriverDatabase): number {
  return Number((driver.prepare('PRAGMA user_version').get() as { user_version: number }).user_version);
}

function wrap(driver: DriverDatabase, isNew: boolean): Database {
  const statements = new Map<string, DriverStatement>();
  let isOpen = true;
  let isInTransaction = false;
  const prepare = (sql: string): DriverStatement => {
    const cached = statements.get(sql);
    if (cached) return cached;
    const statement = driver.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const transaction = <T>(work: () => T): T => {
    withStoreErrors('begin', () => driver.exec('BEGIN IMMEDIATE'));
    isInTransaction = true;
    try {
      const result = work();
      withStoreErrors('commit', () => driver.exec('COMMIT'));
      return result;
    } catch (error) {
      rollback(driver);
      throw error;
    } finally {
      isInTransaction = false;
    }
  };
  const run = (sql: string, values: SqlValue[]) =>
    withStoreErrors('write', () => {
      const { changes, lastInsertRowid } = prepare(sql).run(...values);
      return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
    });
  return {
    isNew,
    // One of the drivers leaves a statement that found the file locked unfinished, and then no transaction can be
    // committed any more: only BEGIN may find it locked.
    run: (sql, ...values) => (isInTransaction ? run(sql, values) : transaction(() => run(sql, values))),
    exec: (sql) => withStoreErrors('exec', () => void driver.exec(sql)),
    get: <Row>(sql: string, ...values: SqlValue[]) =>
      withStoreErrors('read', () => (prepare(sql).get(...values) ?? undefined) as Row | undefined),
    all: <Row>(sql: string, ...values: SqlValue[]) =>
      withStoreErrors('read', () => prepare(sql).all(...values) as Row[]),
    transaction,
    close: () => {
      // Closing twice throws in one driver and is silent in the other.
      if (!isOpen) return;
      isOpen = false;
      // One of the drivers goes on with statements that were prepared before.
      statements.clear();
      driver.close();
    },
  };
}

function rollback(driver: DriverDatabase): void {
  try {
    driver.exec('ROLLBACK');
  } catch {
    // SQLite has already rolled back by itself (full disk, corruption); the first error is the one to report.
  }
}

function withStoreErrors<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof PaperqueueError) throw cause;
    const reason = cause instanceof Error ? cause.message : 'unknown cause';
    const error = storeUnavailable({ kind: 'store-unusable', what, why: reason }, cause);
    if (hasSqliteCode(cause, SQLITE_BUSY, 'SQLITE_BUSY')) error.details.retryAfterSeconds = 1;
    // What the tables forbid now they forbid later.
    if (hasSqliteCode(cause, SQLITE_CONSTRAINT, 'SQLITE_CONSTRAINT')) error.details.retryable = false;
    throw error;
  }
}

/**
 * Whether a driver's error is of a kind, of which SQLite has many extended codes. The two drivers say it differently.
 */
function hasSqliteCode(cause: unknown, kind: number, name: string): boolean {
  const { code, errcode } = (cause ?? {}) as { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number') return (errcode & 0xff) === kind;
  return typeof code === 'string' && code.startsWith(name);
}

/** Whether an access failed because the file is no database, or a damaged one. */
export function isDamage(error: unknown): boolean {
  const { cause } = (error ?? {}) as { cause?: unknown };
  return hasSqliteCode(cause, SQLITE_CORRUPT, 'SQLITE_CORRUPT') || hasSqliteCode(cause, SQLITE_NOTADB, 'SQLITE_NOTADB');
}

/** Something in the data folder cannot be read or written; nothing was spent. */
export function storeUnavailable(problem: Note, cause: unknown): PaperqueueError {
  return freeFailure(
    {
      code: 'STORE_UNAVAILABLE',
      problem: [problem],
      retryable: true,
      advice: [{ do: 'check-data-folder', setting: 'PAPERQUEUE_DATA_DIR' }],
    },
    { cause },
  );
}
