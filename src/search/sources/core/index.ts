import { parseYear } from '../../../contract/filter-table.ts';
import type { Filters } from '../../../contract/filters.ts';
import { findIssns } from '../../../formats/field-values.ts';
import { asFields, asId, asList, asNumber, asText, asTexts, type Fields } from '../../../lib/json.ts';
import { readDate } from '../../../papers/dates.ts';
import { fieldsAmong } from '../../../papers/fields-of-study.ts';
import type { PaperInput } from '../../../papers/paper.ts';
import { lookUpByDoi, luceneDialect, searchInLucene } from '../lucene.ts';
import { chooseBase, parseCount, readParameter, withParameters } from '../parameters.ts';
import type { DescribedSource, SourceAnswer, SourcePage, SourceRequest, SourceSettings } from '../source.ts';
import { failed, parseAnswer, readFailure } from '../source-failures.ts';

const PUBLIC_API = 'https://api.core.ac.uk/v3';
/** CORE takes too long for larger pages. */
const MAX_PAGE_RECORDS = 100;
const MAX_RESULTS = 10_000;
const DIALECT = luceneDialect(
  ['title', 'abstract'],
  ({ from, to }) => `(yearPublished>=${from} AND yearPublished<=${to})`,
);

/** CORE: full texts of repositories worldwide. It requires a key, which is free. */
export const source: DescribedSource = {
  name: 'core',
  title: 'CORE',
  place: 100,
  hosts: ['api.core.ac.uk'],
  key: { setting: 'PAPERQUEUE_CORE_KEY', means: 'your key at CORE (free), which CORE requires' },
  weight: 0.6,
  // Ten requests a minute with a free key.
  paceMs: 6_050,
  timeoutMs: 30_000,
  maxBytes: 32 * 1024 * 1024,
  maxRequests: 3,
  hasFreeKeys: true,
  needs: 'key',
  ...searchInLucene(DIALECT, MAX_PAGE_RECORDS, restrictions, worksRequest),
  readPage(answer, request, question) {
    const page = readWorks(answer);
    if ('failure' in page) return page;
    const [limit = 0, offset = 0] = ['limit', 'offset'].map((name) => parseCount(readParameter(request, name)));
    const isOver = limit === 0 || offset + limit >= Math.min(question.count, page.total ?? MAX_RESULTS, MAX_RESULTS);
    return isOver ? page : { ...page, next: withParameters(request, { offset: offset + limit }) };
  },
  lookUp: {
    ...lookUpByDoi('doi', { maxValues: 50, maxEncodedBytes: 2_500 }, worksRequest, readWorks),
    enriches: ['isOpenAccess', 'pdfLink', 'abstract'],
  },
};

function restrictions({ year }: Filters): string[] {
  const years = year === undefined ? undefined : parseYear(year);
  return years ? [`yearPublished>=${years.from}`, `yearPublished<=${years.to}`] : [];
}

/** It redirects paths without a trailing slash. */
function worksRequest(settings: SourceSettings, q: string, limit: number): SourceRequest {
  const key = settings.key?.reveal().trim();
  const headers = { Accept: 'application/json', ...(key && { Authorization: `Bearer ${key}` }) };
  return withParameters({ url: `${chooseBase(settings, PUBLIC_API)}/search/works/`, headers }, { q, limit, offset: 0 });
}

function readWorks(answer: SourceAnswer): SourcePage {
  if (answer.status === 403) return failed('key refused');
  const failure = readFailure(answer);
  if (failure) return failure;
  const { results, totalHits } = asFields(parseAnswer(answer));
  if (!Array.isArray(results)) return failed('unreadable');
  const records = asList(results)
    .map((work) => metadataFromCore(asFields(work)))
    .filter(({ title, abstract }) => title || abstract);
  return { records, total: parseCount(totalHits) };
}

/** The metadata of a work; everything may be missing or null. */
function metadataFromCore(work: Fields): PaperInput {
  const [journal = {}] = asList(work.journals).map(asFields);
  const links = asList(work.links).map(asFields);
  const pdfLink = asText(work.downloadUrl);
  const published = readDate(asText(work.publishedDate));
  return {
    title: asText(work.title),
    abstract: asText(work.abstract),
    authors: asTexts(asList(work.authors).map((author) => asFields(author).name)),
    year: asNumber(work.yearPublished) ?? published.year,
    publishedAt: published.publishedAt,
    venue: asText(journal.title),
    publisher: asText(work.publisher),
    issns: asTexts(journal.identifiers).flatMap(findIssns),
    language: asText(asFields(work.language).code),
    // All other types are `research`, `presentation` or `unknown`.
    publicationType: work.documentType === 'thesis' ? 'dissertation' : undefined,
    fieldsOfStudy: fieldsAmong(asTexts(work.fieldOfStudy)),
    // Without a file here it may still be free elsewhere.
    isOpenAccess: pdfLink === undefined ? undefined : true,
    doi: asText(work.doi),
    arxivId: asText(work.arxivId),
    pmid: asId(work.pubmedId),
    link: asText(links.find(({ type }) => type === 'display')?.url),
    pdfLink,
  };
}
