import { metadataFromDoaj } from '../../../formats/apis/doaj.ts';
import { asFields, asList } from '../../../lib/json.ts';
import { cannotAskInLucene, lookUpByDoi, luceneDialect, restrictToYears, searchInLucene } from '../lucene.ts';
import { chooseBase, parseCount, readNumbered } from '../parameters.ts';
import type { DescribedSource, SourceAnswer, SourcePage, SourceRequest, SourceSettings } from '../source.ts';
import { failed, parseAnswer, readFailure } from '../source-failures.ts';

const PUBLIC_API = 'https://doaj.org/api/v4';
const MAX_PAGE_RECORDS = 100;
/** Pages that start beyond this are rejected. */
const MAX_RESULTS = 1_000;
/** Wildcards and distances are rejected. */
const DIALECT = luceneDialect(
  ['bibjson.title', 'bibjson.abstract'],
  ({ from, to }) => `bibjson.year:[${from} TO ${to}]`,
  { wildcards: 'none' },
);

/** The Directory of Open Access Journals: articles of fully free journals, many of them found nowhere else. */
export const source: DescribedSource = {
  name: 'doaj',
  title: 'DOAJ',
  place: 90,
  hosts: ['doaj.org'],
  weight: 0.7,
  // Two requests a second.
  paceMs: 520,
  timeoutMs: 20_000,
  maxBytes: 8 * 1024 * 1024,
  maxRequests: 4,
  ...searchInLucene(DIALECT, MAX_PAGE_RECORDS, (filters) => restrictToYears(DIALECT, filters), articlesRequest),
  cannotAnswer(question) {
    const { publicationTypes, openAccessPdf } = question.filters;
    if (publicationTypes?.includes('journal') === false) return 'articles-only';
    if (openAccessPdf === false) return 'open-only';
    return cannotAskInLucene(question);
  },
  readPage: readNumbered(readArticles, ['page', 'pageSize'], MAX_RESULTS),
  lookUp: lookUpByDoi(
    'bibjson.identifier.id.exact',
    { maxValues: 30, maxEncodedBytes: 2_500 },
    articlesRequest,
    readArticles,
  ),
};

/** The query is part of the path, where a plus does not mean a space. */
function articlesRequest(settings: SourceSettings, query: string, size: number): SourceRequest {
  const path = `search/articles/${encodeURIComponent(query)}`;
  return {
    url: `${chooseBase(settings, PUBLIC_API)}/${path}?page=1&pageSize=${size}`,
    headers: { Accept: 'application/json' },
  };
}

function readArticles(answer: SourceAnswer): SourcePage {
  const failure = readFailure(answer);
  if (failure) return failure;
  const { results, total } = asFields(parseAnswer(answer));
  if (!Array.isArray(results)) return failed('unreadable');
  const records = asList(results)
    .map((entry) => metadataFromDoaj(asFields(asFields(entry).bibjson)))
    .filter(({ title, abstract }) => title || abstract);
  return { records, total: parseCount(total) };
}
