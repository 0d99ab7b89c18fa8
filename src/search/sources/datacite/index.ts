import type { Filters } from '../../../contract/filters.ts';
import type { PUBLICATION_TYPES } from '../../../contract/rules.ts';
import { asFields, asId, asList, asText, asTexts, type Fields } from '../../../lib/json.ts';
import { readArxivId } from '../../../papers/arxiv-number.ts';
import { readDate } from '../../../papers/dates.ts';
import { fieldsAmong } from '../../../papers/fields-of-study.ts';
import type { PaperInput } from '../../../papers/paper.ts';
import { type NameInput, toPerson } from '../../../papers/people.ts';
import { lookUpByDoi, luceneDialect, restrictToYears, searchInLucene } from '../lucene.ts';
import { chooseBase, parseCount, readNumbered, withParameters } from '../parameters.ts';
import type { DescribedSource, SourceAnswer, SourcePage, SourceRequest, SourceSettings } from '../source.ts';
import { failed, parseAnswer, readFailure } from '../source-failures.ts';

const PUBLIC_API = 'https://api.datacite.org';
/** It allows 1,000, but a record takes up to 30 KB. */
const MAX_PAGE_RECORDS = 200;
const MAX_RESULTS = 10_000;
const DIALECT = luceneDialect(
  ['titles.title', 'descriptions.description'],
  ({ from, to }) => `publicationYear:[${from} TO ${to}]`,
);

type PublicationType = (typeof PUBLICATION_TYPES)[number];
const TYPES: Record<PublicationType, readonly string[]> = {
  journal: ['JournalArticle', 'Text'],
  conference: ['ConferencePaper', 'Text'],
  'book series': ['BookChapter', 'Text'],
};
/** Types citable as a work: no images, objects, events or collections. */
const ALL_TYPES = [
  ...['Text', 'JournalArticle', 'ConferencePaper', 'Preprint', 'Dissertation', 'Book', 'BookChapter', 'Report'],
  ...['DataPaper', 'Dataset', 'Software'],
];

/** DataCite: registrations of repositories, above all theses, preprints, reports, data sets and software. */
export const source: DescribedSource = {
  name: 'datacite',
  title: 'DataCite',
  place: 80,
  hosts: ['api.datacite.org'],
  weight: 0.6,
  // 3,000 requests in five minutes.
  paceMs: 250,
  timeoutMs: 20_000,
  maxBytes: 24 * 1024 * 1024,
  maxRequests: 3,
  ...searchInLucene(DIALECT, MAX_PAGE_RECORDS, restrictions, recordsRequest),
  // Numbered pages are ordered by relevance, cursors by date.
  readPage: readNumbered(readRecords, ['page[number]', 'page[size]'], MAX_RESULTS),
  lookUp: lookUpByDoi('doi', { maxValues: 50, maxEncodedBytes: 3_000 }, recordsRequest, readRecords),
};

function restrictions(filters: Filters): string[] {
  const { publicationTypes, quartileRanking } = filters;
  // Only publications of these three types can have a quartile.
  const vocabularyTypes = publicationTypes ?? (quartileRanking && (Object.keys(TYPES) as PublicationType[]));
  const types = new Set(vocabularyTypes?.flatMap((type) => TYPES[type]) ?? ALL_TYPES);
  return [`types.resourceTypeGeneral:(${[...types].join(' OR ')})`, ...restrictToYears(DIALECT, filters)];
}

function recordsRequest(settings: SourceSettings, query: string, size: number): SourceRequest {
  const request = { url: `${chooseBase(settings, PUBLIC_API)}/dois`, headers: { Accept: 'application/vnd.api+json' } };
  return withParameters(request, { query, sort: 'relevance', 'page[size]': size, 'page[number]': 1 });
}

function readRecords(answer: SourceAnswer): SourcePage {
  const failure = readFailure(answer);
  if (failure) return failure;
  const { data, meta } = asFields(parseAnswer(answer));
  if (!Array.isArray(data)) return failed('unreadable');
  const records = asList(data)
    .map((entry) => metadataFromDataCite(asFields(asFields(entry).attributes)))
    .filter(({ title, abstract }) => title || abstract);
  return { records, total: parseCount(asFields(meta).total) };
}

