import type { ListedPaper } from '../../formats/tables/retraction-watch.ts';
import type { TableEntry } from '../../papers/retraction/status.ts';

/** Retraction Watch's table, parsed and not yet stored. */
export type RetractionTable = {
  papers: readonly ListedPaper[];
  rows: number;
  /** Rows without an identifier or of an unknown nature. */
  skipped: number;
  /** The ISO day up to which it is complete. */
  asOf: string;
};

export type RetractionTableSummary = { asOf: string; loadedAt: string; rows: number; papers: number };

export type RetractionTables = {
  /** Replaces the whole table in one transaction. */
  replaceRetractions(table: RetractionTable, loadedAt: string): RetractionTableSummary;
  retractionTable(): RetractionTableSummary | undefined;
  /** The table's entry of each name; undefined without a table. */
  findRetractions(names: readonly string[]): ReadonlyMap<string, TableEntry> | undefined;
};
