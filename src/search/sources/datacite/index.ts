import type { Filters } from '../../../contract/filters.ts';
import type { PUBLICATION_TYPES } from '../../../contract/rules.ts';
import { metadataFromDataCite } from '../../../formats/apis/datacite.ts';
import { asFields, asList } from '../../../lib/json.ts';
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
