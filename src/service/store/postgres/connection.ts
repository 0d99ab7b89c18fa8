import type { Pool, PoolClient, QueryConfig } from 'pg';
import { freeFailure, PaperqueueError } from '../../../contract/errors.ts';
import type { Secret } from '../../../contract/secret.ts';
import { retry } from '../../../platform/net/retry.ts';
import { NewerSchema } from '../../../platform/sqlite/newer-schema.ts';
import { VERSION } from '../../../platform/version.ts';
import type { Run, Steps } from '../core/steps.ts';

/** Runs one statement with parameters `$1` and so on, and returns its rows. */
export type Sql = <Row = Record<string, unknown>>(text: string, ...values: unknown[]) => Promise<Row[]>;

/** A PostgreSQL database. Every failure except CommitLost is a PaperqueueError STORE_UNAVAILABLE. */
export type Postgres = {
  sql: Sql;
  /**
   * Runs `work` in one transaction (READ COMMITTED); an exception rolls it back. It runs once more after a deadlock, or
   * after the server closed the connection. Rejects with CommitLost if the outcome of the commit cannot be determined.
   */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs one statement as its own transaction, with the same guarantees and one round trip instead of three. */
  write: Sql;
  /** Opens a connection outside the pool. The caller must close it. */
  connect(): Promise<PoolClient>;
  /** The connections of this process, and the number of callers waiting for one. */
  connections(): { state: 'idle' | 'busy' | 'awaited'; connections: number }[];
  close(): Promise<void>;
};

/** The connection broke while a transaction was being committed. */
export class CommitLost extends Error {
  override readonly name = 'CommitLost';
}

const CONNECTIONS = 10;
const CONNECT_MS = 3_000;
const STATEMENT_MS = 5_000;
/** Time beyond the limit of a statement after which a silent connection is abandoned. */
const SILENCE_MS = 2_000;
const ROLLBACK_MS = 2_000;
const IDLE_IN_TRANSACTION_MS = 10_000;

/** Deadlock, server shutdown, or connection closed on command: nothing was committed. */
const AGAIN = ['40P01', '57P01'];

/** `connections`: maximum of the pool. `statementMs`: maximum time of a statement. */
type Limits = { connections?: number; statementMs?: number };

/** Opens a pool of connections, which are made when needed. */
export async function connectPostgres(
  url: Secret,
  { connections: max = CONNECTIONS, statementMs = STATEMENT_MS }: Limits = {},
): Promise<Postgres> {
  const { default: pg } = await import('pg').catch((cause) => {
    throw driverMissing(cause);
  });
  const settings = {
    connectionString: url.reveal(),
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: statementMs,
    query_timeout: statementMs + SILENCE_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    application_name: `paperqueue/${VERSION}`,
    keepAlive: true,
  };
  const pool = new pg.Pool({ ...settings, max, allowExitOnIdle: true });
  const query = /[?&]prepare=false(&|$)/.test(url.reveal()) ? plainQuery : preparedQueries();
  // The pool replaces a connection that breaks while idle. While one is handed out, nothing else listens for its
  // errors, and an unhandled error event would end the process.
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  let closing: Promise<void> | undefined;
  return {
    sql: async (text, ...values) => {
      try {
        return (await pool.query(query(text, values))).rows;
      } catch (error) {
        throw storeError(error);
      }
    },
    transaction: (work) =>
      onConnection(pool, async (client, commits) => {
        await client.query('BEGIN');
        const result = await work(async (text, ...values) => (await client.query(query(text, values))).rows);
        commits();
        await client.query('COMMIT');
        return result;
      }),
    write: (text, ...values) =>
      onConnection(pool, async (client, commits) => {
        commits();
        return (await client.query(query(text, values))).rows;
      }),
    connect: () => pool.connect(),
    connections: () => [
      { state: 'idle', connections: pool.idleCount },
      { state: 'busy', connections: pool.totalCount - pool.idleCount },
      { state: 'awaited', connections: pool.waitingCount },
    ],
    close: () => {
      closing ??= pool.end();
      return closing;
    },
  };
}

type MakeQuery = (text: string, values: unknown[]) => QueryConfig;

const plainQuery: MakeQuery = (text, values) => ({ text, values });

/** Names statements with parameters, so that the server parses and plans each once per connection. */
function preparedQueries(): MakeQuery {
  const names = new Map<string, string>();
  return (text, values) => {
    if (values.length === 0) return { text };
    const name = names.get(text) ?? `paperqueue_${names.size}`;
    names.set(text, name);
    return { name, text, values };
  };
}

/** Runs a transaction. `work` calls `commits` before the statement that may commit. */
function onConnection<T>(pool: Pool, work: (client: PoolClient, commits: () => void) => Promise<T>): Promise<T> {
  const transact = async () => {
    const client = await pool.connect();
    let isCommitting = false;
    try {
      const result = await work(client, () => {
        isCommitting = true;
      });
      client.release();
      return result;
    } catch (error) {
      const rollback = { text: 'ROLLBACK', query_timeout: ROLLBACK_MS } as QueryConfig;
      const isBroken = await client.query(rollback).then(
        () => false,
        () => true,
      );
      client.release(isBroken);
      // Only an error reported by the server, on a connection that still works, proves that nothing was committed.
      if (isCommitting && isBroken) throw new CommitLost('the connection broke while committing', { cause: error });
      throw error;
    }
  };
  const pauseMs = (error: Error) => (AGAIN.includes(errorCode(error)) ? 0 : undefined);
  return retry(transact, { tries: 2, pauseMs }).catch((error) => {
    throw error instanceof CommitLost ? error : storeError(error);
  });
}

const ignore = () => {};

function errorCode(error: unknown): string {
  return String((error as { code?: unknown } | undefined)?.code);
}

/** Whether a statement failed because another row has the same unique key. */
export function isTaken(error: unknown): boolean {
  return error instanceof PaperqueueError && errorCode(error.cause) === '23505';
}

/** Why the database could not be used, as STORE_UNAVAILABLE. */
export function storeError(cause: unknown): PaperqueueError {
  if (cause instanceof PaperqueueError) return cause;
  const isNewer = cause instanceof NewerSchema;
  const reason = cause instanceof Error && cause.message !== '' ? cause.message : errorCode(cause);
  return freeFailure(
    {
      code: 'STORE_UNAVAILABLE',
      problem: [{ kind: 'database-unusable', why: reason }],
      // Constraint violations (class 23) fail again on a retry.
      retryable: !(isNewer || errorCode(cause).startsWith('23')),
      advice: [isNewer ? { kind: 'newer-version' } : { kind: 'check-database', setting: 'PAPERQUEUE_DATABASE_URL' }],
    },
    { cause },
  );
}

function driverMissing(cause: unknown): PaperqueueError {
  return freeFailure(
    {
      code: 'NOT_CONFIGURED',
      problem: [{ kind: 'driver-missing', setting: 'PAPERQUEUE_DATABASE_URL', package: 'pg' }],
      advice: [{ kind: 'install-package', package: 'pg' }],
    },
    { cause },
  );
}

/** Runs steps one after the other. */
export async function runSteps<T>(sql: Sql, steps: Steps<T>): Promise<T> {
  let step = steps.next([]);
  while (!step.done) step = steps.next(await sql(step.value.text, ...step.value.values));
  return step.value;
}

/** Runs steps on a database. */
export function runOnServer({ sql, transaction }: Postgres): Run {
  const each = <T>(steps: Steps<T>) => runSteps(sql, steps);
  return { read: each, change: each, transaction: (steps) => transaction((sql) => runSteps(sql, steps())) };
}
