import { type Fields, fieldsOf } from '../../lib/json.ts';
import { fieldsAmong } from '../../papers/fields-of-study.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { cleanLine, cleanText } from '../../papers/text.ts';
import { readDate } from '../dates.ts';
import type { Format } from '../format.ts';
import { isbnsIn, issnsIn, listIn, type ParsedEntry, withoutHeading } from '../parsed-entry.ts';
import { single } from '../pieces.ts';
import { splitXml } from './split-xml.ts';
import { contentsOf, xmlReader } from './xml.ts';

/** EndNote's XML: `<records>` of `<record>`s, whose texts are parted by their look (`<style face="italic">`). */

const parse = xmlReader(
  (
    'title secondary-title tertiary-title alt-title full-title abbr-1 author keyword year date abstract pages volume number issue ' +
    'publisher isbn electronic-resource-num language accession-num remote-database-name label custom2 url work-type'
  ).split(' '),
);

/** Reference types that the vocabulary calls otherwise. */
const TYPES = new Map(
  Object.entries({
    'electronic article': 'journal',
    'conference proceedings': 'conference',
    'electronic book section': 'book chapter',
    encyclopedia: 'book chapter',
    dictionary: 'book chapter',
    'edited book': 'book',
    'electronic book': 'book',
    serial: 'book',
    'government document': 'report',
    'unpublished work': 'preprint',
    manuscript: 'preprint',
    generic: '',
  }),
);
/** What stands for something other than a publication, as in RIS. */
const NO_PUBLICATIONS =
  /^(?:artwork|audiovisual material|bill|blog|case|chart or table|computer program|equation|figure|film or broadcast|hearing|map|multimedia|music|online (?:database|multimedia)|personal communication|social media|statute|web page)$/;

/** One record, from `<record>` to `</record>`. */
export function readEndnote(xml: string): ParsedEntry {
  const document = parse(xml);
  if (document === undefined) return { problem: 'it is no well-formed XML' };
  const record = fieldsOf(document.record);
  const type = cleanLine(String(fieldsOf(record['ref-type'])['@name'] ?? '')).toLowerCase();
  return NO_PUBLICATIONS.test(type) ? { passedOver: `the type ${type}` } : { metadata: metadataOf(record, type) };
}

function metadataOf(record: Fields, type: string): PaperInput {
  const [titles, dates, urls, people] = ['titles', 'dates', 'urls', 'contributors'].map((name) =>
    fieldsOf(record[name]),
  ) as [Fields, Fields, Fields, Fields];
  const first = (...elements: unknown[]) => elements.flatMap(plainTexts)[0];
  const year = readDate(first(dates.year)).year;
  const date = first(fieldsOf(dates['pub-dates']).date);
  const dated = readDate(date);
  const links = ['web-urls', 'related-urls', 'text-urls'].flatMap((name) => plainTexts(fieldsOf(urls[name]).url));
  const label = first(record.label);
  const periodical = fieldsOf(record.periodical);
  return {
    title: first(titles.title, titles['short-title']),
    abstract: withoutHeading(cleanText(contentsOf(record.abstract)[0] ?? '')),
    authors: namesOf(people.authors),
    year: year ?? dated.year,
    publishedAt: dated.year === undefined && year ? readDate(`${date ?? ''} ${year}`).publishedAt : dated.publishedAt,
    venue: first(titles['secondary-title'], periodical['full-title'], titles['alt-title'], periodical['abbr-1']),
    volume: first(record.volume),
    issue: first(record.number, record.issue),
    pages: first(record.pages),
    editors: namesOf(people['secondary-authors']),
    isbns: plainTexts(record.isbn).flatMap(isbnsIn),
    language: first(record.language),
    publisher: first(record.publisher),
    publicationType: TYPES.get(type) ?? type,
    // PubMed's types, one a line or all on one.
    studyTypes: contentsOf(record['work-type']).flatMap((types) => types.split(/[\n\r;]|&#xD;/i).map(cleanLine)),
    isPrePrint: TYPES.get(type) === 'preprint' || undefined,
    fieldsOfStudy: fieldsAmong(plainTexts(fieldsOf(record.keywords).keyword).flatMap((text) => listIn(text, ';'))),
    doi: first(record['electronic-resource-num']),
    pmid: /pubmed|medline|nlm/i.test(first(record['remote-database-name']) ?? '')
      ? first(record['accession-num'])
      : undefined,
    // EndNote has no other place for it.
    pmcid: /^PMC\d+$/i.exec(first(record.custom2) ?? '')?.[0],
    issns: plainTexts(record.isbn).flatMap(issnsIn),
    link: links.find((link) => /^https?:/i.test(link)),
    pdfLink: plainTexts(fieldsOf(urls['pdf-urls']).url).find((link) => /^https?:/i.test(link)),
    ...(label !== undefined && { bibtex: { key: label } }),
  };
}

/** Without looks, entities and line breaks. */
function plainTexts(elements: unknown): string[] {
  return contentsOf(elements)
    .map(cleanLine)
    .filter((text) => text !== '');
}

/** `Family, Given`; a comma at the end marks an organisation. */
function namesOf(people: unknown): string[] {
  return plainTexts(fieldsOf(people).author).map((name) => name.replace(/,+$/, ''));
}

export const format: Format = {
  name: 'endnote-xml',
  title: 'EndNote XML',
  place: 90,
  read: {
    what: 'as EndNote exports it',
    text: {
      signature: /<(?:records|ref-type)[\s>]/,
      split: () => splitXml(['record']),
      open: () => single(readEndnote),
    },
  },
};
