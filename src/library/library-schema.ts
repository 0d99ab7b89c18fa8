/**
 * The schema, one entry per version, append only. `papers` has the filter columns, `texts` the words and all other
 * fields; `identifiers` is used to find records of the same work. The index is derived from these: `revision` and
 * `removals` show what changed. Ids are never reused.
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
  DROP TABLE papers_fts;
  DROP TABLE papers_vocabulary;
  CREATE TABLE papers_2 (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    origin TEXT NOT NULL,
    revision INTEGER NOT NULL,
    year INTEGER,
    citations INTEGER,
    influential_citations INTEGER,
    reference_count INTEGER,
    publication_type TEXT,
    quartile TEXT,
    -- Bit n is the nth of the contract's fields of study.
    field_bits INTEGER NOT NULL DEFAULT 0,
    open_access INTEGER,
    downloadable INTEGER NOT NULL,
    -- The file that brought the paper first.
    imported_from INTEGER
  ) STRICT;
  INSERT INTO papers_2
    SELECT p.id, p.key, p.origin, 1, p.year, p.citations, t.record ->> 'influentialCitationCount', t.record ->> 'referenceCount',
      p.publication_type, p.quartile, p.field_bits, p.open_access, p.downloadable, NULL
    FROM papers p JOIN texts t USING (id);
  DROP TABLE papers;
  ALTER TABLE papers_2 RENAME TO papers;
  CREATE INDEX papers_by_import ON papers (imported_from) WHERE imported_from IS NOT NULL;
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
  CREATE INDEX papers_by_revision ON papers (revision, id);
  CREATE TABLE identifiers (
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    paper INTEGER NOT NULL,
    PRIMARY KEY (kind, value, paper)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX identifiers_by_paper ON identifiers (paper);
  -- Every state that the library was in: a copy that was put back goes on with others of the same numbers.
  CREATE TABLE revisions (revision INTEGER PRIMARY KEY, token TEXT NOT NULL) STRICT;
  INSERT INTO revisions (revision, token)
    SELECT CAST(value AS INTEGER), lower(hex(randomblob(8))) FROM facts WHERE name = 'revision';
  CREATE TABLE removals (id INTEGER PRIMARY KEY AUTOINCREMENT, paper INTEGER NOT NULL) STRICT;
  INSERT INTO facts (name, value) VALUES ('library id', lower(hex(randomblob(16))));
  INSERT INTO facts (name, value) SELECT 'identifiers missing', 'yes' WHERE EXISTS (SELECT 1 FROM papers);
  `,
  `
  -- Journals in the editions of rankings: a file of the user (scimago), or what we computed (openalex-computed).
  CREATE TABLE journals (
    id INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    source_id TEXT NOT NULL,
    year INTEGER NOT NULL,
    title_key TEXT NOT NULL,
    quartile TEXT,
    country TEXT,
    publisher TEXT,
    -- With how many others we compared it.
    ranked_among INTEGER,
    UNIQUE (source, source_id, year)
  ) STRICT;
  CREATE INDEX journals_by_title ON journals (title_key);
  CREATE TABLE journal_issns (
    issn TEXT NOT NULL,
    journal INTEGER NOT NULL,
    PRIMARY KEY (issn, journal)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX journal_issns_by_journal ON journal_issns (journal);
  -- What we compute from: the journals that searches have seen, as OpenAlex describes them (JSON).
  CREATE TABLE journal_statistics (id TEXT PRIMARY KEY, statistics TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  `
  -- What an endpoint for embeddings made of texts: 32-bit numbers, by the SHA-256 of endpoint, model and text.
  CREATE TABLE vectors (id INTEGER PRIMARY KEY AUTOINCREMENT, hash TEXT NOT NULL UNIQUE, vector BLOB NOT NULL) STRICT;
  `,
  `
  -- Words of the full texts that were read or attached, each once, and the identifiers of their papers.
  CREATE TABLE text_words (hash TEXT PRIMARY KEY, words TEXT NOT NULL) STRICT;
  CREATE TABLE text_names (
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (kind, value)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Retraction Watch's table: what it says of papers and notices, by identifier (doi:10.1234/a, pmid:123).
  CREATE TABLE retractions (
    name TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    date TEXT,
    reasons TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Titles are compared without more differences of spelling (foldForIdentity): those of the papers are added anew.
  INSERT OR REPLACE INTO facts (name, value) SELECT 'identifiers missing', 'yes' WHERE EXISTS (SELECT 1 FROM papers);
  `,
  `
  -- Quartiles are no longer computed: only imported rankings are kept.
  DELETE FROM journal_issns WHERE journal IN (SELECT id FROM journals WHERE source <> 'scimago');
  DELETE FROM journals WHERE source <> 'scimago';
  ALTER TABLE journals DROP COLUMN ranked_among;
  DROP TABLE journal_statistics;
  `,
  `
  -- Identifiers of papers that the user removed: an import says that it added such a paper again.
  CREATE TABLE removed_identifiers (
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (kind, value)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Records of the file by the database that each names, and how many of them were duplicates (JSON).
  ALTER TABLE imports ADD COLUMN identified TEXT;
  `,
  `
  -- The records (JSON) that a paper was merged from, and pairs of papers that the user parted, in both directions.
  CREATE TABLE merged_records (id INTEGER PRIMARY KEY, paper INTEGER NOT NULL, record TEXT NOT NULL) STRICT;
  CREATE INDEX merged_records_by_paper ON merged_records (paper);
  CREATE TABLE parted (paper INTEGER NOT NULL, other INTEGER NOT NULL, PRIMARY KEY (paper, other)) STRICT, WITHOUT ROWID;
  -- Titles are compared in one spelling, and places are identifiers, too: those of the papers are added anew.
  INSERT OR REPLACE INTO facts (name, value) SELECT 'identifiers missing', 'yes' WHERE EXISTS (SELECT 1 FROM papers);
  `,
  `
  -- The reference that a record had as a paper of its own: parting gives it back.
  ALTER TABLE merged_records ADD COLUMN was INTEGER;
  `,
] as const;
