import { omitEmpty, omitUndefined } from '../../lib/omit-undefined.ts';
import { readAuthorList, readJoinedAuthors, readSeparatedAuthors } from '../../papers/author-lists.ts';
import { MISSING, MONTHS, type ReadDate, readDate } from '../../papers/dates.ts';
import { fieldsAmong } from '../../papers/fields-of-study.ts';
import type { PaperInput } from '../../papers/paper.ts';
import type { NameInput } from '../../papers/people.ts';
import { cleanLine, shorten } from '../../papers/text.ts';
import { isDatabase, pairDatabases } from '../databases.ts';
import { type DecisionColumns, findDecisionColumns, readDecisionCells } from '../decisions/decision-columns.ts';
import { findIsbns, findIssns, readCount, splitKeywords, splitList, splitNotes } from '../field-values.ts';
import type { Format } from '../format.ts';
import { typeOfZotero } from '../json/zotero-json.ts';
import type { ParsedEntry } from '../parsed-entry.ts';
import { findDelimiter, openTable, readCells, readNames } from './csv-records.ts';
import { splitCsv } from './split-csv.ts';
import { writeCsv } from './write-csv.ts';

/**
 * CSV with a header line: our export, Zotero, Scopus, Web of Science, PubMed, Embase, Lens, IEEE Xplore, Springer Link,
 * OpenAlex, Publish or Perish and review tools. Columns are found by their names.
 */

/**
 * Names of columns (lower-case letters and digits only) by their content; the first that is not empty is used. The
 * two-letter names are Web of Science's and RIS's.
 */
const COLUMNS = {
  title:
    'title articletitle documenttitle itemtitle papertitle primarytitle displayname ti ' +
    'titles titel titre titulo ttulo titolo t1',
  abstract: 'abstract abstractnote abstracttext ab zusammenfassung resume rsum resumen n2',
  summary: 'summary tldr',
  authors:
    'authorfullnames af authors author authornames authorshipsauthordisplayname creators firstauthors au ' +
    'autor autoren verfasser auteurs auteur autores autori a1',
  year: 'year publicationyear pubyear publishedyear py jahr erscheinungsjahr annee anne ano ao anno y1',
  date: 'publishedat date publicationdate datepublished',
  venue:
    'venue publicationtitle sourcetitle journal journalbook journaltitle journalname booktitle conferencename ' +
    'primarylocationsourcedisplayname secondarytitle publication so parenttitle proceedingstitle zeitschrift revue revista rivista source t2 jo jf jt',
  publisher: 'publisher pu pb',
  volume: 'volume vl journalvolume bibliovolume band jahrgang volumen',
  issue: 'issue issuenumber journalissue biblioissue is heft numero nmero',
  edition: 'edition',
  series: 'series seriestitle',
  seriesNumber: 'seriesnumber seriesno',
  pages: 'pages pagination pagerange seiten paginas pginas pagine',
  firstPage: 'startpage pagestart firstpage bibliofirstpage bp sp',
  lastPage: 'endpage pageend lastpage bibliolastpage ep',
  articleNumber: 'articlenumber artno ar',
  // PubMed's column contains volume, issue and pages after the journal, as does Embase's `Source`.
  citation: 'citation source',
  editors: 'editors editor be',
  isbns: 'isbns isbn bn',
  language: 'language languageoforiginaldocument la',
  type: 'type itemtype documenttype publicationtype contenttype category dt',
  fields: 'fieldsofstudy fields manualtags',
  quartile: 'quartile',
  quartileSource: 'quartilesource',
  citations:
    'citations citedby citationcount citedbycount timescited timescitedalldatabases articlecitationcount ' +
    'citingworkscount cites tc',
  influentialCitations: 'influentialcitations',
  references: 'references referencecount citedreferencecount referencedworkscount nr',
  openAccess: 'openaccess isopenaccess openaccessisoa accesstype',
  preprint: 'preprint',
  downloadable: 'downloadable',
  doi: 'doi itemdoi di do',
  pmid: 'pmid pubmedid medlinepmid idspmid pm',
  pmcid: 'pmcid idspmcid',
  arxivId: 'arxivid',
  openAlexId: 'openalexid id',
  issn: 'issn issns eissn primarylocationsourceissn sn ei',
  link: 'link url articleurl externalurl dimensionsurl ur',
  pdfLink: 'pdflink pdfurl',
  country: 'country',
  retracted: 'retracted',
  corpusId: 'corpusid',
  keywords:
    'keywords keyword authorkeywords indexkeywords keywordsplus manualtags automatictags tags meshterms meshheadings mesh ' +
    'ieeeterms inspeccontrolledterms inspecnoncontrolledterms authorsubmittedkeywords emtreedrugindexterms ' +
    'emtreemedicalindexterms subjectheadings subjects descriptors identifiers de kw',
  notes: 'notes note extra',
  publisherPlace: 'publisherplace place placeofpublication placepublished publisherlocation publishercity pi',
  database: 'database librarycatalog databases sourcedatabase db',
  accessionNumber: 'accessionnumber accessionnumbers uniqueid utuniquewosid utuniqueid eid lensid publicationid an ut',
} as const;
type Column = keyof typeof COLUMNS;

