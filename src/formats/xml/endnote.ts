import { byWord } from '../../lib/groups.ts';
import { asFields, type Fields } from '../../lib/json.ts';
import { type Citation, type Kind, toCitation } from '../../papers/citation.ts';
import { isoDate, readDate } from '../../papers/dates.ts';
import { fieldsAmong } from '../../papers/fields-of-study.ts';
import { doiLink } from '../../papers/identifiers.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { formatFamilyFirst, type Person } from '../../papers/people.ts';
import { cleanLine, cleanText, withoutHeading } from '../../papers/text.ts';
import {
  BETWEEN_NOTES,
  findIsbns,
  findIssns,
  joinFields,
  OWN_DATABASE,
  orderDatabases,
  readIdentifiers,
  splitKeywords,
  splitNotes,
  wholeName,
  withoutFields,
  withoutIdentifiers,
} from '../field-values.ts';
import type { ExportedPaper, Format } from '../format.ts';
import { calledInFile, type ParsedEntry } from '../parsed-entry.ts';
import { single } from '../pieces.ts';
import { splitXml } from './split-xml.ts';
import { element, textContents, xmlReader } from './xml.ts';

/** EndNote's XML: `<records>` of `<record>`s. Style changes split its texts (`<style face="italic">`). */

const parse = xmlReader(
  (
    'title secondary-title tertiary-title alt-title full-title abbr-1 author keyword year date abstract pages volume number issue ' +
    'publisher isbn electronic-resource-num language accession-num remote-database-name label custom2 url work-type ' +
    'notes research-notes pub-location remote-database-provider database'
  ).split(' '),
);

/** Reference types with a different name in our vocabulary. */
const TYPES = byWord<string>(
  {
    journal: 'electronic article',
    conference: 'conference proceedings',
    'book chapter': 'electronic book section|encyclopedia|dictionary',
    book: 'edited book|electronic book|serial',
    report: 'government document',
    preprint: 'unpublished work|manuscript',
    '': 'generic',
  },
  '|',
);
/** Types of references that are not publications, as in RIS. */
const NO_PUBLICATIONS =
  /^(?:artwork|audiovisual material|bill|blog|case|chart or table|computer program|equation|figure|film or broadcast|hearing|map|multimedia|music|online (?:database|multimedia)|personal communication|social media|statute|web page)$/;

/** One record, from `<record>` to `</record>`. */
export function readEndnote(xml: string): ParsedEntry {
  const document = parse(xml);
  if (document === undefined) return { problem: 'it is not well-formed XML' };
  const record = asFields(document.record);
  const type = cleanLine(String(asFields(record['ref-type'])['@name'] ?? '')).toLowerCase();
  if (NO_PUBLICATIONS.test(type)) return { passedOver: `the type ${type}` };
  return { metadata: toMetadata(record, type), ...namesInExport(record) };
}

/** The names that our own export gave a record: the reference as a note beside databases, else as accession number. */
function namesInExport(record: Fields) {
  if (plainTexts(record.database)[0] !== OWN_DATABASE) return {};
  const [, noted] = /(?:^|; |\n)paperqueue: (\S+?)(?=;|\s|$)/.exec(textContents(record.notes).join('\n')) ?? [];
  return calledInFile(noted ?? plainTexts(record['accession-num'])[0], plainTexts(record.label)[0]);
}

