import { doiLink } from '../../../papers/identifiers.ts';
import type { PaperView } from '../../../papers/paper-view.ts';
import { readPerson } from '../../../papers/people.ts';
import { paintMark, titleMark } from './retraction-text.ts';
import { PLAIN, type Style } from './terminal.ts';
import { type Column, formatRows } from './text-columns.ts';
import { cutToWidth } from './wrap.ts';

const MIN_COLUMNS = 40;
const MAX_COLUMNS = 160;

/** Papers as a table of this many terminal columns, in order: one line each, or two on a narrow terminal. */
export function formatTable(papers: readonly PaperView[], columns = MAX_COLUMNS, style = PLAIN): string {
  const width = Math.min(Math.max(columns, MIN_COLUMNS), MAX_COLUMNS);
  return `${formatRows(COLUMNS, papers, width, style)}\n`;
}

const WORDS_OF_ACCESS: Readonly<Record<string, string>> = { true: 'open', false: 'closed' };

const COLUMNS: readonly Column<PaperView>[] = [
  { head: 'REF', text: ({ ref }) => ref, style: toPaper },
  {
    head: 'MATCH',
    text: ({ match }) => match,
    fact: (cell) => `${cell} match`,
    style: (cell, { match }, { paint }) =>
      match === 'strong' ? paint('green', cell) : match === 'weak' ? paint('dim', cell) : cell,
  },
  { head: 'AUTHOR', text: firstAuthor, min: 9, max: 16, cut: cutAuthor },
  { head: 'YEAR', text: ({ year }) => year },
  { head: 'CITED', text: ({ citations }) => citations, isNumber: true, leaves: 1, fact: (cell) => `cited ${cell}` },
  {
    head: 'ACCESS',
    text: ({ openAccess }) => WORDS_OF_ACCESS[String(openAccess)],
    leaves: 2,
  },
  {
    head: 'TITLE',
    isMain: true,
    // Marks papers that the user imported, and warns if one is retracted or in doubt.
    text: (paper) => `${paper.inLibrary === true ? '* ' : ''}${titleMark(paper)}${paper.title ?? ''}`,
    style: (cell, paper, style) => {
      const text = cell.trimEnd();
      const shown = style.link(text, addressOf(paper)) + cell.slice(text.length);
      return paintMark(paper, style, shown);
    },
  },
  { head: 'VENUE', text: ({ venue }) => venue, leaves: 3, min: 16, max: 40 },
];

function toPaper(cell: string, paper: PaperView, style: Style): string {
  const { ref } = paper;
  return style.link(ref, addressOf(paper)) + cell.slice(ref.length);
}

/** The paper's web address. */
export function addressOf({ doi, doiLink: given, link }: Readonly<Record<string, unknown>>): unknown {
  return given ?? (typeof doi === 'string' ? doiLink(doi) : link);
}

const OTHERS = ' et al.';

/**
 * Abbreviates the sign for further authors rather than dropping it, which would make the name look like the only
 * author.
 */
function cutAuthor(cell: string, width: number): string {
  if (!cell.endsWith(OTHERS)) return cutToWidth(cell, width);
  return `${cutToWidth(cell.slice(0, -OTHERS.length), width - 1)}+`;
}

/** The first author's family name, with a sign for further authors. */
function firstAuthor({ authors, moreAuthors }: PaperView): string {
  const [first = '', ...others] = String(authors ?? '').split(', ');
  const { family, ...person } = readPerson(first);
  const name = family ?? ('literal' in person ? person.literal : first);
  return others.length > 0 || moreAuthors !== undefined ? name + OTHERS : name;
}

/** `Ada Lovelace, Alan Turing and 5 more`; undefined if no author is known. */
export function namedAuthors({ authors, moreAuthors }: PaperView): string | undefined {
  if (typeof authors !== 'string') return undefined;
  return moreAuthors === undefined ? authors : `${authors} and ${moreAuthors} more`;
}
