/**
 * The schema of the local library, one entry per version, append only. `papers` holds the narrow facts that filters look
 * at; `texts` the words and all other facts, so that a filter never has to read past an abstract. `papers_fts` indexes the
 * words and `papers_vocabulary` tells how common each is.
 */
export const LIBRARY_MIGRATIONS = [
  `
  CREATE TABLE papers (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    doi TEXT,
    origin TEXT NOT NULL CHECK (origin IN ('starter', 'import')),
    year INTEGER,
    citations INTEGER,
    publication_type TEXT,
    quartile TEXT,
    -- Bit n is the nth of the contract's fields of study.
    field_bits INTEGER NOT NULL DEFAULT 0,
    open_access INTEGER,
    downloadable INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX papers_by_doi ON papers (doi) WHERE doi IS NOT NULL;
  CREATE TABLE texts (
    id INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    abstract TEXT NOT NULL,
    summary TEXT NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE papers_fts USING fts5 (
    title, abstract, summary,
    content = 'texts', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
  );
  CREATE VIRTUAL TABLE papers_vocabulary USING fts5vocab (papers_fts, 'row');
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  `,
] as const;