const MAX_NAMED_COLUMNS = 12;
const MAX_NAME_CHARACTERS = 40;

/** Parses a header line: it must name a title or an abstract, and another known column. */
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
  // Besides the authors' keywords (`DE`), `ID` contains those of Web of Science.
  if (names.includes('de') && names.includes('id')) columnIndexes.keywords.push(names.indexOf('id'));
  const decisions = findDecisionColumns(readCells(line.replace(/^\ufeff/, ''), delimiter).map(plain));
  const columnCount =
    Object.values(columnIndexes).filter((indexes) => indexes.length > 0).length + (decisions === undefined ? 0 : 1);
  const hasText = columnIndexes.title.length > 0 || columnIndexes.abstract.length > 0;
  if (!hasText || columnCount < 2) return undefined;
  const isOwn = names.includes('ref') && names.includes('sameas');
  const isZotero = names.includes('itemtype');
  const database = DATABASE_BY_COLUMN.find(([column]) => names.includes(column))?.[1];
  const readAuthors = authorReader(names);
  const ids: CsvHeader['ids'] = [names.indexOf('ref'), names.indexOf('key')];
  return { delimiter, columnIndexes, columns: names.length, readAuthors, isOwn, isZotero, database, decisions, ids };
}

/** Explains why a first line is not a header. */
export function missingColumns(line: string): string {
  const cells = readCells(line.replace(/^\ufeff/, ''), findDelimiter(line));
  const shown = cells.slice(0, MAX_NAMED_COLUMNS).map((cell) => shorten(cleanLine(cell), MAX_NAME_CHARACTERS));
  const { names } = readNames(line);
  const hasTitle = COLUMNS.title.split(' ').some((name) => names.includes(name));
  const lacks = hasTitle ? 'No column beside the title is known' : 'No column "title" found';
  return `${lacks}; columns are: ${shown.join(', ')}${cells.length > shown.length ? ', ...' : ''}`;
}

function authorReader(names: readonly string[]): CsvHeader['readAuthors'] {
  if (names.includes('itemtitle') && names.includes('contenttype')) return readJoinedAuthors;
  return names.some((name) => WITH_SEPARATED_AUTHORS.has(name)) ? readSeparatedAuthors : readAuthorList;
}

/** Columns of programs that write `Family, Given; Family, Given`: Zotero, Web of Science, the newer Scopus. */
const WITH_SEPARATED_AUTHORS = new Set(['itemtype', 'abstractnote', 'authorfullnames', 'af']);

