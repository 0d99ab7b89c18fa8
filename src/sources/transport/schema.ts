/**
 * `sources.sqlite`, shared by all processes of a user: the state of each host, and cached answers. The file may be
 * deleted at any time. One entry per version, append only.
 */
export const SOURCES_MIGRATIONS = [
  `
  CREATE TABLE lanes (
    lane TEXT PRIMARY KEY,
    next_at INTEGER NOT NULL,
    free_at INTEGER NOT NULL,
    paused_until INTEGER NOT NULL,
    pause_reason TEXT,
    failures INTEGER NOT NULL,
    openings INTEGER NOT NULL,
    open_until INTEGER NOT NULL,
    probe_until INTEGER NOT NULL,
    quota_left REAL,
    quota_resets_at INTEGER NOT NULL,
    touched_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE answers (
    -- A hash of what was asked; keys are not in it. The answers themselves are here as they came, and they tell what somebody
    -- searched for: the file is for its owner only, as the others are.
    key TEXT PRIMARY KEY,
    text TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    kept_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX answers_by_age ON answers (kept_at, bytes);
  CREATE INDEX answers_by_end ON answers (expires_at);
  `,
] as const;
