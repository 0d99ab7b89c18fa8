import { byWord } from '../../lib/groups.ts';
import { asFields, asFlag, asId, asList, asNumber, asText, asTexts, type Fields } from '../../lib/json.ts';
import { omitEmpty } from '../../lib/omit-undefined.ts';
import { type Citation, type Kind, toCitation } from '../../papers/citation.ts';
import { type ReadDate, readDate } from '../../papers/dates.ts';
import { fieldsAmong } from '../../papers/fields-of-study.ts';
import { doiLink } from '../../papers/identifiers.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { type NameInput, type Person, toPerson } from '../../papers/people.ts';
import { quartileSourceName } from '../../papers/source-words.ts';
import {
  BETWEEN_NOTES,
  findIsbns,
  findIssns,
  joinFields,
  joinKeywords,
  orderDatabases,
  splitKeywords,
  splitNotes,
  wholeName,
  withoutFields,
} from '../field-values.ts';
import type { ExportedPaper, Format } from '../format.ts';
import { calledInFile, objectReader } from '../parsed-entry.ts';

/** CSL-JSON as Zotero, Mendeley, Pandoc, the citation services and our own export write it. */

/** Item types, mapped to our vocabulary. */
const TYPES = byWord({
  // `journal-article`, `proceedings-article` and similar are Crossref's names, which its answers keep.
  journal: 'article-journal journal-article review review-book periodical',
  magazine: 'article-magazine',
  news: 'article-newspaper',
  conference: 'paper-conference proceedings-article speech',
  'book chapter': 'chapter book-chapter entry-encyclopedia',
  book: 'book collection',
  report: 'report',
  thesis: 'thesis',
  dataset: 'dataset',
  preprint: 'article manuscript posted-content',
  patent: 'patent',
  standard: 'standard',
  '': 'document entry',
});
const NO_PUBLICATIONS = new Set(
  (
    'webpage post post-weblog software broadcast motion_picture song interview map figure graphic ' +
    'personal_communication legal_case legislation bill hearing treaty performance event'
  ).split(' '),
);

export function isCslJson(json: Fields): boolean {
  const type = asText(json.type) ?? '';
  return (TYPES.has(type) || NO_PUBLICATIONS.has(type)) && ('title' in json || 'issued' in json || 'author' in json);
}

/** Parses an item for an import. */
export const readCslJson = objectReader((item) => {
  const type = asText(item.type) ?? '';
  if (NO_PUBLICATIONS.has(type)) return { passedOver: `the type ${type}` };
  const ref = asText(asFields(item.custom).ref);
  return { metadata: toMetadata(item, type), ...(ref !== undefined && calledInFile(ref, asText(item.id))) };
});

