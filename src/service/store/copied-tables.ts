/** By the type of a column in PostgreSQL: the type in which SQLite's value is sent, and how it is cast. */
export const CASTS: Record<string, [sent: string, cast: (name: string) => string]> = {
  text: ['text', (name) => name],
  integer: ['bigint', (name) => name],
  bigint: ['bigint', (name) => name],
  json: ['text', (name) => `${name}::json`],
  // Milliseconds since the epoch.
  'timestamp with time zone': ['float8', (name) => `to_timestamp(${name} / 1000)`],
  bytea: ['text', (name) => `decode(${name}, 'base64')`],
};

export type Table = {
  name: string;
  /** The query for the rows, to be followed by LIMIT and OFFSET. The columns that PostgreSQL has, too, are copied. */
  select: string;
  /** Rows sent at a time. Default: 500. */
  atOnce?: number;
  /** A column whose values the database generates. */
  counted?: string;
  /** A column of bytes that is compared row by row, by `id`. */
  bytes?: string;
  /** The expression that identifies a row in PostgreSQL; `select` returns it as `id`. Default: `id`. */
  id?: string;
  /**
   * Columns that never change, or are written only once. They are equal in a copy even if a service has used it since.
   */
  fixed?: readonly string[];
  once?: readonly string[];
};

/**
 * Tables in the order of their references. Counters of requests, leases, and uploads that wait for their event are not
 * copied.
 */
export const TABLES: readonly Table[] = [
  {
    name: 'accounts',
    select: 'SELECT * FROM accounts ORDER BY id',
    counted: 'id',
    fixed: ['id', 'name'],
    once: ['revoked_at'],
  },
  {
    name: 'balances',
    select: 'SELECT * FROM balances ORDER BY account, pool',
  },
  {
    name: 'allowances',
    select: 'SELECT * FROM allowances ORDER BY account, pool',
  },
  {
    name: 'jobs',
    select: 'SELECT rowid AS place, * FROM jobs ORDER BY rowid',
    atOnce: 20,
    counted: 'place',
    bytes: 'answer',
    fixed: ['id', 'account', 'operation'],
    once: ['finished_at'],
  },
  {
    name: 'ledger',
    select: 'SELECT * FROM ledger ORDER BY id',
    counted: 'id',
    fixed: ['id', 'account', 'job', 'pool', 'kind', 'credits'],
  },
  {
    name: 'service_settings',
    select: 'SELECT * FROM service_settings ORDER BY name',
  },
  {
    name: 'creation_keys',
    // The database assigns `place` in the order of the rows.
    select: 'SELECT account, key, digest, job, created_at FROM creation_keys ORDER BY place, account, key',
    fixed: ['account', 'key', 'digest', 'job'],
  },
  {
    name: 'tokens',
    select: 'SELECT * FROM tokens ORDER BY rowid',
    fixed: ['hash', 'account'],
    once: ['revoked_at'],
  },
  {
    name: 'callback_secrets',
    select: 'SELECT * FROM callback_secrets ORDER BY id',
    counted: 'id',
    fixed: ['id', 'account', 'secret'],
  },
  {
    name: 'deliveries',
    select: 'SELECT rowid AS place, * FROM deliveries ORDER BY rowid',
    atOnce: 20,
    counted: 'place',
    bytes: 'body',
    fixed: ['id', 'job', 'account', 'url'],
    once: ['ended_at'],
  },
  {
    name: 'reviews',
    select: 'SELECT * FROM reviews ORDER BY number',
    counted: 'number',
    fixed: ['number', 'owner', 'opening', 'question'],
  },
  {
    name: 'review_members',
    select: 'SELECT * FROM review_members ORDER BY review, account',
  },
  {
    name: 'review_events',
    select: 'SELECT * FROM review_events ORDER BY review, n',
    fixed: ['review', 'n', 'text', 'hash', 'account'],
  },
  {
    name: 'review_events_aside',
    select: 'SELECT * FROM review_events_aside ORDER BY rowid',
    fixed: ['review', 'n', 'text', 'hash', 'account'],
  },
  {
    name: 'review_records',
    select: `SELECT *, review || '-' || n || '-' || part AS id FROM review_records ORDER BY review, n, part`,
    atOnce: 4,
    bytes: 'records',
    id: `review || '-' || n || '-' || part`,
    fixed: ['review', 'n', 'part'],
  },
];
