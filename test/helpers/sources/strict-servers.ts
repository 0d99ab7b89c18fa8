import type { LiveSourceName } from '../../../src/contract/source-names.ts';
import type { Handler } from '../../service/scraping/http-servers.ts';
import { STAND_INS } from './described.ts';
import { strictArxiv } from './strict-arxiv.ts';
import { strictDblp } from './strict-dblp.ts';
import { strictEuropePmc } from './strict-europepmc.ts';
import { strictCore, strictDataCite, strictDoaj } from './strict-lucene.ts';
import { isBoolean, numbers } from './strict-parts.ts';
import { strictPubMed } from './strict-pubmed.ts';
import { strictSemanticScholar } from './strict-semanticscholar.ts';
import { strictUnpaywall } from './strict-unpaywall.ts';

/**
 * The sources as strict as they are documented to be: a parameter, a value or a length that they refuse is answered as
 * they answer it. What is found does not depend on the question: the nth works of an invented list, of so many.
 */
const SERVERS: Partial<Record<LiveSourceName, (count: number) => Handler>> = {
  openalex: strictOpenAlex,
  crossref: strictCrossref,
  europepmc: strictEuropePmc,
  arxiv: strictArxiv,
  semanticscholar: strictSemanticScholar,
  pubmed: strictPubMed,
  dblp: strictDblp,
  datacite: strictDataCite,
  doaj: strictDoaj,
  core: strictCore,
  unpaywall: strictUnpaywall,
};

export const STRICT_SERVERS = {
  ...SERVERS,
  ...Object.fromEntries([...STAND_INS].map(([name, { strictServer }]) => [name, strictServer])),
} as Record<LiveSourceName, (count: number) => Handler>;

type Refusal = { status: number; body: unknown };