export type CsvHeader = {
  delimiter: string;
  columnIndexes: Record<Column, number[]>;
  columns: number;
  /** The names in a cell of authors, given name first. */
  readAuthors(list: string): NameInput[];
  /** Whether it is our own export. */
  isOwn: boolean;
  isZotero: boolean;
  /** The database whose columns these are. */
  database: string | undefined;
  decisions: DecisionColumns | undefined;
  /** The columns of the record's reference and citation key; -1 for none. */
  ids: [ref: number, key: number];
};

/** One record, which may span several lines. */
export function readCsv(record: string, header: CsvHeader): ParsedEntry {
  const { delimiter, columnIndexes, columns } = header;
  const values = readCells(record, delimiter);
  // A record with fewer cells is truncated or has lost a quote: its values would be assigned to the wrong columns.
  if (values.length < columns && values.length > 1)
    return { problem: `it has ${values.length} cells, the header has ${columns}` };
  const text = (column: Column) =>
    columnIndexes[column]
      .map((index) => (TEXTS.has(column) ? plain(values[index]) : wholeNumber(plain(values[index]), column, delimiter)))
      .find((value) => !PLACEHOLDER.test(value) && !(MISSING.test(value) && !MAY_CONTAIN_ANY_WORD.has(column)));
  const all = (column: Column) => columnIndexes[column].map((index) => plain(values[index]));
  const type = readType(text('type'), header.isZotero);
  if (type === undefined) return { passedOver: `the type ${text('type')}` };
  const screening = readScreening(header, (index) => plain(values[index]));
  const metadata = { ...toMetadata(text, type, header.readAuthors), ...readSubjects(text, all, header) };
  const number = text('pmid') ?? '';
  const unread = POWER_OF_TEN.test(number) ? `its PubMed number was not understood: ${number}` : undefined;
  return { metadata, ...omitUndefined({ screening, unread }) };
}

/** The decisions in a row, and what identifies its record in the program that wrote it. */
function readScreening({ decisions, ids }: CsvHeader, cell: (index: number) => string) {
  const [ref, key] = ids.map((index) => (index < 0 ? '' : cell(index)));
  const record = omitEmpty({ ref, key });
  const isNamed = record.ref !== undefined || record.key !== undefined;
  if (!decisions && !isNamed) return undefined;
  return { decisions: [], ...(decisions && readDecisionCells(decisions, cell)), ...(isNamed && { record }) };
}

/** Placeholders that databases write instead of leaving a cell empty. */
const PLACEHOLDER = /^(?:\[no .{1,40} available\])?$/i;

/** Columns in which a placeholder such as `NA` or `none` may be a word, a name, or the code of Namibia. */
const MAY_CONTAIN_ANY_WORD: ReadonlySet<Column> = new Set([
  'title',
  'abstract',
  'summary',
  'notes',
  'authors',
  'country',
]);

/** Columns that only one database writes. */
const DATABASE_BY_COLUMN: readonly (readonly [column: string, database: string])[] = [
  ['lensid', 'Lens'],
  ['dimensionsurl', 'Dimensions'],
  ['utuniquewosid', 'Web of Science'],
  ['ieeeterms', 'IEEE Xplore'],
  ['emtreemedicalindexterms', 'Embase'],
  ['nihmsid', 'PubMed'],
  ['openaccessoastatus', 'OpenAlex'],
  ['gsrank', 'Google Scholar'],
  ['eid', 'Scopus'],
  ['authorsid', 'Scopus'],
  ['publicationstage', 'Scopus'],
];

/**
 * If there is no other separator, two or more commas separate keywords; a single one is part of a keyword
 * (`Depression, Postpartum`).
 */
function separatorOf(list: string): string {
  if (/[;\n]/.test(list)) return ';';
  if (list.includes('|')) return '|';
  return list.split(',').length > 2 ? ',' : ';';
}

type ReadColumn = (column: Column) => string | undefined;

