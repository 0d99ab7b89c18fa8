import { byWord } from '../../../lib/groups.ts';
import { fieldsAmong } from '../../fields-of-study.ts';
import type { PaperInput } from '../../paper.ts';
import { readDate } from './dates.ts';
import { issnsIn, listIn, type ParsedEntry } from './parsed-entry.ts';
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
  const type = firstOf(tags, 'TY')?.toUpperCase();
  if (type === undefined) return { problem: 'it has no type (TY)' };
  if (NO_PUBLICATIONS.has(type)) return { passedOver: `the type ${type}` };
  return { metadata: metadataOf(tags, type) };
}

function metadataOf(tags: Tags, type: string): PaperInput {
  const isPrePrint = type === 'UNPB' || undefined;
  const links = allOf(tags, 'UR', 'LK').flatMap((value) =>
    value.split(/;(?=\s{0,9}https?:)/).map((link) => link.trim()),
  );
  const isPdf = (link: string) => /\.pdf(?:$|[?#])/i.test(link);
  const [year, date] = [readDate(firstOf(tags, 'PY', 'Y1')), readDate(firstOf(tags, 'DA', 'PY', 'Y1'))];
  return {
    title: firstOf(tags, 'TI', 'T1', 'CT', 'BT'),
    abstract: firstOf(tags, 'AB', 'N2'),
    authors: allOf(tags, 'AU', 'A1').map(nameOf),
    year: year.year ?? date.year,
    publishedAt: date.publishedAt ?? year.publishedAt,
    venue: firstOf(tags, 'T2', 'JO', 'JF', 'JA', 'J2', 'BT', 'T3'),
    publisher: firstOf(tags, 'PB'),
    publicationType: TYPES.get(type) ?? type.toLowerCase(),
    fieldsOfStudy: fieldsAmong((tags.get('KW') ?? []).flatMap((value) => listIn(value, ';'))),
    isPrePrint,
    doi:
      firstOf(tags, 'DO') ??
      [...links, ...(tags.get('M3') ?? []), ...(tags.get('N1') ?? [])].find((text) =>
        /\bdoi(?:\.org\/|:\s*)10\./i.test(text),
      ),
    pmid: numberFrom(tags, firstOf(tags, 'DB')),
    issns: allOf(tags, 'SN').flatMap(issnsIn),
    link: links.find((link) => !isPdf(link)) ?? links[0],
    pdfLink: firstOf(tags, 'L1', 'L2') ?? links.find(isPdf),
  };
}

/** The accession number is PubMed's where the database is. */
function numberFrom(tags: Tags, database: string | undefined): string | undefined {
  return /pubmed|medline/i.test(database ?? '') ? firstOf(tags, 'AN') : undefined;
}

/** `Family, Given, Suffix` as `Given Family Suffix`. */
function nameOf(value: string): string {
  const [family = '', given, suffix] = value.split(',').map((part) => part.trim());
  return [given, family, suffix].filter(Boolean).join(' ');
}
