import { byWord } from '../../lib/groups.ts';
import { readAuthorList, readNameOrList } from '../../papers/author-lists.ts';
import { type Citation, type Kind, toCitation } from '../../papers/citation.ts';
import { type ReadDate, readDate } from '../../papers/dates.ts';
import { fieldsAmong } from '../../papers/fields-of-study.ts';
import { doiLink, readDoi, readLink } from '../../papers/identifiers.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { formatFamilyFirst, type NameInput } from '../../papers/people.ts';
import { cleanLine } from '../../papers/text.ts';
import { pairDatabases, recogniseDatabase } from '../databases.ts';
import {
  findIsbns,
  findIssns,
  joinFields,
  OWN_DATABASE,
  orderDatabases,
  readIdentifiers,
  splitKeywords,
  withoutFields,
  withoutIdentifiers,
} from '../field-values.ts';
import type { ExportedPaper, Format } from '../format.ts';
import { calledInFile, type ParsedEntry } from '../parsed-entry.ts';
import { single } from '../pieces.ts';
import { splitRecords } from '../split-lines.ts';
import { allValues, firstValue, readTags, type Tags } from './tagged-lines.ts';

/** RIS as EndNote, Mendeley, Zotero, publishers and databases write it: a paper from `TY` to `ER`. */

/** Looser than the specification, which requires two spaces before the hyphen and one after. */
const RIS_LINE = /^\s{0,3}([A-Za-z][A-Za-z0-9])(?:\s{1,3}-(?=\s|$)|(?<=[A-Z][A-Z0-9])\s{2}-(?=\S))\s?(.*)$/;

/** Reference types, mapped to our vocabulary; others are unchanged, in lower case. */
const TYPES = byWord({
  journal: 'JOUR JFULL EJOUR INPR ABST',
  magazine: 'MGZN',
  news: 'NEWS',
  conference: 'CONF CPAPER',
  'book chapter': 'CHAP ECHAP',
  'book series': 'SER',
  book: 'BOOK EBOOK EDBOOK',
  report: 'RPRT GOVDOC',
  thesis: 'THES',
  preprint: 'UNPB MANSCPT',
  dataset: 'DATA',
  standard: 'STAND',
  patent: 'PAT',
  '': 'GEN',
});
/** EndNote writes one keyword per line, with the tag before the first. */
const LISTS = new Set(['KW']);
const NO_PUBLICATIONS = new Set('ELEC WEB ICOMM COMP VIDEO SOUND ART FIGURE MAP HEAR CASE BILL STAT'.split(' '));

/**
 * Creates a test of whether a line is the second type of a record whose end is missing. Programs that write columns of
 * a table (R) put fields before the type, so the first type belongs to those fields.
 */
function secondTypes(): (line: string, first: string) => boolean {
  const isType = (line: string) => /^\s{0,3}TY\s{1,3}-/.test(line);
  let hasType = false;
  return (line, first) => {
    if (/^\s{0,3}ER\s{1,3}-/.test(line)) hasType = false;
    if (!isType(line)) return false;
    const isSecond = hasType || isType(first);
    hasType = !isSecond;
    return isSecond;
  };
}

export function readRis(record: string): ParsedEntry {
  const tags = readTags(record, RIS_LINE, LISTS);
  // A type that stands twice begins an entry with nothing else in it.
  if (tags.size === 1 && tags.has('TY')) return { passedOver: 'a type alone' };
  // Some programs omit the type.
  const type = firstValue(tags, 'TY')?.toUpperCase() ?? 'GEN';
  if (NO_PUBLICATIONS.has(type)) return { passedOver: `the type ${type}` };
  return { metadata: toMetadata(tags, type), ...calledInFile(readOwnRef(tags), firstValue(tags, 'ID')) };
}

/** The reference that our own export writes as accession number, or as a note. */
function readOwnRef(tags: Tags): string | undefined {
  if (firstValue(tags, 'DB') === OWN_DATABASE) return firstValue(tags, 'AN');
  const note = tags.get('N1')?.find((each) => each.startsWith(`${OWN_DATABASE}: `));
  return note?.slice(OWN_DATABASE.length + 2);
}

