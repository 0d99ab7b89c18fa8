import { parseYear } from '../../../contract/filter-table.ts';
import type { Filters } from '../../../contract/filters.ts';
import type { PUBLICATION_TYPES } from '../../../contract/rules.ts';
import { readOpenAlexId } from '../../../formats/json/openalex.ts';
import { openAlexFieldsAbout } from '../../../papers/fields-of-study.ts';
import type { PaperInput } from '../../../papers/paper.ts';
import { type BatchLimits, inBatches } from '../batches.ts';
import { chooseBase, parseCount, readParameter, withParameters } from '../parameters.ts';
import { type PhraseLimits, queryPhrases } from '../query-phrases.ts';
import type { LookUpKind, Relation, SourceRequest, SourceSearch, SourceSettings } from '../source.ts';
import { type Dialect, strategyQuery } from '../translate.ts';

/** Requests to OpenAlex, which rejects unknown parameters. */

const PUBLIC_API = 'https://api.openalex.org';
const MAX_PAGE_WORKS = 100;
/** Further pages need a cursor, which requires a key. */
export const MAX_OFFSET = 10_000;

/** The fields that our reader uses. Only top-level fields can be selected; an unknown one is rejected. */
const SELECT = [
  ...['id', 'doi', 'title', 'display_name', 'publication_year', 'publication_date', 'ids', 'type', 'primary_location'],
  ...['best_oa_location', 'locations', 'open_access', 'authorships', 'cited_by_count', 'referenced_works_count'],
  ...['is_retracted', 'is_paratext', 'primary_topic', 'topics', 'biblio', 'language', 'abstract_inverted_index'],
  'referenced_works',
].join(',');

/**
 * OpenAlex allows 1,500 characters, and three phrases of more than 80. Ten phrases stay far below the limit of 4 KB.
 */
const PHRASES: PhraseLimits = {
  maxPhrases: 10,
  maxPhraseLength: 80,
  maxCharacters: 1_500,
  separatorLength: 6,
  maxEncodedBytes: 2_700,
};

/** The phrases to search for; none for a query without words. */
export function listPhrases(question: SourceSearch): string[] {
  return queryPhrases(question, PHRASES);
}

/** Also finds works by OpenAlex's own keywords, in other words or without an abstract; documented in October 2026. */
const SEARCH = 'search.title_abstract_keywords';
const OLDER_SEARCH = 'search.title_and_abstract';
/** Unstemmed, for strategies. */
const EXACT_SEARCH = 'search.title_and_abstract.exact';
/** The first results are reordered by relevance, up to this many, for ten more credits per request. */
const MAX_RERANKED = 100;

/**
 * A search by phrases. It is reranked only with a key: reranking doubles the price, and without a key credits are
 * scarce.
 */
export function searchRequest(question: SourceSearch, settings: SourceSettings): SourceRequest {
  const query = strategyQuery(question, OPENALEX_DIALECT);
  const text = listPhrases(question)
    .map((phrase) => `"${phrase}"`)
    .join(' OR ');
  const search: Record<string, string> = query === undefined ? { [SEARCH]: text } : { [EXACT_SEARCH]: query };
  const rerank = question.count > 1 && headersOf(settings).Authorization !== undefined && { rerank: 'true' };
  const filter = worksFilter(question.filters);
  return worksRequest({ ...search, ...rerank, filter, ...pages(question.count) }, settings);
}

/** The same search in the older form, for a server that rejects the newer one; undefined for other requests. */
export function olderSearch(request: SourceRequest): SourceRequest | undefined {
  const text = readParameter(request, SEARCH);
  if (text === undefined) return undefined;
  return withParameters(request, { [SEARCH]: undefined, rerank: undefined, [OLDER_SEARCH]: text });
}

/** Equal pages, so that the last one does not exceed the count. */
function pages(count: number): { per_page: string; page: string } {
  const limit = Math.min(Math.max(1, count), MAX_OFFSET);
  return { per_page: String(Math.ceil(limit / Math.ceil(limit / MAX_PAGE_WORKS))), page: '1' };
}

/** The request for the next page; undefined once `limit` works have arrived or the page is too deep. */
export function nextPage(request: SourceRequest, limit: number): SourceRequest | undefined {
  const [page, size] = ['page', 'per_page'].map((name) => parseCount(readParameter(request, name)));
  if (!page || !size || page * size >= limit || (page + 1) * size > MAX_OFFSET) return undefined;
  return withParameters(request, { page: page + 1, ...(page * size >= MAX_RERANKED && { rerank: undefined }) });
}

