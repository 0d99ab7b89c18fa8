import { parseYear } from '../../contract/filter-table.ts';
import type { Filters } from '../../contract/filters.ts';
import { metadataFromDoaj } from '../../formats/apis/doaj.ts';
import { fieldsOf, listOf } from '../../lib/json.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { type BatchLimits, inBatches } from '../batches.ts';
import { failed, parseAnswer, readFailure } from '../failures.ts';
import { anyInField, cannotAskInLucene, luceneDialect, wordsOrStrategy } from '../lucene.ts';
import { chooseBase, nextByNumber, parseCount } from '../parameters.ts';
import type { DescribedSource, SourceAnswer, SourcePage, SourceRequest, SourceSettings } from '../source.ts';
import { translate } from '../translate.ts';

const PUBLIC_API = 'https://doaj.org/api/v4';
const MAX_PAGE_RECORDS = 100;
/** Pages that begin beyond it are refused. */
const MAX_RESULTS = 1_000;
const BATCHES: BatchLimits = { maxValues: 30, maxEncodedBytes: 2_500, separatorBytes: 30, isAlone: () => false };
/** Wildcards and distances are refused. */
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
  precedence: { bibliography: 40, openCopies: 40 },
  weight: 0.7,
  // Two requests a second.
  paceMs: 520,
  timeoutMs: 20_000,
  maxBytes: 8 * 1024 * 1024,
  maxRequests: 4,
  cannotAnswer(question) {
    const { publicationTypes, openAccessPdf } = question.filters;
    if (publicationTypes?.includes('journal') === false) return 'articles-only';
    if (openAccessPdf === false) return 'open-only';
    return cannotAskInLucene(question);
  },
  translate: (strategy) => translate(strategy, DIALECT),
  search(question, settings) {
    const query = [wordsOrStrategy(question, DIALECT), ...restrictions(question.filters)].join(' AND ');
    return articlesRequest(settings, query, Math.max(1, Math.min(question.count, MAX_PAGE_RECORDS)));
  },
  readPage(answer, request, question) {
    const page = readArticles(answer);
    if ('failure' in page) return page;
    const limit = Math.min(question.count, page.total ?? MAX_RESULTS, MAX_RESULTS);
    return { ...page, ...omitUndefined({ next: nextByNumber(request, ['page', 'pageSize'], limit) }) };
  },
  lookUp: {
    kinds: ['doi'],
    maxIds: BATCHES.maxValues,
    batches: (_kind, dois) => inBatches(dois, BATCHES),
    request: (_kind, dois, settings) =>
      articlesRequest(settings, anyInField('bibjson.identifier.id.exact', dois), dois.length),
    read: readArticles,
  },
};

function restrictions({ year }: Filters): string[] {
  const years = year === undefined ? undefined : parseYear(year);
  return years ? [`bibjson.year:[${years.from} TO ${years.to}]`] : [];
}

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
  const { results, total } = fieldsOf(parseAnswer(answer));
  if (!Array.isArray(results)) return failed('unreadable');
  const records = listOf(results)
    .map((entry) => metadataFromDoaj(fieldsOf(fieldsOf(entry).bibjson)))
    .filter(({ title, abstract }) => title || abstract);
  return { records, ...omitUndefined({ total: parseCount(total) }) };
}