function toMetadata(item: Fields, type: string): PaperInput {
  // Our own export writes fields here for which CSL has no name.
  const custom = asFields(item.custom);
  const date = readIssued(item.issued);
  // Better BibTeX's key. Our own export generates a key if there was none.
  const citationKey = custom.ref === undefined ? asText(item['citation-key']) : undefined;
  const container = asTexts(item['container-title'])[0];
  const series = asTexts(item['collection-title'])[0];
  const isBook = TYPES.get(type) === 'book';
  const list = item.keyword ?? item.keywords;
  const keywords = Array.isArray(list) ? asTexts(list) : splitKeywords(asTexts(list), keywordSeparator(asText(list)));
  const isPreprint = asText(item.genre)?.toLowerCase() === 'preprint' || type === 'posted-content';
  // Many programs also use `article` for everything without a better type.
  const named =
    type === 'article' && !isPreprint
      ? container && !/xiv/i.test(container)
        ? 'journal'
        : 'preprint'
      : TYPES.get(type);
  return {
    dated: writtenDate(item.issued),
    title: asTexts(item.title)[0],
    abstract: asText(item.abstract),
    summary: asText(custom.summary),
    authors: asList(item.author).map(readName),
    ...date,
    venue: container ?? (isBook ? undefined : series),
    edition: asId(item.edition),
    ...((container !== undefined || isBook) && { series, seriesNumber: asId(item['collection-number']) }),
    volume: asId(item.volume),
    issue: asId(item.issue),
    pages: asId(item.page) ?? asId(item['article-number']),
    editors: asList(item.editor).map(readName),
    isbns: asTexts(item.ISBN).flatMap(findIsbns),
    language: asText(item.language),
    publisher: asText(item.publisher),
    country: asText(custom.country),
    quartile: asText(custom.quartile),
    quartileSource: asText(custom.quartileSource),
    publicationType: asText(custom.publicationType) ?? (isPreprint ? 'preprint' : (named ?? type)),
    publisherPlace: asText(item['publisher-place']),
    fieldsOfStudy: fieldsAmong(keywords),
    keywords: custom.ref === undefined ? keywords : withoutFields(keywords),
    notes: asTexts(item.note).flatMap(splitNotes),
    databases: 'databases' in custom ? readDatabases(custom.databases) : [{ name: asText(item.source) }],
    citationCount: asNumber(custom.citations),
    influentialCitationCount: asNumber(custom.influentialCitations),
    referenceCount: asNumber(custom.references),
    isOpenAccess: asFlag(custom.openAccess),
    isPrePrint: asFlag(custom.preprint) ?? (isPreprint || undefined),
    downloadable: asFlag(custom.downloadable),
    doi: asText(item.DOI),
    arxivId: asText(custom.arxivId) ?? asText(item.number)?.split('[', 1)[0]?.trim(),
    pmid: asId(item.PMID),
    pmcid: asId(item.PMCID),
    issns: asTexts(item.ISSN).flatMap(findIssns),
    link: asText(custom.link) ?? asText(item.URL),
    pdfLink: asText(custom.pdfLink),
    isRetracted: item.status === 'retracted' || undefined,
    openAlexId: asText(custom.openAlexId),
    corpusId: asText(custom.corpusId),
    ...(citationKey !== undefined && { bibtex: { key: citationKey } }),
  };
}