export const LOOK_UP_KINDS = ['doi', 'arxiv', 'pmid', 'pmcid', 'openalex'] as const satisfies readonly LookUpKind[];
/** Half of what a filter may contain, because URLs are limited, too. */
export const MAX_LOOK_UP_IDS = 50;
/** Characters that separate, negate or quote values of a filter. */
const SEPARATORS = /[|,"!]/;
const BATCHES: BatchLimits = {
  maxValues: MAX_LOOK_UP_IDS,
  // See `PHRASES`.
  maxEncodedBytes: 3_000,
  // An arXiv number is looked up as its DOI at DataCite.
  separatorBytes: '10.48550%2Farxiv.%7C'.length,
  isAlone: (id) => SEPARATORS.test(id),
};

/** Batches of identifiers. One that contains a separator gets its own request. */
export function lookUpBatches(kind: LookUpKind, ids: readonly string[]): string[][] {
  return inBatches(ids, kind === 'openalex' ? { ...BATCHES, maxValues: MAX_PAGE_WORKS } : BATCHES);
}

const FILTER_OF_KIND: Record<LookUpKind, string> = {
  doi: 'doi',
  arxiv: 'doi',
  pmid: 'ids.pmid',
  pmcid: 'ids.pmcid',
  openalex: 'ids.openalex',
};

/** Looks up works by identifier. Only the first batch is sent. */
export function lookUpRequest(kind: LookUpKind, ids: readonly string[], settings: SourceSettings): SourceRequest {
  const [batch = []] = lookUpBatches(kind, ids);
  const values = batch.map((id) => (kind === 'arxiv' ? `10.48550/arxiv.${id}` : id));
  if (batch.some(BATCHES.isAlone)) return entityRequest(`${kind === 'pmid' ? 'pmid' : 'doi'}:${values[0]}`, settings);
  const filter = `${FILTER_OF_KIND[kind]}:${values.join('|')}`;
  return worksRequest({ filter, per_page: String(MAX_PAGE_WORKS), page: '1' }, settings);
}

function entityRequest(id: string, settings: SourceSettings): SourceRequest {
  const query = new URLSearchParams({ select: SELECT });
  return {
    url: `${chooseBase(settings, PUBLIC_API)}/works/${encodeURIComponent(id)}?${query}`,
    headers: headersOf(settings),
  };
}

/** Filters name the relation from the other end: the references of a work are `cited_by` it. */
const RELATION_FILTERS: Record<Relation, string> = {
  references: 'cited_by',
  citations: 'cites',
  similar: 'related_to',
};

/** Works related to another, most cited first; undefined without its OpenAlex number. */
export function relatedRequest(
  paper: PaperInput,
  relation: Relation,
  count: number,
  settings: SourceSettings,
): SourceRequest | undefined {
  const id = readOpenAlexId(paper.openAlexId);
  if (id === undefined) return undefined;
  return worksByFilter(`${RELATION_FILTERS[relation]}:${id}`, 'cited_by_count:desc', count, settings);
}

/** Works that cite any of these, in full pages. The oldest come first, so that new works do not shift the pages. */
export function citingRequest(names: readonly string[], settings: SourceSettings): SourceRequest {
  return worksByFilter(`cites:${names.join('|')}`, 'publication_date:asc', MAX_OFFSET, settings);
}

/** All works that meet a filter, in a sort order. */
export function worksByFilter(filter: string, sort: string, count: number, settings: SourceSettings): SourceRequest {
  return worksRequest({ filter, sort, ...pages(count) }, settings);
}

function worksRequest(parameters: Record<string, string>, settings: SourceSettings): SourceRequest {
  return listRequest('works', { ...parameters, select: SELECT }, settings);
}

export function listRequest(
  entity: 'works' | 'sources' | 'authors',
  parameters: Record<string, string>,
  settings: SourceSettings,
): SourceRequest {
  return {
    url: `${chooseBase(settings, PUBLIC_API)}/${entity}?${new URLSearchParams(parameters)}`,
    headers: headersOf(settings),
  };
}

/** The key is a header, because URLs end up in logs. */
function headersOf({ key }: SourceSettings): Record<string, string> {
  const value = key?.reveal().trim();
  return { Accept: 'application/json', ...(value && { Authorization: `Bearer ${value}` }) };
}

type PublicationType = (typeof PUBLICATION_TYPES)[number];

/** Types of publications that can have a quartile. */
const RANKED: readonly PublicationType[] = ['journal', 'book series', 'conference'];

/**
 * The filters of a job as OpenAlex's single `filter` parameter. Results are filtered again, so a condition may be too
 * wide, but never too narrow. OpenAlex has no quartiles.
 */
function worksFilter(filters: Filters): string {
  const { year, minCitationCount, openAccessPdf, downloadable, publicationTypes, fieldsOfStudy } = filters;
  const types = publicationTypes ?? (filters.quartileRanking && RANKED);
  return [
    // Tables of contents, covers, editorial boards.
    'is_paratext:false',
    year && `publication_year:${yearRange(year)}`,
    minCitationCount !== undefined && `cited_by_count:${minCitationCount}-`,
    openAccessPdf && 'open_access.is_oa:true',
    (openAccessPdf || downloadable) && 'has_pdf_url:true',
    types && `primary_location.source.type:${sourceTypes(types)}`,
    fieldsOfStudy && `topics.field.id:${openAlexFieldsAbout(fieldsOfStudy).join('|')}`,
  ]
    .filter(Boolean)
    .join(',');
}

function yearRange(year: string): string {
  const { from, to } = parseYear(year);
  return from === to ? String(from) : `${from}-${to}`;
}

/**
 * Conference papers may appear in book series, and are recognised by their own type. A single value with a space must
 * be quoted, because the space would join two conditions.
 */
function sourceTypes(types: readonly PublicationType[]): string {
  const requestedTypes = new Set<PublicationType>(types);
  if (requestedTypes.has('conference')) requestedTypes.add('book series');
  return requestedTypes.size === 1 && requestedTypes.has('book series')
    ? '"book series"'
    : [...requestedTypes].join('|');
}

/**
 * Strategies in the syntax of OpenAlex's unstemmed searches, the only ones that allow wildcards (the others answer 400
 * and say so). Titles alone, names, years and headings cannot be combined with words there.
 */
export const OPENALEX_DIALECT: Dialect = {
  operators: { and: ' AND ', or: ' OR ', not: ' NOT ' },
  term: (text, field) => (field === 'titleAbstract' ? text : undefined),
  wildcards: 'anywhere',
  minPrefix: 3,
  hasPhraseEndings: true,
  // A sloppy phrase in Lucene needs two more steps if the words are reversed.
  near: (words, { between }) => ({ text: `"${words.join(' ')}"~${between + 2}`, isWider: true }),
  // Longer ones are for paying users only.
  maxCharacters: 1_500,
  maxEncodedBytes: 3_000,
};
