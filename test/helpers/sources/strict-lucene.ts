import type { Handler } from '../../service/scraping/http-servers.ts';
import { isBoolean, isWithin, numbers, unknownParameter } from './strict-parts.ts';

/** Sources that take Lucene's syntax, as strict as they are documented to be; see `strict-servers.ts`. */

const MAX_ADDRESS_CHARACTERS = 4_096;
const PHRASE = String.raw`"(?:[^"\\]|\\.)+"`;
/** A word with a star at its end, in a field of texts. */
const TRUNCATED = String.raw`[\p{L}\p{M}\p{N}]{3,}\*`;
const anyOf = (fields: string, value: string) => String.raw`(?:${fields}):\(${value}(?: OR ${value})*\)`;

const DATACITE_PARAMETERS = new Set(['query', 'sort', 'page[size]', 'page[number]']);
const DATACITE_CONDITION = new RegExp(
  [
    anyOf(String.raw`titles\.title|descriptions\.description|doi`, PHRASE),
    anyOf(String.raw`titles\.title|descriptions\.description`, TRUNCATED),
    anyOf(String.raw`types\.resourceTypeGeneral`, '[A-Z][A-Za-z]+'),
    String.raw`publicationYear:\[\d{4} TO \d{4}\]`,
  ].join('|'),
  'gsu',
);

/** DataCite with so many works. */
export function strictDataCite(count: number): Handler {
  return ({ url }, answer) => {
    const { pathname, searchParams: asked } = new URL(url, 'http://x');
    const [size, page] = ['page[size]', 'page[number]'].map((name) => Number(asked.get(name) ?? 1)) as [number, number];
    const isFine =
      pathname === '/dois' &&
      url.length <= MAX_ADDRESS_CHARACTERS &&
      unknownParameter(asked, DATACITE_PARAMETERS) === undefined &&
      isBoolean(asked.get('query') ?? '', DATACITE_CONDITION) &&
      asked.get('sort') === 'relevance' &&
      isWithin(asked.get('page[size]'), 0, 1_000) &&
      size * page <= 10_000;
    const data = numbers(count, (page - 1) * size, size).map((number) => ({
      id: `10.5555/${number}`,
      type: 'dois',
      attributes: {
        doi: `10.5555/${number}`,
        titles: [{ title: `River sensors ${number}` }],
        types: { resourceTypeGeneral: 'Dissertation' },
      },
    }));
    answer.writeHead(isFine ? 200 : 400, { 'Content-Type': 'application/vnd.api+json; charset=utf-8' });
    const meta = { total: count, totalPages: Math.ceil(count / size), page };
    answer.end(JSON.stringify(isFine ? { data, meta } : { errors: [{ status: '400', title: 'bad query' }] }));
  };
}

const DOAJ_PARAMETERS = new Set(['page', 'pageSize', 'sort']);
const DOAJ_CONDITION = new RegExp(
  [
    anyOf(String.raw`bibjson\.title|bibjson\.abstract|bibjson\.identifier\.id\.exact`, PHRASE),
    String.raw`bibjson\.year:\[\d{4} TO \d{4}\]`,
  ].join('|'),
  'gsu',
);
/** Wildcards and fuzzy words are not allowed, wherever they stand, unless they are escaped. */
const DOAJ_FORBIDDEN = /[^\\][?*~]/;

/** The Directory of Open Access Journals with so many articles. */
export function strictDoaj(count: number): Handler {
  return ({ url }, answer) => {
    const { pathname, searchParams: asked } = new URL(url, 'http://x');
    const [, path = ''] = pathname.split('/search/articles/');
    const query = decodeURIComponent(path);
    const [size, page] = [Math.min(Number(asked.get('pageSize') ?? 10), 100), Number(asked.get('page') ?? 1)];
    const isFine =
      url.length <= MAX_ADDRESS_CHARACTERS &&
      unknownParameter(asked, DOAJ_PARAMETERS) === undefined &&
      isBoolean(query, DOAJ_CONDITION) &&
      !DOAJ_FORBIDDEN.test(query) &&
      isWithin(asked.get('page'), 1, 10_000) &&
      (page - 1) * size < 1_000;
    const results = numbers(count, (page - 1) * size, size).map((number) => ({
      id: String(number).padStart(32, '0'),
      bibjson: { title: `River sensors ${number}`, identifier: [{ type: 'doi', id: `10.5555/${number}` }] },
    }));
    answer.writeHead(isFine ? 200 : 400, { 'Content-Type': 'application/json' });
    const refusal = { status: 'bad_request', error: 'Query contains disallowed Lucene features' };
    answer.end(JSON.stringify(isFine ? { total: count, page, pageSize: size, query, results } : refusal));
  };
}

const CORE_PARAMETERS = new Set(['q', 'limit', 'offset', 'scroll', 'stats']);
const CORE_CONDITION = new RegExp(
  [anyOf('title|abstract|doi', PHRASE), anyOf('title|abstract', TRUNCATED), String.raw`yearPublished[<>]=\d{4}`].join(
    '|',
  ),
  'gsu',
);

/**
 * CORE with this many works. Its path must end in a slash: the real server redirects other paths, these servers do not.
 */
export function strictCore(count: number): Handler {
  return ({ url, headers }, answer) => {
    const { pathname, searchParams: asked } = new URL(url, 'http://x');
    const [limit, offset] = [Number(asked.get('limit') ?? 10), Number(asked.get('offset') ?? 0)];
    const isFine =
      pathname === '/search/works/' &&
      url.length <= MAX_ADDRESS_CHARACTERS &&
      unknownParameter(asked, CORE_PARAMETERS) === undefined &&
      isBoolean(asked.get('q') ?? '', CORE_CONDITION) &&
      isWithin(asked.get('limit') ?? '10', 1, 100) &&
      offset + limit <= 10_000;
    const isKey = headers.authorization === undefined || /^Bearer \S+$/.test(headers.authorization);
    const results = numbers(count, offset, limit).map((number) => ({
      id: number,
      doi: `10.5555/${number}`,
      title: `River sensors ${number}`,
      authors: [{ name: 'Beispiel, Ada' }],
    }));
    answer.writeHead(isKey ? (isFine ? 200 : 400) : 401, { 'Content-Type': 'application/json' });
    answer.end(JSON.stringify(isKey && isFine ? { totalHits: count, limit, offset, results } : { message: 'no' }));
  };
}
