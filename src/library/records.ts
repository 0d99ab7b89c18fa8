import type { Paper } from '../papers/paper.ts';
import type { Database } from '../sqlite/database.ts';

type TextRow = { title: string; abstract: string; summary: string; record: string };

/** The record of a paper; undefined when it was removed. */
export function findRecord(database: Database, id: number): Paper | undefined {
  const row = database.get<TextRow>('SELECT title, abstract, summary, record FROM texts WHERE id = ?', id);
  if (!row) return undefined;
  const rest = JSON.parse(row.record) as Omit<Paper, 'title'>;
  const { title, abstract, summary } = row;
  return { ...rest, title, ...(abstract ? { abstract } : {}), ...(summary ? { summary } : {}) };
}

/** The record of an existing paper. */
export function readRecord(database: Database, id: number): Paper {
  const record = findRecord(database, id);
  if (!record) throw new Error(`there is no paper ${id} in the library`);
  return record;
}

/** Ids per query: a large library does not fit into memory. */
const PART = 500;

export type AuthorsOfPaper = { id: number } & Pick<Paper, 'authors' | 'familyNames'>;

/** The authors of all papers, a few hundred papers at a time: a large library takes seconds. */
export function* authorLists(database: Database): Generator<AuthorsOfPaper[]> {
  const sql = `SELECT id, record ->> '$.authors' AS authors, record ->> '$.familyNames' AS familyNames
    FROM texts WHERE id > ? ORDER BY id LIMIT ?`;
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
  let last = 0;
  for (;;) {
    const rows = database.all<{ id: number }>('SELECT id FROM papers WHERE id > ? ORDER BY id LIMIT ?', last, PART);
    for (const { id } of rows) yield readRecord(database, id);
    if (rows.length < PART) return;
    last = rows.at(-1)?.id ?? last;
  }
}
