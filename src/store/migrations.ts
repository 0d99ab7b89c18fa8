/**
 * The schema of the job store, one entry per version. Append only: an entry that has been released never changes.
 */
export const JOB_STORE_MIGRATIONS = [
  `
  CREATE TABLE jobs (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    job_id TEXT,
    fingerprint TEXT,
    mode TEXT NOT NULL CHECK (mode IN ('hosted', 'embedded')),
    account TEXT NOT NULL,
    operation TEXT,
    request TEXT,
    status TEXT NOT NULL,
    cost INTEGER NOT NULL CHECK (cost >= 0),
    pool TEXT NOT NULL CHECK (pool IN ('basic', 'pro', 'privateKey')),
    charged TEXT NOT NULL CHECK (charged IN ('no', 'yes', 'unknown')),
    created_at TEXT NOT NULL,
    finished_at TEXT,
    notes TEXT NOT NULL DEFAULT '[]'
  ) STRICT;
  CREATE INDEX jobs_by_fingerprint ON jobs (fingerprint, created_at);
  CREATE UNIQUE INDEX jobs_by_id ON jobs (account, job_id) WHERE job_id IS NOT NULL;
  -- The papers of a job as the service sent them: JSON, gzipped.
  CREATE TABLE results (
    job INTEGER PRIMARY KEY REFERENCES jobs (number),
    papers BLOB NOT NULL
  ) STRICT;
  `,
] as const;
