import type { Handler } from '../../service/scraping/http-servers.ts';
import { isBoolean, isWithin, numbers, unknownParameter } from './strict-parts.ts';

/** arXiv as strict as it is documented to be; see `strict-servers.ts`. */

const PARAMETERS = new Set(['search_query', 'id_list', 'start', 'max_results', 'sortBy', 'sortOrder']);
/** Letters beyond ASCII are refused, hyphens find nothing. */
const CONDITION = new RegExp(
  [
    '(?:ti|abs|all):"[A-Za-z0-9]+(?: [A-Za-z0-9]+)*"',
    // A star only at the end.
    String.raw`(?:ti|abs|all):[A-Za-z0-9]+\*`,
    String.raw`cat:[a-z]+[a-z-]*(?:\.[A-Za-z-]*)?\*?(?![\w.*-])`,
    String.raw`submittedDate:\[\d{12} TO \d{12}\]`,
  ].join('|'),
  'g',
);
const OPERATORS = { and: ' AND ', or: ' OR ', not: ' ANDNOT ' };
const NUMBER = /^(?:\d{4}\.\d{4,5}|[a-z-]+\/\d{7})(?:v\d+)?$/;
const MAX_RESULTS = 2_000;
const DEEPEST = 30_000;
const MAX_ADDRESS_CHARACTERS = 8_000;
/** arXiv sometimes gives fewer than requested; here always, beyond this number. */
const GIVEN = 400;

/** arXiv with so many works. */
export function strictArxiv(count: number): Handler {
  return ({ method, url }, answer) => {
    const { pathname, searchParams: asked } = new URL(url, 'http://x');
    const refused = method === 'GET' && pathname === '/query' ? refusalOf(url, asked) : 'not found';
    answer.writeHead(refused === undefined ? 200 : 400, { 'Content-Type': 'application/atom+xml; charset=utf-8' });
    answer.end(refused === undefined ? found(count, asked) : feedOf(1, 0, [errorOf(refused)]));
  };
}

function refusalOf(url: string, asked: URLSearchParams): string | undefined {
  if (url.length > MAX_ADDRESS_CHARACTERS) return 'too long';
  const unknown = unknownParameter(asked, PARAMETERS);
  if (unknown !== undefined) return `parameter ${unknown}`;
  const [query, ids] = [asked.get('search_query'), asked.get('id_list')];
  if (query === null && ids === null) return 'nothing asked';
  if (query !== null && !isBoolean(query, CONDITION, OPERATORS)) return `query ${query}`;
  const wrong = ids?.split(',').find((id) => !NUMBER.test(id));
  if (wrong !== undefined) return `incorrect id format for ${wrong}`;
  if (!isWithin(asked.get('max_results') ?? '10', 1, MAX_RESULTS)) return 'max_results must be less';
  if (!isWithin(asked.get('start') ?? '0', 0, DEEPEST - Number(asked.get('max_results')))) return 'start';
  if (!/^(?:relevance|lastUpdatedDate|submittedDate)$/.test(asked.get('sortBy') ?? 'relevance')) return 'sortBy';
  return /^(?:ascending|descending)$/.test(asked.get('sortOrder') ?? 'descending') ? undefined : 'sortOrder';
}

function found(count: number, asked: URLSearchParams): string {
  const [start, most] = [Number(asked.get('start') ?? 0), Number(asked.get('max_results') ?? 10)];
  const ids = asked.get('id_list')?.split(',');
  const all = Math.min(count, ids?.length ?? count);
  const given = numbers(all, start, Math.min(most, GIVEN));
  return feedOf(
    all,
    start,
    given.map((number) => entryOf(number, ids?.[number] ?? `2304.${String(number).padStart(5, '0')}`)),
  );
}

function feedOf(total: number, start: number, entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom">
  <id>https://arxiv.org/api/inventedQueryHash</id>
  <title>arXiv Query: invented</title>
  <opensearch:itemsPerPage>${entries.length}</opensearch:itemsPerPage>
  <opensearch:totalResults>${total}</opensearch:totalResults>
  <opensearch:startIndex>${start}</opensearch:startIndex>
  ${entries.join('\n  ')}
</feed>`;
}

function entryOf(number: number, id: string): string {
  return `<entry>
    <id>http://arxiv.org/abs/${id}v2</id>
    <title>River
  sensors ${number}</title>
    <summary>Rivers are measured by sensors.</summary>
    <published>2023-04-01T09:30:00Z</published>
    <arxiv:doi>10.5555/${number}</arxiv:doi>
    <arxiv:primary_category term="cs.NI"/>
    <author><name>Ada Beispiel</name></author>
  </entry>`;
}

function errorOf(refused: string): string {
  const summary = refused.replace(/[<>&]/g, ' ');
  return `<entry><id>http://arxiv.org/api/errors#refused</id><title>Error</title><summary>${summary}</summary></entry>`;
}
