import type { TableEntry } from '../../papers/retraction/status.ts';
import type { Database } from '../../platform/sqlite/database.ts';
import type { RetractionTable, RetractionTableSummary } from '../ports/library.ts';
import { selectProperty, upsertProperty } from '../properties.ts';

/** Retraction Watch's table: its entry for each identifier, and its date. */

/** Rows per statement. */
const BATCH = 5_000;

/** Replaces the table in the caller's transaction. Until it commits, readers see the old table. */
export function replaceRetractions(
  database: Database,
  { papers, rows, asOf }: RetractionTable,
  loadedAt: string,
): RetractionTableSummary {
  database.run('DELETE FROM retractions');
  // Sorted, the rows are appended to the B-tree.
  const sorted = [...papers].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (let at = 0; at < sorted.length; at += BATCH) {
    const batch = sorted
      .slice(at, at + BATCH)
      .map(({ name, kind, date = null, reasons }) => [name, kind, date, JSON.stringify(reasons)]);
    database.run(
      `INSERT INTO retractions (name, kind, date, reasons)
       SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)`,
      JSON.stringify(batch),
    );
  }
  const summary = { asOf, loadedAt, rows, papers: papers.length };
  upsertProperty(database, 'retraction table', JSON.stringify(summary));
  return summary;
}

export function selectRetractionTable(database: Database): RetractionTableSummary | undefined {
  const json = selectProperty(database, 'retraction table');
  return json === undefined ? undefined : (JSON.parse(json) as RetractionTableSummary);
}

type Row = { name: string; kind: TableEntry['kind']; date: string | null; reasons: string };

/** The table's entry for each listed name; undefined without a table. */
export function findRetractions(
  database: Database,
  names: readonly string[],
): ReadonlyMap<string, TableEntry> | undefined {
  const table = selectRetractionTable(database);
  if (!table) return undefined;
  const { asOf } = table;
  const rows = database.all<Row>(
    'SELECT name, kind, date, reasons FROM retractions WHERE name IN (SELECT value FROM json_each(?))',
    JSON.stringify(names),
  );
  const entries = new Map<string, TableEntry>(names.map((name) => [name, { asOf }]));
  for (const { name, kind, date, reasons } of rows)
    entries.set(name, { asOf, kind, date: date ?? undefined, reasons: JSON.parse(reasons) as string[] });
  return entries;
}
