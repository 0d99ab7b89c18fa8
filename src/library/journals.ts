import { type JournalRanking, journalTitleKey, type RankedJournal } from '../papers/journals/journal-ranking.ts';
import type { Paper } from '../papers/paper.ts';
import type { Database } from '../platform/sqlite/database.ts';

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
export function upsertJournal(database: Database, journal: RankedJournal): void {
  const { source, year, id, title, quartile, country, publisher, issns } = journal;
  const facts = [journalTitleKey(title), quartile ?? null, country ?? null, publisher ?? null];
  const existing = database.get<{ id: number }>(
    'SELECT id FROM journals WHERE source = ? AND source_id = ? AND year = ?',
    ...[source, id, year],
  );
  if (existing) {
    database.run(
      'UPDATE journals SET (title_key, quartile, country, publisher) = (?, ?, ?, ?) WHERE id = ?',
      ...facts,
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
      ...facts,
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
  const byIssn = (paper.issns ?? []).flatMap((issn) => selectByIssn(database, issn));
  const byTitle = titleKey === '' ? [] : selectByTitle(database, titleKey);
  const isUnique = new Set(byTitle.map((row) => row.source_id)).size === 1;
  const rows = byIssn.length > 0 ? byIssn : isUnique ? byTitle : [];
  const row = nearest(rows, paper.year, titleKey);
  return row && rankingOf(row);
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

function rankingOf({ quartile, source, year, country, publisher }: Ranked): JournalRanking {
  return {
    quartile,
    source,
    year,
    ...(country !== null && { country }),
    ...(publisher !== null && { publisher }),
  };
}

const ROW = 'j.source, j.year, j.source_id, j.title_key, j.quartile, j.country, j.publisher';

function selectByIssn(database: Database, issn: string): JournalRow[] {
  return database.all(
    `SELECT ${ROW} FROM journal_issns i JOIN journals j ON j.id = i.journal WHERE i.issn = ? ORDER BY j.id`,
    issn,
  );
}

function selectByTitle(database: Database, titleKey: string): JournalRow[] {
  return database.all(`SELECT ${ROW} FROM journals j WHERE j.title_key = ? ORDER BY j.id`, titleKey);
}
