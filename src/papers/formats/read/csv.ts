import { fieldsAmong } from '../../fields-of-study.ts';
import type { PaperInput } from '../../paper.ts';
import { readAuthorList, readSeparatedAuthors } from './author-list.ts';
import { readCells, readNames } from './csv-records.ts';
import { readDate } from './dates.ts';
import { issnsIn, listIn, type ParsedEntry } from './parsed-entry.ts';
import { typeOfZotero } from './zotero.ts';

/** CSV with a header line (our export, Zotero, Scopus and others); columns are found by their names. */

/** Names of columns (small letters and digits only) by what stands in them; the first that says anything counts. */
const COLUMNS = {
  title: 'title articletitle documenttitle',
  abstract: 'abstract abstractnote',
  summary: 'summary tldr',
  authors: 'authorfullnames authors author',
  year: 'year publicationyear pubyear',
  date: 'publishedat date publicationdate',
  venue: 'venue publicationtitle sourcetitle journal journaltitle booktitle conferencename',
  publisher: 'publisher',
  type: 'type itemtype documenttype publicationtype',
  fields: 'fieldsofstudy fields manualtags',
  quartile: 'quartile',
  quartileSource: 'quartilesource',
  citations: 'citations citedby citationcount timescited',
  influentialCitations: 'influentialcitations',
  references: 'references referencecount',
  openAccess: 'openaccess isopenaccess',
  preprint: 'preprint',
  downloadable: 'downloadable',
  doi: 'doi',
  pmid: 'pmid pubmedid',
  pmcid: 'pmcid',
  issn: 'issn',
  link: 'link url',
  pdfLink: 'pdflink',
  country: 'country',
} as const;
type Column = keyof typeof COLUMNS;

/** The delimiter of a header line, when it is one: it names a title and at least one other column that we know. */
export function readHeader(line: string): CsvHeader | undefined {
  const { delimiter, names } = readNames(line);
  const columnIndexes = Object.fromEntries(
    Object.entries(COLUMNS).map(([column, aliases]) => [
      column,
      aliases
        .split(' ')
        .map((name) => names.indexOf(name))
        .filter((index) => index >= 0),
    ]),
  ) as Record<Column, number[]>;
  const known = Object.values(columnIndexes).filter((found) => found.length > 0).length;
  if (columnIndexes.title.length === 0 || known < 2) return undefined;
  const isSeparated = names.some((name) => WITH_SEPARATED_AUTHORS.has(name));
  const readAuthors = isSeparated ? readSeparatedAuthors : readAuthorList;
  return { delimiter, columnIndexes, columns: names.length, readAuthors };
}

/** Columns of programs that write `Family, Given; Family, Given`: Zotero, Web of Science, the newer Scopus. */
const WITH_SEPARATED_AUTHORS = new Set(['itemtype', 'abstractnote', 'authorfullnames']);

export type CsvHeader = {
  delimiter: string;
  columnIndexes: Record<Column, number[]>;
  columns: number;
  /** The names in a cell of authors, given name first. */
  readAuthors(list: string): string[];
};

/** One record, which may go over several lines. */
export function readCsv(record: string, { delimiter, columnIndexes, columns, readAuthors }: CsvHeader): ParsedEntry {
  const values = readCells(record, delimiter);
  // Records of fewer cells are cut off or have lost a quote; what stands in them would come under wrong names.
  if (values.length < columns && values.length > 1)
    return { problem: `it has ${values.length} cells, the header has ${columns}` };
  const text = (column: Column) =>
    columnIndexes[column].map((index) => plain(values[index])).find((value) => value !== '');
  const type = typeOf(text('type'));
  return type === undefined
    ? { passedOver: `the type ${text('type')}` }
    : { metadata: metadataOf(text, type, readAuthors) };
}

function metadataOf(
  text: (column: Column) => string | undefined,
  publicationType: string,
  readAuthors: (list: string) => string[],
): PaperInput {
  const date = readDate(text('date'));
  return {
    title: text('title'),
    abstract: text('abstract'),
    summary: text('summary'),
    authors: readAuthors(text('authors') ?? ''),
    year: count(text('year')) ?? date.year,
    publishedAt: date.publishedAt ?? text('date'),
    venue: text('venue'),
    publisher: text('publisher'),
    country: text('country'),
    quartile: text('quartile'),
    quartileSource: text('quartileSource'),
    publicationType,
    fieldsOfStudy: fieldsAmong(listIn(text('fields') ?? '', ';')),
    citationCount: count(text('citations')),
    influentialCitationCount: count(text('influentialCitations')),
    referenceCount: count(text('references')),
    isOpenAccess: flag(text('openAccess')),
    isPrePrint: flag(text('preprint')) ?? (publicationType === 'preprint' || undefined),
    downloadable: flag(text('downloadable')),
    doi: text('doi'),
    pmid: text('pmid'),
    pmcid: text('pmcid'),
    issns: issnsIn(text('issn')),
    link: text('link'),
    pdfLink: text('pdfLink'),
  };
}

/** Undefined for what is no publication, in Zotero's words. */
function typeOf(type = ''): string | undefined {
  return /^[a-z]+[A-Z]?[A-Za-z]*$/.test(type) ? typeOfZotero(type) : type;
}

/** Without the apostrophe that keeps spreadsheets from running a text as a formula. */
function plain(value = ''): string {
  return value.trim().replace(/^'(?=[=+\-@\uff1d\uff0b\uff0d\uff20\t\r])/, '');
}

function count(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function flag(text: string | undefined): boolean | undefined {
  return text === undefined ? undefined : ({ true: true, false: false } as Record<string, boolean>)[text.toLowerCase()];
}
