import type { Paper } from '../papers/paper.ts';
import type { Database } from '../platform/sqlite/database.ts';
import type { LibraryPaper, PaperOrigin } from './ports/library.ts';

type TextRow = { title: string; abstract: string; summary: string; record: string };

/** The record of a paper; undefined when it was removed. */
export function findRecord(database: Database, id: number): Paper | undefined {
  const row = database.get<TextRow>('SELECT title, abstract, summary, record FROM texts WHERE id = ?', id);
  return row && toRecord(row);
}

function toRecord({ title, abstract, summary, record }: TextRow): Paper {
  const rest = JSON.parse(record) as Omit<Paper, 'title'>;
  return { ...rest, title, ...(abstract ? { abstract } : {}), ...(summary ? { summary } : {}) };
}

export function readRecord(database: Database, id: number): Paper {
  const record = findRecord(database, id);
  if (!record) throw new Error(`there is no paper ${id} in the library`);
  return record;
}

type PaperRow = TextRow & { id: number; origin: PaperOrigin };

/** The papers with these ids, in this order; those that no longer exist are skipped. */
export function* readPapers(database: Database, ids: readonly number[]): Generator<LibraryPaper> {
  const sql = `SELECT id, origin, title, abstract, summary, record FROM papers JOIN texts USING (id)
    WHERE id IN (SELECT value FROM json_each(?))`;
  for (let from = 0; from < ids.length; from += PART) {
    const part = ids.slice(from, from + PART);
    const rows = new Map(database.all<PaperRow>(sql, JSON.stringify(part)).map((row) => [row.id, row]));
    for (const id of part) {
      const row = rows.get(id);
      if (row) yield { id, origin: row.origin, record: toRecord(row) };
    }
  }
}

/** Ids per query: a large library does not fit into memory. */
const PART = 500;

export type AuthorsOfPaper = { id: number } & Pick<Paper, 'authors' | 'familyNames'>;

/**
 * The authors of all papers, or of those of a year, a few hundred papers at a time: for a large library this takes
 * seconds.
 */
export function* authorLists(database: Database, year?: number): Generator<AuthorsOfPaper[]> {
  const sql = `SELECT id, record ->> '$.authors' AS authors, record ->> '$.familyNames' AS familyNames
    FROM texts WHERE id > ? ${year === undefined ? '' : `AND id IN (SELECT id FROM papers WHERE year = ${Number(year)})`}
    ORDER BY id LIMIT ?`;
  for (let last = 0; ; ) {
    const rows = database.all<{ id: number; authors: string | null; familyNames: string | null }>(sql, last, PART);
    yield rows.map(({ id, authors, familyNames }) => ({
      id,
      authors: authors === null ? [] : JSON.parse(authors),
      ...(familyNames !== null && { familyNames: JSON.parse(familyNames) }),
    }));
    if (rows.length < PART) return;
    last = rows.at(-1)?.id ?? last;
  }
}

/** All records, in order of arrival. */
export function* allRecords(database: Database): Generator<Paper> {
  for (let last = 0; ; ) {
    const rows = database.all<{ id: number }>('SELECT id FROM papers WHERE id > ? ORDER BY id LIMIT ?', last, PART);
    const part = rows.map(({ id }) => id);
    for (const { record } of readPapers(database, part)) yield record;
    if (rows.length < PART) return;
    last = part.at(-1) ?? last;
  }
}
