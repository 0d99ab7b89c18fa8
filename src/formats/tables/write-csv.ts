import { oncePer } from '../../lib/once.ts';
import { type Citation, toCitation } from '../../papers/citation.ts';
import { detectDesign } from '../../papers/design/design.ts';
import { formatFamilyFirst } from '../../papers/people.ts';
import { describeCitationLink } from '../../papers/references/citation-links.ts';
import { quartileSourceName } from '../../papers/source-words.ts';
import { BETWEEN_NOTES, orderDatabases } from '../field-values.ts';
import type { ExportedPaper } from '../format.ts';
import { withoutFormulas } from './formulas.ts';

export type Cell = string | number | boolean | undefined;

/**
 * The columns in order, each with its content. Programs rely on the names and their order: add new ones at the end. The
 * names that our own reader understands are in `csv.ts`.
 */
const COLUMNS: Record<string, (citation: Citation, exported: ExportedPaper) => Cell> = {
  ref: (_, { ref }) => ref,
  key: (_, { key }) => key,
  title: ({ title }) => title,
  authors: ({ people, hasMoreAuthors }) =>
    joinList([...people.map(formatFamilyFirst), ...(hasMoreAuthors ? ['et al.'] : [])]),
  year: ({ issued }) => issued[0],
  publishedAt: ({ publishedAt }) => publishedAt,
  venue: ({ venue }) => venue,
  publisher: ({ publisher }) => publisher,
  type: ({ publicationType }) => publicationType,
  fieldsOfStudy: ({ fieldsOfStudy }) => joinList(fieldsOfStudy),
  quartile: ({ quartile }) => quartile,
  citations: ({ citationCount }) => citationCount,
  influentialCitations: ({ influentialCitationCount }) => influentialCitationCount,
  references: ({ referenceCount }) => referenceCount,
  openAccess: ({ isOpenAccess }) => isOpenAccess,
  preprint: ({ isPrePrint }) => isPrePrint,
  downloadable: ({ downloadable }) => downloadable,
  doi: ({ doi }) => doi,
  link: ({ link }) => link,
  pdfLink: ({ pdfLink }) => pdfLink,
  abstract: ({ abstract }) => abstract,
  summary: ({ summary }) => summary,
  score: ({ score }) => score,
  engine: ({ engine }) => engine,
  country: ({ country }) => country,
  sameAs: (_, { sameAs }) => joinList(sameAs ?? []),
  quartileSource: ({ quartileSource, quartileYear }) => quartileSourceName(quartileSource, quartileYear),
  retracted: ({ isRetracted }) => isRetracted,
  arxivId: ({ arxiv }) => arxiv?.id,
  pmid: ({ pmid }) => pmid,
  pmcid: ({ pmcid }) => pmcid,
  openAlexId: ({ openAlexId }) => openAlexId,
  corpusId: ({ corpusId }) => corpusId,
  issns: ({ issns = [] }) => joinList(issns),
  volume: ({ volume }) => volume,
  issue: ({ issue }) => issue,
  pages: ({ pages }) => pages,
  editors: ({ editorPeople }) => joinList(editorPeople.map(formatFamilyFirst)),
  isbns: ({ isbns = [] }) => joinList(isbns),
  language: ({ language }) => language,
  design: (_, { paper }) => detectDesign(paper),
  retraction: ({ retraction }) => retraction?.kind,
  retractionFrom: ({ retraction }) => retraction?.from,
  retractionDate: ({ retraction }) => retraction?.date,
  retractionReasons: ({ retraction }) => joinList(retraction?.reasons ?? []),
  keywords: ({ keywords = [] }) => joinList(keywords),
  notes: ({ notes = [] }) => notes.join(BETWEEN_NOTES),
  publisherPlace: ({ publisherPlace }) => publisherPlace,
  database: (citation) => joinList(orderDatabases(citation).map(({ name = '' }) => name)),
  accessionNumber: (citation) =>
    joinList(orderDatabases(citation).flatMap(({ accessionNumber = [] }) => accessionNumber)),
  match: (_, { match }) => match,
  ledBy: (_, { paper }) => joinList(paper.search?.ledBy?.map(describeCitationLink) ?? []),
  decision: (_, { decision }) => decision,
  edition: ({ edition }) => edition,
  series: ({ series }) => series,
  seriesNumber: ({ seriesNumber }) => seriesNumber,
};

/** CSV (RFC 4180). Lists are joined by `; `, and semicolons inside them become commas. No text can act as a formula. */
export function writeCsv(papers: readonly ExportedPaper[], columns: readonly string[] = PAPER_COLUMNS): string {
  return writeTable(columns, papers.map(paperCells));
}

export const PAPER_COLUMNS = Object.keys(COLUMNS);

export function paperCells(exported: ExportedPaper): Record<string, Cell> {
  const citation = toCitation(exported.paper);
  return Object.fromEntries(Object.entries(COLUMNS).map(([name, cell]) => [name, cell(citation, exported)]));
}

/** A table as CSV, with its columns in this order. A column's name must not act as a formula either. */
export function writeTable(columns: readonly string[], rows: readonly Readonly<Record<string, Cell>>[]): string {
  return writeHead(columns) + rows.map((row) => writeRow(columns.map((name) => row[name]))).join('');
}

/** Cached, because a report writes its papers one at a time, and the header takes as long as a row. */
const writeHead = oncePer((columns: readonly string[]): string => writeRow(columns));

function writeRow(cells: readonly Cell[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`;
}

/**
 * Characters that would end a cell or a record: commas and line breaks for all readers, semicolons and tabs for some.
 * Leading and trailing spaces and a byte order mark would be lost.
 */
const NEEDS_QUOTES = /[",;\t\r\n\ufeff]|^ | $/;

function writeCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === undefined ? '' : String(cell);
  const text = withoutFormulas(cell);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A list as one cell. */
export function joinList(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll(';', ',')).join('; ');
}
