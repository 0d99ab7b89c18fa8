/** How each SQLite column is cast when it is copied to PostgreSQL. */
export const KINDS = {
  text: ['text', (name: string) => name],
  number: ['bigint', (name: string) => name],
  json: ['text', (name: string) => `${name}::json`],
  // Milliseconds since the epoch.
  time: ['float8', (name: string) => `to_timestamp(${name} / 1000)`],
  bytes: ['text', (name: string) => `decode(${name}, 'base64')`],
} as const;

export type Table = {
  name: string;
  columns: Record<string, keyof typeof KINDS>;
  /** The query for the rows, to be followed by LIMIT and OFFSET. */
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

const TIMES = { created_at: 'time', revoked_at: 'time' } as const;
/**
 * Tables in the order of their references. Counters of requests, leases, and uploads that wait for their event are not
 * copied.
 */
export const TABLES: readonly Table[] = [
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
      id: 'text',
      place: 'number',
      account: 'number',
      operation: 'text',
      body: 'json',
      filters: 'json',
      state: 'text',
      created_at: 'time',
      finished_at: 'time',
      not_before: 'time',
      lease_token: 'text',
      lease_until: 'time',
      attempts: 'number',
      answer: 'bytes',
      notes: 'json',
      sources: 'json',
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
      id: 'number',
      account: 'number',
      job: 'text',
      pool: 'text',
      kind: 'text',
      credits: 'number',
      at: 'time',
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
    // The database assigns `place` in the order of the rows.
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
      id: 'text',
      place: 'number',
      job: 'text',
      account: 'number',
      url: 'text',
      state: 'text',
      attempts: 'number',
      next_at: 'time',
      lease_token: 'text',
      lease_until: 'time',
      last_outcome: 'text',
      created_at: 'time',
      ended_at: 'time',
      body: 'bytes',
    },
    select: 'SELECT rowid AS place, * FROM deliveries ORDER BY rowid',
    atOnce: 20,
    counted: 'place',
    bytes: 'body',
    fixed: ['id', 'job', 'account', 'url'],
    once: ['ended_at'],
  },
  {
    name: 'reviews',
    columns: { number: 'number', owner: 'number', opening: 'text', question: 'text', created_at: 'time' },
    select: 'SELECT * FROM reviews ORDER BY number',
    counted: 'number',
    fixed: ['number', 'owner', 'opening', 'question'],
  },
  {
    name: 'review_members',
    columns: { review: 'number', account: 'number', role: 'text', invited_at: 'time', joined_at: 'time' },
    select: 'SELECT * FROM review_members ORDER BY review, account',
  },
  {
    name: 'review_events',
    columns: { review: 'number', n: 'number', text: 'text', hash: 'text', account: 'number', at: 'time' },
    select: 'SELECT * FROM review_events ORDER BY review, n',
    fixed: ['review', 'n', 'text', 'hash', 'account'],
  },
  {
    name: 'review_events_aside',
    columns: {
      review: 'number',
      n: 'number',
      text: 'text',
      hash: 'text',
      account: 'number',
      at: 'time',
      aside_at: 'time',
    },
    select: 'SELECT * FROM review_events_aside ORDER BY rowid',
    fixed: ['review', 'n', 'text', 'hash', 'account'],
  },
  {
    name: 'review_records',
    columns: { review: 'number', n: 'number', part: 'number', records: 'bytes' },
    select: `SELECT *, review || '-' || n || '-' || part AS id FROM review_records ORDER BY review, n, part`,
    atOnce: 4,
    bytes: 'records',
    id: `review || '-' || n || '-' || part`,
    fixed: ['review', 'n', 'part'],
  },
];
