import { FIELDS_OF_STUDY } from '../../../src/contract/rules.ts';
import type { Handler } from '../../service/scraping/http-servers.ts';
import { isBoolean, isWithin, numbers, unknownParameter } from './strict-parts.ts';

/** Semantic Scholar as strict as it is documented to be; see `strict-servers.ts`. */

const FILTERS = ['year', 'minCitationCount', 'openAccessPdf', 'fieldsOfStudy', 'publicationTypes', 'venue'];
const FIELDS = [
  ...['paperId', 'corpusId', 'externalIds', 'url', 'title', 'abstract', 'venue', 'publicationVenue', 'year'],
  ...['referenceCount', 'citationCount', 'influentialCitationCount', 'isOpenAccess', 'openAccessPdf', 'fieldsOfStudy'],
  ...['s2FieldsOfStudy', 'publicationTypes', 'publicationDate', 'journal', 'authors'],
];
const ID = /^(?:DOI:10\.\d{4,9}\/\S+|ARXIV:(?:\d{4}\.\d{4,5}|[a-z-]+\/\d{7})|PMID:\d+|PMCID:\d+|CorpusId:\d+)$/;
const MAX_ADDRESS_CHARACTERS = 8_000;
const BULK = 1_000;
/** A phrase, maybe with a distance, or the beginning of a word. */
const BULK_TERM = /"[^"|()+*~-]+"(?:~\d+)?|[\p{L}\p{M}\p{N}]+\*/gu;
const BULK_OPERATORS = { and: ' + ', or: ' | ', not: ' -' };

type Call = { asked: URLSearchParams; id: string; body: string };
type Endpoint = {
  method: 'GET' | 'POST';
  path: RegExp;
  parameters: readonly string[];
  /** Beside those that all of them have. */
  fields: readonly string[];
  refusal(call: Call): string | undefined;
  found(count: number, call: Call): unknown;
};

const RANKED: Endpoint = {
  method: 'GET',
  path: /^\/graph\/v1\/paper\/search$/,
  parameters: ['query', 'offset', 'limit', ...FILTERS],
  fields: ['tldr', 'references.externalIds'],
  refusal({ asked }) {
    // Operators are words like others here, and hyphenated words find nothing.
    if (!/^[^\s|"()*~+-]+(?: [^\s|"()*~+-]+)*$/.test(asked.get('query') ?? '')) return 'query';
    const limit = asked.get('limit') ?? '100';
    if (!isWithin(limit, 1, 100)) return 'limit must be <= 100';
    return isWithin(asked.get('offset') ?? '0', 0, 1_000 - Number(limit)) ? refusedFilter(asked) : 'offset + limit';
  },
  found(count, { asked }) {
    const [offset, limit] = [Number(asked.get('offset') ?? 0), Number(asked.get('limit') ?? 100)];
    const data = numbers(Math.min(count, 1_000), offset, limit).map(paperOf);
    const next = offset + data.length;
    // Without hits there is no `data`; the total may come as a text.
    return { total: String(count), offset, ...(next < Math.min(count, 1_000) && { next }), ...(data[0] && { data }) };
  },
};

const UNRANKED: Endpoint = {
  method: 'GET',
  path: /^\/graph\/v1\/paper\/search\/bulk$/,
  parameters: ['query', 'token', 'sort', ...FILTERS],
  fields: [],
  refusal({ asked }) {
    if (!isBoolean(asked.get('query') ?? '', BULK_TERM, BULK_OPERATORS)) return 'query';
    if (!/^(?:citationCount|publicationDate|paperId)(?::(?:asc|desc))?$/.test(asked.get('sort') ?? 'paperId'))
      return 'sort';
    return /^(?:|T\d+)$/.test(asked.get('token') ?? '') ? refusedFilter(asked) : 'token';
  },
  found(count, { asked }) {
    const from = Number(asked.get('token')?.slice(1) ?? 0);
    const data = numbers(count, from, BULK).map(paperOf);
    const isOver = from + data.length >= count;
    return { total: count, ...(!isOver && { token: `T${from + data.length}` }), data };
  },
};

const BATCH: Endpoint = {
  method: 'POST',
  path: /^\/graph\/v1\/paper\/batch$/,
  parameters: [],
  fields: ['tldr'],
  refusal({ body }) {
    const ids = idsOf(body);
    if (ids.length === 0 || ids.length > 500) return 'ids';
    const wrong = ids.find((id) => !ID.test(id));
    return wrong === undefined ? undefined : `id ${wrong}`;
  },
  found: (count, { body }) => idsOf(body).map((_, place) => (place < count ? paperOf(place) : null)),
};

