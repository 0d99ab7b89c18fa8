import type { PaperInput } from '../../papers/paper.ts';
import { withParameters } from '../parameters.ts';
import type { LookUpKind, Relation, SourceRequest, SourceSettings } from '../source.ts';

/** Where Semantic Scholar is asked what. */

const PUBLIC_API = 'https://api.semanticscholar.org';

/** What every call can tell of a paper. */
const PLAIN_FIELDS = [
  ...['paperId', 'corpusId', 'externalIds', 'url', 'title', 'abstract', 'venue', 'publicationVenue', 'year'],
  ...['referenceCount', 'citationCount', 'influentialCitationCount', 'isOpenAccess', 'openAccessPdf', 'fieldsOfStudy'],
  ...['s2FieldsOfStudy', 'publicationTypes', 'publicationDate', 'journal', 'authors'],
];
/** Only the ranked search and look-ups have the one-sentence summary. */
const ALL_FIELDS = [...PLAIN_FIELDS, 'tldr'];
/** Of references, citations, and of recommendations. */
const MAX_LINKED_PAPERS = 1_000;
const MAX_RECOMMENDED_PAPERS = 500;

/** The header is spelled as the documentation does; the key is never in an address. */
function requestTo(
  path: string,
  settings: SourceSettings,
  parameters: Record<string, string | number | undefined>,
): SourceRequest {
  // Whoever names a mirror may name it with or without the path of the graph.
  const base = (settings.baseUrl ?? PUBLIC_API).replace(/\/graph\/v1$/, '');
  const key = settings.key?.reveal().trim();
  const headers = { Accept: 'application/json', ...(key && { 'x-api-key': key }) };
  return withParameters({ url: `${base}${path}`, headers }, parameters);
}

/** Ranked, a page of up to 100. */
export function rankedSearch(
  settings: SourceSettings,
  query: string,
  limit: number,
  filters: Record<string, string | number>,
): SourceRequest {
  return requestTo('/graph/v1/paper/search', settings, {
    query,
    offset: 0,
    limit,
    fields: ALL_FIELDS.join(','),
    ...filters,
  });
}

/** Up to 1,000 at once, most cited first, because without an order they come by their ids. */
export function bulkSearch(
  settings: SourceSettings,
  query: string,
  filters: Record<string, string | number>,
): SourceRequest {
  const fields = PLAIN_FIELDS.join(',');
  return requestTo('/graph/v1/paper/search/bulk', settings, { query, sort: 'citationCount:desc', fields, ...filters });
}

export function isBulk(request: SourceRequest): boolean {
  return new URL(request.url).pathname.endsWith('/paper/search/bulk');
}

const PREFIXES: Record<LookUpKind, string> = { doi: 'DOI', arxiv: 'ARXIV', pmid: 'PMID' };

export function batchLookUp(kind: LookUpKind, ids: readonly string[], settings: SourceSettings): SourceRequest {
  const request = requestTo('/graph/v1/paper/batch', settings, { fields: ALL_FIELDS.join(',') });
  return {
    ...request,
    method: 'POST',
    headers: { ...request.headers, 'Content-Type': 'application/json' },
    // A blank id makes it refuse all of them.
    body: JSON.stringify({ ids: ids.filter((id) => id.trim() !== '').map((id) => `${PREFIXES[kind]}:${id}`) }),
  };
}

/** Undefined for a work that has none of the numbers which Semantic Scholar knows. */
export function relatedRequest(
  paper: PaperInput,
  relation: Relation,
  count: number,
  settings: SourceSettings,
): SourceRequest | undefined {
  const id = nameOf(paper);
  if (id === undefined) return undefined;
  const fields = PLAIN_FIELDS.join(',');
  const limit = (max: number) => Math.max(1, Math.min(count, max));
  if (relation !== 'similar') {
    return requestTo(`/graph/v1/paper/${id}/${relation}`, settings, { fields, limit: limit(MAX_LINKED_PAPERS) });
  }
  // It recommends out of one of two pools: computer science of all times, or everything of the last weeks.
  const from = paper.fieldsOfStudy?.includes('Computer Science') ? 'all-cs' : 'recent';
  const path = `/recommendations/v1/papers/forpaper/${id}`;
  return requestTo(path, settings, { fields, limit: limit(MAX_RECOMMENDED_PAPERS), from });
}

/** As a part of a path; the slashes of a DOI stay, as the documentation writes them. */
function nameOf({ corpusId, doi, arxivId, pmid, pmcid }: PaperInput): string | undefined {
  const names: [prefix: string, id: string | null | undefined][] = [
    ['CorpusId', corpusId],
    ['DOI', doi],
    ['ARXIV', arxivId],
    ['PMID', pmid],
    ['PMCID', pmcid?.replace(/^PMC/i, '')],
  ];
  const [prefix, id] = names.find(([, value]) => value) ?? [];
  return id ? `${prefix}:${id.split('/').map(encodeURIComponent).join('/')}` : undefined;
}
