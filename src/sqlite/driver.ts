import { createRequire } from 'node:module';
import { freeFailure } from '../contract/errors.ts';

/**
 * The one file that names a SQLite driver. Node's own `node:sqlite` where it exists without a flag (22.13 and later),
 * else `libsql`, whose binaries come prebuilt inside registry packages. Both are synchronous and take the same calls.
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
/** libsql takes the values as one list: a single blob or null by itself would be taken for the list. */
type ListStatement = {
  run(values: SqlValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(values: SqlValue[]): unknown;
  all(values: SqlValue[]): unknown[];
};
type LibsqlDatabase = Omit<DriverDatabase, 'prepare'> & { prepare(sql: string): ListStatement };
type Libsql = new (path: string) => LibsqlDatabase;

/**
 * Opens a database file with whichever driver this machine has. Throws what the driver throws, or that there is none.
 */
export function openDriver(path: string): DriverDatabase {
  const own = nodeSqlite();
  if (own) return new own.DatabaseSync(path);
  const Database = loadLibsql();
  return likeNodeSqlite(new Database(path));
}

/** docs/packaging.md has the platforms that it has binaries for. */
function loadLibsql(): Libsql {
  try {
    return createRequire(import.meta.url)('libsql') as Libsql;
  } catch (cause) {
    const { version, platform, arch } = process;
    throw freeFailure(
      {
        code: 'STORE_UNAVAILABLE',
        problem: [{ kind: 'no-sqlite', node: version, system: `${platform}-${arch}` }],
        advice: [{ do: 'newer-node' }],
      },
      { cause },
    );
  }
}

/** libsql adds a `_metadata` entry with timings to a row that `get` gives; the row has to be only what was selected. */
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
  // Loading it warns on stderr that it is experimental, once per process; users can do nothing about it.
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    // Typed by hand: the types of our lowest Node do not know the module.
    return process.getBuiltinModule?.('node:sqlite' as 'node:fs') as unknown as NodeSqlite | undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}
