import { parseYear } from '../../../contract/filter-table.ts';
import type { Filters } from '../../../contract/filters.ts';
import type { LabelField } from '../../../papers/strategy/strategy-tree.ts';
import { chooseBase, parseCount } from '../parameters.ts';
import { queryPhrases } from '../query-phrases.ts';
import type { LookUpKind, SourceRequest, SourceSearch, SourceSettings } from '../source.ts';
import { type Dialect, strategyQuery } from '../translate.ts';

/** Requests to the E-utilities: a search returns ids (`esearch`), a second request their records (`efetch`). */

const PUBLIC_API = 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils';
const TOOL = 'paperqueue';
/** NCBI asks for POST with more than about 200 ids. A record takes up to 30 KB. */
export const PAGE_RECORDS = 100;
/** NCBI also asks for POST with long queries. */
const MAX_ADDRESS_BYTES = 3_500;
/** PubMed returns only the first 9,999 results of a search. */
const MAX_RESULTS = 9_998;
const LIMITS = {
  maxPhrases: 32,
  maxPhraseLength: 200,
  maxCharacters: 2_000,
  separatorLength: '""[tiab] OR '.length,
  maxEncodedBytes: 3_000,
};

/** The phrases to search PubMed for. */
export function listPhrases(question: SourceSearch): string[] {
  return queryPhrases(question, LIMITS);
}

/** The request for the ids of the best results. */
export function searchRequest(question: SourceSearch, settings: SourceSettings): SourceRequest {
  const words =
    strategyQuery(question, PUBMED_DIALECT) ??
    listPhrases(question)
      .map((phrase) => `"${phrase}"[tiab]`)
      .join(' OR ');
  const term = [`(${words})`, ...restrictions(question.filters)];
  const count = Math.max(1, Math.min(question.count, MAX_RESULTS));
  const fields = { db: 'pubmed', term: term.join(' AND '), retmode: 'json', retmax: String(count), sort: 'relevance' };
  const url = `${chooseBase(settings, PUBLIC_API)}/esearch.fcgi`;
  const parameters = new URLSearchParams({ ...fields, ...callerOf(settings) }).toString();
  const headers = { Accept: 'application/json' };
  const isLong = parameters.length > MAX_ADDRESS_BYTES;
  return withKey(isLong ? postForm(url, headers, parameters) : { url: `${url}?${parameters}`, headers }, settings);
}

function postForm(url: string, headers: Record<string, string>, body: string): SourceRequest {
  return { url, method: 'POST', headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' }, body };
}

function restrictions({ year, openAccessPdf }: Filters): string[] {
  const years = year === undefined ? undefined : parseYear(year);
  return [
    ...(years ? [`${years.from}:${years.to}[dp]`] : []),
    // A paper that is not free here may be free elsewhere, so only `true` is sent.
    ...(openAccessPdf === true ? ['free full text[sb]'] : []),
  ];
}

/** NCBI writes to this address before it blocks a tool. */
function callerOf({ contactEmail }: SourceSettings): { tool: string; email?: string } {
  const email = contactEmail?.trim();
  return { tool: TOOL, ...(email && { email }) };
}

function withKey(request: SourceRequest, { key }: SourceSettings): SourceRequest {
  return key?.reveal().trim() ? { ...request, keyParameter: { name: 'api_key', key } } : request;
}

export function isSearch({ url }: SourceRequest): boolean {
  return new URL(url).pathname.endsWith('/esearch.fcgi');
}

/** The request for the first records of these ids, with the caller identification of their search. */
export function recordsAfter(search: SourceRequest, numbers: readonly string[]): SourceRequest {
  const fields = search.body === undefined ? new URL(search.url).searchParams : new URLSearchParams(search.body);
  const url = search.url.replace(/\/esearch\.fcgi.*$/, '/efetch.fcgi');
  const { keyParameter } = search;
  const caller = ['tool', 'email'].flatMap((name) => fields.getAll(name).map((value) => [name, value] as const));
  return { ...fetchRequest(url, numbers, caller), ...(keyParameter && { keyParameter }) };
}

/** The request for the records of these numbers. */
export function lookUpRequest(_kind: LookUpKind, ids: readonly string[], settings: SourceSettings): SourceRequest {
  const url = `${chooseBase(settings, PUBLIC_API)}/efetch.fcgi`;
  const numbers = ids.filter((id) => /^\d+$/.test(id));
  return withKey(fetchRequest(url, numbers, Object.entries(callerOf(settings))), settings);
}

function fetchRequest(
  url: string,
  numbers: readonly string[],
  caller: readonly (readonly [string, string])[],
): SourceRequest {
  const form = new URLSearchParams({ db: 'pubmed', id: numbers.join(','), retmode: 'xml' });
  form.set('retstart', '0');
  form.set('retmax', String(PAGE_RECORDS));
  for (const [name, value] of caller) form.set(name, value);
  return postForm(url, { Accept: 'application/xml' }, form.toString());
}

/** The request for the next records; undefined after the last. */
export function nextRecords(request: SourceRequest): SourceRequest | undefined {
  const form = new URLSearchParams(request.body);
  const start = (parseCount(form.get('retstart')) ?? 0) + PAGE_RECORDS;
  if (start >= (form.get('id') ?? '').split(',').length) return undefined;
  form.set('retstart', String(start));
  return { ...request, body: form.toString() };
}

/**
 * Strategies in PubMed's syntax (PubMed Help): tags after terms, `*` at the end of a word or phrase after four letters,
 * distances of two words in title or abstract. It has no tag for the abstract alone.
 */

const TAGS = { title: 'ti', titleAbstract: 'tiab', topic: 'tw', abstract: undefined };
const LABELS: Record<LabelField, string> = { author: 'au', journal: 'ta', language: 'la', publicationType: 'pt' };

export const PUBMED_DIALECT: Dialect = {
  operators: { and: ' AND ', or: ' OR ', not: ' NOT ' },
  term: (text, field) => (TAGS[field] === undefined ? undefined : `${text}[${TAGS[field]}]`),
  wildcards: 'ending',
  minPrefix: 4,
  hasPhraseEndings: true,
  near(words, { field, between }) {
    if (field !== 'title' && field !== 'titleAbstract') return undefined;
    return { text: `"${words.join(' ')}"[${TAGS[field]}:~${between}]` };
  },
  heading({ text, exploded, major }) {
    const written = tagged(text, `${major ? 'majr' : 'mh'}${exploded ? '' : ':noexp'}`);
    return written === undefined ? undefined : { text: written };
  },
  label: ({ field, text }) => tagged(text, LABELS[field]),
  years: ({ from, to }) => `${from}:${to}[dp]`,
  // Long queries are posted; no limit is documented.
  maxEncodedBytes: 60_000,
};

/** A name or heading as a whole, or by its beginning (`smith j*`); undefined with other wildcards. */
function tagged(text: string, tag: string): string | undefined {
  const plain = text.replace(/["[\]]/g, ' ');
  if (!/[*?]/.test(plain)) return `"${plain}"[${tag}]`;
  return /^[\p{L}\p{N}][\p{L}\p{N} -]{3,}\*$/u.test(plain) ? `${plain}[${tag}]` : undefined;
}
