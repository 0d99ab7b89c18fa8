import { counted } from '../../lib/counted.ts';
import { bestLink, namedAuthors, type PaperView } from '../../papers/paper-view.ts';
import { paintMark, retractionText } from './print/retraction-text.ts';
import { PLAIN, type Style } from './print/terminal.ts';
import { countColumns, wrap } from './print/wrap.ts';

/** Papers as text for people: every known field on its own line, the abstract wrapped. */

const DEFAULT_COLUMNS = 80;
const MIN_COLUMNS = 40;
/** Longer lines are hard to read. */
const MAX_COLUMNS = 100;
const INDENT = 2;
const LABEL_WIDTH = 11;
/** Longer links do not occur in real papers, and are wrapped like any text. */
const MAX_WHOLE_LINK = 300;

/** One block per paper, for a terminal of this many columns. */
export function formatPapers(papers: readonly PaperView[], columns = DEFAULT_COLUMNS, style = PLAIN): string {
  const width = Math.min(Math.max(columns, MIN_COLUMNS), MAX_COLUMNS);
  return papers.map((paper) => `${formatPaper(paper, width, style).join('\n')}\n`).join('\n');
}

function formatPaper(paper: PaperView, width: number, style: Style): string[] {
  const { ref, title, summary, abstract } = paper;
  const mark = retractionText(paper);
  const rows = ROWS.flatMap(([label, read]) => formatRow(label, toTexts(read(paper)), width, style));
  const body = typeof abstract === 'string' ? abstract : undefined;
  return [
    ...hanging(`${ref}  `, String(title ?? '(no title)'), width).map((line) =>
      style.paint('bold', linkedLine(line, bestLink(paper), style)),
    ),
    ...(mark === undefined
      ? []
      : hanging(' '.repeat(INDENT), mark, width).map((line) => paintMark(paper, style, line))),
    ...rows,
    ...(body === undefined ? formatRow('Summary', toTexts(summary), width, style) : ['', ...paragraphs(body, width)]),
  ];
}

type Read = (paper: PaperView) => unknown;

const ORIGINS: Record<string, string | undefined> = {
  import: 'you imported it',
  live: 'found by a search',
  starter: 'of the starter catalogue',
};

/** Each line's label, and how to read its text. Several texts get a line each. */
const ROWS: readonly (readonly [label: string, read: Read])[] = [
  ['Authors', namedAuthors],
  ['Editors', ({ editors }) => editors],
  ['Published', publishedIn],
  ['Type', ({ type, design, language }) => join([type, design, named('language', language)], ', ')],
  ['Match', ({ match, searchKeywordsMet: met }) => match && join([match, join(toTexts(met), ', ')], ': ')],
  ['Cited', describeCitations],
  ['Access', ({ openAccess }) => ({ true: 'open', false: 'closed' })[String(openAccess)]],
  ['Journal', ({ quartile, quartileSource }) => join([quartile, bracketed(quartileSource)], ' ')],
  ['Fields', ({ fieldsOfStudy }) => join(toTexts(fieldsOfStudy), ', ')],
  ['Keywords', ({ keywords }) => join(toTexts(keywords), '; ')],
  ['Notes', ({ notes }) => notes],
  ['Ids', listIds],
  ['Links', listLinks],
  ['Sources', listSources],
  ['Led by', ({ ledBy }) => toTexts(ledBy)],
  ['Databases', ({ databases }) => join(toTexts(databases), '; ')],
  ['Library', ({ inLibrary, origin }) => ORIGINS[inLibrary === true ? 'import' : String(origin)]],
  ['Decision', ({ decision }) => decision],
  ['Found by', ({ foundBy }) => join(toTexts(foundBy), ', ')],
  ['Same work', ({ sameAs }) => join(toTexts(sameAs), ', ')],
];

function publishedIn({
  venue,
  year,
  publishedAt,
  volume,
  issue,
  pages,
  publisher,
  ...more
}: PaperView): string | undefined {
  const parts = [named('volume', volume), named('issue', issue), named('pages', pages), publisher, more.publisherPlace];
  return join([venue, publishedAt ?? year, ...parts], ', ');
}

