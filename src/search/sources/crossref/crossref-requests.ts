import { parseYear } from '../../../contract/filter-table.ts';
import type { Filters } from '../../../contract/filters.ts';
import type { PUBLICATION_TYPES } from '../../../contract/rules.ts';
import { type BatchLimits, inBatches } from '../batches.ts';
import { chooseBase, parseCount, readParameter, withParameters } from '../parameters.ts';
import { type PhraseLimits, queryPhrases } from '../query-phrases.ts';
import type { LookUpKind, SourceRequest, SourceSearch, SourceSettings } from '../source.ts';

/** Requests to Crossref, which rejects unknown parameters and unknown entries of `select`. */

const PUBLIC_API = 'https://api.crossref.org';
/** Crossref allows 1,000, but takes too long for more than a few hundred. */
const MAX_ROWS = 500;
const MAX_OFFSET = 10_000;
/** Words are joined by OR, so the last results are noise, which `isAboutOneOf` drops. */
const OVERFETCH = 1.5;

/** The fields that our reader uses; without a selection each work includes its references. */
const SELECT = [
  ...['DOI', 'type', 'title', 'subtitle', 'abstract', 'author', 'container-title', 'ISSN', 'publisher', 'issued'],
  ...['published', 'published-online', 'published-print', 'posted', 'approved', 'URL', 'link', 'license', 'relation'],
  ...['is-referenced-by-count', 'references-count', 'update-to', 'updated-by'],
  ...['volume', 'issue', 'page', 'article-number', 'editor', 'ISBN'],
].join(',');

/** Only the length of a URL limits the text. */
const PHRASES: PhraseLimits = {
  maxPhrases: 30,
  maxPhraseLength: 300,
  maxCharacters: 1_500,
  separatorLength: 1,
  maxEncodedBytes: 2_700,
};

/** The phrases to search for; empty for a query without words. */
export function listPhrases(question: SourceSearch): string[] {
  return queryPhrases(question, PHRASES);
}

export function searchRequest(question: SourceSearch, settings: SourceSettings): SourceRequest {
  const filter = worksFilter(question.filters);
  const parameters = { 'query.bibliographic': listPhrases(question).join(' '), ...(filter && { filter }) };
  return worksRequest({ ...parameters, ...rowsOf(limitCount(question)), select: SELECT }, settings);
}

/** The number of works to fetch. */
export function limitCount({ count }: SourceSearch): number {
  return Math.min(MAX_OFFSET, Math.ceil(Math.max(1, count) * OVERFETCH));
}

/** Equal pages, so that the last one does not exceed the limit. */
function rowsOf(limit: number): { rows: string; offset: string } {
  return { rows: String(Math.ceil(limit / Math.ceil(limit / MAX_ROWS))), offset: '0' };
}

/** The request for the next page; undefined once `limit` works have arrived or the page is too deep. */
export function nextPage(request: SourceRequest, limit: number): SourceRequest | undefined {
  const [rows = 0, offset = 0] = ['rows', 'offset'].map((name) => parseCount(readParameter(request, name)));
  const next = offset + rows;
  if (rows < 1 || next >= limit || next + rows > MAX_OFFSET) return undefined;
  return withParameters(request, { offset: next });
}

type PublicationType = (typeof PUBLICATION_TYPES)[number];

/** Crossref's type `book-series` is for the series, not their chapters. */
const TYPES: Record<PublicationType, readonly string[]> = {
  journal: ['journal-article'],
  conference: ['proceedings-article'],
  'book series': ['book-chapter', 'book-section'],
};

/** The filters that Crossref supports: years and types; values of one name are alternatives. */
function worksFilter({ year, publicationTypes, quartileRanking }: Filters): string {
  // Only these types can have a quartile.
  const types = publicationTypes ?? (quartileRanking && (Object.keys(TYPES) as PublicationType[]));
  const years = year && parseYear(year);
  return [
    ...(years ? [`from-pub-date:${years.from}`, `until-pub-date:${years.to}`] : []),
    ...[...new Set(types)].flatMap((type) => TYPES[type].map((name) => `type:${name}`)),
  ].join(',');
}

export const LOOK_UP_KINDS = ['doi'] as const satisfies readonly LookUpKind[];
/** This many certainly fit into a URL. */
export const MAX_LOOK_UP_IDS = 50;
const BATCHES: BatchLimits = {
  maxValues: MAX_LOOK_UP_IDS,
  maxEncodedBytes: 3_400,
  separatorBytes: 'doi%3A%2C'.length,
  // A comma separates the values of a filter.
  isAlone: (doi) => doi.includes(','),
};
/** Prefixes registered elsewhere (DataCite): arXiv, Zenodo, Figshare. */
const ELSEWHERE = /^10\.(?:48550|5281|6084)\//i;

/** Batches of the DOIs that Crossref may have. A DOI with a comma gets its own request. */
export function lookUpBatches(_kind: LookUpKind, dois: readonly string[]): string[][] {
  const crossrefDois = dois.filter((doi) => !ELSEWHERE.test(doi));
  return inBatches(crossrefDois, BATCHES);
}

/** Looks up works by DOI. Only the first batch is sent; if there is none, the first DOI. */
export function lookUpRequest(kind: LookUpKind, dois: readonly string[], settings: SourceSettings): SourceRequest {
  const [batch = dois.slice(0, 1)] = lookUpBatches(kind, dois);
  const [first = ''] = batch;
  if (BATCHES.isAlone(first) || ELSEWHERE.test(first)) return workRequest(first, settings);
  const filter = batch.map((doi) => `doi:${doi}`).join(',');
  return worksRequest({ filter, rows: String(batch.length), select: SELECT }, settings);
}

/** Fields of a single work cannot be selected. */
function workRequest(doi: string, settings: SourceSettings): SourceRequest {
  const url = `${chooseBase(settings, PUBLIC_API)}/works/${encodeURIComponent(doi)}`;
  return withParameters({ url, headers: HEADERS }, contactOf(settings));
}

const HEADERS = { Accept: 'application/json' };

function worksRequest(parameters: Record<string, string>, settings: SourceSettings): SourceRequest {
  const query = new URLSearchParams({ ...parameters, ...contactOf(settings) });
  return { url: `${chooseBase(settings, PUBLIC_API)}/works?${query}`, headers: HEADERS };
}

/** Callers with a contact address are allowed more requests. */
function contactOf({ contactEmail }: SourceSettings): Record<string, string> {
  const mailto = contactEmail?.trim();
  return mailto ? { mailto } : {};
}
