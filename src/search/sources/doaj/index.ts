import { asFields, asId, asList, asText, asTexts, type Fields } from '../../../lib/json.ts';
import { readDate } from '../../../papers/dates.ts';
import { fieldsAmong } from '../../../papers/fields-of-study.ts';
import type { PaperInput } from '../../../papers/paper.ts';
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

/** The metadata of an article's `bibjson`; everything may be missing or null. */
function metadataFromDoaj(article: Fields): PaperInput {
  const journal = asFields(article.journal);
  const identifiers = asList(article.identifier).map(asFields);
  const readIds = (type: RegExp) =>
    asTexts(identifiers.filter((id) => type.test(asText(id.type) ?? '')).map(({ id }) => id));
  const texts = asList(article.link)
    .map(asFields)
    .filter(({ type }) => type === 'fulltext');
  const isPdf = ({ content_type: type }: Fields) => /pdf/i.test(asText(type) ?? '');
  const date = readDate(asTexts([asId(article.year), asId(article.month)]).join(monthSeparator(article)));
  return {
    title: asText(article.title),
    abstract: asText(article.abstract),
    authors: asTexts(asList(article.author).map((author) => asFields(author).name)),
    ...date,
    venue: asText(journal.title),
    publisher: asText(journal.publisher),
    volume: asId(journal.volume),
    issue: asId(journal.number),
    pages: asTexts([asId(article.start_page), asId(article.end_page)]).join('-') || undefined,
    language: asTexts(journal.language)[0],
    issns: [...asTexts(journal.issns), ...readIds(/^[ep]issn$/i)],
    publicationType: 'journal',
    fieldsOfStudy: fieldsAmong([
      ...asTexts(article.keywords),
      ...asTexts(asList(article.subject).map((subject) => asFields(subject).term)),
    ]),
    // Journals are listed only if all of their articles are free.
    isOpenAccess: true,
    doi: readIds(/^doi$/i)[0],
    link: asText((texts.find((text) => !isPdf(text)) ?? texts[0])?.url),
    pdfLink: asText(texts.find(isPdf)?.url),
  };
}

/** DOAJ writes months as numbers and as words. */
function monthSeparator({ month }: Fields): string {
  return /^\d+$/.test(asId(month) ?? '') ? '-' : ' ';
}
