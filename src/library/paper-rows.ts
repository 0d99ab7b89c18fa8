import type { Paper } from '../papers/paper.ts';
import type { Database } from '../platform/sqlite/database.ts';
import type { SqlValue } from '../platform/sqlite/driver.ts';
import type { PaperMetadata } from './engine/index/index-columns.ts';
import { toIndexed } from './engine/index/indexed-paper.ts';
import { deleteIdentifiers, type Identifier, insertIdentifiers, listIdentifiers } from './identifier-rows.ts';
import type { LibrarySortField, PaperOrigin } from './ports/library.ts';

/** The SQL column of each index field, and the SQL to write and to read it if the two differ. */
const COLUMN_OF_FIELD: Record<keyof PaperMetadata, readonly [column: string, write?: string, read?: string]> = {
  year: ['year'],
  citations: ['citations'],
  influentialCitations: ['influential_citations'],
  references: ['reference_count'],
  publicationType: ['publication_type'],
  quartile: ['quartile', "'Q' || ?", 'CAST(substr(quartile, 2) AS INTEGER)'],
  fieldBits: ['field_bits'],
  isOpenAccess: ['open_access'],
  isDownloadable: ['downloadable'],
};
const NAMES = Object.keys(COLUMN_OF_FIELD) as (keyof PaperMetadata)[];
const COLUMNS = ['key', 'origin', 'revision', ...Object.values(COLUMN_OF_FIELD).map(([column]) => column)].join(', ');
const VALUES = ['?', '?', '?', ...Object.values(COLUMN_OF_FIELD).map(([, write = '?']) => write)].join(', ');

/** The index fields of a row as SQL, by their names in the index; `readMetadata` reads them. */
export const METADATA_COLUMNS = Object.entries(COLUMN_OF_FIELD)
  .map(([name, [column, , read = column]]) => `${read} AS "${name}"`)
  .join(', ');

/** The sort orders of a list of papers, as SQL. */
export const LIBRARY_ORDERS: Record<LibrarySortField, string> = {
  added: 'papers.id',
  title: 'title COLLATE NOCASE',
  year: 'year',
  citationCount: 'citations',
  influentialCitationCount: 'influential_citations',
  referenceCount: 'reference_count',
  // Q1 is the best quartile, so descending order starts with it.
  quartileRanking: '-CAST(substr(quartile, 2) AS INTEGER)',
};

export type MetadataRow = Record<keyof PaperMetadata, number | string | null>;

export function readMetadata(row: MetadataRow): PaperMetadata {
  const metadata: Record<string, unknown> = {};
  for (const name of NAMES)
    if (row[name] !== null) metadata[name] = name.startsWith('is') ? row[name] === 1 : row[name];
  return metadata as PaperMetadata;
}

type Change = { origin: PaperOrigin; revision: number };
type Arrival = Change & {
  file?: number;
  /** The id of a paper that the library had before; default: a new one. */
  id?: number;
  identifiers: readonly Identifier[];
};

/** Inserts a paper in the caller's transaction, as part of a revision; returns its id. */
export function insertPaper(database: Database, record: Paper, arrival: Arrival): number {
  const { file, id: formerId, identifiers } = arrival;
  const { lastInsertRowid: id } = database.run(
    `INSERT INTO papers (${COLUMNS}, imported_from, id) VALUES (${VALUES}, ?, ?)`,
    ...columnsOf(record, arrival),
    file ?? null,
    formerId ?? null,
  );
  database.run(
    'INSERT INTO texts (title, abstract, summary, record, id) VALUES (?, ?, ?, ?, ?)',
    ...textsOf(record),
    id,
  );
  insertIdentifiers(database, id, identifiers);
  return id;
}

/** Replaces a paper's record; the paper keeps its old identifiers. */
export function updatePaper(database: Database, id: number, record: Paper, change: Change): void {
  database.run(`UPDATE papers SET (${COLUMNS}) = (${VALUES}) WHERE id = ?`, ...columnsOf(record, change), id);
  database.run(
    'UPDATE texts SET (title, abstract, summary, record) = (?, ?, ?, ?) WHERE id = ?',
    ...textsOf(record),
    id,
  );
  insertIdentifiers(database, id, listIdentifiers(record));
}

/** Updates only the journal ranking of a paper; no other field may have changed. */
export function updateJournalRanking(database: Database, id: number, record: Paper, revision: number): void {
  const rest = textsOf(record).at(-1) as string;
  database.run('UPDATE papers SET (quartile, revision) = (?, ?) WHERE id = ?', record.quartile ?? null, revision, id);
  database.run('UPDATE texts SET record = ? WHERE id = ?', rest, id);
}

export function deletePaper(database: Database, id: number): void {
  database.run('DELETE FROM papers WHERE id = ?', id);
  database.run('DELETE FROM texts WHERE id = ?', id);
  deleteIdentifiers(database, id);
  database.run('DELETE FROM merged_records WHERE paper = ?', id);
  database.run('DELETE FROM parted WHERE paper = ? OR other = ?', id, id);
  database.run('INSERT INTO removals (paper) VALUES (?)', id);
}

export function selectOrigin(database: Database, id: number): PaperOrigin | undefined {
  return database.get<{ origin: PaperOrigin }>('SELECT origin FROM papers WHERE id = ?', id)?.origin;
}

export function selectStarterIds(database: Database): number[] {
  return database.all<{ id: number }>(`SELECT id FROM papers WHERE origin = 'starter'`).map(({ id }) => id);
}

function columnsOf(record: Paper, { origin, revision }: Change): SqlValue[] {
  const metadata = toIndexed(record, 0);
  const values = NAMES.map((name) => metadata[name] ?? null);
  return [record.key, origin, revision, ...values.map((value) => (typeof value === 'boolean' ? Number(value) : value))];
}

function textsOf({ title, abstract = '', summary = '', ...rest }: Paper): SqlValue[] {
  return [title, abstract, summary, JSON.stringify(rest)];
}
