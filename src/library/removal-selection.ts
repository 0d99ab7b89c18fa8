import type { PaperSelection } from '../jobs/ports/library.ts';
import { readDoi } from '../papers/identifiers.ts';
import type { Database, SqlValue } from '../sqlite/database.ts';
import { deletePaper } from './paper-rows.ts';
import { raiseRevision } from './properties.ts';

type SqlCondition = { sql: string; values: SqlValue[] };

/** Number of selected papers. A selection without conditions selects none. */
export function countSelected(database: Database, selection: PaperSelection): number {
  return selectIds(database, selection).length;
}

/** Removes the selected papers. A file may be imported again after its papers were removed. */
export function removeSelected(database: Database, selection: PaperSelection): number {
  const ids = selectIds(database, selection);
  for (const id of ids) deletePaper(database, id);
  // The file's row stays: remaining papers may refer to it.
  if (selection.importedFrom !== undefined) {
    database.run(
      `UPDATE imports SET finished = 0, pieces = 0, counts = '{}', head = '' WHERE path = ?`,
      selection.importedFrom,
    );
  }
  if (ids.length > 0) raiseRevision(database);
  return ids.length;
}

function selectIds(database: Database, selection: PaperSelection): number[] {
  const ids = conditions(selection).flatMap(({ sql, values }) =>
    database.all<{ id: number }>(`SELECT id FROM papers WHERE ${sql}`, ...values).map(({ id }) => id),
  );
  // A key and a DOI may name the same paper.
  return [...new Set(ids)];
}

const NAMED = `SELECT paper FROM identifiers WHERE kind = 'key' AND value = ? UNION SELECT paper FROM identifiers WHERE kind = 'doi' AND value = ?`;

/** One condition per name, to limit the values of a statement. */
function conditions({ names, origin, importedFrom, years }: PaperSelection): SqlCondition[] {
  const parts: SqlCondition[] = [];
  const add = (sql: string, ...values: SqlValue[]) => parts.push({ sql, values });
  if (origin) add('origin = ?', origin);
  if (importedFrom !== undefined) add('imported_from = (SELECT id FROM imports WHERE path = ?)', importedFrom);
  if (years) add('year BETWEEN ? AND ?', years.from, years.to);
  const all = (more: SqlCondition[]): SqlCondition => {
    const every = [...parts, ...more];
    return { sql: every.map(({ sql }) => sql).join(' AND '), values: every.flatMap(({ values }) => values) };
  };
  if (names)
    return [...new Set(names)].map((name) => all([{ sql: `id IN (${NAMED})`, values: [name, readDoi(name) ?? name] }]));
  return parts.length > 0 ? [all([])] : [];
}
