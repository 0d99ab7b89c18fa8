import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freeFailure, PaperqueueError } from '../../contract/errors.ts';
import type { Note } from '../../wording/notes.ts';
import { isOutOfFiles } from '../out-of-files.ts';
import { createFile, removeEmpty } from './create-file.ts';
import { type DriverDatabase, type DriverStatement, openDriver, type SqlValue } from './driver.ts';
import { NewerSchema, refuseNewerSchema } from './newer-schema.ts';

/**
 * How long an access waits, blocking its process, while another process writes, before it fails as busy. Callers that
 * can wait longer retry with timers (platform/sqlite/when-store-is-free.ts).
 */
const BUSY_MS = 50;

const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_CONSTRAINT = 19;
const SQLITE_NOTADB = 26;

/** A SQLite file. Every failure is a PaperqueueError STORE_UNAVAILABLE; the driver's own error is its cause. */
export type Database = {
  /** True if this opening created the tables. */
  readonly isNew: boolean;
  /**
   * It can be read, and every change fails: the file or its folder cannot be written to, or the file was removed or
   * replaced since it was opened (by a sync program, a restored backup), and a change would end with this process.
   */
  readonly isReadOnly: boolean;
  /** Changes rows, in its own transaction unless one is open. */
  run(sql: string, ...values: SqlValue[]): { changes: number; lastInsertRowid: number };
  /** For statements that neither change rows nor return any: PRAGMA, BEGIN. */
  exec(sql: string): void;
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  /** Runs `work` in one immediate transaction; a throw rolls it back. Not re-entrant. */
  transaction<T>(work: () => T): T;
  /** Closing it a second time does nothing. */
  close(): void;
};

/**
 * Opens a SQLite file in WAL mode and updates its schema. Creates the file if needed (mode 0600 in a folder of mode
 * 0700). `migrations` is append-only: entry n takes schema n to n + 1. A file of a newer schema is refused unchanged.
 * An access to a locked file fails after `busyMs`, with `retryAfterSeconds` among its details.
 */
export function openDatabase(path: string, migrations: readonly string[], busyMs = BUSY_MS): Database {
  return withStoreErrors(`open ${path}`, () => {
    const isOurs = createFile(path);
    let driver: DriverDatabase | undefined;
    try {
      driver = openDriver(path);
      driver.exec(`PRAGMA busy_timeout = ${busyMs}`);
      refuseNewerSchema(schemaVersion(driver), migrations.length);
      chmodSync(path, 0o600);
      enterWal(driver, busyMs);
      // FULL: a reported commit must survive a power cut, because it may hold money rows.
      driver.exec('PRAGMA synchronous = FULL');
      driver.exec('PRAGMA foreign_keys = ON');
      return wrap(driver, migrate(driver, migrations), path);
    } catch (error) {
      driver?.close();
      if (isOurs) removeEmpty(path);
      throw error;
    }
  });
}

/** Like `openDatabase`, but a file that cannot be written to is opened for reading. */
export function openOrRead(path: string, migrations: readonly string[], busyMs?: number): Database {
  // SQLite writes beside the file itself, not beside a link to it.
  const file = existsSync(path) ? realpathSync(path) : undefined;
  if (file === undefined || !isReadOnly(file)) return openDatabase(path, migrations, busyMs);
  return withStoreErrors(`open ${path}`, () => openForReading(file, migrations));
}

/** Whether SQLite could not change a file: it writes beside the file, too. */
function isReadOnly(path: string): boolean {
  try {
    for (const each of [path, dirname(path)]) accessSync(each, constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

/**
 * Reads a file without writing beside it, as it is on the disk. If changes are still in the log, or its schema is an
 * older one, a temporary copy is read.
 */
function openForReading(path: string, migrations: readonly string[]): Database {
  const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const driver = hasLog ? undefined : openDriver(`${pathToFileURL(path).href}?immutable=1`);
  const version = driver ? schemaVersion(driver) : 0;
  refuseNewerSchema(version, migrations.length);
  if (driver && version === migrations.length) return asReadOnly(wrap(driver, false, path), path);
  driver?.close();
  const folder = mkdtempSync(join(tmpdir(), 'paperqueue-'));
  const removeCopy = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, basename(path));
    copyFileSync(path, copy);
    if (hasLog) copyFileSync(`${path}-wal`, `${copy}-wal`);
    const database = openDatabase(copy, migrations);
    return asReadOnly(database, path, () => {
      database.close();
      removeCopy();
    });
  } catch (error) {
    removeCopy();
    throw error;
  }
}

function asReadOnly(
  database: Pick<Database, 'exec' | 'get' | 'all' | 'close'>,
  path: string,
  close = database.close,
): Database {
  const refuse = () => {
    throw storeReadOnly(path);
  };
  return {
    ...database,
    isNew: false,
    isReadOnly: true,
    run: refuse,
    transaction: refuse,
    close,
  };
}

/** A change of a file that cannot be written to. */
export function storeReadOnly(file: string): PaperqueueError {
  return storeUnavailable({ kind: 'store-read-only', file }, undefined);
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4));
const PAUSE_MS = 5;

