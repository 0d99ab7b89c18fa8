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
] as const;
