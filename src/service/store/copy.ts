import { createHash } from 'node:crypto';
import { freeFailure } from '../../contract/errors.ts';
import { groupBy } from '../../lib/groups.ts';
import type { Database } from '../../platform/sqlite/database.ts';
import type { Advice, Note } from '../../wording/notes.ts';
import { CASTS, TABLES, type Table } from './copied-tables.ts';
import { listAccounts } from './core/accounts.ts';
import { type Postgres, runSteps as runOnPostgres, type Sql } from './postgres/connection.ts';
import { findStoredJob } from './sqlite/job-queue.ts';
import { runSteps as runOnSqlite } from './sqlite/run-steps.ts';

/** How many rows of each kind were copied. */
export type Copied = Record<'accounts' | 'jobs' | 'ledger' | 'deliveries' | 'reviews' | 'review_events', number>;

type Row = Record<string, unknown>;

/** Queries that must give equal answers in both stores. */
const SUMS = [
  ...TABLES.map(({ name }) => (name === 'balances' ? 'accounts' : name)).map(
    (name) => `SELECT CAST(count(*) AS text) AS n FROM ${name}`,
  ),
  `SELECT account, pool, kind, CAST(count(*) AS text) AS n, CAST(sum(credits) AS text) AS credits
   FROM ledger GROUP BY account, pool, kind ORDER BY account, pool, kind`,
  `SELECT account, state, CAST(count(*) AS text) AS n, CAST(sum(attempts) AS text) AS attempts
   FROM jobs GROUP BY account, state ORDER BY account, state`,
  `SELECT account, state, CAST(count(*) AS text) AS n, CAST(sum(attempts) AS text) AS attempts
   FROM deliveries GROUP BY account, state ORDER BY account, state`,
  `SELECT review, CAST(count(*) AS text) AS n, CAST(sum(length(text)) AS text) AS characters, max(hash) AS hash
   FROM review_events GROUP BY review ORDER BY review`,
] as const;

/**
 * Copies a service's SQLite file into an empty PostgreSQL database in one transaction: all of it, or nothing. Before
 * the commit, it compares counts, balances, the sums of the ledger and the hash of every stored answer. A database that
 * already has every row of the file counts as the copy: an earlier run ended before it could report success, and a
 * service may have used the database since. Copying again would lose paid jobs. Rejects with STORE_UNAVAILABLE if the
 * database lacks a row or a sum differs, and with CommitLost. The file is only read, and locked for writers meanwhile.
 */
export async function copyStore(from: Database, to: Postgres): Promise<Copied> {
  // Until the copy is done, commands that change accounts are refused.
  from.exec('BEGIN IMMEDIATE');
  try {
    return await to.transaction(async (sql) => {
      await sql('LOCK TABLE accounts IN EXCLUSIVE MODE');
      const copied: Record<string, number> = {};
      const columns = await columnTypes(sql);
      if ((await countRows(sql, 'accounts')) > 0) {
        await recogniseCopy(from, sql, columns);
        for (const { name } of TABLES) copied[name] = await countRows(sql, name);
        return copied as Copied;
      }
      for (const table of TABLES) copied[table.name] = await copyTable(from, sql, table, columns.get(table.name));
      await compare(from, sql);
      // Will be counted again from the newest result: an earlier count here would age results.
      await sql('DELETE FROM retention');
      return copied as Copied;
    });
  } finally {
    from.exec('ROLLBACK');
  }
}

async function countRows(sql: Sql, table: string): Promise<number> {
  const [row] = await sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
  return row?.n ?? 0;
}

/** The columns of a table in PostgreSQL, with their types. */
type Columns = ReadonlyMap<string, string>;

async function columnTypes(sql: Sql): Promise<Map<string, Columns>> {
  const rows = await sql<{ table: string; column: string; type: string }>(
    `SELECT table_name AS table, column_name AS column, data_type AS type FROM information_schema.columns
     WHERE table_schema = current_schema() ORDER BY ordinal_position`,
  );
  const tables = groupBy(rows, ({ table }) => table);
  return new Map(
    [...tables].map(([name, columns]) => [name, new Map(columns.map(({ column, type }) => [column, type]))]),
  );
}

/** Rejects unless the file has an account and the database has every row of the file. */
async function recogniseCopy(from: Database, sql: Sql, columns: ReadonlyMap<string, Columns>): Promise<void> {
  let isCopy = from.get('SELECT 1 FROM accounts') !== undefined;
  for (const table of TABLES) isCopy &&= await hasEveryRow(from, sql, table, columns.get(table.name));
  if (!isCopy) throw refusal({ kind: 'database-in-use' }, { kind: 'copy-into-empty' });
}