function toMetadata(tags: Tags, type: string): PaperInput {
  const isPrePrint = type === 'UNPB' || undefined;
  const isBook = TYPES.get(type) === 'book';
  const container = firstValue(tags, 'T2', 'JF', 'JO', 'JA', 'J2', 'BT', 'T3');
  const series = firstValue(tags, 'T3');
  const links = allValues(tags, 'UR', 'LK').flatMap((value) =>
    value.split(/(?:;|,?\s)(?=\s{0,9}<?https?:)/).map((link) => link.trim().replace(/^<(.*)>$/, '$1')),
  );
  const isPdf = (link: string) => /\.pdf(?:$|[?#])/i.test(link);
  const year = readDate(firstValue(tags, 'PY', 'Y1', 'YR'));
  const numbers = [...allValues(tags, 'SN'), ...allValues(tags, 'BN')];
  const notes = [...(tags.get('N1') ?? []), ...(tags.get('RN') ?? [])];
  const isOwn = firstValue(tags, 'DB') === OWN_DATABASE || notes.some((note) => note.startsWith(`${OWN_DATABASE}: `));
  const keywords = splitKeywords(tags.get('KW') ?? []);
  const identifiers = readIdentifiers(notes);
  const date = readRisDate(firstValue(tags, 'DA', 'PY', 'Y1'), year.year);
  return {
    dated: firstValue(tags, 'PY', 'Y1', 'YR', 'DA'),
    // Some records have only their short title.
    title: firstValue(tags, 'TI', 'T1', 'CT', 'BT', 'ST'),
    abstract: readAbstract(tags),
    authors: readAuthors(tags),
    year: year.year ?? date.year,
    publishedAt: date.publishedAt ?? year.publishedAt,
    // Publishers that write both put the full name in JF and the abbreviation in JO.
    venue: isBook ? firstValue(tags, 'JF', 'JO', 'JA', 'J2') : container,
    edition: firstValue(tags, 'ET'),
    series: isBook ? firstValue(tags, 'T2', 'T3') : series === container ? undefined : series,
    seriesNumber: firstValue(tags, 'SV') ?? (isBook ? firstValue(tags, 'IS') : undefined),
    volume: firstValue(tags, 'VL')?.replace(/^v(?:ol)?\.?\s?(?=\d)/i, ''),
    issue: isBook ? undefined : firstValue(tags, 'IS'),
    pages: [firstValue(tags, 'SP'), firstValue(tags, 'EP')].filter(Boolean).join('-') || readArticleNumber(tags),
    editors: allValues(tags, type === 'BOOK' ? 'A3' : 'A2', 'ED').flatMap(readNameOrList),
    isbns: numbers.flatMap(findIsbns),
    language: firstValue(tags, 'LA'),
    publisher: firstValue(tags, 'PB', 'PU'),
    publicationType: TYPES.get(type) ?? type.toLowerCase(),
    publisherPlace: firstValue(tags, 'CY', 'PP', 'PI'),
    fieldsOfStudy: fieldsAmong(keywords),
    keywords: isOwn ? withoutFields(keywords) : keywords,
    notes: isOwn ? withoutIdentifiers(notes) : notes,
    databases: readDatabases(tags),
    isPrePrint,
    doi: [...allValues(tags, 'DO', 'DI'), ...(tags.get('M3') ?? []), ...links, ...allValues(tags, 'N1', 'ID', 'L3')]
      .map(findDoi)
      .find(Boolean),
    ...identifiers,
    pmid: numberFrom(tags, firstValue(tags, 'DB')) ?? findMarked(tags, /^(\d{1,9}) ?\[PMID\]$/i) ?? identifiers.pmid,
    pmcid: findMarked(tags, /^(PMC\d{1,9})(?: ?\[PMCID\])?$/i) ?? identifiers.pmcid,
    issns: numbers.flatMap(findIssns),
    link: links.find((link) => !isPdf(link)) ?? links[0],
    // EndNote writes a name from its own library there: `internal-pdf://123/a.pdf`.
    pdfLink: [...(tags.get('L1') ?? []), ...(tags.get('L2') ?? [])].find(readLink) ?? links.find(isPdf),
  };
}

/** Databases write the abstract in each of its languages, EBSCO with the same tag. */
function readAbstract(tags: Tags): string {
  const texts = allValues(tags, 'AB', 'N2').filter((text) => !/^(?:NA|N\/A|null)$/i.test(text));
  return [...new Set(texts)].join('\n');
}

function readDatabases(tags: Tags): PaperInput['databases'] {
  const names = allValues(tags, 'DB', 'DP');
  const numbers = allValues(tags, 'AN');
  if (names[0] === OWN_DATABASE) return undefined;
  const links = [...allValues(tags, 'UR'), ...allValues(tags, 'L2')];
  const recognised = names.length > 0 ? undefined : recogniseDatabase(links, numbers, firstValue(tags, 'AB', 'N2'));
  const others = numbers.filter((number) => number !== recognised?.accessionNumber);
  return pairDatabases(names, others).concat(recognised ?? []);
}

/** EndNote, Scopus and Web of Science write the article number into a field that others use for other text. */
function readArticleNumber(tags: Tags): string | undefined {
  return allValues(tags, 'C7').find((value) => /^[a-z]{0,4}[-.]?\d[\w.-]{0,20}$/i.test(value));
}

/** The accession number is PubMed's if the database is PubMed. */
function numberFrom(tags: Tags, database: string | undefined): string | undefined {
  return /pubmed|medline/i.test(database ?? '') ? firstValue(tags, 'AN') : undefined;
}

/** PubMed's numbers in general-purpose fields: `123 [PMID]` (Dimensions, PubMed Central), and EndNote's for PMC. */
function findMarked(tags: Tags, pattern: RegExp): string | undefined {
  const values = ['U1', 'U2', 'U3', 'U4', 'C2'].flatMap((tag) => tags.get(tag) ?? []);
  return values.map((value) => pattern.exec(value)?.[1]).find(Boolean);
}

/** EndNote separates year and day: `PY  - 2023` and `DA  - Apr 12`. */
function readRisDate(text: string | undefined, year: number | undefined): ReadDate {
  const date = readDate(text);
  return date.year === undefined && year !== undefined ? readDate(`${text ?? ''} ${year}`) : date;
}

/** Some programs write the first author as `A1` and the others as `AU`, some write all of them twice. */
function readAuthors(tags: Tags): NameInput[] {
  const values = [...(tags.get('A1') ?? []), ...(tags.get('AU') ?? [])].map((value) => value.replace(/ and$/, ''));
  const names = [...new Set(values)];
  // If there are several name lines, each contains one name, and an `&` is part of it: `Australasian Inst Min & Met`.
  const separator = names.length > 1 ? /[;|]/ : /[;|]|\s(?:and|&)\s/i;
  return names.flatMap((value) => (separator.test(value) ? readAuthorList(value) : readNameOrList(value)));
}

/** A DOI by itself, after `doi:`, or in a publisher's URL: `https://journal.example/doi/abs/10.1000/x`. */
function findDoi(text: string): string | undefined {
  const plain = text.trim().replace(/^[[<](.*)[\]>]$/, '$1');
  const [, doi] =
    /(?:^|doi\.org\/|\bdoi:?\s+|\bdoi[:>]|\/doi\/(?:[a-z]{2,12}\/)?)(10\.\d{4,9}\/\S+)/i.exec(plain) ?? [];
  return readDoi(/\/doi\//i.test(text) ? doi?.replace(/[?#].*/s, '') : doi);
}

/** Reference types of the RIS specification of 2011. */
const WRITTEN_TYPES: Record<Kind, string> = {
  article: 'JOUR',
  'conference paper': 'CPAPER',
  chapter: 'CHAP',
  book: 'BOOK',
  thesis: 'THES',
  report: 'RPRT',
  dataset: 'DATA',
  preprint: 'UNPB',
  other: 'GEN',
};

/**
 * RIS for EndNote, Zotero, Mendeley and Rayyan. Line breaks become spaces, because a value is one line. The reference
 * is the accession number (`AN`) in the database `paperqueue` (`DB`), or a note beside the paper's databases. Not
 * written: summary, counts, quartile, country, flags except a retraction (`N1`), duplicates, provenance, and the link
 * of a paper with a DOI.
 */
function writeRis(papers: readonly ExportedPaper[]): string {
  return papers.map(writeReference).join('');
}

function writeReference(exported: ExportedPaper): string {
  const { ref, key, paper } = exported;
  const citation = toCitation(paper);
  const { kind, people, title, issued, venue, publisher, doi, link, pdfLink, abstract } = citation;
  const [year, month, day] = issued;
  const known = orderDatabases(citation);
  const databases = known.length > 0 ? known : [{ name: OWN_DATABASE, accessionNumber: ref }];
  const lines: [tag: string, value: string | undefined][] = [
    ['TY', WRITTEN_TYPES[kind]],
    ['ID', key],
    ['TI', title],
    ...people.map((person): [string, string] => ['AU', formatFamilyFirst(person)]),
    ['AU', citation.hasMoreAuthors ? 'et al.' : undefined],
    ['PY', year === undefined ? undefined : padded(year, 4)],
    ['DA', month === undefined ? undefined : `${padded(year, 4)}/${padded(month, 2)}/${day ? padded(day, 2) : ''}/`],
    ['T2', venue],
    ['T3', citation.series],
    ['SV', citation.seriesNumber],
    ['ET', citation.edition],
    ['VL', citation.volume],
    ['IS', citation.issue],
    ...writePages(citation),
    // In a book, `A2` is the editor of its series.
    ...citation.editorPeople.map((person): [string, string] => [
      kind === 'book' ? 'A3' : 'A2',
      formatFamilyFirst(person),
    ]),
    ['PB', publisher],
    ['CY', citation.publisherPlace],
    ['DO', doi],
    ['UR', doi === undefined ? link : doiLink(doi)],
    ['L1', pdfLink],
    ['AB', abstract],
    // Programs split keywords at semicolons.
    ...joinFields(citation, exported.decision).map((keyword): [string, string] => ['KW', keyword.replaceAll(';', ' ')]),
    ['LA', citation.language],
    ...[...(citation.isbns ?? []), ...(citation.issns ?? [])].map((number): [string, string] => ['SN', number]),
    ...writeNotes(citation, ref).map((note): [string, string] => ['N1', note]),
    ...databases.flatMap(({ name, accessionNumber }): [string, string | undefined][] => [
      ['DB', name],
      ['AN', accessionNumber],
    ]),
  ];
  const written = lines.flatMap(([tag, value]) => {
    const line = value && cleanLine(value);
    return line ? [`${tag}  - ${line}`] : [];
  });
  return [...written, 'ER  - ', ''].join('\r\n');
}

/** First and last page; other programs also write an article number as first page. */
function writePages({ pages }: Citation): [tag: string, value: string | undefined][] {
  const [, first, last] = /^([^-]+)-([^-]+)$/.exec(pages ?? '') ?? [];
  return [
    ['SP', first ?? pages],
    ['EP', last],
  ];
}

/** The paper's notes, and notes for identifiers without a RIS tag: `AN` belongs to the database of the record. */
function writeNotes(citation: Citation, ref: string): string[] {
  const { retractionNote = '', notes = [], databases, pmid, pmcid, arxiv, openAlexId, corpusId } = citation;
  return [
    ...new Set([retractionNote, ...notes]),
    databases ? `${OWN_DATABASE}: ${ref}` : '',
    pmid ? `PMID: ${pmid}` : '',
    pmcid ? `PMCID: ${pmcid}` : '',
    arxiv ? `arXiv: ${arxiv.id}` : '',
    openAlexId ? `OpenAlex: ${openAlexId}` : '',
    corpusId ? `CorpusId: ${corpusId}` : '',
  ].filter((note) => note !== '');
}

function padded(number: number | undefined, digits: number): string {
  return String(number).padStart(digits, '0');
}

export const format: Format = {
  name: 'ris',
  title: 'RIS',
  place: 20,
  read: {
    what: 'as EndNote, Mendeley and publishers write it',
    endings: ['.ris'],
    text: {
      signature: /^\s{0,3}(?:TY|ER)\s{1,3}-/m,
      // Any tag opens a record, because the type may be missing or damaged.
      split: () =>
        splitRecords({
          opens: /^\s{0,3}(?!ER)[A-Z][A-Z0-9]\s{2}-\s|^\s{0,3}TY\s{1,3}-/,
          reopens: secondTypes(),
          closes: /^\s{0,3}ER\s{1,3}-/,
        }),
      open: () => single(readRis),
    },
  },
  write: {
    ending: 'ris',
    mimeType: 'application/x-research-info-systems',
    isForReferenceManagers: true,
    inPage: { abstracts: 'line' },
    papers: writeRis,
  },
};
