import Papa from 'papaparse';
import { type Citation, toCitation } from '../../papers/citation.ts';
import { detectDesign } from '../../papers/design/design.ts';
import { quartileSourceName } from '../../papers/source-words.ts';
import type { ExportedPaper } from '../format.ts';
import { BETWEEN_NOTES, orderDatabases } from '../parsed-entry.ts';

type Cell = string | number | boolean | undefined;

/**
 * The columns in order, each with its content. Programs rely on the names and their order: add new ones at the end. The
 * names that our own reader understands are in `csv.ts`.
 */
const COLUMNS: Record<string, (citation: Citation, exported: ExportedPaper) => Cell> = {
  ref: (_, { ref }) => ref,
  key: (_, { key }) => key,
  title: ({ title }) => title,
  authors: ({ authors }) => listed(authors),
  year: ({ issued }) => issued[0],
  publishedAt: ({ publishedAt }) => publishedAt,
  venue: ({ venue }) => venue,
  publisher: ({ publisher }) => publisher,
  type: ({ publicationType }) => publicationType,
  fieldsOfStudy: ({ fieldsOfStudy }) => listed(fieldsOfStudy),
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
  sameAs: (_, { sameAs }) => listed(sameAs ?? []),
  quartileSource: ({ quartileSource, quartileYear }) => quartileSourceName(quartileSource, quartileYear),
  retracted: ({ isRetracted }) => isRetracted,
  arxivId: ({ arxiv }) => arxiv?.id,
  pmid: ({ pmid }) => pmid,
  pmcid: ({ pmcid }) => pmcid,
  openAlexId: ({ openAlexId }) => openAlexId,
  corpusId: ({ corpusId }) => corpusId,
  issns: ({ issns = [] }) => listed(issns),
  volume: ({ volume }) => volume,
  issue: ({ issue }) => issue,
  pages: ({ pages }) => pages,
  editors: ({ editors = [] }) => listed(editors),
  isbns: ({ isbns = [] }) => listed(isbns),
  language: ({ language }) => language,
  design: (_, { paper }) => detectDesign(paper),
  retraction: ({ retraction }) => retraction?.kind,
  retractionFrom: ({ retraction }) => retraction?.from,
  retractionDate: ({ retraction }) => retraction?.date,
  retractionReasons: ({ retraction }) => listed(retraction?.reasons ?? []),
  keywords: ({ keywords = [] }) => listed(keywords),
  notes: ({ notes = [] }) => notes.join(BETWEEN_NOTES),
  publisherPlace: ({ publisherPlace }) => publisherPlace,
  database: (citation) => listed(orderDatabases(citation).map(({ name = '' }) => name)),
  accessionNumber: (citation) =>
    listed(orderDatabases(citation).flatMap(({ accessionNumber = [] }) => accessionNumber)),
  match: (_, { match }) => match,
};

/**
 * CSV (RFC 4180). `; ` joins lists, whose own semicolons become commas. An apostrophe keeps a spreadsheet from running
 * a text as a formula (= + - @, also full-width): at the start, and after a semicolon, a tab or a line break, where
 * some spreadsheets start another cell.
 */
export function writeCsv(papers: readonly ExportedPaper[]): string {
  const rows = papers.map((exported) => {
    const citation = toCitation(exported.paper);
    const cells = Object.values(COLUMNS).map((cell) => cell(citation, exported));
    return cells.map((cell) => (typeof cell === 'string' ? withoutFormulas(cell) : cell));
  });
  const table = [Object.keys(COLUMNS), ...rows];
  // Unquoted, a bare line feed ends the record for most readers, and the others end a cell for some.
  const quotes = (cell: unknown) => /[\r\n;\t]/.test(String(cell));
  return `${Papa.unparse(table, { newline: '\r\n', quotes })}\r\n`;
}

/** Blanks and quotes before the sign do not keep every spreadsheet from running it. */
const FORMULA = /(?<=(?:^|[;\t\r\n])[\s"]*)[=+\-@\uff1d\uff0b\uff0d\uff20]/g;

function withoutFormulas(text: string): string {
  return text.replace(FORMULA, "'$&");
}

function listed(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll(';', ',')).join('; ');
}