async function hasEveryRow(from: Database, sql: Sql, table: Table, types: Columns = new Map()): Promise<boolean> {
  const { name, fixed = [], once = [] } = table;
  if (fixed.length === 0) return true;
  const value = (column: string) => castOf(types, column)[1](`given.${column}`);
  const isSame = (column: string) => `there.${column} IS NOT DISTINCT FROM ${value(column)}`;
  const conditions = [...fixed.map(isSame), ...once.map((column) => `(given.${column} IS NULL OR ${isSame(column)})`)];
  const columns = [...fixed, ...once];
  const question = `SELECT 1 FROM json_to_recordset($1) AS given(${listTypes(types, columns)})
    WHERE NOT EXISTS (SELECT 1 FROM ${name} AS there WHERE ${conditions.join(' AND ')}) LIMIT 1`;
  const chosen = (row: Row) => Object.fromEntries(columns.map((column) => [column, row[column]]));
  for (const rows of readRows(from, table)) {
    if ((await sql(question, JSON.stringify(rows.map(chosen)))).length > 0) return false;
  }
  return true;
}

function castOf(types: Columns, column: string) {
  const type = types.get(column) ?? '';
  const cast = CASTS[type];
  if (!cast) throw new Error(`the column ${column} has the type ${type}, which is not copied`);
  return cast;
}

function listTypes(types: Columns, columns: readonly string[]): string {
  return columns.map((column) => `${column} ${castOf(types, column)[0]}`).join(', ');
}

/** Yields the rows of a table in chunks. The last chunk is smaller than the others, or empty. */
function* readRows(from: Database, table: Table): Generator<Row[]> {
  const { select, atOnce = 500 } = table;
  for (let done = 0; ; done += atOnce) {
    const rows = from.all<Row>(`${select} LIMIT ? OFFSET ?`, atOnce, done).map((row) => withAnswer(from, table, row));
    yield rows;
    if (rows.length < atOnce) return;
  }
}

async function copyTable(from: Database, sql: Sql, table: Table, types: Columns = new Map()): Promise<number> {
  const { name, counted, bytes, id = 'id' } = table;
  let done = 0;
  for (const rows of readRows(from, table)) {
    const [first] = rows;
    if (!first) break;
    const names = [...types.keys()].filter((column) => column in first);
    const values = names.map((column) => castOf(types, column)[1](column));
    const insert = `INSERT INTO ${name} (${names.join(', ')}) OVERRIDING SYSTEM VALUE
      SELECT ${values.join(', ')} FROM json_to_recordset($1) AS given(${listTypes(types, names)})
      RETURNING ${bytes ? `${id} AS id, encode(sha256(${bytes}), 'hex') AS hash` : '1'}`;
    const rowHashes = await sql<{ id: string; hash: string | null }>(insert, JSON.stringify(rows.map(forJson)));
    if (bytes) compareHashes(rows, bytes, new Map(rowHashes.map(({ id, hash }) => [id, hash])));
    done += rows.length;
  }
  if (counted && done > 0)
    await sql(`SELECT setval(pg_get_serial_sequence('${name}', '${counted}'), max(${counted})) FROM ${name}`);
  return done;
}

/** A job with its stored answer. Earlier versions stored the answer differently. */
function withAnswer(from: Database, { name }: Table, row: Row): Row {
  if (name !== 'jobs') return row;
  return { ...row, answer: findStoredJob(from, row.account as number, row.id as string)?.answer ?? null };
}

function forJson(row: Row): Row {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    isBytes(value) ? Buffer.from(value as Uint8Array).toString('base64') : value,
  ]);
  return Object.fromEntries(entries);
}

/** SQLite drivers return different types for bytes. */
function isBytes(value: unknown): boolean {
  return value instanceof Uint8Array || value instanceof ArrayBuffer;
}

function compareHashes(rows: readonly Row[], bytes: string, stored: ReadonlyMap<string, string | null>): void {
  for (const row of rows) {
    const value = row[bytes] as Uint8Array | null;
    const hash = value && createHash('sha256').update(Buffer.from(value)).digest('hex');
    if (stored.get(row.id as string) !== hash) throw differs(`what is stored for ${row.id}`);
  }
}

async function compare(from: Database, sql: Sql): Promise<void> {
  for (const question of SUMS) {
    const [fileRows, databaseRows] = [from.all(question), await sql(question)];
    if (JSON.stringify(fileRows) !== JSON.stringify(databaseRows)) throw differs(`\`${question}\``);
  }
  const fileRows = runOnSqlite(from, listAccounts());
  const databaseRows = await runOnPostgres(sql, listAccounts());
  if (JSON.stringify(fileRows.map(sorted)) !== JSON.stringify(databaseRows.map(sorted))) throw differs('the balances');
}

function sorted({ balances, monthly, ...account }: { balances: Row; monthly: Row }): Row {
  const pools = [balances, monthly].map((perPool) => Object.entries(perPool).sort());
  return { ...Object.fromEntries(Object.entries(account).sort()), pools };
}

function differs(what: string) {
  return refusal({ kind: 'copy-differs', what }, { kind: 'report-copy' });
}

function refusal(problem: Note, advice: Advice) {
  return freeFailure({ code: 'STORE_UNAVAILABLE', problem: [problem], retryable: false, advice: [advice] });
}
