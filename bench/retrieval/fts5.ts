import { fieldBits } from '../../src/library/engine/index/index-columns.ts';
import { type Database, openDatabase } from '../../src/platform/sqlite/database.ts';
import type { PoolPaper, Topic } from './collection.ts';

/**
 * The baseline: SQLite's FTS5 with its own bm25, Porter stems, title and abstract weighted the same, all words of the
 * request OR-ed: a search without a special engine.
 */
export type Fts5Baseline = {
  /** `filter` is a condition on the columns of `papers`, as `p`. */
  search(request: Pick<Topic, 'query' | 'keywords'>, count: number, filter?: string): number[];
  /** Merges the trees of the inserts into one, which is fastest to search. */
  optimize(): void;
  close(): void;
};

const SCHEMA = `
  CREATE TABLE papers (id INTEGER PRIMARY KEY, year INTEGER, citations INTEGER, open_access INTEGER, field_bits INTEGER) STRICT;
  CREATE VIRTUAL TABLE papers_fts USING fts5 (title, abstract, content = '', tokenize = 'porter unicode61 remove_diacritics 2');
`;

/** With one commit for millions of papers the write-ahead log would grow to many times the size of the file. */
const COMMIT_EVERY = 100_000;

/** Builds the baseline in a file; numbers the papers from 1 in order. */
export function buildFts5(path: string, papers: Iterable<PoolPaper>): Fts5Baseline {
  const database = openDatabase(path, [SCHEMA]);
  const iterator = papers[Symbol.iterator]();
  let id = 0;
  const insertSome = (): boolean => {
    for (let count = 0; count < COMMIT_EVERY; count += 1) {
      const next = iterator.next();
      if (next.done) return false;
      id += 1;
      insert(database, id, next.value);
    }
    return true;
  };
  while (database.transaction(insertSome));
  return asBaseline(database);
}

function insert(database: Database, id: number, paper: PoolPaper): void {
  const { title, abstract, year, citations, isOpenAccess, fields = [] } = paper;
  const openAccess = isOpenAccess === undefined ? null : Number(isOpenAccess);
  const facts = [year ?? null, citations ?? null, openAccess, fieldBits(fields)];
  database.run('INSERT INTO papers VALUES (?, ?, ?, ?, ?)', id, ...facts);
  database.run('INSERT INTO papers_fts (rowid, title, abstract) VALUES (?, ?, ?)', id, title, abstract);
}

/** Opens a baseline built before. */
export function openFts5(path: string): Fts5Baseline {
  return asBaseline(openDatabase(path, [SCHEMA]));
}

function asBaseline(database: Database): Fts5Baseline {
  return {
    search: ({ query, keywords }, count, filter) => {
      const words =
        [query, ...keywords]
          .join(' ')
          .toLowerCase()
          .match(/[\p{L}\p{N}]+/gu) ?? [];
      if (words.length === 0) return [];
      const match = [...new Set(words)].map((word) => `"${word}"`).join(' OR ');
      // A cross join keeps the order: the other way round it would match every passing paper by itself.
      const join = filter ? `CROSS JOIN papers p ON p.id = papers_fts.rowid WHERE ${filter} AND` : 'WHERE';
      const sql = `SELECT papers_fts.rowid AS id FROM papers_fts ${join} papers_fts MATCH ? ORDER BY bm25(papers_fts) LIMIT ?`;
      return database.all<{ id: number }>(sql, match, count).map(({ id }) => id);
    },
    optimize: () => {
      database.run(`INSERT INTO papers_fts (papers_fts) VALUES ('optimize')`);
      database.all('PRAGMA wal_checkpoint (TRUNCATE)');
    },
    close: () => database.close(),
  };
}
