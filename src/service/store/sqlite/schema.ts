/** Reviews that members share; PostgreSQL has the same tables. */
const REVIEW_TABLES = `
  -- \`opening\` is the hash of the first event: the same opening is the same review.
  CREATE TABLE reviews (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    owner INTEGER NOT NULL REFERENCES accounts (id),
    opening TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (owner, opening)
  ) STRICT;
  -- Not joined: invited.
  CREATE TABLE review_members (
    review INTEGER NOT NULL REFERENCES reviews (number),
    account INTEGER NOT NULL REFERENCES accounts (id),
    role TEXT NOT NULL CHECK (role IN ('owner', 'reader')),
    invited_at INTEGER NOT NULL,
    joined_at INTEGER,
    PRIMARY KEY (review, account)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX review_members_by_account ON review_members (account);
  -- The log, with the account that wrote each event, and when it came.
  CREATE TABLE review_events (
    review INTEGER NOT NULL REFERENCES reviews (number),
    n INTEGER NOT NULL,
    text TEXT NOT NULL,
    hash TEXT NOT NULL,
    account INTEGER NOT NULL REFERENCES accounts (id),
    at INTEGER NOT NULL,
    PRIMARY KEY (review, n)
  ) STRICT, WITHOUT ROWID;
  -- Events that followed a damage.
  CREATE TABLE review_events_aside (
    review INTEGER NOT NULL,
    n INTEGER NOT NULL,
    text TEXT NOT NULL,
    hash TEXT NOT NULL,
    account INTEGER NOT NULL,
    at INTEGER NOT NULL,
    aside_at INTEGER NOT NULL
  ) STRICT;
  -- Records that came with an event, in parts: JSON, gzipped.
  CREATE TABLE review_records (
    review INTEGER NOT NULL REFERENCES reviews (number),
    n INTEGER NOT NULL,
    part INTEGER NOT NULL,
    records BLOB NOT NULL,
    PRIMARY KEY (review, n, part)
  ) STRICT;
  -- Parts that wait for their event, for a day at most.
  CREATE TABLE review_uploads (
    review INTEGER NOT NULL REFERENCES reviews (number),
    account INTEGER NOT NULL REFERENCES accounts (id),
    upload TEXT NOT NULL,
    part INTEGER NOT NULL,
    count INTEGER NOT NULL,
    records BLOB NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (review, account, upload, part)
  ) STRICT;
  CREATE INDEX review_uploads_by_account ON review_uploads (account);
  `;

/** The service's files in the data folder: embedded mode and `paperqueue serve` never share one. */
export const EMBEDDED_FILE = 'service.sqlite';
export const SERVE_FILE = 'serve.sqlite';

