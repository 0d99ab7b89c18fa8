import type { Secret } from '../../../contract/secret.ts';
import { WRONG_BALANCES } from '../core/books.ts';
import { MAX_SILENCE_MS } from '../core/workers.ts';
import { LEASE_MS } from '../port.ts';
import { connectPostgres, type Sql } from './connection.ts';
import { LIBRARY_LANE } from './lanes.ts';
import { SCHEMA_VERSION } from './schema.ts';

declare module '../../../jobs/features.ts' {
  interface OperatorFeatures {
    /** The state of the database of PAPERQUEUE_DATABASE_URL; undefined if it is not set. Changes nothing. */
    databaseState(): Promise<DatabaseState | undefined>;
  }
}

/** How long open work of all processes has waited, in seconds; 0 if there is none. */
export type Waiting = {
  /** Time since the oldest open job was created. */
  oldestJobSeconds: number;
  /** Time since the least recently renewed lease was renewed. */
  oldestLeaseSeconds: number;
};

/** A database, as reported to an operator. */
export type DatabaseState = Waiting & {
  /** Version of the server as it reports it. */
  version: string;
  /** Undefined if there are no tables yet. */
  schema: number | undefined;
  knownSchema: number;
  openJobs: number;
  /** Connections of all programs that use the server, and the server's limit. */
  connections: number;
  maxConnections: number;
  /** Accounts whose balances differ from the sums of their ledger. */
  wrongBalances: number;
  /** Processes that run jobs; undefined if the tables are too old to record them. */
  workers: number | undefined;
  /** Numbers of imported papers in the workers' libraries, if they differ. */
  differentLibraries: number[];
};

export async function readWaiting(sql: Sql): Promise<Waiting> {
  const age = (moment: string) => `coalesce(extract(epoch FROM clock_timestamp() - min(${moment})), 0)::float8`;
  const [row] = await sql<Waiting>(
    `SELECT ${age('created_at')} AS "oldestJobSeconds",
       ${age(`lease_until - $1 * interval '1 ms'`)} AS "oldestLeaseSeconds"
     FROM jobs WHERE state IN ('queued', 'running')`,
    LEASE_MS,
  );
  return row ?? { oldestJobSeconds: 0, oldestLeaseSeconds: 0 };
}

const SERVER = `SELECT current_setting('server_version') AS version,
    current_setting('max_connections')::int AS "maxConnections",
    (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
    to_regclass('schema_version') IS NOT NULL AS "hasTables", to_regclass('source_lanes') IS NOT NULL AS "hasLanes",
    to_regclass('workers') IS NOT NULL AS "hasWorkers"`;

const BOOKS = `SELECT (SELECT version FROM schema_version) AS schema,
    (SELECT count(*)::int FROM jobs WHERE state IN ('queued', 'running')) AS "openJobs",
    (${WRONG_BALANCES})::int AS "wrongBalances"`;

const RUNNING = `SELECT id FROM workers WHERE seen_at > now() - $1 * interval '1 ms'`;

/** Libraries that workers reported recently. Running workers report once an hour. */
const LIBRARIES = `SELECT DISTINCT (value ->> 'imported')::int AS imported FROM source_lanes, json_each(state)
  WHERE lane = $1 AND to_timestamp((value ->> 'at')::float8 / 1000) > clock_timestamp() - interval '150 minutes'
  ORDER BY imported`;

async function differentLibraries(sql: Sql): Promise<number[]> {
  const counts = (await sql<{ imported: number }>(LIBRARIES, LIBRARY_LANE)).map(({ imported }) => imported);
  return counts.length > 1 ? counts : [];
}

/** Reads the state of a database and changes nothing. Rejects with STORE_UNAVAILABLE if it cannot be reached. */
export async function databaseState(url: Secret): Promise<DatabaseState> {
  const { sql, close } = await connectPostgres(url);
  try {
    const [server] = await sql<
      Pick<DatabaseState, 'version' | 'connections' | 'maxConnections'> & {
        hasTables: boolean;
        hasLanes: boolean;
        hasWorkers: boolean;
      }
    >(SERVER);
    const empty = { hasTables: false, hasLanes: false, hasWorkers: false };
    const { hasTables, hasLanes, hasWorkers, ...facts } = server ?? {
      ...empty,
      version: '',
      connections: 0,
      maxConnections: 0,
    };
    const waiting = { oldestJobSeconds: 0, oldestLeaseSeconds: 0 };
    const libraries = hasLanes ? await differentLibraries(sql) : [];
    const books = {
      schema: undefined,
      openJobs: 0,
      wrongBalances: 0,
      differentLibraries: libraries,
      workers: undefined,
      ...waiting,
    };
    if (!hasTables) return { ...facts, ...books, knownSchema: SCHEMA_VERSION };
    const workers = hasWorkers ? (await sql(RUNNING, MAX_SILENCE_MS)).length : undefined;
    const [row] = await sql<Pick<DatabaseState, 'schema' | 'openJobs' | 'wrongBalances'>>(BOOKS);
    return { ...facts, ...books, ...row, ...(await readWaiting(sql)), workers, knownSchema: SCHEMA_VERSION };
  } finally {
    await close();
  }
}
