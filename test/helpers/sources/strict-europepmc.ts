import type { Handler } from '../../service/scraping/http-servers.ts';
import { isBoolean, isWithin, numbers, unknownParameter } from './strict-parts.ts';

/** Europe PMC as strict as it is documented to be; see `strict-servers.ts`. */

const PARAMETERS = new Set(['query', 'format', 'resultType', 'pageSize', 'cursorMark', 'sort', 'synonym']);
const SORTS = ['CITED desc', 'P_PDATE_D desc'];
/** Quotes and backslashes within a phrase are escaped. */
const PHRASE = String.raw`"(?:[^"\\*?]|\\.)+"`;
const CONDITION = new RegExp(
  [
    `(?:TITLE_ABS|TITLE|ABSTRACT|KW|AUTH|JOURNAL|DOI):${PHRASE}`,
    // A star at the end of a word; within a phrase it has no meaning.
    String.raw`(?:TITLE_ABS|TITLE|ABSTRACT|KW):[\p{L}\p{M}\p{N}]{3,}\*`,
    String.raw`PUB_YEAR:(?:\d{4}(?!\d)|\[\d{4} TO \d{4}\])`,
    String.raw`FIRST_PDATE:\[\d{4}-\d{2}-\d{2} TO \d{4}-\d{2}-\d{2}\]`,
    String.raw`CITED:\[\d+ TO \*\]`,
    '(?:OPEN_ACCESS|HAS_PDF|IN_EPMC|HAS_ABSTRACT):y',
    'SRC:(?:MED|PMC|PPR|AGR|CBA)',
    String.raw`EXT_ID:\d+|PMCID:PMC\d+|CITES:\d+_(?:MED|PMC)`,
  ].join('|'),
  'gsu',
);
const MAX_ADDRESS_CHARACTERS = 12_000;
/** More ids take the source too long. */
const MAX_IDS = 50;

/** Europe PMC with so many works. */
export function strictEuropePmc(count: number): Handler {
  return ({ method, url, headers, body }, answer) => {
    const { pathname, searchParams } = new URL(url, 'http://x');
    const isForm = method === 'POST' && headers['content-type'] === 'application/x-www-form-urlencoded';
    const asked = isForm ? new URLSearchParams(body) : searchParams;
    const status = statusOf(url, method, pathname, isForm, asked);
    // A bad request has a good status.
    answer.writeHead(status, { 'Content-Type': status === 200 ? 'application/json;charset=UTF-8' : 'text/plain' });
    if (status !== 200) return answer.end('no');
    const errMsg = refusalOf(asked);
    answer.end(JSON.stringify(errMsg === undefined ? found(count, asked) : { errCode: 404, errMsg }));
  };
}

function statusOf(url: string, method: string, path: string, isForm: boolean, asked: URLSearchParams): number {
  if (url.length > MAX_ADDRESS_CHARACTERS) return 414;
  if (path !== '/search' && path !== '/searchPOST') return 404;
  if (method !== (path === '/search' ? 'GET' : 'POST')) return 405;
  if (method === 'POST' && (!isForm || url.includes('?'))) return 415;
  return (asked.get('query') ?? '').split(/(?:DOI|EXT_ID|PMCID):/).length - 1 > MAX_IDS ? 504 : 200;
}

function refusalOf(asked: URLSearchParams): string | undefined {
  const unknown = unknownParameter(asked, PARAMETERS);
  if (unknown !== undefined) return `parameter ${unknown}`;
  if (asked.get('format') !== 'json' || asked.get('resultType') !== 'core') return 'no abstracts in JSON';
  if (!isBoolean(asked.get('query') ?? '', CONDITION)) return `query ${asked.get('query')}`;
  if (!isWithin(asked.get('pageSize') ?? '25', 1, 1_000)) return 'pageSize';
  if (asked.has('sort') && !SORTS.includes(asked.get('sort') ?? '')) return 'sort';
  return /^(?:\*|AoJ\d+==)$/.test(asked.get('cursorMark') ?? '*') ? undefined : 'cursorMark';
}

/** At the end it repeats the mark it got. */
function found(count: number, asked: URLSearchParams): object {
  const cursor = asked.get('cursorMark') ?? '*';
  const from = Number(/\d+/.exec(cursor)?.[0] ?? 0);
  const result = numbers(count, from, Number(asked.get('pageSize') ?? 25)).map((number) => ({
    id: String(number + 1),
    source: 'MED',
    pmid: String(number + 1),
    doi: `10.5555/${number}`,
    title: `River sensors ${number}.`,
    authorString: 'Beispiel A, Muster B.',
    pubYear: '2023',
    isOpenAccess: 'N',
    citedByCount: 1,
  }));
  const nextCursorMark = result.length === 0 ? cursor : `AoJ${from + result.length}==`;
  return { version: '6.9', hitCount: count, nextCursorMark, resultList: { result } };
}
