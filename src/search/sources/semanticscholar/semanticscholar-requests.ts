import type { PaperInput } from '../../../papers/paper.ts';
import { withParameters } from '../parameters.ts';
import type { LookUpKind, Relation, SourceRequest, SourceSettings } from '../source.ts';

/** Requests to Semantic Scholar. */

const PUBLIC_API = 'https://api.semanticscholar.org';

/** The fields that every endpoint has. */
const PLAIN_FIELDS = [
  ...['paperId', 'corpusId', 'externalIds', 'url', 'title', 'abstract', 'venue', 'publicationVenue', 'year'],
  ...['referenceCount', 'citationCount', 'influentialCitationCount', 'isOpenAccess', 'openAccessPdf', 'fieldsOfStudy'],
  ...['s2FieldsOfStudy', 'publicationTypes', 'publicationDate', 'journal', 'authors'],
];
/** Only the ranked search and look-ups have the summary (`tldr`). */
const ALL_FIELDS = [...PLAIN_FIELDS, 'tldr'];
/** Only the ranked search includes references: look-ups are limited to 10 MB, and the bulk search has none. */
const RANKED_FIELDS = [...ALL_FIELDS, 'references.externalIds'];
/** Limits of references and citations, and of recommendations. */
const MAX_LINKED_PAPERS = 1_000;
const MAX_RECOMMENDED_PAPERS = 500;

/** The key is a header, because URLs end up in logs. */
export function writeRequest(
  path: string,
  settings: SourceSettings,
  parameters: Record<string, string | number | undefined>,
): SourceRequest {
  // A mirror may be configured with or without the path of the graph API.
  const base = (settings.baseUrl ?? PUBLIC_API).replace(/\/graph\/v1$/, '');
  const key = settings.key?.reveal().trim();
  const headers = { Accept: 'application/json', ...(key && { 'x-api-key': key }) };
  return withParameters({ url: `${base}${path}`, headers }, parameters);
}

/** The ranked search, up to 100 papers a page. */
export function rankedSearch(
  settings: SourceSettings,
  query: string,
  limit: number,
  filters: Record<string, string | number>,
): SourceRequest {
  const fields = RANKED_FIELDS.join(',');
  return writeRequest('/graph/v1/paper/search', settings, { query, offset: 0, limit, fields, ...filters });
}

/** The bulk search, up to 1,000 papers, most cited first. Without a sort order it sorts by id. */
export function bulkSearch(
  settings: SourceSettings,
  query: string,
  filters: Record<string, string | number>,
): SourceRequest {
  const fields = PLAIN_FIELDS.join(',');
  return writeRequest('/graph/v1/paper/search/bulk', settings, {
    query,
    sort: 'citationCount:desc',
    fields,
    ...filters,
  });
}

export function isBulk(request: SourceRequest): boolean {
  return new URL(request.url).pathname.endsWith('/paper/search/bulk');
}

const PREFIXES: Partial<Record<LookUpKind, string>> = { doi: 'DOI', arxiv: 'ARXIV', pmid: 'PMID', pmcid: 'PMCID' };

export function batchLookUp(kind: LookUpKind, ids: readonly string[], settings: SourceSettings): SourceRequest {
  const request = writeRequest('/graph/v1/paper/batch', settings, { fields: ALL_FIELDS.join(',') });
  return {
    ...request,
    method: 'POST',
    headers: { ...request.headers, 'Content-Type': 'application/json' },
    // A blank id makes Semantic Scholar reject all.
    body: JSON.stringify({
      ids: ids
        .filter((id) => id.trim() !== '')
        .map((id) => `${PREFIXES[kind]}:${kind === 'pmcid' ? id.replace(/^PMC/i, '') : id}`),
    }),
  };
}

/** Fields of a linked work. `abstract` is most of a record, and an answer is limited to 10 MB. */
const LINKED_FIELDS = PLAIN_FIELDS.filter((field) => field !== 's2FieldsOfStudy' && field !== 'publicationVenue');
/** Papers with up to this many links are requested together; the limit is 9,999. */
export const MAX_BATCH_LINKS = 2_000;
export const MAX_BATCH_PAPERS = 50;

/** The references or citations of papers, by their ids: for one paper in pages, for several in one answer. */
export function linksRequest(
  relation: 'references' | 'citations',
  ids: readonly string[],
  settings: SourceSettings,
): SourceRequest {
  const [id = ''] = ids;
  if (ids.length === 1) {
    const path = `/graph/v1/paper/${inPath(id)}/${relation}`;
    return writeRequest(path, settings, { fields: LINKED_FIELDS.join(','), limit: MAX_LINKED_PAPERS });
  }
  const fields = ['referenceCount', ...LINKED_FIELDS.map((field) => `${relation}.${field}`)].join(',');
  const request = writeRequest('/graph/v1/paper/batch', settings, { fields });
  return {
    ...request,
    method: 'POST',
    headers: { ...request.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids }),
  };
}

/** Slashes in a DOI are not encoded, as documented. */
function inPath(id: string): string {
  const [, prefix = '', name = ''] = /^(\w+):(.*)$/s.exec(id) ?? [];
  return `${prefix}:${name.split('/').map(encodeURIComponent).join('/')}`;
}

/** Undefined for a work without an identifier known to Semantic Scholar. */
export function relatedRequest(
  paper: PaperInput,
  relation: Relation,
  count: number,
  settings: SourceSettings,
): SourceRequest | undefined {
  const named = idOf(paper);
  if (named === undefined) return undefined;
  const id = inPath(named);
  const fields = PLAIN_FIELDS.join(',');
  const limit = (max: number) => Math.max(1, Math.min(count, max));
  if (relation !== 'similar') {
    return writeRequest(`/graph/v1/paper/${id}/${relation}`, settings, { fields, limit: limit(MAX_LINKED_PAPERS) });
  }
  // Recommendations come from one of two pools: all of computer science, or all recent papers.
  const from = paper.fieldsOfStudy?.includes('Computer Science') ? 'all-cs' : 'recent';
  const path = `/recommendations/v1/papers/forpaper/${id}`;
  return writeRequest(path, settings, { fields, limit: limit(MAX_RECOMMENDED_PAPERS), from });
}

/** The id by which a paper is requested. */
export function idOf({ corpusId, doi, arxivId, pmid, pmcid }: PaperInput): string | undefined {
  const names: [prefix: string, id: string | null | undefined][] = [
    ['CorpusId', corpusId],
    ['DOI', doi],
    ['ARXIV', arxivId],
    ['PMID', pmid],
    ['PMCID', pmcid?.replace(/^PMC/i, '')],
  ];
  const [prefix, id] = names.find(([, value]) => value) ?? [];
  return id ? `${prefix}:${id}` : undefined;
}