function toMetadata(record: Fields, type: string): PaperInput {
  const [titles, dates, urls, people] = ['titles', 'dates', 'urls', 'contributors'].map((name) =>
    asFields(record[name]),
  ) as [Fields, Fields, Fields, Fields];
  const first = (...elements: unknown[]) => elements.flatMap(plainTexts)[0];
  const year = readDate(first(dates.year)).year;
  const date = first(asFields(dates['pub-dates']).date);
  const dated = readDate(date);
  const links = ['web-urls', 'related-urls', 'text-urls'].flatMap((name) => plainTexts(asFields(urls[name]).url));
  // Our own export generates a key if there was none.
  const isOwn = first(record.database, record['remote-database-name']) === OWN_DATABASE;
  const keywords = splitKeywords(textContents(asFields(record.keywords).keyword));
  const notes = [...textContents(record.notes), ...textContents(record['research-notes'])].flatMap(splitNotes);
  const database = first(record['remote-database-name'], record['remote-database-provider']);
  const identifiers = readIdentifiers(notes);
  const label = isOwn ? undefined : first(record.label);
  const periodical = asFields(record.periodical);
  const periodicals = [periodical['full-title'], titles['alt-title'], periodical['abbr-1']];
  const isBook = TYPES.get(type) === 'book';
  return {
    dated: first(dates.year) ?? date,
    title: first(titles.title, titles['short-title']),
    abstract: withoutHeading(cleanText(textContents(record.abstract)[0] ?? '')),
    authors: readNames(people.authors),
    year: year ?? dated.year,
    publishedAt: dated.year === undefined && year ? readDate(`${date ?? ''} ${year}`).publishedAt : dated.publishedAt,
    venue: first(...(isBook ? [] : [titles['secondary-title']]), ...periodicals),
    edition: first(record.edition),
    series: first(...(isBook ? [titles['secondary-title']] : []), titles['tertiary-title']),
    volume: first(record.volume),
    issue: first(record.number, record.issue),
    pages: first(record.pages),
    editors: readNames(people['secondary-authors']),
    isbns: plainTexts(record.isbn).flatMap(findIsbns),
    language: first(record.language),
    publisher: first(record.publisher),
    publicationType: TYPES.get(type) ?? type,
    // PubMed's types, one per line or all on one.
    studyTypes: textContents(record['work-type']).flatMap((types) => types.split(/[\n\r;]|&#xD;/i).map(cleanLine)),
    isPrePrint: TYPES.get(type) === 'preprint' || undefined,
    publisherPlace: first(record['pub-location']),
    fieldsOfStudy: fieldsAmong(keywords),
    keywords: isOwn ? withoutFields(keywords) : keywords,
    notes: isOwn ? withoutIdentifiers(notes) : notes,
    databases: database === OWN_DATABASE ? [] : [{ name: database, accessionNumber: first(record['accession-num']) }],
    doi: first(record['electronic-resource-num']),
    ...identifiers,
    pmid: /pubmed|medline|nlm/i.test(first(record['remote-database-name']) ?? '')
      ? first(record['accession-num'])
      : identifiers.pmid,
    // EndNote has no other field for it.
    pmcid: /^PMC\d+$/i.exec(first(record.custom2) ?? '')?.[0] ?? identifiers.pmcid,
    issns: plainTexts(record.isbn).flatMap(findIssns),
    link: links.find((link) => /^https?:/i.test(link)),
    pdfLink: plainTexts(asFields(urls['pdf-urls']).url).find((link) => /^https?:/i.test(link)),
    ...(label !== undefined && { bibtex: { key: label } }),
  };
}

/** The texts without styles, entities and line breaks. */
function plainTexts(elements: unknown): string[] {
  return textContents(elements)
    .map(cleanLine)
    .filter((text) => text !== '');
}

/** `Family, Given`; a comma at the end marks an organisation. */
function readNames(people: unknown): string[] {
  return plainTexts(asFields(people).author).map((name) => name.replace(/(?<!,),+$/, ''));
}

/** EndNote's reference types, with its numbers for them. */
const WRITTEN_TYPES: Record<Kind, [number: number, name: string]> = {
  article: [17, 'Journal Article'],
  'conference paper': [10, 'Conference Proceedings'],
  chapter: [5, 'Book Section'],
  book: [6, 'Book'],
  thesis: [32, 'Thesis'],
  report: [27, 'Report'],
  dataset: [59, 'Dataset'],
  preprint: [34, 'Unpublished Work'],
  other: [13, 'Generic'],
};

/**
 * EndNote's XML, one record per line, for EndNote, Covidence and Rayyan. Not written: summary, counts, quartile,
 * country, flags except a retraction (`notes`), duplicates, provenance, and the link of a paper with a DOI.
 */
function writeEndnote(papers: readonly ExportedPaper[]): string {
  const records = papers.map((paper, index) => `${writeRecord(paper, index + 1)}\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<xml><records>\n${records.join('')}</records></xml>\n`;
}

function writeRecord(exported: ExportedPaper, number: number): string {
  const { ref, key, paper } = exported;
  const citation = toCitation(paper);
  const { doi, link, issued, kind } = citation;
  const [type, name] = WRITTEN_TYPES[kind];
  const [database = { name: OWN_DATABASE, accessionNumber: ref }] = orderDatabases(citation);
  const notes = writeNotes(citation, ref).join(BETWEEN_NOTES);
  const address = doi === undefined ? link : doiLink(doi);
  return within('record', [
    element('database', OWN_DATABASE),
    element('rec-number', String(number)),
    `<ref-type name="${name}">${type}</ref-type>`,
    within('contributors', [
      list('authors', 'author', [...citation.people.map(writePerson), ...(citation.hasMoreAuthors ? ['et al.'] : [])]),
      list('secondary-authors', 'author', citation.editorPeople.map(writePerson)),
    ]),
    within('titles', [
      line('title', citation.title),
      line('secondary-title', kind === 'book' ? citation.series : citation.venue),
      line('tertiary-title', kind === 'book' ? undefined : citation.series),
    ]),
    line('pages', citation.pages),
    line('edition', citation.edition),
    line('volume', citation.volume),
    line('number', citation.issue),
    // EndNote separates keywords at semicolons.
    list(
      'keywords',
      'keyword',
      joinFields(citation, exported.decision).map((keyword) => keyword.replaceAll(';', ' ')),
    ),
    within('dates', [
      line('year', issued[0]?.toString()),
      issued.length > 1 ? within('pub-dates', [line('date', isoDate(issued))]) : '',
    ]),
    line('pub-location', citation.publisherPlace),
    line('publisher', citation.publisher),
    line('isbn', [...(citation.isbns ?? []), ...(citation.issns ?? [])].join('; ')),
    line('accession-num', database.accessionNumber),
    line('electronic-resource-num', doi),
    line('abstract', citation.abstract),
    notes === '' ? '' : element('notes', notes),
    line('label', key),
    line('custom2', citation.pmcid),
    within('urls', [
      list('web-urls', 'url', address === undefined ? [] : [address]),
      list('pdf-urls', 'url', citation.pdfLink === undefined ? [] : [citation.pdfLink]),
    ]),
    line('remote-database-name', database.name),
    line('language', citation.language),
  ]);
}

/** The paper's notes, and one for identifiers without an EndNote field. */
function writeNotes(citation: Citation, ref: string): string[] {
  const { retractionNote = '', notes = [], databases, pmid, arxiv, openAlexId, corpusId } = citation;
  const own = databases ? { [OWN_DATABASE]: ref } : {};
  const numbers = { PMID: pmid, arXiv: arxiv?.id, OpenAlex: openAlexId, CorpusId: corpusId, ...own };
  const named = Object.entries(numbers).flatMap(([name, number]) => (number ? [`${name}: ${number}`] : []));
  return [...new Set([retractionNote, ...notes, named.join('; ')])].filter((note) => note !== '');
}

/** `particle Family, Given, Suffix`; a comma at the end marks an undivided name. */
function writePerson(person: Person): string {
  return person.family === undefined ? `${wholeName(person.literal)},` : formatFamilyFirst(person);
}

/** An element with its parts; empty if all of them are. */
function within(name: string, parts: readonly string[]): string {
  const content = parts.join('');
  return content === '' ? '' : `<${name}>${content}</${name}>`;
}

function line(name: string, text: string | undefined): string {
  const clean = cleanLine(text ?? '');
  return clean === '' ? '' : element(name, clean);
}

function list(name: string, each: string, texts: readonly string[]): string {
  return within(
    name,
    texts.map((text) => line(each, text)),
  );
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
  write: { ending: 'xml', mimeType: 'application/xml', isForReferenceManagers: true, papers: writeEndnote },
};
