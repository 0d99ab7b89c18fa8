import { setImmediate as breathe } from 'node:timers/promises';
import { type JournalRanking, type RankedJournal, withJournalRanking } from '../papers/journals.ts';
import type { Database } from '../sqlite/database.ts';
import { type JournalClues, quartileOf, upsertJournal } from './journals.ts';
import { updateJournalRanking } from './paper-rows.ts';
import { deleteProperty, raiseEdition, raiseRevision, selectProperty, upsertProperty } from './properties.ts';
import { findRecord } from './records.ts';

/**
 * How papers that are there get the quartiles of a ranking that comes later. With the journals goes a mark into the
 * library: all papers up to an id have theirs. It is moved on with every part of the papers, in the same transaction,
 * so that a process that dies leaves nothing half done, and it is gone when all papers are done.
 */

/** Papers of one transaction. */
const PART = 2_000;
/** Journals that are remembered while papers are gone through: most papers are of few. */
const MAX_REMEMBERED_JOURNALS = 20_000;

/** Keeps journals and has all papers looked at anew, within the caller's transaction. */
export function addJournals(database: Database, journals: readonly RankedJournal[]): number {
  for (const journal of journals) upsertJournal(database, journal);
  if (journals.length > 0) upsertProperty(database, 'quartiles filled to', '0');
  return journals.length;
}

/**
 * Gives papers their quartiles, a part in each transaction, and tells how many have another one. Aborted, it stops
 * between two parts.
 */
export async function fillQuartiles(database: Database, signal?: AbortSignal): Promise<number> {
  let filled = 0;
  for (;;) {
    if (signal?.aborted) return filled;
    const part = database.transaction(() => fillPart(database));
    if (part === undefined) return filled;
    filled += part;
    // Between two parts others get their turn: also whoever wants to stop this.
    await breathe();
  }
}

type ClueRow = { id: number; venue: string | null; issns: string | null; year: number | null };

/** The next part; undefined when there is none. */
function fillPart(database: Database): number | undefined {
  const mark = selectProperty(database, 'quartiles filled to');
  if (mark === undefined) return undefined;
  const rows = database.all<ClueRow>(
    `SELECT id, year, record ->> 'venue' AS venue, record -> 'issns' AS issns
     FROM papers JOIN texts USING (id) WHERE id > ? ORDER BY id LIMIT ?`,
    Number(mark),
    PART,
  );
  const lookUp = remembering(database);
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

/** A look-up that remembers: the papers of one journal and year have one answer. */
function remembering(database: Database): (row: ClueRow) => JournalRanking | undefined {
  const known = new Map<string, JournalRanking | undefined>();
  return ({ venue, issns, year }) => {
    if (venue === null && issns === null) return undefined;
    const key = JSON.stringify([venue, issns, year]);
    if (known.has(key)) return known.get(key);
    const clues: JournalClues = {
      ...(venue !== null && { venue }),
      ...(issns !== null && { issns: JSON.parse(issns) as string[] }),
      ...(year !== null && { year }),
    };
    const ranking = quartileOf(database, clues);
    if (known.size < MAX_REMEMBERED_JOURNALS) known.set(key, ranking);
    return ranking;
  };
}
