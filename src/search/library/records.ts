import { readDoi, titleFingerprint } from '../../papers/identifiers.ts';
import type { PaperRecord } from '../../papers/record.ts';
import type { Database } from '../../sqlite/database.ts';
import { tokenize } from '../tokens.ts';

/** Single records of the library, by what identifies them. */

type TextRow = { title: string; abstract: string; summary: string; record: string };

/** The record behind a row of the library. */
export function readRecord(database: Database, id: number): PaperRecord {
  const row = database.get<TextRow>('SELECT title, abstract, summary, record FROM texts WHERE id = ?', id);
  if (!row) throw new Error(`paper ${id} is in the index but not in the library`);
  const rest = JSON.parse(row.record) as Omit<PaperRecord, 'title'>;
  const { title, abstract, summary } = row;
  return { ...rest, title, ...(abstract ? { abstract } : {}), ...(summary ? { summary } : {}) };
}

/** The record of this key. */
export function findByKey(database: Database, key: string): PaperRecord | undefined {
  const row = database.get<{ id: number }>('SELECT id FROM papers WHERE key = ?', key);
  return row && readRecord(database, row.id);
}

/** A record with this DOI, in any spelling. */
export function findByDoi(database: Database, text: string | null | undefined): PaperRecord | undefined {
  const doi = readDoi(text);
  if (doi === undefined) return undefined;
  const row = database.get<{ id: number }>('SELECT id FROM papers WHERE doi = ?', doi);
  return row && readRecord(database, row.id);
}

const MOST_WORDS = 40;

/** Records whose titles hold the words of this one, at most `most`: equal titles first, then the closest. */
export function findByTitle(database: Database, title: string, most: number): PaperRecord[] {
  const words = tokenize(title).slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  const rows = database.all<{ id: number }>(
    'SELECT rowid AS id FROM papers_fts WHERE papers_fts MATCH ? ORDER BY bm25(papers_fts) LIMIT ?',
    `title : (${words.map((word) => `"${word}"`).join(' AND ')})`,
    most,
  );
  const wanted = titleFingerprint(title);
  const records = rows.map(({ id }) => readRecord(database, id));
  const isEqual = (record: PaperRecord) => Number(titleFingerprint(record.title) === wanted);
  return records.sort((a, b) => isEqual(b) - isEqual(a));
}

/** Read in parts, so that a library of any size can be gone through. */
const PART = 500;

/** All records, in the order in which they came. */
export function* allRecords(database: Database): Generator<PaperRecord> {
  let last = 0;
  for (;;) {
    const rows = database.all<{ id: number }>('SELECT id FROM papers WHERE id > ? ORDER BY id LIMIT ?', last, PART);
    for (const { id } of rows) yield readRecord(database, id);
    if (rows.length < PART) return;
    last = rows.at(-1)?.id ?? last;
  }
}
