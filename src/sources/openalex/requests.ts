import { openAlexIdOf } from '../../papers/formats/read/openalex.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { type BatchLimits, inBatches } from '../batches.ts';
import { type PhraseLimits, queryPhrases } from '../query-phrases.ts';
import type { LookUpKind, Relation, SourceQuery, SourceRequest, SourceSettings } from '../source.ts';
import { worksFilter } from './filters.ts';

/** What OpenAlex is asked, and nothing else: it refuses every parameter that it does not know. */

const PUBLIC_API = 'https://api.openalex.org';
const MAX_PAGE_WORKS = 100;
/** Beyond this, pages would need a cursor, which callers without a key are refused. */
const DEEPEST = 10_000;

/** All that our reader looks at. Only whole entries of a work can be chosen; one that does not exist is refused. */
const SELECT = [
  ...['id', 'doi', 'title', 'display_name', 'publication_year', 'publication_date', 'ids', 'type', 'primary_location'],
  ...['best_oa_location', 'locations', 'open_access', 'authorships', 'cited_by_count', 'referenced_works_count'],
  ...['is_retracted', 'is_paratext', 'primary_topic', 'topics', 'abstract_inverted_index'],
].join(',');

/**
 * At most 1,500 characters of text and, of phrases joined by OR, three with more than 80. Ten phrases leave the request
 * far below 4 KB, the lower of its two documented limits, and cost one search.
 */
const PHRASES: PhraseLimits = {
  maxPhrases: 10,
  maxPhraseLength: 80,
  maxCharacters: 1_500,
  separatorLength: 6,
  maxEncodedBytes: 2_700,
};

/** The phrases that are asked; none when the question holds no words. */
export function phrasesOf(question: SourceQuery): string[] {
  return queryPhrases(question, PHRASES);
}

export function searchRequest(question: SourceQuery, settings: SourceSettings): SourceRequest {
  const text = phrasesOf(question)
    .map((phrase) => `"${phrase}"`)
    .join(' OR ');
  const filter = worksFilter(question.filters);
  return worksRequest({ 'search.title_and_abstract': text, filter, ...pages(question.count) }, settings);
}

/** Pages of one size, so that the last one does not overshoot. */
function pages(count: number): { per_page: string; page: string } {
  const wanted = Math.min(Math.max(1, count), DEEPEST);
  return { per_page: String(Math.ceil(wanted / Math.ceil(wanted / MAX_PAGE_WORKS))), page: '1' };
}

/** The page after the one that was asked for; undefined where `most` or all there is has been had. */
export function nextPage(request: SourceRequest, wanted: number): SourceRequest | undefined {
  const url = new URL(request.url);
  const [page, size] = ['page', 'per_page'].map((name) => Number(url.searchParams.get(name)));
  if (!page || !size || page * size >= wanted || (page + 1) * size > DEEPEST) return undefined;
  url.searchParams.set('page', String(page + 1));
  return { ...request, url: url.href };
}

export const LOOK_UP_KINDS = ['doi', 'arxiv', 'pmid'] as const satisfies readonly LookUpKind[];
/** Half of what a filter may hold: addresses have their limit, too. */
export const MAX_LOOK_UP_IDS = 50;
/** In a filter these separate, negate or quote values. */
const SEPARATORS = /[|,"!]/;
const BATCHES: BatchLimits = {
  maxValues: MAX_LOOK_UP_IDS,
  // See `PHRASES`.
  maxEncodedBytes: 3_000,
  // An arXiv number is asked for as the DOI that arXiv gave it.
  separatorBytes: '10.48550%2Farxiv.%7C'.length,
  isAlone: (id) => SEPARATORS.test(id),
};

/** The identifiers in lists that fit into an address; each that a list cannot hold is asked for by itself. */
export function lookUpBatches(_kind: LookUpKind, ids: readonly string[]): string[][] {
  return inBatches(ids, BATCHES);
}

/** Works by their identifiers: those of the first of the batches that these make. */
export function lookUpRequest(kind: LookUpKind, ids: readonly string[], settings: SourceSettings): SourceRequest {
  const [batch = []] = lookUpBatches(kind, ids);
  const values = batch.map((id) => (kind === 'arxiv' ? `10.48550/arxiv.${id}` : id));
  if (batch.some(BATCHES.isAlone)) return entityRequest(`${kind === 'pmid' ? 'pmid' : 'doi'}:${values[0]}`, settings);
  const filter = `${kind === 'pmid' ? 'ids.pmid' : 'doi'}:${values.join('|')}`;
  return worksRequest({ filter, per_page: String(MAX_PAGE_WORKS), page: '1' }, settings);
}

function entityRequest(id: string, settings: SourceSettings): SourceRequest {
  const query = new URLSearchParams({ select: SELECT });
  return { url: `${baseOf(settings)}/works/${encodeURIComponent(id)}?${query}`, headers: headersOf(settings) };
}

/** Named from the other end: works that the given one cites are those `cited_by` it. */
const RELATION_FILTERS: Record<Relation, string> = {
  references: 'cited_by',
  citations: 'cites',
  similar: 'related_to',
};

/** The works related to one, most cited first; undefined where OpenAlex's own number of it is not known. */
export function relatedRequest(
  paper: PaperInput,
  relation: Relation,
  count: number,
  settings: SourceSettings,
): SourceRequest | undefined {
  const id = openAlexIdOf(paper.openAlexId);
  if (id === undefined) return undefined;
  const filter = `${RELATION_FILTERS[relation]}:${id}`;
  return worksRequest({ filter, sort: 'cited_by_count:desc', ...pages(count) }, settings);
}

function worksRequest(parameters: Record<string, string>, settings: SourceSettings): SourceRequest {
  return listRequest('works', { ...parameters, select: SELECT }, settings);
}

export function listRequest(
  entity: 'works' | 'sources',
  parameters: Record<string, string>,
  settings: SourceSettings,
): SourceRequest {
  return { url: `${baseOf(settings)}/${entity}?${new URLSearchParams(parameters)}`, headers: headersOf(settings) };
}

function baseOf({ baseUrl }: SourceSettings): string {
  return (baseUrl || PUBLIC_API).replace(/\/+$/, '');
}

/** The key is no part of the address, which ends up in logs; a blank one would be refused as a wrong one. */
function headersOf({ key }: SourceSettings): Record<string, string> {
  const value = key?.reveal().trim();
  return { Accept: 'application/json', ...(value && { Authorization: `Bearer ${value}` }) };
}