/** Commas separate keywords, unless semicolons do: commas are then part of keywords. */
function keywordSeparator(list = ''): string {
  return /;/.test(list.replace(/&#?\w{1,9};/g, '')) ? ';' : ',';
}

function readDatabases(databases: unknown): PaperInput['databases'] {
  const numbered = asList(databases).map(asFields);
  return numbered.map(({ name, accessionNumber }) => ({
    name: asText(name),
    accessionNumber: asText(accessionNumber),
  }));
}

function readName(name: unknown): NameInput {
  const parts = asFields(name);
  const { given, family, suffix } = parts;
  const particles = asTexts([parts['dropping-particle'], parts['non-dropping-particle']]);
  const person = toPerson(asText(family) && [...particles, asText(family)].join(' '), asText(given), asText(suffix));
  const literal = asText(parts.literal);
  return person ?? (literal ? { literal } : wholeName(asText(given) ?? asText(name) ?? ''));
}

const partsOf = (issued: unknown) =>
  asList(asList(asFields(issued)['date-parts'])[0]).flatMap((part) => asId(part) ?? []);

/** `{"date-parts": [[2023, 4, 12]]}` with numbers or strings, or a text in some form. */
function readIssued(issued: unknown): ReadDate {
  const [year = 0] = partsOf(issued).map(Number);
  return year !== 0 && year < 1500 ? { year } : readDate(writtenDate(issued));
}

function writtenDate(issued: unknown): string | undefined {
  const date = asFields(issued);
  return partsOf(issued).join('-') || (asText(date.raw) ?? asText(date.literal) ?? asId(issued));
}

/** Item types of CSL 1.0.2, which has no type for preprints but marks them by genre. */
const WRITTEN_TYPES: Record<Kind, string> = {
  article: 'article-journal',
  'conference paper': 'paper-conference',
  chapter: 'chapter',
  book: 'book',
  thesis: 'thesis',
  report: 'report',
  dataset: 'dataset',
  preprint: 'article',
  other: 'document',
};

/**
 * CSL-JSON, one item per line, for Zotero, Pandoc and CSL styles. `custom` contains fields without a CSL variable.
 * Keywords are separated by commas, or by semicolons if a keyword contains a comma.
 */
function writeCslJson(papers: readonly ExportedPaper[]): string {
  return papers.length === 0 ? '[]\n' : `[\n${papers.map((paper) => JSON.stringify(toItem(paper))).join(',\n')}\n]\n`;
}

function toItem({ ref, key, paper, sameAs, decision }: ExportedPaper): Record<string, unknown> {
  const citation = toCitation(paper);
  const { kind, people, issued, doi, link, arxiv } = citation;
  const databases = orderDatabases(citation);
  return omitEmpty({
    id: key,
    'citation-key': key,
    type: WRITTEN_TYPES[kind],
    genre: kind === 'preprint' ? 'preprint' : undefined,
    title: citation.title,
    author: [...people.map(writtenName), ...(citation.hasMoreAuthors ? [{ literal: 'et al.' }] : [])],
    issued: issued.length > 0 ? { 'date-parts': [issued] } : undefined,
    'container-title': citation.venue,
    'collection-title': citation.series,
    'collection-number': citation.seriesNumber,
    edition: citation.edition,
    volume: citation.volume,
    issue: citation.issue,
    page: citation.pages,
    editor: citation.editorPeople.map(writtenName),
    ISBN: citation.isbns?.join(', '),
    language: citation.language,
    publisher: citation.publisher,
    'publisher-place': citation.publisherPlace,
    DOI: doi,
    URL: doi === undefined ? link : doiLink(doi),
    PMID: citation.pmid,
    PMCID: citation.pmcid,
    ISSN: citation.issns?.join(', '),
    status: citation.isRetracted ? 'retracted' : undefined,
    note: [...new Set([citation.retractionNote ?? '', ...(citation.notes ?? [])])].filter(Boolean).join(BETWEEN_NOTES),
    source: databases.map(({ name }) => name).find(Boolean),
    number: kind === 'preprint' && arxiv ? `arXiv:${arxiv.id}` : undefined,
    abstract: citation.abstract,
    keyword: listKeywords(joinFields(citation, decision)),
    custom: omitEmpty({ ref, sameAs, ...customFields(citation), databases }),
  });
}

function listKeywords(keywords: readonly string[]): string {
  return joinKeywords(keywords.map((keyword) => keyword.replaceAll(';', ' ').replace(/ +/g, ' ').trim()));
}

function customFields(citation: Citation): Record<string, unknown> {
  return {
    publicationType: citation.publicationType,
    quartile: citation.quartile,
    quartileSource: quartileSourceName(citation.quartileSource, citation.quartileYear),
    citations: citation.citationCount,
    influentialCitations: citation.influentialCitationCount,
    references: citation.referenceCount,
    openAccess: citation.isOpenAccess,
    preprint: citation.isPrePrint,
    downloadable: citation.downloadable,
    link: citation.link,
    pdfLink: citation.pdfLink,
    summary: citation.summary,
    country: citation.country,
    score: citation.score,
    engine: citation.engine,
    retracted: citation.isRetracted,
    retraction: citation.retraction,
    arxivId: citation.arxiv?.id,
    openAlexId: citation.openAlexId,
    corpusId: citation.corpusId,
  };
}

function writtenName(person: Person): Record<string, unknown> {
  if (person.family === undefined) return { literal: person.literal };
  const { family, given, particle, suffix } = person;
  return omitEmpty({ family, given, 'non-dropping-particle': particle, suffix });
}

export const format: Format = {
  name: 'csl-json',
  title: 'CSL-JSON',
  place: 30,
  read: {
    what: 'as any program writes it',
    endings: ['.csl.json'],
    // Works of OpenAlex and Crossref also have its fields.
    generality: 1,
    json: { is: isCslJson, read: readCslJson },
  },
  write: {
    ending: 'csl.json',
    mimeType: 'application/vnd.citationstyles.csl+json',
    isForReferenceManagers: true,
    papers: writeCslJson,
  },
};
