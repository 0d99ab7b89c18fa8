import type { PaperRecord } from '../../papers/record.ts';
import type { Database } from '../../sqlite/database.ts';

/** The numbers under which others know a paper, by the fact of the record that holds them. DOIs have a column of their own. */
const KINDS = {
  arxiv: 'arxivId',
  pmid: 'pmid',
  pmcid: 'pmcid',
  openalex: 'openAlexId',
  corpus: 'corpusId',
} as const satisfies Record<string, keyof PaperRecord>;
type Kind = keyof typeof KINDS;

export function insertIdentifiers(database: Database, record: PaperRecord, paper: number): void {
  for (const [kind, fact] of Object.entries(KINDS)) {
    const value = record[fact];
    if (value === undefined) continue;
    database.run('INSERT INTO identifiers (kind, value, paper) VALUES (?, ?, ?)', kind, value, paper);
  }
}

/** The papers that are known under a number. */
export function selectIdsByIdentifier(database: Database, kind: Kind, value: string): number[] {
  const sql = 'SELECT paper FROM identifiers WHERE kind = ? AND value = ? ORDER BY paper';
  return database.all<{ paper: number }>(sql, kind, value).map(({ paper }) => paper);
}
