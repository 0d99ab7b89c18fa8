/** Reviews that members share; PostgreSQL has the same tables. */
export const REVIEW_TABLES = `
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