/** Keywords, notes and database. Columns of keywords are combined; those of database names are not. */
function readSubjects(text: ReadColumn, all: (column: Column) => string[], header: CsvHeader): PaperInput {
  const { isOwn, database: known } = header;
  const lists = all('keywords').filter((list) => list !== '');
  const source = text('venue');
  const named = text('database') ?? (source !== undefined && isDatabase(source) ? source : known);
  const numbers = splitList(text('accessionNumber') ?? '', ';').filter(Boolean);
  return {
    keywords: lists.flatMap((list) => splitKeywords([list], isOwn ? ';' : separatorOf(list))),
    notes: all('notes').flatMap(splitNotes),
    publisherPlace: text('publisherPlace'),
    edition: text('edition'),
    series: text('series'),
    seriesNumber: text('seriesNumber'),
    databases: isOwn
      ? pairDatabases(splitList(named ?? '', ';'), numbers)
      : [{ name: named, accessionNumber: numbers[0] }],
  };
}

function toMetadata(text: ReadColumn, publicationType: string, readAuthors: (list: string) => NameInput[]): PaperInput {
  const date = readDate(text('date'));
  const [dated, venue] = [text('year'), text('venue')];
  // Also with month and day, or in other forms: `May 2018`, `c2018`, `2018–2019`, `1398 [2019]`, but not `379 BC`.
  const year: ReadDate = /^\d{4}$/.test(dated ?? '') ? { year: Number(dated) } : readDate(dated);
  const cited = readCitation(text('citation'));
  const pages = [text('firstPage'), text('lastPage')].filter(Boolean).join('-');
  return {
    dated: dated ?? text('date'),
    title: text('title'),
    abstract: text('abstract'),
    summary: text('summary'),
    authors: readAuthors(text('authors') ?? ''),
    year: year.year ?? date.year ?? readCount(cited?.year),
    publishedAt: date.publishedAt ?? year.publishedAt ?? text('date'),
    // Embase writes volume and pages after the journal: `J Inv Hydrol (2020) 3:4 (1-5)`.
    venue: isDatabase(venue ?? '') ? undefined : venue?.replace(/ \((?:19|20)\d{2}\) [^\s\d]*\d.*$/s, ''),
    publisher: text('publisher'),
    volume: text('volume') ?? cited?.volume,
    issue: text('issue') ?? cited?.issue,
    pages: text('pages') ?? (pages || (text('articleNumber') ?? cited?.pages)),
    editors: readAuthors(text('editors') ?? ''),
    isbns: findIsbns(text('isbns')),
    language: text('language'),
    country: text('country'),
    quartile: text('quartile'),
    quartileSource: text('quartileSource'),
    publicationType,
    fieldsOfStudy: fieldsAmong(splitList(text('fields') ?? '', ';')),
    citationCount: readCount(text('citations')),
    influentialCitationCount: readCount(text('influentialCitations')),
    referenceCount: readCount(text('references')),
    isOpenAccess: flag(text('openAccess')),
    isPrePrint: flag(text('preprint')) ?? (publicationType === 'preprint' || undefined),
    downloadable: flag(text('downloadable')),
    doi: text('doi'),
    pmid: text('pmid'),
    pmcid: text('pmcid'),
    arxivId: text('arxivId'),
    openAlexId: text('openAlexId'),
    issns: findIssns(text('issn')),
    link: text('link'),
    pdfLink: text('pdfLink'),
    isRetracted: flag(text('retracted')),
    corpusId: text('corpusId'),
  };
}

/** `J Toys. 2021 Mar;75(2):101-110. doi: ...` (PubMed) or `J Toys (2021) 75:2 (101-110)` (Embase). */
function readCitation(citation = ''): { [part: string]: string | undefined } | undefined {
  const pubmed = /;(?<volume>[\w ]{1,20})?(?:\((?<issue>[^()]{1,30})\))?:(?<pages>[\w-]{1,30})/;
  const embase =
    / \((?<year>(?:19|20)\d{2})\) (?<volume>\w{1,10})(?::(?<issue>[\w-]{1,20}))?(?: \((?<pages>[^()]{1,30})\))?/;
  return (pubmed.exec(citation) ?? embase.exec(citation))?.groups;
}

