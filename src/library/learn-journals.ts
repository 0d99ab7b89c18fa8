import { computeQuartiles } from '../papers/journals/computed-quartiles.ts';
import type { JournalStatistics } from '../papers/journals/journal-statistics.ts';
import type { Database } from '../sqlite/database.ts';
import { deleteComputed, upsertJournal } from './journals.ts';

/**
 * Stores journals that a search met and ranks all stored ones anew as of `year`, in the caller's transaction. Existing
 * papers do not change.
 */
export function learnJournals(database: Database, statistics: readonly JournalStatistics[], year: number): void {
  const changed = statistics.filter((journal) => upsertStatistics(database, journal)).length;
  const isOfYear = database.get(`SELECT 1 FROM journals WHERE source = 'openalex-computed' AND year = ? LIMIT 1`, year);
  if (changed === 0 && isOfYear) return;
  const journals = database
    .all<{ statistics: string }>('SELECT statistics FROM journal_statistics ORDER BY id')
    .map((row) => JSON.parse(row.statistics) as JournalStatistics);
  deleteComputed(database);
  for (const journal of computeQuartiles(journals, year)) upsertJournal(database, journal);
}

/** Returns whether the statistics are new. */
function upsertStatistics(database: Database, journal: JournalStatistics): boolean {
  const { changes } = database.run(
    `INSERT INTO journal_statistics (id, statistics) VALUES (?, ?)
     ON CONFLICT (id) DO UPDATE SET statistics = excluded.statistics WHERE statistics <> excluded.statistics`,
    journal.sourceId,
    JSON.stringify(journal),
  );
  return changes > 0;
}
