import { fieldBits } from '../engine/index/field-bits.ts';
import { hasPdf, readAccess } from '../papers/access.ts';
import type { Paper } from '../papers/paper.ts';
import type { Database, SqlValue } from '../sqlite/database.ts';
import { deleteIdentifiers, type Identifier, insertIdentifiers, listIdentifiers } from './identifiers.ts';

/** Origin of a record: the package, a live search, or an import. Any other origin replaces `starter`. */
export type Origin = 'starter' | 'live' | 'import';

const COLUMNS =
  'key, origin, revision, year, citations, influential_citations, reference_count, publication_type, quartile, field_bits, open_access, downloadable';

type Arrival = {
  origin: Origin;
  revision: number;
  /** The import it came from. */
  file?: number | undefined;
  /** The record's identifiers. */
  identifiers: readonly Identifier[];
};

/** Inserts a paper in the caller's transaction, as part of a revision; returns its id. */
export function insertPaper(database: Database, record: Paper, arrival: Arrival): number {
  const { origin, revision, file, identifiers } = arrival;
  const { lastInsertRowid: id } = database.run(
    `INSERT INTO papers (${COLUMNS}, imported_from) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...columnsOf(record, origin, revision),
    file ?? null,
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
export function updatePaper(database: Database, id: number, record: Paper, origin: Origin, revision: number): void {
  database.run(
    `UPDATE papers SET (${COLUMNS}) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?`,
    ...columnsOf(record, origin, revision),
    id,
  );
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
  database.run('INSERT INTO removals (paper) VALUES (?)', id);
}

export function selectOrigin(database: Database, id: number): Origin | undefined {
  return database.get<{ origin: Origin }>('SELECT origin FROM papers WHERE id = ?', id)?.origin;
}

export function selectStarterIds(database: Database): number[] {
  return database.all<{ id: number }>(`SELECT id FROM papers WHERE origin = 'starter'`).map(({ id }) => id);
}

function columnsOf(record: Paper, origin: Origin, revision: number): SqlValue[] {
  // Filters read the same values that views show.
  const { isOpenAccess } = readAccess(record);
  return [
    record.key,
    origin,
    revision,
    record.year ?? null,
    record.citationCount ?? null,
    record.influentialCitationCount ?? null,
    record.referenceCount ?? null,
    record.publicationType ?? null,
    record.quartile ?? null,
    fieldBits(record.fieldsOfStudy),
    isOpenAccess === undefined ? null : Number(isOpenAccess),
    // Whether a PDF is known. `isOpenAccess` already implies its absence.
    Number(hasPdf(record) === true),
  ];
}

function textsOf({ title, abstract = '', summary = '', ...rest }: Paper): SqlValue[] {
  return [title, abstract, summary, JSON.stringify(rest)];
}