/** Undefined for items that Zotero does not count as publications; Google Scholar gives the file type. */
function readType(type = '', isZotero = false): string | undefined {
  if (/^(?:pdf|html?|doc|citation)$/i.test(type)) return '';
  if (!/^[a-z][A-Za-z]*$/.test(type)) return type;
  // Elsewhere a letter is one to a journal.
  return typeOfZotero(type) ?? (isZotero ? undefined : type);
}

/** Removes the apostrophe that keeps spreadsheets from interpreting a text as a formula. */
function plain(value = ''): string {
  return value.trim().replace(/^("[\s"]*)?'(?='*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r])/, '$1');
}

const TEXTS: ReadonlySet<Column> = new Set(['title', 'abstract', 'summary', 'notes']);

/** `1.23E+07`: a spreadsheet has rounded it, unless all digits are there. */
const POWER_OF_TEN = /^(\d)(?:[.,](\d{1,15}))?e\+?(\d{1,2})$/i;

/**
 * Spreadsheets and pandas write a whole number as `2018.0` if a cell of its column is empty, or as `1.2345678E7`. If
 * semicolons separate cells, a comma may be the decimal separator.
 */
function wholeNumber(value: string, column: Column, delimiter: string): string {
  const decimals = delimiter === ',' ? /^(\d{1,15})\.0{1,6}$/ : /^(\d{1,15})(?:\.0{1,6}|,0{1,2})$/;
  const [, first = '', others = '', power = ''] = POWER_OF_TEN.exec(value) ?? [];
  if (first !== '' && others.length === Number(power)) return first + others;
  const plainNumber = rangeOfDate(value.replace(decimals, '$1'), column);
  return column === 'pages'
    ? plainNumber
    : plainNumber.replace(/^\d{1,3}(?:,\d{3}){1,3}$/, (all) => all.replaceAll(',', ''));
}

/** Pages that a spreadsheet took for a date: `11-Sep` and `Nov-19` are 9-11 and 11-19, since pages ascend. */
function rangeOfDate(value: string, column: string): string {
  const [, day = '', before, after, number = ''] =
    (column === 'pages' && /^(?:(\d{1,2})-([a-z]{3})|([a-z]{3})-(\d\d))$/i.exec(value)) || [];
  const month = MONTHS.indexOf((before ?? after ?? '').toLowerCase()) + 1;
  return month === 0 ? value : [month, Number(day || number)].sort((a, b) => a - b).join('-');
}

/** Also understands the terms of databases: `All Open Access, Gold`, `Closed`. */
function flag(text = ''): boolean | undefined {
  if (/^(?:true|yes|1)$|\bopen access\b|\b(?:gold|green|hybrid|bronze)\b/i.test(text)) return true;
  return /^(?:false|no|0|closed)$/i.test(text) ? false : undefined;
}

export const format: Format = {
  name: 'csv',
  title: 'CSV',
  place: 40,
  read: {
    what: 'with a header line (also with `;` or tabs): Zotero, Scopus, Web of Science, PubMed, Embase, Lens, IEEE Xplore, Springer Link, OpenAlex, Publish or Perish, review tools, our own',
    endings: ['.csv', '.tsv'],
    generality: 1,
    text: {
      isHeader: (line) => readHeader(line) !== undefined,
      split: () => splitCsv(),
      open: () => openTable(readHeader, readCsv, missingColumns),
    },
  },
  write: {
    ending: 'csv',
    mimeType: 'text/csv',
    // Without a byte order mark Excel reads the file in the system's legacy code page.
    mark: '\ufeff',
    inPage: { abstracts: 'quoted', hasHead: true, maxInAnswer: 8 },
    papers: writeCsv,
  },
};
