import { withoutFormulas } from '../../formats/tables/formulas.ts';
import type { ViewPaper } from '../../papers/report/report-data.ts';
import type { Decided, Decisions } from './person-decisions.ts';

/** Columns of one reader's decisions, as a review takes them from a file: `Ana | decision`. */
const PARTS: Record<string, (decided: Decided) => string> = {
  decision: ({ decision = '' }) => decision,
  note: ({ note = '' }) => note,
  tags: ({ tags = [] }) => tags.map((tag) => tag.replaceAll(';', ';;')).join('; '),
  at: ({ at }) => at,
};

/** The papers on which something was decided or noted, as CSV. Where nobody is named, who takes it in decided. */
export function writeDecisionsFile(papers: readonly ViewPaper[], decisions: Decisions): string {
  const name = decisions.by.replace(/[\\|]/g, '\\$&');
  const head = ['ref', 'doi', 'title', 'authors', 'year', ...Object.keys(PARTS).map((part) => `${name} | ${part}`)];
  const rows = papers.flatMap(({ ref, doi = '', title, authors, year = '' }, index) => {
    const decided = decisions.of(index);
    const { decision, note, tags } = decided ?? {};
    if (!decided || !(decision ?? note ?? tags)) return [];
    const cells = [ref, doi, title, authors.join('; '), String(year)];
    return [[...cells, ...Object.values(PARTS).map((part) => part(decided))]];
  });
  return `\ufeff${[head, ...rows].map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')}`;
}

/** A cell of a CSV file that no spreadsheet runs. */
export function writeCell(text: string): string {
  return `"${withoutFormulas(text).replaceAll('"', '""')}"`;
}
