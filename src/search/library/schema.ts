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
  `
  -- The files that were imported, and how far.
  CREATE TABLE imports (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    head TEXT NOT NULL,
    format TEXT NOT NULL,
    pieces INTEGER NOT NULL,
    counts TEXT NOT NULL,
    finished INTEGER NOT NULL
  ) STRICT;
  -- The file that brought a paper first.
  ALTER TABLE papers ADD COLUMN imported_from INTEGER;
  CREATE INDEX papers_by_import ON papers (imported_from) WHERE imported_from IS NOT NULL;
  -- The numbers under which others know a paper.
  CREATE TABLE identifiers (
    kind TEXT NOT NULL CHECK (kind IN ('arxiv', 'pmid', 'pmcid', 'openalex', 'corpus')),
    value TEXT NOT NULL,
    paper INTEGER NOT NULL,
    PRIMARY KEY (kind, value, paper)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX identifiers_by_paper ON identifiers (paper);
  INSERT INTO identifiers (kind, value, paper)
  SELECT names.kind, json_extract(texts.record, '$.' || names.fact), texts.id
  FROM texts, (
    SELECT 'arxiv' AS kind, 'arxivId' AS fact UNION ALL SELECT 'pmid', 'pmid' UNION ALL SELECT 'pmcid', 'pmcid'
    UNION ALL SELECT 'openalex', 'openAlexId' UNION ALL SELECT 'corpus', 'corpusId'
  ) AS names
  WHERE json_extract(texts.record, '$.' || names.fact) IS NOT NULL;
  `,
] as const;
