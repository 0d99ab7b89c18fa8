import { setImmediate as breathe } from 'node:timers/promises';
import { omitEmpty } from '../lib/omit-undefined.ts';
import {
  type JournalRanking,
  journalTitleKey,
  type RankedJournal,
  withJournalRanking,
} from '../papers/journals/journal-ranking.ts';
import type { Paper } from '../papers/paper.ts';
import type { Database } from '../platform/sqlite/database.ts';
import { whenStoreIsFree } from '../platform/sqlite/when-store-is-free.ts';
import { updateJournalRanking } from './paper-rows.ts';
import { deleteProperty, raiseEdition, raiseRevision, selectProperty, upsertProperty } from './properties.ts';
import { findRecord } from './records.ts';

/** Journals of all imported editions, the source of papers' quartiles. */

type JournalRow = {
  source: RankedJournal['source'];
  year: number;
  source_id: string;
  title_key: string;
  quartile: string | null;
  country: string | null;
  publisher: string | null;
};

/** Inserts a journal, or replaces it in the same edition. */
function upsertJournal(database: Database, journal: RankedJournal): void {
  const { source, year, id, title, quartile, country, publisher, issns } = journal;
  const values = [journalTitleKey(title), quartile ?? null, country ?? null, publisher ?? null];
  const existing = database.get<{ id: number }>(
    'SELECT id FROM journals WHERE source = ? AND source_id = ? AND year = ?',
    ...[source, id, year],
  );
  if (existing) {
    database.run(
      'UPDATE journals SET (title_key, quartile, country, publisher) = (?, ?, ?, ?) WHERE id = ?',
      ...values,
      existing.id,
    );
    database.run('DELETE FROM journal_issns WHERE journal = ?', existing.id);
  }
  const number =
    existing?.id ??
    database.run(
      `INSERT INTO journals (source, source_id, year, title_key, quartile, country, publisher)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[source, id, year],
      ...values,
    ).lastInsertRowid;
  for (const issn of issns) {
    database.run('INSERT OR IGNORE INTO journal_issns (issn, journal) VALUES (?, ?)', issn, number);
  }
}

export function hasJournals(database: Database): boolean {
  return database.get('SELECT 1 FROM journals LIMIT 1') !== undefined;
}

/** The imported editions, the oldest first. */
export function selectRankings(
  database: Database,
): { source: RankedJournal['source']; year: number; journals: number; ranked: number }[] {
  return database.all(
    `SELECT source, year, count(*) AS journals, count(quartile) AS ranked FROM journals
     GROUP BY source, year ORDER BY source, year`,
  );
}

/** Fields that identify a paper's journal. */
export type JournalClues = Pick<Paper, 'venue' | 'issns' | 'year'>;

/**
 * The ranking of a paper's journal: matched by ISSN before a unique title, from the edition nearest to the paper's year
 * (the later of two; the latest if the year is unknown). Undefined if the quartile cannot be determined.
 */
export function lookUpQuartile(database: Database, paper: JournalClues): JournalRanking | undefined {
  const titleKey = paper.venue === undefined ? '' : journalTitleKey(paper.venue);
  const ofIssn = `SELECT ${ROW} FROM journal_issns i JOIN journals j ON j.id = i.journal WHERE i.issn = ? ORDER BY j.id`;
  const ofTitle = `SELECT ${ROW} FROM journals j WHERE j.title_key = ? ORDER BY j.id`;
  const byIssn = (paper.issns ?? []).flatMap((issn) => database.all<JournalRow>(ofIssn, issn));
  const byTitle = titleKey === '' ? [] : database.all<JournalRow>(ofTitle, titleKey);
  const isUnique = new Set(byTitle.map((row) => row.source_id)).size === 1;
  const rows = byIssn.length > 0 ? byIssn : isUnique ? byTitle : [];
  const row = nearest(rows, paper.year, titleKey);
  if (!row) return undefined;
  const { quartile, source, year, country, publisher } = row;
  return { quartile, source, year, ...omitEmpty({ country, publisher }) };
}

type Ranked = JournalRow & { quartile: string };

/**
 * If journals with the same ISSN have different quartiles, the venue's title decides; otherwise there is no ranking.
 */
function nearest(rows: readonly JournalRow[], year = Number.POSITIVE_INFINITY, titleKey = ''): Ranked | undefined {
  const ranked = rows.filter((row): row is Ranked => row.quartile !== null);
  const distance = (row: Ranked) => (Number.isFinite(year) ? Math.abs(row.year - year) : -row.year);
  const [first] = [...ranked].sort((a, b) => distance(a) - distance(b) || b.year - a.year);
  if (!first) return undefined;
  const edition = ranked.filter((row) => row.year === first.year);
  if (edition.every((row) => row.quartile === first.quartile)) return first;
  const titled = edition.filter((row) => row.title_key === titleKey);
  return new Set(titled.map((row) => row.quartile)).size === 1 ? titled[0] : undefined;
}

const ROW = 'j.source, j.year, j.source_id, j.title_key, j.quartile, j.country, j.publisher';

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