/** If two processes switch a new file to WAL mode at once, SQLite refuses one without waiting. */
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
    refuseNewerSchema(version, migrations.length);
    for (const sql of migrations.slice(version)) driver.exec(sql);
    driver.exec(`PRAGMA user_version = ${migrations.length}`);
    driver.exec('COMMIT');
    return version === 0 && migrations.length > 0;
  } catch (error) {
    rollback(driver);
    throw error;
  }
}

function schemaVersion(driver: DriverDatabase): number {
  return Number((driver.prepare('PRAGMA user_version').get() as { user_version: number }).user_version);
}

const fileNumber = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;

function wrap(driver: DriverDatabase, isNew: boolean, path: string): Database {
  const opened = fileNumber(path);
  const isReplaced = () => withStoreErrors(`open ${path}`, () => fileNumber(path) !== opened);
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
    withStoreErrors(`change ${path}`, () => {
      if (isReplaced()) throw new Error('it was removed or replaced while in use; start paperqueue again');
      driver.exec('BEGIN IMMEDIATE');
    });
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
    get isReadOnly() {
      return isReplaced();
    },
    // In one driver, a statement that finds the file locked stays unfinished and blocks every later commit. So only
    // BEGIN may find it locked.
    run: (sql, ...values) => (isInTransaction ? run(sql, values) : transaction(() => run(sql, values))),
    exec: (sql) => withStoreErrors('exec', () => void driver.exec(sql)),
    get: <Row>(sql: string, ...values: SqlValue[]) =>
      withStoreErrors('read', () => (prepare(sql).get(...values) ?? undefined) as Row | undefined),
    all: <Row>(sql: string, ...values: SqlValue[]) =>
      withStoreErrors('read', () => prepare(sql).all(...values) as Row[]),
    transaction,
    close: () => {
      // Closing twice throws in one driver and does nothing in the other.
      if (!isOpen) return;
      isOpen = false;
      // In one driver, statements prepared before could still run.
      statements.clear();
      emptyLog(driver);
      driver.close();
    },
  };
}

/** So that a copy of the file alone is complete. Another process that uses it will do it; we do not wait for it. */
function emptyLog(driver: DriverDatabase): void {
  try {
    driver.exec('PRAGMA busy_timeout = 0');
    driver.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // The log stays beside the file, and nothing is lost.
  }
}

function rollback(driver: DriverDatabase): void {
  try {
    driver.exec('ROLLBACK');
  } catch {
    // SQLite has already rolled back (full disk, corruption). Report the first error.
  }
}

function withStoreErrors<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof PaperqueueError) throw cause;
    if (isOutOfFiles(cause)) throw outOfFiles(cause);
    const reason = cause instanceof Error ? cause.message : 'unknown cause';
    const error = storeUnavailable({ kind: 'store-unusable', what, why: reason }, cause);
    if (hasSqliteCode(cause, SQLITE_BUSY, 'SQLITE_BUSY')) error.details.retryAfterSeconds = 1;
    // Constraint violations fail again on a retry.
    if (hasSqliteCode(cause, SQLITE_CONSTRAINT, 'SQLITE_CONSTRAINT')) error.details.retryable = false;
    throw error;
  }
}

/** Whether a driver's error is of this kind, in any of its extended codes. The drivers report it differently. */
function hasSqliteCode(cause: unknown, kind: number, name: string): boolean {
  const { code, errcode } = (cause ?? {}) as { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number') return (errcode & 0xff) === kind;
  return typeof code === 'string' && code.startsWith(name);
}

/** Whether an access failed because the file is damaged or not a database. */
export function isDamage(error: unknown): boolean {
  const { cause } = (error ?? {}) as { cause?: unknown };
  return hasSqliteCode(cause, SQLITE_CORRUPT, 'SQLITE_CORRUPT') || hasSqliteCode(cause, SQLITE_NOTADB, 'SQLITE_NOTADB');
}

function outOfFiles(cause: unknown): PaperqueueError {
  return freeFailure(
    {
      code: 'STORE_UNAVAILABLE',
      problem: [{ kind: 'too-many-files' }],
      retryable: false,
      advice: [{ kind: 'allow-more-files' }],
    },
    { cause },
  );
}

/** Something in the data folder cannot be read or written. Nothing was spent. */
export function storeUnavailable(problem: Note, cause: unknown): PaperqueueError {
  return freeFailure(
    {
      code: 'STORE_UNAVAILABLE',
      problem: [problem],
      ...(cause instanceof NewerSchema
        ? { retryable: false, advice: [{ kind: 'newer-version' }] }
        : { retryable: true, advice: [{ kind: 'check-data-folder', setting: 'PAPERQUEUE_DATA_DIR' }] }),
    },
    { cause },
  );
}
