import type { Handler } from '../../service/scraping/http-servers.ts';
import { isWithin, numbers, unknownParameter } from './strict-parts.ts';

/** DBLP as strict as its documentation of the search interface says; see `strict-servers.ts`. */

const PARAMETERS = new Set(['q', 'format', 'h', 'f', 'c']);
const WORD = String.raw`[\p{L}\p{M}\p{N}]+`;
const QUERY = new RegExp(String.raw`^${WORD}(?:\|${WORD})*(?: ${WORD}(?:\|${WORD})*)*(?: year:\d{4}:)?$`, 'u');

/** DBLP with this many publications. A list of one comes as the publication itself, and an empty list is missing. */
export function strictDblp(count: number): Handler {
  return ({ url }, answer) => {
    const { pathname, searchParams: asked } = new URL(url, 'http://x');
    const [most, from] = ['h', 'f'].map((name) => Number(asked.get(name) ?? 0)) as [number, number];
    const isFine =
      pathname === '/search/publ/api' &&
      url.length <= 4_096 &&
      unknownParameter(asked, PARAMETERS) === undefined &&
      QUERY.test(asked.get('q') ?? '') &&
      asked.get('format') === 'json' &&
      isWithin(asked.get('h'), 0, 1_000) &&
      isWithin(asked.get('c'), 0, 1_000);
    const hit = numbers(count, from, most).map((number) => ({
      '@score': '4',
      '@id': String(number),
      info: { title: `River sensors ${number}.`, doi: `10.5555/${number}`, year: '2021', key: `conf/x/${number}` },
    }));
    const hits = {
      '@total': String(count),
      '@computed': String(count),
      '@sent': String(hit.length),
      '@first': String(from),
      ...(hit.length > 0 && { hit: hit.length === 1 ? hit[0] : hit }),
    };
    answer.writeHead(isFine ? 200 : 400, { 'Content-Type': isFine ? 'application/json; charset=utf-8' : 'text/plain' });
    const status = { '@code': '200', text: 'OK' };
    answer.end(isFine ? JSON.stringify({ result: { query: asked.get('q'), status, hits } }) : 'bad request');
  };
}
