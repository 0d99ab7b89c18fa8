import { setImmediate as breathe } from 'node:timers/promises';
import { type JournalRanking, type RankedJournal, withJournalRanking } from '../papers/journals/journal-ranking.ts';
import type { Database } from '../platform/sqlite/database.ts';
import { whenStoreIsFree } from '../platform/sqlite/when-store-is-free.ts';
import { type JournalClues, lookUpQuartile, upsertJournal } from './journals.ts';
import { updateJournalRanking } from './paper-rows.ts';
import { deleteProperty, raiseEdition, raiseRevision, selectProperty, upsertProperty } from './properties.ts';
import { findRecord } from './records.ts';

/**
 * Assigns the quartiles of a later ranking to existing papers. A property stores the last finished paper id, so that
 * the work resumes after a crash; it is deleted at the end.
 */

/** Papers per transaction. */
const PART = 2_000;
/** Maximum size of the cache of rankings: most papers come from few journals. */
const MAX_CACHED_RANKINGS = 20_000;

/** Adds journals and marks all papers for `fillQuartiles`, within the caller's transaction. */
export function addJournals(database: Database, journals: readonly RankedJournal[]): number {
  for (const journal of journals) upsertJournal(database, journal);
  if (journals.length > 0) upsertProperty(database, 'quartiles filled to', '0');
  return journals.length;
}

/** Updates papers' quartiles, a batch per transaction; returns how many changed. Aborts between batches. */
export async function fillQuartiles(database: Database, signal?: AbortSignal): Promise<number> {
  let filled = 0;
  for (;;) {
    if (signal?.aborted) return filled;
    const part = await whenStoreIsFree(() => database.transaction(() => fillPart(database)));
    if (part === undefined) return filled;
    filled += part;
    // Yields between batches, so that an abort can arrive.
    await breathe();
  }
}

type ClueRow = { id: number; venue: string | null; issns: string | null; year: number | null };

/** Fills the next part; returns how many papers changed, undefined when no part is left. */
function fillPart(database: Database): number | undefined {
  const mark = selectProperty(database, 'quartiles filled to');
  if (mark === undefined) return undefined;
  const rows = database.all<ClueRow>(
    `SELECT id, year, record ->> 'venue' AS venue, record -> 'issns' AS issns
     FROM papers JOIN texts USING (id) WHERE id > ? ORDER BY id LIMIT ?`,
    Number(mark),
    PART,
  );
  const lookUp = cachedLookUp(database);
  let revision: number | undefined;
  let filled = 0;
  for (const row of rows) {
    const ranking = lookUp(row);
    const record = ranking && findRecord(database, row.id);
    if (!record) continue;
    const changed = withJournalRanking(record, ranking);
    if (changed === record) continue;
    if (revision === undefined) {
      revision = raiseRevision(database);
      raiseEdition(database);
    }
    updateJournalRanking(database, row.id, changed, revision);
    if (changed.quartile !== record.quartile) filled += 1;
  }
  const last = rows.at(-1);
  if (rows.length < PART || !last) deleteProperty(database, 'quartiles filled to');
  else upsertProperty(database, 'quartiles filled to', String(last.id));
  return filled;
}

/** A cached look-up: all papers of one journal and year have the same ranking. */
function cachedLookUp(database: Database): (row: ClueRow) => JournalRanking | undefined {
  const rankings = new Map<string, JournalRanking | undefined>();
  return ({ venue, issns, year }) => {
    if (venue === null && issns === null) return undefined;
    const key = JSON.stringify([venue, issns, year]);
    if (rankings.has(key)) return rankings.get(key);
    const clues: JournalClues = {
      ...(venue !== null && { venue }),
      ...(issns !== null && { issns: JSON.parse(issns) as string[] }),
      ...(year !== null && { year }),
    };
    const ranking = lookUpQuartile(database, clues);
    if (rankings.size < MAX_CACHED_RANKINGS) rankings.set(key, ranking);
    return ranking;
  };
}