function describeCitations({ citations, influentialCitations, references }: PaperView): string | undefined {
  const times = typeof citations === 'number' ? counted(citations, 'time') : undefined;
  const influential = typeof influentialCitations === 'number' ? `${influentialCitations} influential` : undefined;
  const cited = typeof references === 'number' ? counted(references, 'reference') : undefined;
  return join([times, influential, cited], ', ');
}

function listIds({ doi, arxivId, pmid, pmcid, openAlexId, corpusId, issns, isbns }: PaperView): string | undefined {
  const ids = {
    DOI: doi,
    arXiv: arxivId,
    PubMed: pmid,
    OpenAlex: openAlexId,
    'Semantic Scholar': corpusId,
  };
  const lists = [named('ISSN', join(toTexts(issns), ', ')), named('ISBN', join(toTexts(isbns), ', '))];
  return join([...Object.entries(ids).map(([name, id]) => named(name, id)), pmcid, ...lists], '; ');
}

function listLinks({ doiLink, link, pdfLink, semanticLink }: PaperView): string[] {
  const pdf = typeof pdfLink === 'string' ? `${pdfLink} (PDF)` : undefined;
  return [...new Set([doiLink, link, pdf, semanticLink].flatMap(toTexts))];
}

/** The source of each field, including fields filled in later. */
function listSources({ provenance, sources, engine, enriched }: PaperView): string[] {
  const origins = Object.entries(Object(provenance)).map(([source, names]) => `${source}: ${names}`);
  const filled = Object.entries(Object(enriched)).map(([name, source]) => `${name} filled in from ${source}`);
  return [...(origins.length > 0 ? origins : toTexts(join(toTexts(sources ?? engine), ', '))), ...filled];
}

function named(name: string, value: unknown): string | undefined {
  return value === undefined || value === '' ? undefined : `${name} ${String(value)}`;
}

function bracketed(value: unknown): string | undefined {
  return value === undefined ? undefined : `(${String(value)})`;
}

/** Joins the values that are present; undefined if there are none. */
function join(values: readonly unknown[], separator: string): string | undefined {
  return values.filter((value) => value !== undefined && value !== null && value !== '').join(separator) || undefined;
}

function toTexts(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.flatMap((each) => (each === undefined || each === null || each === '' ? [] : [String(each)]));
}

function formatRow(label: string, texts: readonly string[], width: number, style: Style): string[] {
  return texts.flatMap((text, nth) => {
    const start = `${' '.repeat(INDENT)}${(nth === 0 ? label : '').padEnd(LABEL_WIDTH)}`;
    return text.startsWith('http') ? linkLines(start, text, width, style) : hanging(start, text, width);
  });
}

/** A link: clickable on each line if the terminal supports links; otherwise a long one stays whole, for copying. */
function linkLines(start: string, text: string, width: number, { link }: Style): string[] {
  const [address = ''] = text.split(' ');
  const lines = hanging(start, text, width);
  if (link(address, address) !== address)
    return lines.map((line) => line.slice(0, start.length) + link(line.slice(start.length), address));
  if (lines.length === 1 || text.length > MAX_WHOLE_LINK) return lines;
  const label = start.trimEnd();
  return [...(label === '' ? [] : [label]), ' '.repeat(INDENT) + text];
}

/** The line as a link, without its indentation. */
function linkedLine(line: string, address: unknown, { link }: Style): string {
  const text = line.trimStart();
  return line.slice(0, line.length - text.length) + link(text, address);
}

function paragraphs(text: string, width: number): string[] {
  const indent = ' '.repeat(INDENT);
  return text.split(/\n+/).flatMap((paragraph) => wrap(paragraph, width - INDENT).map((line) => indent + line));
}

/** The text wrapped after its start, further lines aligned with its beginning. */
function hanging(start: string, text: string, width: number): string[] {
  const indent = countColumns(start);
  return wrap(text, width - indent).map((line, nth) => (nth === 0 ? start : ' '.repeat(indent)) + line);
}
