import { createHash } from 'node:crypto';
import { freeFailure } from '../../contract/errors.ts';
import type { Advice, Note } from '../../contract/notes.ts';
import type { Database } from '../../sqlite/database.ts';
import { listAccounts } from './core/accounts.ts';
import type { Postgres, Sql } from './postgres/connection.ts';
import { runSteps as runOnPostgres } from './postgres/run-steps.ts';
import { findStoredJob } from './sqlite/job-queue.ts';
import { runSteps as runOnSqlite } from './sqlite/run-steps.ts';

/** How many rows of each kind were copied. */
export type Copied = Record<'accounts' | 'jobs' | 'ledger' | 'deliveries', number>;

type Row = Record<string, unknown>;

/** How each SQLite column is cast when it is copied to PostgreSQL. */
const KINDS = {
  text: ['text', (name: string) => name],
  number: ['bigint', (name: string) => name],
  json: ['text', (name: string) => `${name}::json`],
  // Milliseconds since the epoch.
  time: ['float8', (name: string) => `to_timestamp(${name} / 1000)`],
  bytes: ['text', (name: string) => `decode(${name}, 'base64')`],
} as const;

type Table = {
  name: string;
  columns: Record<string, keyof typeof KINDS>;
  /** The rows, to be followed by LIMIT and OFFSET. */
  select: string;
  /** Rows sent at a time. Default: 500. */
  atOnce?: number;
  /** A column whose values the database generates. */
  counted?: string;
  /** A column of bytes that is compared row by row, by `id`. */
  bytes?: string;
  /**
   * Columns that never change, or are written only once. A copy has the same values even if a service has used it
   * since.
   */
  fixed?: readonly string[];
  once?: readonly string[];
};

const TIMES = { created_at: 'time', revoked_at: 'time' } as const;
/** Tables in the order of their references. The counters of requests and leases are not copied. */
const TABLES: readonly Table[] = [
  {
    name: 'accounts',
    columns: { id: 'number', name: 'text', ...TIMES, served_at: 'time' },
    select: 'SELECT * FROM accounts ORDER BY id',
    counted: 'id',
    fixed: ['id', 'name'],
    once: ['revoked_at'],
  },
  {
    name: 'balances',
    columns: { account: 'number', pool: 'text', granted: 'number', spent: 'number' },
    select: 'SELECT * FROM balances ORDER BY account, pool',
  },
  {
    name: 'allowances',
    columns: { account: 'number', pool: 'text', monthly: 'number', renews_at: 'time' },
    select: 'SELECT * FROM allowances ORDER BY account, pool',
  },
  {
    name: 'jobs',
    columns: {
      ...{ id: 'text', place: 'number', account: 'number', operation: 'text', body: 'json', filters: 'json' },
      ...{ state: 'text', created_at: 'time', finished_at: 'time', not_before: 'time', lease_token: 'text' },
      ...{ lease_until: 'time', attempts: 'number', answer: 'bytes', notes: 'json', sources: 'json' },
      expired_at: 'time',
    },
    select: 'SELECT rowid AS place, * FROM jobs ORDER BY rowid',
    atOnce: 20,
    counted: 'place',
    bytes: 'answer',
    fixed: ['id', 'account', 'operation'],
    once: ['finished_at'],
  },
  {
    name: 'ledger',
    columns: {
      ...{ id: 'number', account: 'number', job: 'text', pool: 'text', kind: 'text', credits: 'number', at: 'time' },
    },
    select: 'SELECT * FROM ledger ORDER BY id',
    counted: 'id',
    fixed: ['id', 'account', 'job', 'pool', 'kind', 'credits'],
  },
  {
    name: 'service_settings',
    columns: { name: 'text', value: 'text' },
    select: 'SELECT * FROM service_settings ORDER BY name',
  },
  {
    name: 'creation_keys',
    columns: { account: 'number', key: 'text', digest: 'text', job: 'text', created_at: 'time' },
    // The database numbers places in the order of the rows.
    select: 'SELECT * FROM creation_keys ORDER BY place, account, key',
    fixed: ['account', 'key', 'digest', 'job'],
  },
  {
    name: 'tokens',
    columns: { hash: 'text', account: 'number', ...TIMES },
    select: 'SELECT * FROM tokens ORDER BY rowid',
    fixed: ['hash', 'account'],
    once: ['revoked_at'],
  },
  {
    name: 'callback_secrets',
    columns: { id: 'number', account: 'number', secret: 'text', created_at: 'time', ends_at: 'time' },
    select: 'SELECT * FROM callback_secrets ORDER BY id',
    counted: 'id',
    fixed: ['id', 'account', 'secret'],
  },
  {
    name: 'deliveries',
    columns: {
      ...{ id: 'text', place: 'number', job: 'text', account: 'number', url: 'text', state: 'text' },
      ...{ attempts: 'number', next_at: 'time', lease_token: 'text', lease_until: 'time', last_outcome: 'text' },
      ...{ created_at: 'time', ended_at: 'time', body: 'bytes' },
    },
    select: 'SELECT rowid AS place, * FROM deliveries ORDER BY rowid',
    atOnce: 20,
    counted: 'place',
    bytes: 'body',
    fixed: ['id', 'job', 'account', 'url'],
    once: ['ended_at'],
  },
];

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
] as const;

