import type { Database } from '../../sqlite/database.ts';
import type { RankedList } from '../fuse.ts';
import type { TermGroup, TermStatistics } from '../plan.ts';
import type { SqlCondition } from './filter.ts';

/** Weights of a match in title, abstract and one-sentence summary. */
const FIELD_WEIGHTS = '3.0, 1.0, 1.5';

/** The papers that hold any word of the group and meet the condition, by BM25, best first, at most `depth`. */
export function rankedList(database: Database, group: TermGroup, condition: SqlCondition, depth: number): RankedList {
  const filter = condition.sql === '' ? '' : `JOIN papers p ON p.id = papers_fts.rowid WHERE ${condition.sql} AND`;
  // FTS5's bm25 is negative, better is smaller.
  const rows = database.all<{ id: number; rank: number }>(
    `SELECT papers_fts.rowid AS id, bm25(papers_fts, ${FIELD_WEIGHTS}) AS rank
     FROM papers_fts ${filter || 'WHERE'} papers_fts MATCH ? ORDER BY rank LIMIT ?`,
    ...condition.values,
    matchExpression(group),
    depth,
  );
  return new Map(rows.map(({ id, rank }) => [id, -rank]));
}

/** Words and phrase OR-ed, each quoted, so that nothing in them is read as an operator. */
function matchExpression({ words, phrase }: TermGroup): string {
  const terms = words.map((word) => `"${word}"`);
  return (phrase ? [...terms, `"${phrase.join(' ')}"`] : terms).join(' OR ');
}

/** How common words are in this library, out of the index's own vocabulary. */
export function termStatistics(database: Database): TermStatistics {
  const { papers } = database.get<{ papers: number }>('SELECT count(*) AS papers FROM papers') ?? { papers: 0 };
  const sql = 'SELECT doc FROM papers_vocabulary WHERE term = ?';
  return { papers, papersWith: (stem) => database.get<{ doc: number }>(sql, stem)?.doc ?? 0 };
}