const LINKED: Endpoint = {
  method: 'GET',
  path: /^\/graph\/v1\/paper\/(?<id>.+)\/(?:references|citations)$/,
  parameters: ['offset', 'limit'],
  fields: [],
  refusal: ({ asked, id }) => (ID.test(id) && isWithin(asked.get('limit') ?? '100', 1, 1_000) ? undefined : 'limit'),
  found(count, { asked }) {
    const data = numbers(count, 0, Number(asked.get('limit') ?? 100)).map((number) => ({
      citedPaper: paperOf(number),
    }));
    return { offset: 0, ...(data.length < count && { next: data.length }), data };
  },
};

const RECOMMENDED: Endpoint = {
  method: 'GET',
  path: /^\/recommendations\/v1\/papers\/forpaper\/(?<id>.+)$/,
  parameters: ['limit', 'from'],
  fields: [],
  refusal({ asked, id }) {
    if (!/^(?:recent|all-cs)$/.test(asked.get('from') ?? 'recent')) return 'from';
    return ID.test(id) && isWithin(asked.get('limit') ?? '100', 1, 500) ? undefined : 'limit';
  },
  found: (count, { asked }) => ({
    recommendedPapers: numbers(count, 0, Number(asked.get('limit') ?? 100)).map(paperOf),
  }),
};

const ENDPOINTS = [RANKED, UNRANKED, BATCH, LINKED, RECOMMENDED];

/** Semantic Scholar with so many works. */
export function strictSemanticScholar(count: number): Handler {
  return ({ method, url, headers, body }, answer) => {
    const { pathname, searchParams: asked } = new URL(url, 'http://x');
    const end = (status: number, json: unknown) => {
      answer.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json));
    };
    const key = headers['x-api-key'];
    if (key !== undefined && !/^\S+$/.test(String(key))) return end(403, { message: 'Forbidden' });
    const endpoint = ENDPOINTS.find((one) => one.method === method && one.path.test(pathname));
    if (!endpoint || url.length > MAX_ADDRESS_CHARACTERS) return end(404, { error: 'Not found' });
    const call = { asked, id: decodeURIComponent(endpoint.path.exec(pathname)?.groups?.id ?? ''), body };
    const error = refusedOf(endpoint, asked) ?? endpoint.refusal(call);
    end(error === undefined ? 200 : 400, error === undefined ? endpoint.found(count, call) : { error });
  };
}

function refusedOf({ parameters, fields }: Endpoint, asked: URLSearchParams): string | undefined {
  const unknown = unknownParameter(asked, new Set(['fields', ...parameters]));
  if (unknown !== undefined) return `Unacceptable query params: [${unknown}]`;
  const field = asked
    .get('fields')
    ?.split(',')
    .find((one) => !FIELDS.includes(one) && !fields.includes(one));
  return field === undefined ? undefined : `Unrecognized or unsupported fields: [${field}]`;
}

function refusedFilter(asked: URLSearchParams): string | undefined {
  if (!/^(?:\d{4}|\d{4}-|-\d{4}|\d{4}-\d{4})$/.test(asked.get('year') ?? '2020')) return 'year';
  if (!/^\d+$/.test(asked.get('minCitationCount') ?? '0')) return 'minCitationCount';
  if ((asked.get('openAccessPdf') ?? '') !== '') return 'openAccessPdf has no value';
  const fields: readonly string[] = FIELDS_OF_STUDY;
  const isKnown =
    asked
      .get('fieldsOfStudy')
      ?.split(',')
      .every((field) => fields.includes(field)) ?? true;
  return isKnown ? undefined : 'fieldsOfStudy';
}

function idsOf(body: string): string[] {
  return (JSON.parse(body) as { ids: string[] }).ids;
}

function paperOf(number: number): object {
  return {
    paperId: String(number).padStart(40, '0'),
    corpusId: number + 1,
    externalIds: { CorpusId: number + 1, DOI: `10.5555/${number}` },
    title: `River sensors ${number}`,
    abstract: null,
    year: 2023,
    citationCount: 1,
    isOpenAccess: false,
    openAccessPdf: { url: '' },
    authors: [{ authorId: null, name: 'A. Beispiel' }],
  };
}
