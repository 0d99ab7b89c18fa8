import type { Secret } from '../../../contract/secret.ts';
import { refuseNewerSchema } from '../../../platform/sqlite/newer-schema.ts';
import { connectPostgres, type Postgres, type Sql } from './connection.ts';

/** The schema in PostgreSQL, one entry per version, append only. All times are the database's own. */
const MIGRATIONS = [
  `
  CREATE TABLE accounts (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz,
    served_at timestamptz NOT NULL DEFAULT 'epoch'
  );
  -- A row per pool is the lock of that pool; spent is the sum of the ledger's charges without refunds.
  CREATE TABLE balances (
    account int NOT NULL REFERENCES accounts,
    pool text NOT NULL CHECK (pool IN ('basic', 'pro', 'privateKey')),
    granted bigint NOT NULL CHECK (granted >= 0),
    spent bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (account, pool),
    CHECK (spent <= granted)
  ) WITH (fillfactor = 70);
  CREATE TABLE jobs (
    id text PRIMARY KEY,
    place bigint GENERATED ALWAYS AS IDENTITY,
    account int NOT NULL REFERENCES accounts,
    operation text NOT NULL,
    body json NOT NULL,
    filters json NOT NULL,
    state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'success', 'error')),
    created_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    not_before timestamptz NOT NULL DEFAULT 'epoch',
    lease_token text,
    lease_until timestamptz,
    -- The lease that the job ended under, so that a worker whose commit was lost can see whether it came through.
    ended_by text,
    attempts int NOT NULL DEFAULT 0,
    answer bytea,
    notes json NOT NULL DEFAULT '[]',
    sources json NOT NULL DEFAULT '[]',
    expired_at timestamptz
  ) WITH (fillfactor = 70);
  -- It is gzip already.
  ALTER TABLE jobs ALTER answer SET STORAGE EXTERNAL;
  CREATE INDEX open_jobs ON jobs (account, place) WHERE state IN ('queued', 'running');
  CREATE INDEX finished_jobs ON jobs (finished_at) WHERE state = 'success' AND expired_at IS NULL;
  CREATE TABLE ledger (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account int NOT NULL REFERENCES accounts,
    job text REFERENCES jobs,
    pool text NOT NULL CHECK (pool IN ('basic', 'pro', 'privateKey')),
    kind text NOT NULL CHECK (kind IN ('grant', 'charge', 'refund')),
    credits bigint NOT NULL CHECK (credits > 0),
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX ledger_by_account ON ledger (account, pool);
  CREATE UNIQUE INDEX one_charge ON ledger (job) WHERE kind = 'charge';
  CREATE UNIQUE INDEX one_refund ON ledger (job) WHERE kind = 'refund';
  CREATE FUNCTION ledger_stays() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN RAISE EXCEPTION ''the ledger is append only''; END';
  CREATE TRIGGER ledger_stays BEFORE UPDATE OR DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION ledger_stays();
  -- Without a job: closed before there was one. The key is written before its job, in one transaction.
  CREATE TABLE creation_keys (
    account int NOT NULL REFERENCES accounts,
    key text NOT NULL,
    digest text,
    job text REFERENCES jobs DEFERRABLE INITIALLY DEFERRED,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account, key)
  );
  CREATE INDEX creation_keys_by_age ON creation_keys (created_at);
  CREATE TABLE tokens (
    hash text PRIMARY KEY,
    account int NOT NULL REFERENCES accounts,
    created_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz
  );
  CREATE INDEX tokens_by_account ON tokens (account);
  CREATE TABLE callback_secrets (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account int NOT NULL REFERENCES accounts,
    secret text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    ends_at timestamptz
  );
  CREATE UNIQUE INDEX one_secret_stays ON callback_secrets (account) WHERE ends_at IS NULL;
  CREATE TABLE deliveries (
    id text PRIMARY KEY,
    place bigint GENERATED ALWAYS AS IDENTITY,
    job text NOT NULL UNIQUE REFERENCES jobs,
    account int NOT NULL REFERENCES accounts,
    url text NOT NULL,
    state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'dead')),
    attempts int NOT NULL DEFAULT 0,
    next_at timestamptz NOT NULL DEFAULT now(),
    lease_token text,
    lease_until timestamptz,
    last_outcome text,
    created_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    body bytea
  );
  ALTER TABLE deliveries ALTER body SET STORAGE EXTERNAL;
  CREATE INDEX pending_deliveries ON deliveries (next_at) WHERE state = 'pending';
  -- Nothing is lost with it but the counts of one minute.
  CREATE UNLOGGED TABLE rate (
    account int PRIMARY KEY,
    times timestamptz[] NOT NULL DEFAULT '{}'
  ) WITH (fillfactor = 50);
  CREATE TABLE write_probe (id int PRIMARY KEY, at timestamptz NOT NULL);
  `,
  'ALTER TABLE jobs ADD COLUMN sealed_key bytea',
  // It contains only the pauses of sources, which request them again.
  `CREATE UNLOGGED TABLE source_lanes (
    lane text PRIMARY KEY,
    state json NOT NULL DEFAULT 'null',
    changed_at timestamptz NOT NULL DEFAULT now()
  ) WITH (fillfactor = 50)`,
  `CREATE INDEX jobs_at_work ON jobs (account) WHERE state = 'running'`,
  `
  -- The order in which keys were closed, which no clock changes. A key with a job stays as long as the job.
  ALTER TABLE creation_keys ADD COLUMN place bigint GENERATED ALWAYS AS IDENTITY;
  CREATE INDEX closed_keys ON creation_keys (account, place) WHERE job IS NULL;
  DROP INDEX creation_keys_by_age;
  -- Jobs that wait until a moment, which is wrong where the clock was set back since.
  CREATE INDEX postponed_jobs ON jobs (not_before) WHERE state = 'queued' AND not_before > 'epoch';
  `,
  // The retention time, by which results age and which jobs.finished_at uses, and the wall clock when it was last
  // advanced.
  `CREATE TABLE retention (
    id int PRIMARY KEY CHECK (id = 1),
    at timestamptz NOT NULL,
    wall timestamptz NOT NULL
  )`,
  `
  -- The ledger also says what lapsed: the rest of a month, or of what an account might spend before.
  ALTER TABLE ledger DROP CONSTRAINT ledger_kind_check;
  ALTER TABLE ledger ADD CONSTRAINT ledger_kind_check CHECK (kind IN ('grant', 'lapse', 'charge', 'refund'));
  -- NULL: no limit.
  ALTER TABLE balances ALTER granted DROP NOT NULL;
  -- Credits by the calendar month, and when the next one begins.
  CREATE TABLE allowances (
    account int NOT NULL REFERENCES accounts,
    pool text NOT NULL CHECK (pool IN ('basic', 'pro', 'privateKey')),
    monthly int NOT NULL CHECK (monthly >= 0),
    renews_at timestamptz NOT NULL,
    PRIMARY KEY (account, pool)
  ) WITH (fillfactor = 70);
  -- The last use of an account, and the latest failures, for whoever runs the service.
  CREATE INDEX jobs_by_time ON jobs (account, created_at);
  CREATE INDEX failed_jobs ON jobs (finished_at) WHERE state = 'error';
  `,
  `
  -- Processes that run jobs, and when each was last heard of. Nothing is lost with it: they say so again.
  CREATE UNLOGGED TABLE workers (
    id text PRIMARY KEY,
    name text NOT NULL,
    jobs int NOT NULL,
    started_at timestamptz NOT NULL,
    seen_at timestamptz NOT NULL
  ) WITH (fillfactor = 50);
  -- What one process sets for all, as JSON.
  CREATE TABLE service_settings (
    name text PRIMARY KEY,
    value text NOT NULL
  );
  `,
  `
  -- The latest jobs, and those that failed, by when they were created.
  DROP INDEX failed_jobs;
  CREATE INDEX failed_jobs ON jobs (created_at) WHERE state = 'error';
  CREATE INDEX jobs_newest ON jobs (created_at);
  `,
  `
  -- Reviews that members share. \`opening\` is the hash of the first event: the same opening is the same review.
  CREATE TABLE reviews (
    number int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    owner int NOT NULL REFERENCES accounts,
    opening text NOT NULL,
    created_at timestamptz NOT NULL,
    UNIQUE (owner, opening)
  );
  -- Not joined: invited.
  CREATE TABLE review_members (
    review int NOT NULL REFERENCES reviews,
    account int NOT NULL REFERENCES accounts,
    role text NOT NULL CHECK (role IN ('owner', 'reader')),
    invited_at timestamptz NOT NULL,
    joined_at timestamptz,
    PRIMARY KEY (review, account)
  );
  CREATE INDEX review_members_by_account ON review_members (account);
  -- The log, with the account that wrote each event, and when it came.
  CREATE TABLE review_events (
    review int NOT NULL REFERENCES reviews,
    n int NOT NULL,
    text text NOT NULL,
    hash text NOT NULL,
    account int NOT NULL REFERENCES accounts,
    at timestamptz NOT NULL,
    PRIMARY KEY (review, n)
  );
  -- Events that followed a damage.
  CREATE TABLE review_events_aside (LIKE review_events, aside_at timestamptz NOT NULL);
  -- Records that came with an event, in parts: JSON, gzipped.
  CREATE TABLE review_records (
    review int NOT NULL REFERENCES reviews,
    n int NOT NULL,
    part int NOT NULL,
    records bytea NOT NULL,
    PRIMARY KEY (review, n, part)
  );
  ALTER TABLE review_records ALTER records SET STORAGE EXTERNAL;
  -- Parts that wait for their event, for a day at most.
  CREATE TABLE review_uploads (
    review int NOT NULL REFERENCES reviews,
    account int NOT NULL REFERENCES accounts,
    upload text NOT NULL,
    part int NOT NULL,
    count int NOT NULL,
    records bytea NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (review, account, upload, part)
  );
  ALTER TABLE review_uploads ALTER records SET STORAGE EXTERNAL;
  CREATE INDEX review_uploads_by_account ON review_uploads (account);
  `,
  `
  -- What lists of reviews show, so that no list reads an opening. Of an opening that is damaged already: none.
  ALTER TABLE reviews ADD COLUMN question text NOT NULL DEFAULT '';
  DO $$ DECLARE opening record; BEGIN
    FOR opening IN SELECT review, text FROM review_events WHERE n = 1 LOOP
      BEGIN
        UPDATE reviews SET question = coalesce(left(opening.text::json ->> 'question', 500), '')
          WHERE number = opening.review;
      EXCEPTION WHEN others THEN NULL;
      END;
    END LOOP;
  END $$;
  `,
];

