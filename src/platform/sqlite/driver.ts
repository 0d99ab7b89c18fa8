import { closeSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { freeFailure } from '../../contract/errors.ts';
import { FETCHED, fetchDriver } from './fetch-driver.ts';

/**
 * The only file that names a SQLite driver: Node's own `node:sqlite` if it is available without a flag (22.13 and
 * later), otherwise `libsql`, whose prebuilt binaries come in npm packages. Both are synchronous and have the same
 * interface. A libsql installed beside the program is used; otherwise it is fetched.
 */

export type SqlValue = string | number | bigint | null | Uint8Array;

export type DriverStatement = {
  run(...values: SqlValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): unknown[];
};

export type DriverDatabase = {
  exec(sql: string): unknown;
  prepare(sql: string): DriverStatement;
  close(): void;
};

type NodeSqlite = { DatabaseSync: new (path: string) => DriverDatabase };
/** libsql takes the values as one list: it would mistake a single blob or null for the list. */
type ListStatement = {
  run(values: SqlValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(values: SqlValue[]): unknown;
  all(values: SqlValue[]): unknown[];
};
type LibsqlDatabase = Omit<DriverDatabase, 'prepare'> & { prepare(sql: string): ListStatement };
type Libsql = new (path: string) => LibsqlDatabase;

/** Opens a database file with this machine's driver. Throws the driver's error, or STORE_UNAVAILABLE without one. */
export function openDriver(path: string): DriverDatabase {
  refuseFewFiles();
  const builtIn = nodeSqlite();
  if (builtIn) return new builtIn.DatabaseSync(path);
  const Database = loadLibsql();
  return likeNodeSqlite(new Database(path));
}

/** Files that a driver opens besides the database. Without them libsql ends the process, and Node hides the reason. */
const FILES_OF_DRIVER = 10;

/** Throws EMFILE if this process may not open this many more files. */
function refuseFewFiles(): void {
  const open: number[] = [];
  try {
    for (let nth = 0; nth < FILES_OF_DRIVER; nth += 1) open.push(openSync(process.execPath, 'r'));
  } finally {
    for (const each of open) closeSync(each);
  }
}

/** Each process tries to fetch it only once: it may take a minute, while nothing else runs. */
let failure: string | undefined;

/** docs/packaging.md lists the platforms with binaries. */
function loadLibsql(): Libsql {
  const installed = createRequire(import.meta.url);
  try {
    if (isInstalled(installed)) return installed('libsql') as Libsql;
    failure ??= fetchDriver();
    if (failure === undefined) return createRequire(FETCHED)('libsql') as Libsql;
  } catch (cause) {
    throw noSqlite({ cause });
  }
  throw noSqlite({ why: failure });
}

function isInstalled(installed: NodeJS.Require): boolean {
  try {
    installed.resolve('libsql');
    return true;
  } catch {
    return false;
  }
}

function noSqlite({ why, cause }: { why?: string; cause?: unknown }): Error {
  const { version, platform, arch } = process;
  const system = `${platform}-${arch}`;
  return freeFailure(
    {
      code: 'STORE_UNAVAILABLE',
      problem: [{ kind: 'no-sqlite', node: version, system, ...(why === undefined ? {} : { why }) }],
      advice: [{ kind: 'newer-node' }],
    },
    { cause },
  );
}

/** libsql adds a `_metadata` entry with timings to rows from `get`. This removes it. */
function likeNodeSqlite(database: LibsqlDatabase): DriverDatabase {
  return {
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return {
        run: (...values) => statement.run(values),
        all: (...values) => statement.all(values),
        get: (...values) => {
          const row = statement.get(values);
          if (row) delete (row as { _metadata?: unknown })._metadata;
          return row;
        },
      };
    },
  };
}

function nodeSqlite(): NodeSqlite | undefined {
  // Loading it prints a warning once per process that it is experimental. Users cannot do anything about it.
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    // Typed by hand, because the types of our lowest Node lack the module.
    return process.getBuiltinModule?.('node:sqlite' as 'node:fs') as unknown as NodeSqlite | undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}
