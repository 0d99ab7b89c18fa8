import { visibleLine } from '../../../lib/visible-text.ts';
import { bestLink, type PaperView } from '../../../papers/paper-view.ts';
import { readPersonBy } from '../../../papers/people.ts';
import { bestSentence, markAsked } from '../../../papers/relevance/best-sentence.ts';
import type { QueryTerms } from '../../../papers/relevance/query-terms.ts';
import { paintMark, titleMark } from './retraction-text.ts';
import { PLAIN, type Style } from './terminal.ts';
import { type Column, formatRows } from './text-columns.ts';
import { countColumns, cutToWidth } from './wrap.ts';

const MIN_COLUMNS = 40;
const MAX_COLUMNS = 160;
/** From this width, papers of a search have a second line, with their evidence. */
const MIN_EVIDENCE_COLUMNS = 100;

/**
 * Papers as a table of this many terminal columns, in order: one line each, or two on a narrow terminal. `question` is
 * what was asked: its words are bold, and on a wide terminal a second line has the sentence that matches it best.
 */
export function formatTable(
  papers: readonly PaperView[],
  columns = MAX_COLUMNS,
  style = PLAIN,
  question?: QueryTerms,
): string {
  const width = Math.min(Math.max(columns, MIN_COLUMNS), MAX_COLUMNS);
  const isWide = question && style.columns !== undefined && width >= MIN_EVIDENCE_COLUMNS;
  const evidence = isWide ? (paper: PaperView, room: number) => findEvidence(paper, question, room, style) : undefined;
  return `${formatRows(columnsFor(question), papers, width, style, evidence)}\n`;
}

const MAX_EVIDENCE_CHARACTERS = 400;
/** Columns kept before the first query word of a sentence whose beginning is cut. */
const BEFORE_FIRST = 30;

/** The sentence of a paper that matches the query best, cut so that its first query word is visible. */
function findEvidence({ abstract, summary }: PaperView, question: QueryTerms, room: number, style: Style): string {
  const text = [abstract, summary].find((each) => typeof each === 'string') ?? '';
  const sentence = visibleLine(bestSentence(String(text), question, MAX_EVIDENCE_CHARACTERS));
  const [before = '', first = ''] = markAsked(sentence, question);
  const isSeen = countColumns(before + first) < room;
  const from = sentence.indexOf(' ', Math.max(before.length - BEFORE_FIRST, 0)) + 1;
  const shown = cutToWidth(isSeen ? sentence : `… ${sentence.slice(from)}`, room);
  return bolden(shown, question, style, (words) => style.paint('dim', words));
}

/** A text with the words of the query in bold. */
function bolden(text: string, question: QueryTerms, { paint }: Style, others = (words: string) => words): string {
  return markAsked(text, question)
    .map((part, at) => (part === '' ? '' : at % 2 === 1 ? paint('bold', part) : others(part)))
    .join('');
}

const WORDS_OF_ACCESS: Readonly<Record<string, string>> = { true: 'open', false: 'closed' };

const COLOURS_OF_DECISIONS = { include: 'green', exclude: 'red', maybe: 'yellow' } as const;

const columnsFor = (question: QueryTerms | undefined): readonly Column<PaperView>[] => [
  { head: 'REF', text: ({ ref }) => ref, style: paintRef },
  {
    head: 'MATCH',
    text: ({ match }) => match,
    detail: (cell) => `${cell} match`,
    style: (cell, { match }, { paint }) =>
      match === 'strong' ? paint('green', cell) : match === 'weak' ? paint('dim', cell) : cell,
  },
  {
    head: 'DECISION',
    // A suggestion that nobody has confirmed is in brackets.
    text: ({ decision, suggested }) => decision ?? (suggested === undefined ? undefined : `(${suggested})`),
    style: (cell, { decision }, { paint }) => {
      const colour = COLOURS_OF_DECISIONS[String(decision) as keyof typeof COLOURS_OF_DECISIONS];
      return colour === undefined ? cell : paint(colour, cell);
    },
  },
  { head: 'AUTHOR', text: firstAuthor, min: 9, max: 16, cut: cutAuthor },
  { head: 'YEAR', text: ({ year }) => year },
  { head: 'CITED', text: ({ citations }) => citations, isNumber: true, dropRank: 1, detail: (cell) => `cited ${cell}` },
  {
    head: 'ACCESS',
    text: ({ openAccess }) => WORDS_OF_ACCESS[String(openAccess)],
    dropRank: 2,
  },
  {
    head: 'TITLE',
    isMain: true,
    // Marks papers that the user imported, and warns if one is retracted or in doubt.
    text: (paper) => `${paper.inLibrary === true ? '* ' : ''}${titleMark(paper)}${paper.title ?? ''}`,
    style: (cell, paper, style) => {
      const text = cell.trimEnd();
      const marked = question ? bolden(text, question, style) : text;
      const shown = style.link(marked, bestLink(paper)) + cell.slice(text.length);
      return paintMark(paper, style, shown);
    },
  },
  { head: 'VENUE', text: ({ venue }) => venue, dropRank: 3, min: 16, max: 40 },
];

function paintRef(cell: string, paper: PaperView, style: Style): string {
  const { ref } = paper;
  return style.paint('cyan', style.link(ref, bestLink(paper))) + cell.slice(ref.length);
}

const OTHERS = ' et al.';

/** Shortens ` et al.` to `+` in a narrow column: without a sign the name would look like the only author. */
function cutAuthor(cell: string, width: number): string {
  if (!cell.endsWith(OTHERS)) return cutToWidth(cell, width);
  return `${cutToWidth(cell.slice(0, -OTHERS.length), width - 1)}+`;
}

/** The first author's whole family name, with a sign for further authors. */
function firstAuthor({ authors, moreAuthors, familyNames }: PaperView): string {
  const [first = '', ...others] = String(authors ?? '').split(', ');
  const person = readPersonBy(familyNames as Record<string, string> | undefined, first);
  const name = 'literal' in person ? person.literal : [person.particle, person.family].filter(Boolean).join(' ');
  return others.length > 0 || moreAuthors !== undefined ? name + OTHERS : name;
}
