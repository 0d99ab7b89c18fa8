import type { Database } from '../platform/sqlite/database.ts';
import type { SqlValue } from '../platform/sqlite/driver.ts';
import { rememberRemoved } from './identifier-rows.ts';
import { deletePaper, LIBRARY_ORDERS } from './paper-rows.ts';
import type { PaperSelection } from './ports/library.ts';
import { raiseRevision } from './properties.ts';

/**
 * Ids of the selected papers, in an order of `LIBRARY_ORDERS` (default: the latest addition first); papers without the
 * value come last. A selection without conditions selects all.
 */
export function selectIds(database: Database, selection: PaperSelection, sort = 'added:desc'): number[] {
  const { sql, values } = condition(selection);
  const [field = '', direction] = sort.split(':');
  const order = LIBRARY_ORDERS[field as keyof typeof LIBRARY_ORDERS];
  const by = `${order} IS NULL, ${order} ${direction === 'asc' ? 'ASC' : 'DESC'}`;
  const ids = `SELECT id FROM papers JOIN texts USING (id) WHERE ${sql} ORDER BY ${by}, id DESC`;
  return database.all<{ id: number }>(ids, ...values).map(({ id }) => id);
}

/** Number of selected papers. A selection without conditions selects none. */
export function countSelected(database: Database, selection: PaperSelection): number {
  return isEmpty(selection) ? 0 : selectIds(database, selection).length;
}

/**
 * Removes the selected papers; a selection without conditions removes none. Afterwards all imported files count as
 * unread: it is not recorded which of them contain the removed papers, and reading a file again adds only what is
 * missing.
 */
export function removeSelected(database: Database, selection: PaperSelection): number {
  const ids = isEmpty(selection) ? [] : selectIds(database, selection);
  for (const id of ids) {
    rememberRemoved(database, id);
    deletePaper(database, id);
  }
  if (ids.length === 0) return 0;
  // The rows stay: remaining papers may refer to them.
  database.run(`UPDATE imports SET finished = 0, pieces = 0, counts = '{}', head = ''`);
  raiseRevision(database);
  return ids.length;
}

function isEmpty(selection: PaperSelection): boolean {
  return Object.values(selection).every((condition) => condition === undefined);
}

function condition({ ids, origin, importedFrom, years }: PaperSelection): { sql: string; values: SqlValue[] } {
  const parts: string[] = [];
  const values: SqlValue[] = [];
  const add = (sql: string, ...more: SqlValue[]) => {
    parts.push(sql);
    values.push(...more);
  };
  if (ids) add('papers.id IN (SELECT value FROM json_each(?))', JSON.stringify(ids));
  if (origin) add('origin = ?', origin);
  if (importedFrom !== undefined) add('imported_from = (SELECT id FROM imports WHERE path = ?)', importedFrom);
  if (years) add('year BETWEEN ? AND ?', years.from, years.to);
  return { sql: parts.join(' AND ') || 'TRUE', values };
}