/** The type of a `Text`, by a word in the depositor's own type. */
const KINDS_OF_TEXT = [
  [/thesis|dissertation/, 'dissertation'],
  [/preprint/, 'preprint'],
  [/journal|article/, 'journal'],
  [/conference|proceeding/, 'conference'],
  [/report/, 'report'],
] as const;

/** The metadata of a record's `attributes`; everything may be missing or null. */
function metadataFromDataCite(record: Fields): PaperInput {
  const doi = asText(record.doi);
  const arxivId = readArxivId(/^10\.48550\/arxiv\.(.+)$/i.exec(doi ?? '')?.[1]);
  const container = asFields(record.container);
  const publisher = asText(record.publisher) ?? asText(asFields(record.publisher).name);
  const type = readType(asFields(record.types));
  const isPrePrint = type === 'preprint' || arxivId !== undefined;
  const contributors = asList(record.contributors).map(asFields);
  const issued = readDate(textWhere(record.dates, 'dateType', 'Issued', 'date'));
  return {
    title: readTitle(record),
    abstract: textWhere(record.descriptions, 'descriptionType', 'Abstract', 'description'),
    authors: readNames(asList(record.creators).map(asFields)),
    editors: readNames(contributors.filter(({ contributorType }) => contributorType === 'Editor')),
    year: readDate(asId(record.publicationYear)).year ?? issued.year,
    publishedAt: issued.publishedAt,
    // A preprint has no journal; its server is recorded as its publisher.
    venue: asText(container.title) ?? (isPrePrint ? publisher : undefined),
    publisher,
    volume: asId(container.volume),
    issue: asId(container.issue),
    pages: asTexts([asId(container.firstPage), asId(container.lastPage)]).join('-') || undefined,
    issns: container.identifierType === 'ISSN' ? asTexts(container.identifier) : [],
    isbns: container.identifierType === 'ISBN' ? asTexts(container.identifier) : [],
    language: asText(record.language),
    publicationType: isPrePrint ? 'preprint' : type,
    isPrePrint,
    fieldsOfStudy: fieldsAmong(asTexts(asList(record.subjects).map((subject) => asFields(subject).subject))),
    // A licence shows that it is free; a missing one shows nothing.
    isOpenAccess: asList(record.rightsList).some(isCreativeCommons) || undefined,
    doi,
    arxivId,
    link: asText(record.url) ?? (doi && `https://doi.org/${doi}`),
  };
}

/** The main title, as opposed to a subtitle, translation or alternative. */
function readTitle({ titles }: Fields): string | undefined {
  const all = asList(titles).map(asFields);
  return asText((all.find(({ titleType }) => asText(titleType) === undefined) ?? all[0])?.title);
}

function textWhere(list: unknown, kindName: string, kind: string, name: string): string | undefined {
  const entries = asList(list).map(asFields);
  return asText(entries.find((each) => each[kindName] === kind)?.[name]);
}

/** Older records have only whole names, family name first. */
function readNames(people: readonly Fields[]): NameInput[] {
  return people.flatMap(({ name, givenName, familyName, nameType }): NameInput[] => {
    const person = toPerson(asText(familyName), asText(givenName));
    if (person) return [person];
    const whole = asText(name);
    if (whole === undefined) return [];
    return [nameType === 'Organizational' ? { literal: whole } : whole];
  });
}

/** The general type (`JournalArticle`) as words; for a `Text`, the depositor's own type. */
function readType({ resourceTypeGeneral, resourceType }: Fields): string | undefined {
  const general = asText(resourceTypeGeneral);
  if (general !== 'Text') return general?.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  const typeName = (asText(resourceType) ?? '').toLowerCase();
  return KINDS_OF_TEXT.find(([word]) => word.test(typeName))?.[1];
}

function isCreativeCommons(right: unknown): boolean {
  const { rightsUri, rightsIdentifier } = asFields(right);
  return asTexts([rightsUri, rightsIdentifier]).some((text) =>
    /creativecommons\.org|^cc[- ]?(?:by|0|zero)/i.test(text),
  );
}
