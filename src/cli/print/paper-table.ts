import stringWidth from 'string-width';
import type { PaperView } from '../../papers/paper-view.ts';
import { readPerson } from '../../papers/people.ts';
import { titleMark } from './retraction-text.ts';
import { PLAIN, type Style } from './terminal.ts';
import { cutToWidth } from './wrap.ts';

const MIN_COLUMNS = 60;
const MAX_COLUMNS = 160;
/** Narrower tables leave the venue out. */
const WITH_VENUE = 100;
const SEPARATOR = '  ';
const VENUE_SHARE = 0.3;

type Column = {
  head: string;
  width: number;
  text: (paper: PaperView) => unknown;
  isNumber?: boolean;
  /** Colours and links of a cell, which is padded already. */
  style?: (cell: string, paper: PaperView, style: Style) => string;
};

/** Papers as a table of this many terminal columns, a line each, in order. */
export function formatTable(papers: readonly PaperView[], columns = MAX_COLUMNS, style = PLAIN): string {
  const all = columnsOf(papers, Math.min(Math.max(columns, MIN_COLUMNS), MAX_COLUMNS));
  const header = style.paint('bold', lineOf(all.map((column) => pad(column.head, column))));
  const rows = papers.map((paper) =>
    lineOf(
      all.map((column) => {
        const cell = pad(String(column.text(paper) ?? ''), column);
        return column.style?.(cell, paper, style) ?? cell;
      }),
    ),
  );
  return `${[header, ...rows].join('\n')}\n`;
}

function columnsOf(papers: readonly PaperView[], width: number): Column[] {
  const fixed: Column[] = [
    { head: 'REF', width: Math.max(...papers.map(({ ref }) => ref.length), 3), text: ({ ref }) => ref, style: toPaper },
    ...(papers.some(({ match }) => match !== undefined) ? [MATCH] : []),
    { head: 'FIRST AUTHOR', width: width < WITH_VENUE ? 12 : 16, text: firstAuthor },
    { head: 'YEAR', width: 4, text: ({ year }) => year },
    { head: 'CITED', width: 6, text: ({ citations }) => citations, isNumber: true },
    { head: 'ACCESS', width: 6, text: ({ openAccess }) => ({ true: 'open', false: 'closed' })[String(openAccess)] },
  ];
  const used = fixed.reduce((sum, column) => sum + column.width + SEPARATOR.length, 0);
  const rest = width - used;
  if (width < WITH_VENUE) return [...fixed, { ...TITLE, width: rest }];
  const venue = Math.floor(rest * VENUE_SHARE);
  return [
    ...fixed,
    { ...TITLE, width: rest - venue - SEPARATOR.length },
    { head: 'VENUE', width: venue, text: ({ venue: name }) => name },
  ];
}

const MATCH: Column = {
  head: 'MATCH',
  width: 'partial'.length,
  text: ({ match }) => match,
  style: (cell, { match }, { paint }) =>
    match === 'strong' ? paint('green', cell) : match === 'weak' ? paint('dim', cell) : cell,
};

/** The title, after a mark if the user imported the paper and a warning if it is retracted or in doubt. */
const TITLE: Column = {
  head: 'TITLE',
  width: 0,
  text: (paper) => `${paper.inLibrary === true ? '* ' : ''}${titleMark(paper)}${paper.title ?? ''}`,
  style: (cell, { retracted }, { paint }) => (retracted === true ? paint('red', cell) : cell),
};

function toPaper(cell: string, { ref, doi, doiLink, link }: PaperView, style: Style): string {
  const address = doiLink ?? (typeof doi === 'string' ? `https://doi.org/${encodeURI(doi)}` : link);
  return style.link(ref, address) + cell.slice(ref.length);
}

/** The first author's family name, with a sign for others. */
function firstAuthor({ authors, moreAuthors }: PaperView): string {
  const [first = '', ...others] = String(authors ?? '').split(', ');
  const { family, ...person } = readPerson(first);
  const name = family ?? ('literal' in person ? person.literal : first);
  return others.length > 0 || moreAuthors !== undefined ? `${name} et al.` : name;
}

function lineOf(cells: readonly string[]): string {
  return cells.join(SEPARATOR).trimEnd();
}

function pad(text: string, { width, isNumber }: Column): string {
  const cut = cutToWidth(text, width);
  const blanks = ' '.repeat(Math.max(width - stringWidth(cut), 0));
  return isNumber ? blanks + cut : cut + blanks;
}