/**
 * Copies a service's SQLite file into an empty PostgreSQL database in one transaction: all of it, or nothing. Before
 * the commit, it compares counts, balances, the sums of the ledger and the hash of every stored answer. A database that
 * already has every row of the file is taken for the copy: an earlier run ended before it could say so, and a service
 * may have used the database since. Copying again would lose paid jobs. Rejects with STORE_UNAVAILABLE if the database
 * lacks a row or a sum differs, and with CommitLost. The file is only read, and locked for writers meanwhile.
 */
export async function copyStore(from: Database, to: Postgres): Promise<Copied> {
  // Until the copy is done, commands that change accounts are refused.
  from.exec('BEGIN IMMEDIATE');
  try {
    return await to.transaction(async (sql) => {
      await sql('LOCK TABLE accounts IN EXCLUSIVE MODE');
      const copied: Record<string, number> = {};
      if ((await countRows(sql, 'accounts')) > 0) {
        await recogniseCopy(from, sql);
        for (const { name } of TABLES) copied[name] = await countRows(sql, name);
        return copied as Copied;
      }
      for (const table of TABLES) copied[table.name] = await copyTable(from, sql, table);
      await compare(from, sql);
      // Counted anew from the newest result: an earlier count here would make results old.
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

/** Rejects unless the file has an account and the database has every row of the file. */
async function recogniseCopy(from: Database, sql: Sql): Promise<void> {
  let isCopy = from.get('SELECT 1 FROM accounts') !== undefined;
  for (const table of TABLES) isCopy &&= await hasEveryRow(from, sql, table);
  if (!isCopy) throw refusal({ kind: 'database-in-use' }, { do: 'copy-into-empty' });
}

async function hasEveryRow(from: Database, sql: Sql, table: Table): Promise<boolean> {
  const { name, fixed = [], once = [] } = table;
  if (fixed.length === 0) return true;
  const value = (column: string) => kindOf(table, column)[1](`given.${column}`);
  const isSame = (column: string) => `there.${column} IS NOT DISTINCT FROM ${value(column)}`;
  const conditions = [...fixed.map(isSame), ...once.map((column) => `(given.${column} IS NULL OR ${isSame(column)})`)];
  const columns = [...fixed, ...once];
  const question = `SELECT 1 FROM json_to_recordset($1) AS given(${typesOf(table, columns)})
    WHERE NOT EXISTS (SELECT 1 FROM ${name} AS there WHERE ${conditions.join(' AND ')}) LIMIT 1`;
  const chosen = (row: Row) => Object.fromEntries(columns.map((column) => [column, row[column]]));
  for (const rows of readRows(from, table)) {
    if ((await sql(question, JSON.stringify(rows.map(chosen)))).length > 0) return false;
  }
  return true;
}

function kindOf({ columns }: Table, column: string) {
  return KINDS[columns[column] as keyof typeof KINDS];
}

function typesOf(table: Table, columns: readonly string[]): string {
  return columns.map((column) => `${column} ${kindOf(table, column)[0]}`).join(', ');
}

/** Yields the rows of a table in portions. The last portion has fewer rows than the others, or none. */
function* readRows(from: Database, table: Table): Generator<Row[]> {
  const { select, atOnce = 500 } = table;
  for (let done = 0; ; done += atOnce) {
    const rows = from.all<Row>(`${select} LIMIT ? OFFSET ?`, atOnce, done).map((row) => withAnswer(from, table, row));
    yield rows;
    if (rows.length < atOnce) return;
  }
}

async function copyTable(from: Database, sql: Sql, table: Table): Promise<number> {
  const { name, columns, counted, bytes } = table;
  const names = Object.keys(columns);
  const values = names.map((column) => kindOf(table, column)[1](column));
  const insert = `INSERT INTO ${name} (${names.join(', ')}) OVERRIDING SYSTEM VALUE
    SELECT ${values.join(', ')} FROM json_to_recordset($1) AS given(${typesOf(table, names)})
    RETURNING ${bytes ? `id, encode(sha256(${bytes}), 'hex') AS hash` : '1'}`;
  let done = 0;
  for (const rows of readRows(from, table)) {
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
    const [ours, theirs] = [from.all(question), await sql(question)];
    if (JSON.stringify(ours) !== JSON.stringify(theirs)) throw differs(`\`${question}\``);
  }
  const ours = runOnSqlite(from, listAccounts());
  const theirs = await runOnPostgres(sql, listAccounts());
  if (JSON.stringify(ours.map(sorted)) !== JSON.stringify(theirs.map(sorted))) throw differs('the balances');
}

function sorted({ balances, monthly, ...account }: { balances: Row; monthly: Row }): Row {
  const pools = [balances, monthly].map((perPool) => Object.entries(perPool).sort());
  return { ...Object.fromEntries(Object.entries(account).sort()), pools };
}

function differs(what: string) {
  return refusal({ kind: 'copy-differs', what }, { do: 'report-copy' });
}

function refusal(problem: Note, advice: Advice) {
  return freeFailure({ code: 'STORE_UNAVAILABLE', problem: [problem], retryable: false, advice: [advice] });
}