/** The value of `schema_version` for current tables. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Held during a schema change, so that several processes can start at once. */
const LOCK = 7_411_001;

/** Time for changing a large table, or for waiting until another process has done so. */
const CHANGE_MS = 60 * 60_000;

/** Updates the schema. Throws for a newer schema, and leaves it unchanged. */
export async function migrate(url: Secret, { sql }: Postgres): Promise<void> {
  const [{ there } = { there: false }] = await sql<{ there: boolean }>(
    `SELECT to_regclass('schema_version') IS NOT NULL AS there`,
  );
  if (there && (await versionIn(sql)) === MIGRATIONS.length) return;
  const patient = await connectPostgres(url, { connections: 1, statementMs: CHANGE_MS });
  try {
    await patient.transaction(change);
  } finally {
    await patient.close();
  }
}

async function versionIn(sql: Sql): Promise<number> {
  const [row] = await sql<{ version: number }>('SELECT version FROM schema_version');
  return row?.version ?? 0;
}

async function change(sql: Sql): Promise<void> {
  await sql('SELECT pg_advisory_xact_lock($1)', LOCK);
  await sql('CREATE TABLE IF NOT EXISTS schema_version (version int NOT NULL)');
  const version = await versionIn(sql);
  refuseNewerSchema(version, MIGRATIONS.length);
  if (version === MIGRATIONS.length) return;
  for (const change of MIGRATIONS.slice(version)) await sql(change);
  await sql('DELETE FROM schema_version');
  await sql('INSERT INTO schema_version VALUES ($1)', MIGRATIONS.length);
}
