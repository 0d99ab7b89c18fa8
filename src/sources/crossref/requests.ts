import { type Filters, parseYear } from '../../contract/filters.ts';
import type { PUBLICATION_TYPES } from '../../contract/rules.ts';
import { type BatchLimits, inBatches } from '../batches.ts';
import { type PhraseLimits, queryPhrases } from '../query-phrases.ts';
import type { LookUpKind, SourceQuery, SourceRequest, SourceSettings } from '../source.ts';

/** What Crossref is asked, and nothing else: it refuses parameters and entries of `select` that it does not know. */

const PUBLIC_API = 'https://api.crossref.org';
/** It allows 1,000; answers of more than a few hundred works take it longer than anyone waits. */
const MAX_ROWS = 500;
const DEEPEST = 10_000;
/** Words are joined by OR, so that the last of what comes is noise, which `isAboutOneOf` leaves out. */
const NOISE = 1.5;

/** All that our reader looks at; without it each work comes with its references. `subtype` cannot be chosen. */
const SELECT = [
  ...['DOI', 'type', 'title', 'subtitle', 'abstract', 'author', 'container-title', 'ISSN', 'publisher', 'issued'],
  ...['published', 'published-online', 'published-print', 'posted', 'URL', 'link', 'license', 'relation'],
  ...['is-referenced-by-count', 'references-count', 'update-to', 'updated-by'],
].join(',');

/** One text, ranked by the words that occur; there is no rule but the length of an address. */
const PHRASES: PhraseLimits = {
  maxPhrases: 30,
  maxPhraseLength: 300,
  maxCharacters: 1_500,
  separatorLength: 1,
  maxEncodedBytes: 2_700,
};

/** The phrases that are asked, as one text of words; none when the question holds no words. */
export function phrasesOf(question: SourceQuery): string[] {
  return queryPhrases(question, PHRASES);
}

export function searchRequest(question: SourceQuery, settings: SourceSettings): SourceRequest {
  const filter = worksFilter(question.filters);
  const parameters = { 'query.bibliographic': phrasesOf(question).join(' '), ...(filter && { filter }) };
  return worksRequest({ ...parameters, ...rowsOf(wantedOf(question)), select: SELECT }, settings);
}

/** How many works are asked for in all. */
export function wantedOf({ count }: SourceQuery): number {
  return Math.min(DEEPEST, Math.ceil(Math.max(1, count) * NOISE));
}

/** Pages of one size, so that the last one does not overshoot. */
function rowsOf(wanted: number): { rows: string; offset: string } {
  return { rows: String(Math.ceil(wanted / Math.ceil(wanted / MAX_ROWS))), offset: '0' };
}

/** The page after the one that was asked for; undefined where `wanted` works have been had, or as deep as it goes. */
export function nextPage(request: SourceRequest, wanted: number): SourceRequest | undefined {
  const url = new URL(request.url);
  const [rows, offset] = ['rows', 'offset'].map((name) => Number(url.searchParams.get(name))) as [number, number];
  const following = offset + rows;
  if (rows < 1 || following >= wanted || following + rows > DEEPEST) return undefined;
  url.searchParams.set('offset', String(following));
  return { ...request, url: url.href };
}

type PublicationType = (typeof PUBLICATION_TYPES)[number];

/** `book-series` are the series themselves, not what appeared in them. */
const TYPES: Record<PublicationType, readonly string[]> = {
  journal: ['journal-article'],
  conference: ['proceedings-article'],
  'book series': ['book-chapter', 'book-section'],
};

/**
 * The filters of a job that Crossref has: years, and types; values of one name are alternatives. The rest is sifted
 * after.
 */
function worksFilter({ year, publicationTypes, quartileRanking }: Filters): string {
  // Only what appeared in one of the three can have a quartile.
  const types = publicationTypes ?? (quartileRanking && (Object.keys(TYPES) as PublicationType[]));
  const years = year && parseYear(year);
  return [
    ...(years ? [`from-pub-date:${years.from}`, `until-pub-date:${years.to}`] : []),
    ...[...new Set(types)].flatMap((type) => TYPES[type].map((name) => `type:${name}`)),
  ].join(',');
}

export const LOOK_UP_KINDS = ['doi'] as const satisfies readonly LookUpKind[];
/** More do not fit into an address for certain. */
export const MAX_LOOK_UP_IDS = 50;
const BATCHES: BatchLimits = {
  maxValues: MAX_LOOK_UP_IDS,
  maxEncodedBytes: 3_400,
  separatorBytes: 'doi%3A%2C'.length,
  // A comma separates the values of a filter.
  isAlone: (doi) => doi.includes(','),
};
/** Registered elsewhere (DataCite): arXiv, Zenodo, Figshare. */
const ELSEWHERE = /^10\.(?:48550|5281|6084)\//i;

/**
 * The DOIs that it can know, in lists that fit into an address; each that a list cannot hold is asked for by itself.
 */
export function lookUpBatches(_kind: LookUpKind, dois: readonly string[]): string[][] {
  const known = dois.filter((doi) => !ELSEWHERE.test(doi));
  return inBatches(known, BATCHES);
}

/** Works by their DOIs: those of the first of the batches that these make; where there is none, the first by itself. */
export function lookUpRequest(kind: LookUpKind, dois: readonly string[], settings: SourceSettings): SourceRequest {
  const [batch = dois.slice(0, 1)] = lookUpBatches(kind, dois);
  const [first = ''] = batch;
  if (BATCHES.isAlone(first) || ELSEWHERE.test(first)) return workRequest(first, settings);
  const filter = batch.map((doi) => `doi:${doi}`).join(',');
  return worksRequest({ filter, rows: String(batch.length), select: SELECT }, settings);
}

/** Of single works nothing can be chosen. */
function workRequest(doi: string, settings: SourceSettings): SourceRequest {
  const query = new URLSearchParams(contactOf(settings));
  return {
    url: [`${baseOf(settings)}/works/${encodeURIComponent(doi)}`, query].filter(String).join('?'),
    headers: HEADERS,
  };
}

const HEADERS = { Accept: 'application/json' };

function worksRequest(parameters: Record<string, string>, settings: SourceSettings): SourceRequest {
  const query = new URLSearchParams({ ...parameters, ...contactOf(settings) });
  return { url: `${baseOf(settings)}/works?${query}`, headers: HEADERS };
}

function baseOf({ baseUrl }: SourceSettings): string {
  return (baseUrl || PUBLIC_API).replace(/\/+$/, '');
}

/** Callers who say how to reach them are allowed more. */
function contactOf({ contactEmail }: SourceSettings): Record<string, string> {
  const mailto = contactEmail?.trim();
  return mailto ? { mailto } : {};
}
