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
    -- The process that creates the job; it means something while the status is 'submitting'.
    process INTEGER,
    -- What the pool held before the creation, and between which moments that was measured: evidence for reconciling.
    balance_before INTEGER,
    balance_total INTEGER,
    balance_from TEXT,
    balance_to TEXT,
    created_at TEXT NOT NULL,
    -- When the outcome of the creation was known.
    answered_at TEXT,
    finished_at TEXT,
    notes TEXT NOT NULL DEFAULT '[]'
  ) STRICT;
  CREATE INDEX jobs_by_fingerprint ON jobs (fingerprint, created_at);
  CREATE INDEX jobs_by_creation ON jobs (created_at);
  CREATE UNIQUE INDEX jobs_by_id ON jobs (account, job_id) WHERE job_id IS NOT NULL;
  -- Every time a creation was dialled, and what came of it.
  CREATE TABLE attempts (
    id INTEGER PRIMARY KEY,
    job INTEGER NOT NULL REFERENCES jobs (number),
    outcome TEXT NOT NULL,
    at TEXT NOT NULL
  ) STRICT;
  -- Append only. A hold stands from the intent until it is released; a charge stands for ever.
  CREATE TABLE ledger (
    id INTEGER PRIMARY KEY,
    job INTEGER NOT NULL REFERENCES jobs (number),
    kind TEXT NOT NULL CHECK (kind IN ('hold', 'release', 'charge')),
    credits INTEGER NOT NULL CHECK (credits >= 0),
    at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX ledger_by_job ON ledger (job);
  CREATE TRIGGER ledger_rows_stay BEFORE DELETE ON ledger BEGIN SELECT RAISE (ABORT, 'the ledger is append only'); END;
  CREATE TRIGGER ledger_rows_do_not_change BEFORE UPDATE ON ledger BEGIN SELECT RAISE (ABORT, 'the ledger is append only'); END;
  -- The papers of a job as the service sent them: JSON, gzipped.
  CREATE TABLE results (
    job INTEGER PRIMARY KEY REFERENCES jobs (number),
    papers BLOB NOT NULL,
    count INTEGER NOT NULL
  ) STRICT;
  -- The balances that the service told last, so that asking for them does not eat the pace.
  CREATE TABLE balances (
    account TEXT PRIMARY KEY,
    answer TEXT NOT NULL,
    measured_from TEXT NOT NULL,
    measured_to TEXT NOT NULL
  ) STRICT;
  -- Requests sent in the last minute, over all processes, and who waits to create. Milliseconds since the epoch.
  CREATE TABLE pace (
    account TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX pace_by_account ON pace (account, at);
  CREATE TABLE pace_pauses (
    account TEXT PRIMARY KEY,
    until INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE waiting_creations (
    id TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    seen_at INTEGER NOT NULL
  ) STRICT;
  `,
  `
  -- For receipts: the version that asked, and a hash of the stored JSON, so that a later change of it shows.
  ALTER TABLE jobs ADD COLUMN software TEXT;
  ALTER TABLE results ADD COLUMN sha256 TEXT;
  `,
  `
  -- What each source gave for a job, where the service says so.
  ALTER TABLE jobs ADD COLUMN sources TEXT NOT NULL DEFAULT '[]';
  -- What was asked about a stored paper, instead of a search.
  ALTER TABLE jobs ADD COLUMN related TEXT;
  `,
  `
  -- When a creation was dialled; null: it was certainly not sent. An older version that still runs does not stamp: the
  -- default says of all its creations, and of all before, that they may have been.
  ALTER TABLE jobs ADD COLUMN dialled_at TEXT DEFAULT '1970-01-01T00:00:00.000Z';
  `,
  `
  -- When a pause was set: one that was set in the future was set before the clock was set back.
  ALTER TABLE pace_pauses ADD COLUMN set_at INTEGER NOT NULL DEFAULT 0;
  -- A service may give one id twice, and a job may be asked for by its id before its creation is recorded.
  DROP INDEX jobs_by_id;
  CREATE INDEX jobs_by_id ON jobs (account, job_id) WHERE job_id IS NOT NULL;
  `,
  `
  -- The key under which a creation was sent, and until when the service keeps it; null where the service had not said so.
  ALTER TABLE jobs ADD COLUMN idempotency_key TEXT;
  ALTER TABLE jobs ADD COLUMN key_until TEXT;
  -- All that the pool had ever spent before the creation: a sum that only grows.
  ALTER TABLE jobs ADD COLUMN spent_before INTEGER;
  -- As the fingerprint, without the token: what was asked of this service before the token was changed.
  ALTER TABLE jobs ADD COLUMN question TEXT;
  CREATE INDEX jobs_by_question ON jobs (question) WHERE status IN ('submitting', 'unknown');
  `,
  `
  -- All that the pool had ever been given back before the creation: a sum that only grows.
  ALTER TABLE jobs ADD COLUMN refunded_before INTEGER;
  `,
  `
  -- What became of the records that the sources gave, as JSON, where the service says so.
  ALTER TABLE jobs ADD COLUMN flow TEXT;
  `,
  `
  -- Searches that are run again from time to time: their jobs as a JSON list of numbers, oldest first.
  CREATE TABLE watches (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    jobs TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- The moment that was recorded last, by both clocks of the machine, and how often the one that is set went back since
  -- the beginning. Times of different turns cannot be compared.
  CREATE TABLE clock (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    wall INTEGER NOT NULL,
    uptime INTEGER NOT NULL,
    turn INTEGER NOT NULL
  ) STRICT;
  ALTER TABLE balances ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
  -- The turn of the intent, and that of the balance before it.
  ALTER TABLE jobs ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE jobs ADD COLUMN balance_turn INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- Jobs of searches that are made again on purpose, written with their intents. Until told_at nobody knows the job's end.
  CREATE TABLE runs (
    series TEXT NOT NULL,
    job INTEGER NOT NULL REFERENCES jobs (number),
    told_at TEXT,
    PRIMARY KEY (series, job)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX untold_runs ON runs (job) WHERE told_at IS NULL;
  INSERT OR IGNORE INTO runs (series, job, told_at)
    SELECT 'W' || watches.number, jobs.number, iif(jobs.finished_at IS NULL, NULL, watches.created_at)
    FROM watches, json_each(watches.jobs) AS run JOIN jobs ON jobs.number = run.value WHERE run.key > 0;
  ALTER TABLE watches ADD COLUMN job INTEGER NOT NULL DEFAULT 0;
  UPDATE watches SET job = json_extract(jobs, '$[0]');
  ALTER TABLE watches DROP COLUMN jobs;
  `,
  `
  -- Whether a run was begun although an equal search may have been charged, because somebody accepted that.
  ALTER TABLE runs ADD COLUMN accepted INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- What a person calls a job, and the project that it belongs to.
  ALTER TABLE jobs ADD COLUMN name TEXT;
  ALTER TABLE jobs ADD COLUMN group_name TEXT;
  `,
  `
  -- When a person removed a job. Its papers are gone; the row stays, because what was paid stays known.
  ALTER TABLE jobs ADD COLUMN removed_at TEXT;
  `,
  `
  -- Whether anybody was told the number of a creation. One that was refused before leaves its number to the next.
  ALTER TABLE jobs ADD COLUMN told INTEGER NOT NULL DEFAULT 1;
  `,
  `
  -- Whether a person starred a job, so that its search stands first.
  ALTER TABLE jobs ADD COLUMN starred INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- What indexes answered about the citations of works, a row a page, as JSON, gzipped. Kept for a week.
  CREATE TABLE citation_answers (
    number INTEGER PRIMARY KEY,
    index_name TEXT NOT NULL,
    direction TEXT NOT NULL,
    -- The works asked about, by their names at the index, and the page from 0.
    names TEXT NOT NULL,
    page INTEGER NOT NULL,
    answer BLOB NOT NULL,
    at TEXT NOT NULL,
    UNIQUE (index_name, direction, names, page)
  ) STRICT;
  CREATE INDEX citation_answers_by_age ON citation_answers (at);
  CREATE TABLE citation_names (
    index_name TEXT NOT NULL,
    direction TEXT NOT NULL,
    name TEXT NOT NULL,
    answer INTEGER NOT NULL REFERENCES citation_answers (number),
    PRIMARY KEY (index_name, direction, name, answer)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX citation_names_by_answer ON citation_names (answer);
  `,
  `
  -- Reviews: their logs, each event with the hash of all before it, and the papers of their records as JSON, gzipped.
  CREATE TABLE reviews (number INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;
  CREATE TABLE review_events (
    review INTEGER NOT NULL REFERENCES reviews (number),
    n INTEGER NOT NULL,
    text TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (review, n)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE review_records (
    review INTEGER NOT NULL REFERENCES reviews (number),
    -- The event that brought them.
    n INTEGER NOT NULL,
    records BLOB NOT NULL,
    PRIMARY KEY (review, n)
  ) STRICT;
  -- Events from the place of a damage on.
  CREATE TABLE review_events_aside (
    review INTEGER NOT NULL,
    n INTEGER NOT NULL,
    text TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- Jobs that had ended were set back when their id was told once more. Papers are stored of a success alone.
  UPDATE jobs SET status = 'success'
    WHERE status = 'queued' AND finished_at IS NOT NULL AND number IN (SELECT job FROM results);
  `,
  `
  -- Evidence tables: their logs, as those of reviews.
  CREATE TABLE tables_of_evidence (number INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;
  CREATE TABLE events_of_tables (
    table_number INTEGER NOT NULL REFERENCES tables_of_evidence (number),
    n INTEGER NOT NULL,
    text TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (table_number, n)
  ) STRICT, WITHOUT ROWID;
  -- Events from the place of a damage on, and those of removed tables.
  CREATE TABLE events_of_tables_aside (
    table_number INTEGER NOT NULL,
    n INTEGER NOT NULL,
    text TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  `,
] as const;