/** The schema of the embedded service, one entry per version, append only. */
export const SERVICE_MIGRATIONS = [
  `
  CREATE TABLE accounts (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    -- Credits ever granted per pool; NULL: no ceiling.
    basic INTEGER CHECK (basic >= 0),
    pro INTEGER CHECK (pro >= 0),
    private_key INTEGER CHECK (private_key >= 0),
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id),
    operation TEXT NOT NULL,
    -- The body without scraperKey, which is never stored.
    body TEXT NOT NULL,
    filters TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'success', 'error')),
    created_at INTEGER NOT NULL,
    finished_at INTEGER,
    -- A worker owns a running job while it holds this token and the time is not over.
    lease_token TEXT,
    lease_until INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0,
    results BLOB,
    notes TEXT NOT NULL DEFAULT '[]'
  ) STRICT;
  CREATE INDEX open_jobs ON jobs (created_at) WHERE state IN ('queued', 'running');
  -- Append only: charges positive, refunds negative.
  CREATE TABLE ledger (
    id INTEGER PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id),
    job TEXT NOT NULL REFERENCES jobs (id),
    pool TEXT NOT NULL CHECK (pool IN ('basic', 'pro', 'privateKey')),
    credits INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX ledger_by_account ON ledger (account, pool);
  `,
  `
  ALTER TABLE accounts ADD COLUMN revoked_at INTEGER;
  -- When a job of the account was last taken up: of accounts with equally many running jobs the one that waited longest is next.
  ALTER TABLE accounts ADD COLUMN served_at INTEGER NOT NULL DEFAULT 0;
  -- Only hashes: a token is shown once, when it is made.
  CREATE TABLE tokens (
    hash TEXT PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id),
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
  ) STRICT;
  -- The ledger also says why: grants and refunds add to a pool, charges take from it. Grants belong to no job.
  CREATE TABLE ledger_rows (
    id INTEGER PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id),
    job TEXT REFERENCES jobs (id),
    pool TEXT NOT NULL CHECK (pool IN ('basic', 'pro', 'privateKey')),
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'charge', 'refund')),
    credits INTEGER NOT NULL CHECK (credits > 0),
    at INTEGER NOT NULL
  ) STRICT;
  INSERT INTO ledger_rows (id, account, job, pool, kind, credits, at)
    SELECT id, account, job, pool, iif(credits > 0, 'charge', 'refund'), abs(credits), at FROM ledger WHERE credits <> 0;
  DROP TABLE ledger;
  ALTER TABLE ledger_rows RENAME TO ledger;
  CREATE INDEX ledger_by_account ON ledger (account, pool);
  CREATE INDEX ledger_by_job ON ledger (job);
  -- Money is taken and given back once for each job, whatever goes wrong.
  CREATE UNIQUE INDEX one_charge ON ledger (job) WHERE kind = 'charge';
  CREATE UNIQUE INDEX one_refund ON ledger (job) WHERE kind = 'refund';
  CREATE TRIGGER ledger_rows_stay BEFORE DELETE ON ledger BEGIN SELECT RAISE (ABORT, 'the ledger is append only'); END;
  CREATE TRIGGER ledger_rows_do_not_change BEFORE UPDATE ON ledger BEGIN SELECT RAISE (ABORT, 'the ledger is append only'); END;
  -- A job that failed for a passing reason waits until then. Results are given up after a while; the job and its charge stay.
  ALTER TABLE jobs ADD COLUMN not_before INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE jobs ADD COLUMN expired_at INTEGER;
  CREATE INDEX finished_jobs ON jobs (finished_at) WHERE state = 'success' AND expired_at IS NULL;
  CREATE INDEX jobs_by_account ON jobs (account, state);
  -- Requests of the last minute, so that a restart is no way round the rate limit. Milliseconds since the epoch.
  CREATE TABLE recent_requests (
    account INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX recent_requests_by_account ON recent_requests (account, at);
  -- Secrets that callbacks are signed with. While a rotated one has not ended, both sign.
  CREATE TABLE callback_secrets (
    id INTEGER PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id),
    secret TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    ends_at INTEGER
  ) STRICT;
  -- The outbox: written in the transaction that ends the job, sent until it is delivered or dead.
  CREATE TABLE deliveries (
    -- webhook-id, the same over all attempts.
    id TEXT PRIMARY KEY,
    job TEXT NOT NULL UNIQUE REFERENCES jobs (id),
    account INTEGER NOT NULL REFERENCES accounts (id),
    url TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'dead')),
    attempts INTEGER NOT NULL DEFAULT 0,
    next_at INTEGER NOT NULL,
    lease_token TEXT,
    lease_until INTEGER,
    -- What the last attempt met: a status, or in our own words why there was none.
    last_outcome TEXT,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    -- JSON as it is sent and signed, gzipped. Given up when it has been delivered. Last, so that counting need not read past it.
    body BLOB
  ) STRICT;
  CREATE INDEX pending_deliveries ON deliveries (next_at) WHERE state = 'pending';
  `,
  `
  -- What each source gave for a job.
  ALTER TABLE jobs ADD COLUMN sources TEXT NOT NULL DEFAULT '[]';
  `,
  `
  -- Keys of creations, written with the job and its charge. Without a job: closed before there was one, and no job will be.
  CREATE TABLE creation_keys (
    account INTEGER NOT NULL REFERENCES accounts (id),
    key TEXT NOT NULL,
    digest TEXT,
    job TEXT REFERENCES jobs (id),
    created_at INTEGER NOT NULL,
    PRIMARY KEY (account, key)
  ) STRICT, WITHOUT ROWID;
  -- One row that is written again and again to see whether the store can be written.
  CREATE TABLE write_probe (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    filler BLOB NOT NULL
  ) STRICT;
  CREATE INDEX creation_keys_by_age ON creation_keys (created_at);
  CREATE INDEX creation_keys_by_account ON creation_keys (account, created_at);
  `,
  `
  -- What became of the records that the sources gave, as JSON.
  ALTER TABLE jobs ADD COLUMN flow TEXT;
  `,
  `
  -- What a poll of a job that succeeded is answered with: JSON, gzipped. Earlier jobs have results, notes, sources, flow.
  ALTER TABLE jobs ADD COLUMN answer BLOB;
  `,
  `
  -- The order in which an account closed its keys, which no clock changes. A key with a job stays as long as the job.
  ALTER TABLE creation_keys ADD COLUMN place INTEGER;
  UPDATE creation_keys SET place = ranked.place
    FROM (SELECT account, key, row_number() OVER (PARTITION BY account ORDER BY created_at, key) AS place
          FROM creation_keys WHERE job IS NULL) AS ranked
    WHERE creation_keys.account = ranked.account AND creation_keys.key = ranked.key;
  CREATE INDEX closed_keys ON creation_keys (account, place) WHERE job IS NULL;
  DROP INDEX creation_keys_by_age;
  `,
  `
  -- The time by which results grow old, which is that of jobs.finished_at, and what the clock showed when it was counted.
  CREATE TABLE retention (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL,
    wall INTEGER NOT NULL
  ) STRICT;
  `,
  `
  -- What was granted and what is spent of it, as PostgreSQL has it in a table.
  CREATE VIEW balances AS
    SELECT account, pool, granted, (
      SELECT coalesce(sum(iif(kind = 'charge', credits, -credits)), 0) FROM ledger
      WHERE ledger.account = pools.account AND ledger.pool = pools.pool AND kind <> 'grant') AS spent
    FROM (
      SELECT id AS account, 'basic' AS pool, basic AS granted FROM accounts
      UNION ALL SELECT id, 'pro', pro FROM accounts
      UNION ALL SELECT id, 'privateKey', private_key FROM accounts
    ) AS pools;
  `,
  `
  -- The ledger also says what lapsed: the rest of a month, or of what an account might spend before.
  DROP VIEW balances;
  CREATE TABLE ledger_rows (
    id INTEGER PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id),
    job TEXT REFERENCES jobs (id),
    pool TEXT NOT NULL CHECK (pool IN ('basic', 'pro', 'privateKey')),
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'lapse', 'charge', 'refund')),
    credits INTEGER NOT NULL CHECK (credits > 0),
    at INTEGER NOT NULL
  ) STRICT;
  INSERT INTO ledger_rows (id, account, job, pool, kind, credits, at)
    SELECT id, account, job, pool, kind, credits, at FROM ledger;
  DROP TABLE ledger;
  ALTER TABLE ledger_rows RENAME TO ledger;
  CREATE INDEX ledger_by_account ON ledger (account, pool);
  CREATE INDEX ledger_by_job ON ledger (job);
  CREATE UNIQUE INDEX one_charge ON ledger (job) WHERE kind = 'charge';
  CREATE UNIQUE INDEX one_refund ON ledger (job) WHERE kind = 'refund';
  CREATE TRIGGER ledger_rows_stay BEFORE DELETE ON ledger BEGIN SELECT RAISE (ABORT, 'the ledger is append only'); END;
  CREATE TRIGGER ledger_rows_do_not_change BEFORE UPDATE ON ledger BEGIN SELECT RAISE (ABORT, 'the ledger is append only'); END;
  CREATE VIEW balances AS
    SELECT account, pool, granted, (
      SELECT coalesce(sum(iif(kind = 'charge', credits, -credits)), 0) FROM ledger
      WHERE ledger.account = pools.account AND ledger.pool = pools.pool AND kind IN ('charge', 'refund')) AS spent
    FROM (
      SELECT id AS account, 'basic' AS pool, basic AS granted FROM accounts
      UNION ALL SELECT id, 'pro', pro FROM accounts
      UNION ALL SELECT id, 'privateKey', private_key FROM accounts
    ) AS pools;
  -- Credits by the calendar month, and when the next one begins.
  CREATE TABLE allowances (
    account INTEGER NOT NULL REFERENCES accounts (id),
    pool TEXT NOT NULL,
    monthly INTEGER NOT NULL CHECK (monthly >= 0),
    renews_at INTEGER NOT NULL,
    PRIMARY KEY (account, pool)
  ) STRICT, WITHOUT ROWID;
  -- The last use of an account, and the latest failures, for whoever runs the service.
  CREATE INDEX jobs_by_time ON jobs (account, created_at);
  CREATE INDEX failed_jobs ON jobs (finished_at) WHERE state = 'error';
  `,
  `
  -- Processes that run jobs, and when each was last heard of.
  CREATE TABLE workers (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    jobs INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  -- What one process sets for all, as JSON.
  CREATE TABLE service_settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- The latest jobs, and those that failed, by when they were created.
  DROP INDEX failed_jobs;
  CREATE INDEX failed_jobs ON jobs (created_at) WHERE state = 'error';
  CREATE INDEX jobs_newest ON jobs (created_at);
  `,
  REVIEW_TABLES,
  `
  -- What lists of reviews show, so that no list reads an opening. Of an opening that is damaged already: none.
  ALTER TABLE reviews ADD COLUMN question TEXT NOT NULL DEFAULT '';
  UPDATE reviews SET question = coalesce(
    (SELECT substr(json_extract(text, '$.question'), 1, 500) FROM review_events
     WHERE review = number AND n = 1 AND json_valid(text)), '');
  `,
] as const;
