import { byWord } from '../../../lib/groups.ts';
import { fieldsAmong } from '../../../papers/fields-of-study.ts';
import { readDoi, readLink } from '../../../papers/identifiers.ts';
import type { PaperInput } from '../../../papers/paper.ts';
import { type NameInput, toPerson } from '../../../papers/people.ts';
import { readAuthorList } from '../author-list.ts';
import { type ReadDate, readDate } from '../dates.ts';
import { isbnsIn, issnsIn, listIn, type ParsedEntry } from '../parsed-entry.ts';
import { allOf, firstOf, readTags, type Tags } from './tagged-lines.ts';

/** RIS as EndNote, Mendeley, Zotero, publishers and databases write it: a paper from `TY` to `ER`. */

/** Looser than the specification, which asks for two blanks before the hyphen and one after. */
const RIS_LINE = /^\s{0,3}([A-Za-z][A-Za-z0-9])\s{1,3}-(?:\s(.*))?$/;

/** Reference types in the words of the vocabulary; others are taken as they are, in small letters. */
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
/** What stands for something other than a publication. */
const NO_PUBLICATIONS = new Set('ELEC WEB ICOMM COMP VIDEO SOUND ART FIGURE MAP HEAR CASE BILL STAT'.split(' '));

/** One reference. */
export function readRis(record: string): ParsedEntry {
  const tags = readTags(record, RIS_LINE);
  // Some programs leave the type out.
  const type = firstOf(tags, 'TY')?.toUpperCase() ?? 'GEN';
  if (NO_PUBLICATIONS.has(type)) return { passedOver: `the type ${type}` };
  return { metadata: metadataOf(tags, type) };
}

function metadataOf(tags: Tags, type: string): PaperInput {
  const isPrePrint = type === 'UNPB' || undefined;
  const links = allOf(tags, 'UR', 'LK').flatMap((value) =>
    value.split(/;(?=\s{0,9}https?:)/).map((link) => link.trim()),
  );
  const isPdf = (link: string) => /\.pdf(?:$|[?#])/i.test(link);
  const year = readDate(firstOf(tags, 'PY', 'Y1', 'YR'));
  const numbers = [...allOf(tags, 'SN'), ...allOf(tags, 'BN')];
  const date = dateOf(firstOf(tags, 'DA', 'PY', 'Y1'), year.year);
  return {
    // Some records have their short title alone.
    title: firstOf(tags, 'TI', 'T1', 'CT', 'BT', 'ST'),
    abstract: firstOf(tags, 'AB', 'N2')?.replace(/^(?:NA|N\/A|null)$/i, ''),
    authors: authorsOf(tags),
    year: year.year ?? date.year,
    publishedAt: date.publishedAt ?? year.publishedAt,
    // Publishers with both have the whole name in JF and the abbreviation in JO.
    venue: firstOf(tags, 'T2', 'JF', 'JO', 'JA', 'J2', 'BT', 'T3'),
    volume: firstOf(tags, 'VL')?.replace(/^v(?:ol)?\.?\s?(?=\d)/i, ''),
    issue: firstOf(tags, 'IS'),
    pages: [firstOf(tags, 'SP'), firstOf(tags, 'EP')].filter(Boolean).join('-') || articleNumberIn(tags),
    editors: allOf(tags, type === 'BOOK' ? 'A3' : 'A2', 'ED').map(nameOf),
    isbns: numbers.flatMap(isbnsIn),
    language: firstOf(tags, 'LA'),
    publisher: firstOf(tags, 'PB'),
    publicationType: TYPES.get(type) ?? type.toLowerCase(),
    fieldsOfStudy: fieldsAmong((tags.get('KW') ?? []).flatMap((value) => listIn(value, ';'))),
    isPrePrint,
    doi: [...allOf(tags, 'DO', 'DI'), ...(tags.get('M3') ?? []), ...links, ...allOf(tags, 'N1', 'ID', 'L3')]
      .map(doiIn)
      .find(Boolean),
    pmid: numberFrom(tags, firstOf(tags, 'DB')),
    issns: numbers.flatMap(issnsIn),
    link: links.find((link) => !isPdf(link)) ?? links[0],
    // EndNote has a name inside its own library there: `internal-pdf://123/a.pdf`.
    pdfLink: [...(tags.get('L1') ?? []), ...(tags.get('L2') ?? [])].find(readLink) ?? links.find(isPdf),
  };
}

/** EndNote, Scopus and Web of Science have it in a field that others use for words. */
function articleNumberIn(tags: Tags): string | undefined {
  return allOf(tags, 'C7').find((value) => /^[a-z]{0,4}[-.]?\d[\w.-]{0,20}$/i.test(value));
}

/** The accession number is PubMed's where the database is. */
function numberFrom(tags: Tags, database: string | undefined): string | undefined {
  return /pubmed|medline/i.test(database ?? '') ? firstOf(tags, 'AN') : undefined;
}

/** EndNote has the year apart from the day: `PY  - 2023` and `DA  - Apr 12`. */
function dateOf(text: string | undefined, year: number | undefined): ReadDate {
  const date = readDate(text);
  return date.year === undefined && year !== undefined ? readDate(`${text ?? ''} ${year}`) : date;
}

/** Some programs write the first author as `A1` and the others as `AU`, some write all of them twice. */
function authorsOf(tags: Tags): NameInput[] {
  const values = [...(tags.get('A1') ?? []), ...(tags.get('AU') ?? [])].map((value) => value.replace(/ and$/, ''));
  return [...new Set(values)].flatMap((value) =>
    /[;|]|\s(?:and|&)\s/i.test(value) ? readAuthorList(value) : nameOf(value),
  );
}

/** A DOI by itself, behind `doi:`, or in an address of its publisher: `https://journal.example/doi/abs/10.1000/x`. */
function doiIn(text: string): string | undefined {
  const [, doi] =
    /(?:^|doi\.org\/|\bdoi:?\s+|\bdoi:|\/doi\/(?:[a-z]{2,12}\/)?)(10\.\d{4,9}\/\S+)/i.exec(text.trim()) ?? [];
  return readDoi(/\/doi\//i.test(text) ? doi?.replace(/[?#].*$/, '') : doi);
}

/** `Family, Given, Suffix`. */
function nameOf(value: string): NameInput {
  const [family, given, suffix] = value.split(',').map((part) => part.trim());
  return (given && toPerson(family, given, suffix)) || value;
}
