import { withoutFormulas } from '../../../formats/tables/formulas.ts';
import type { ViewPaper } from '../../data/report-data.ts';
import type { Decisions } from './person-decisions.ts';

/** Columns of one reader's decisions, in the form that a review imports: `Ana | decision`. */
const PARTS = ['decision', 'note', 'tags', 'at'] as const;

/**
 * The papers with a decision or a note, as CSV. If no reader is named, the person who imports the file counts as the
 * reader.
 */
export function writeDecisionsFile(papers: readonly ViewPaper[], decisions: Decisions): string {
  const name = decisions.by.replace(/[\\|]/g, '\\$&');
  const head = ['ref', 'doi', 'title', 'authors', 'year', ...PARTS.map((part) => `${name} | ${part}`)];
  const rows = papers.flatMap(({ ref, doi = '', title, authors, year = '' }, index) => {
    const decided = decisions.of(index);
    if (!decided || !(decided.decision ?? decided.note ?? decided.tags)) return [];
    const values = { ...decided, tags: decided.tags?.map((tag) => tag.replaceAll(';', ';;')).join('; ') };
    const cells = [ref, doi, title, authors.join('; '), String(year)];
    return [[...cells, ...PARTS.map((part) => values[part] ?? '')]];
  });
  return `\ufeff${[head, ...rows].map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')}`;
}

/** A CSV cell that no spreadsheet interprets as a formula. */
export function writeCell(text: string): string {
  return `"${withoutFormulas(text).replaceAll('"', '""')}"`;
}