const OPENALEX_PARAMETERS = new Set([
  ...['search.title_abstract_keywords', 'search.title_and_abstract', 'search.title_and_abstract.exact', 'rerank'],
  ...['filter', 'sort', 'per_page', 'page', 'select'],
]);
const OPENALEX_FILTERS = new Set([
  ...['publication_year', 'cited_by_count', 'open_access.is_oa', 'has_pdf_url', 'primary_location.source.type'],
  ...[
    'topics.field.id',
    'is_paratext',
    'doi',
    'ids.pmid',
    'ids.pmcid',
    'ids.openalex',
    'cites',
    'cited_by',
    'related_to',
  ],
]);
/** A work by itself, its name as one part of the path. */
const SINGLE_OPENALEX = /^\/works\/(?:W\d+|doi%3A10\.[^/]+|pmid%3A\d+)$/;
/** Of the search without stemming: words, phrases, distances, and wildcards behind three letters, in phrases too. */
const EXACT_TERM =
  /"[^"*?~]+"(?:~\d+)?|"(?:[^"*?~]+ )?[\p{L}\p{N}]{3,}\*"|[\p{L}\p{N}]{3,}[*?][\p{L}\p{N}*?]*|(?<![\p{L}\p{M}\p{N}])(?!(?:AND|OR|NOT)\b)[\p{L}\p{M}\p{N}]+/gu;
const MAX_OPENALEX_ADDRESS = 4_094;
const CROSSREF_PARAMETERS = new Set(['query.bibliographic', 'filter', 'rows', 'offset', 'select', 'mailto']);
const CROSSREF_FILTERS = new Set(['from-pub-date', 'until-pub-date', 'type', 'doi']);

function strictOpenAlex(count: number): Handler {
  return ({ url, headers }, answer) => {
    const { pathname, searchParams: asked } = new URL(url, 'http://x');
    const isList = pathname === '/works';
    const refusal = refusalOfOpenAlex(url, pathname, asked, headers.authorization);
    const [page, size] = [Number(asked.get('page') ?? 1), isList ? Number(asked.get('per_page') ?? 25) : 1];
    const results = numbers(count, (page - 1) * size, size).map((number) => ({
      id: `https://openalex.org/W${number + 1}`,
      doi: `https://doi.org/10.5555/${number}`,
      title: `River sensors ${number}`,
    }));
    answer.writeHead(refusal?.status ?? 200, { 'X-RateLimit-Remaining': '990', 'X-RateLimit-Reset': '60' });
    const found = isList ? { meta: { count, page, per_page: size }, results } : results[0];
    answer.end(JSON.stringify(refusal?.body ?? found));
  };
}

function refusalOfOpenAlex(url: string, path: string, asked: URLSearchParams, authorization?: string) {
  const isList = path === '/works';
  const wrong = (message: string): Refusal => ({
    status: 400,
    body: { error: 'Invalid query parameters error.', message },
  });
  if (!isList && !SINGLE_OPENALEX.test(path)) return { status: 404, body: { error: 'Not found' } };
  if (authorization !== undefined && !/^Bearer \S+$/.test(authorization)) {
    return { status: 401, body: { error: 'Invalid or missing API key', message: 'API key not found' } };
  }
  if (url.length > MAX_OPENALEX_ADDRESS) return wrong('Request URL too long');
  const known = isList ? OPENALEX_PARAMETERS : new Set(['select']);
  for (const name of asked.keys()) if (!known.has(name)) return wrong(`unknown parameter ${name}`);
  if (!isList) return undefined;
  const exact = asked.get('search.title_and_abstract.exact');
  const words = asked.get('search.title_abstract_keywords') ?? asked.get('search.title_and_abstract') ?? '';
  const text = exact ?? words;
  // Only a search in the order of relevance is reranked.
  if (asked.has('rerank') && (text === '' || asked.has('sort'))) return wrong('rerank');
  if (text.length > 1_500) return wrong('Search query too long');
  if (exact !== null && (words !== '' || /[!|]/.test(exact) || !isBoolean(exact, EXACT_TERM))) return wrong('syntax');
  if (/[!|*?]/.test(words) || words.replace(/"[^"]+"/g, '').replaceAll(' OR ', '') !== '') return wrong('syntax');
  if (text.split(' OR ').filter((phrase) => phrase.length > 82).length > 3) return wrong('long phrases');
  for (const condition of asked.get('filter')?.split(',') ?? []) {
    const [name = '', value = ''] = condition.split(/:(.*)/s);
    if (!OPENALEX_FILTERS.has(name) || value === '' || value.split('|').length > 100) return wrong(`filter ${name}`);
    // Its blank would join two conditions.
    if (/ /.test(value) && !value.includes('|') && !/^".*"$/.test(value)) return wrong('an unquoted blank');
  }
  const size = Number(asked.get('per_page'));
  const isPage = size >= 1 && size <= 100 && size * Number(asked.get('page')) <= 10_000;
  return isPage ? undefined : { status: 400, body: { error: 'Pagination error.', message: '' } };
}

function strictCrossref(count: number): Handler {
  return ({ url }, answer) => {
    const { pathname, searchParams: asked } = new URL(url, 'http://x');
    const isList = pathname === '/works';
    const refused = refusalOfCrossref(url, pathname, asked);
    const items = numbers(count, Number(asked.get('offset') ?? 0), Number(asked.get('rows') ?? 20)).map((number) => ({
      DOI: `10.5555/${number}`,
      type: 'journal-article',
      title: [`River sensors ${number}`],
    }));
    answer.writeHead(refused ? 400 : 200);
    const failure = { status: 'failed', 'message-type': 'validation-failure', message: [{ type: refused }] };
    const message = isList ? { 'total-results': count, items } : items[0];
    answer.end(JSON.stringify(refused ? failure : { status: 'ok', message }));
  };
}

function refusalOfCrossref(url: string, path: string, asked: URLSearchParams): string | undefined {
  const isList = path === '/works';
  if (!isList && !/^\/works\/10\.[^/]+$/.test(path)) return 'route-not-found';
  if (url.length > 4_096) return 'uri-too-long';
  const known = isList ? CROSSREF_PARAMETERS : new Set(['mailto']);
  for (const [name, value] of asked) if (!known.has(name) || value === '') return 'parameter-not-allowed';
  if (!isList) return undefined;
  for (const condition of asked.get('filter')?.split(',') ?? []) {
    if (!CROSSREF_FILTERS.has(condition.split(':')[0] ?? '')) return 'filter-not-available';
  }
  const rows = Number(asked.get('rows'));
  const isPage = rows >= 1 && rows <= 1_000 && rows + Number(asked.get('offset') ?? 0) <= 10_000;
  return isPage ? undefined : 'integer-not-valid';
}
