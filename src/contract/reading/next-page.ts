import { asFields, asId, asList, asText, type Fields } from '../../lib/json.ts';
import { byPlainName, plainName } from '../../lib/plain-names.ts';
import type { ResultList } from './result-list.ts';

/** How a service points to the next page of results. */

export type NextPage = { address: string } | { parameter: string; value: string };

export type MoreResults = {
  /** The total number of results, if the answer says so. */
  total?: number;
  /** Whether it says that there are more. */
  hasMore?: boolean;
  next?: NextPage;
};

/** Names of objects beside the list that describe pages. */
const PAGE_INFO_NAMES = new Set(
  'pagination paging page pageinfo meta metadata links link cursors cursor responsemetadata resultset'.split(' '),
);
const TOTALS =
  'total totalresults totalcount totalhits totalitems totalelements totalpapers numfound count found'.split(' ');
const ADDRESSES = 'next nextpage nextpageurl nexturl nextlink nexthref nextpagelink odatanextlink nextresults'.split(
  ' ',
);
const RESULT_ADDRESS = /^(?:results?|papers|output|download)(?:url|uri|link|href|location)?$/;
const MORE = 'hasmore hasnextpage hasnext more moreresults hasmoreresults moreavailable istruncated truncated'.split(
  ' ',
);
const LAST = ['last', 'islast', 'islastpage'];
const PAGE_COUNTS = 'totalpages pages pagecount lastpage numpages'.split(' ');

const FLAGS = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
]);

type PageInfo = ReadonlyMap<string, unknown>;

/** Reads what the objects around a list say about further results; `link` is the header of that name. */
export function readMoreResults({ around, entries }: ResultList, link?: string | null): MoreResults {
  const infos = around.flatMap((fields) => listPageInfo(fields));
  const totals = infos.flatMap((info) => TOTALS.flatMap((name) => wholeNumber(readTotal(info.get(name))) ?? []));
  const total = totals.length > 0 ? Math.max(...totals) : undefined;
  const hasMore = readHasMore(infos);
  if (hasMore === false) return { total, hasMore };
  return {
    total,
    hasMore,
    next: readLinkHeader(link) ?? readNext(infos, { hasMore, total, received: entries.length }),
  };
}

const MAX_LEVELS = 3;

function listPageInfo(fields: Fields, levels = MAX_LEVELS): PageInfo[] {
  if (levels === 0) return [];
  const inner = Object.entries(fields).flatMap(([name, part]): PageInfo[] => {
    if (!PAGE_INFO_NAMES.has(plainName(name))) return [];
    if (!Array.isArray(part)) return listPageInfo(asFields(part), levels - 1);
    const next = linkOf(part, /^next$/);
    return next ? [new Map([['next', next]])] : [];
  });
  return [byPlainName(fields), ...inner];
}

/** The address of a list of links with this relation: `[{ "rel": "next", "href": "..." }]`. */
function linkOf(links: readonly unknown[], relation: RegExp): string | undefined {
  const named = links.map(byPlainName);
  const link = named.find((each) => relation.test((asText(each.get('rel') ?? each.get('ref')) ?? '').toLowerCase()));
  return asText(link?.get('href') ?? link?.get('url'));
}

function readTotal(value: unknown): unknown {
  const { value: inner, total } = asFields(value);
  return inner ?? total ?? value;
}

function readHasMore(infos: readonly PageInfo[]): boolean | undefined {
  for (const info of infos) {
    for (const name of [...MORE, ...LAST]) {
      const value = info.get(name);
      const flag = FLAGS.get(typeof value === 'string' ? value.toLowerCase() : value);
      if (flag !== undefined) return LAST.includes(name) ? !flag : flag;
    }
  }
  return undefined;
}

function readNext(infos: readonly PageInfo[], more: { hasMore?: boolean; total?: number; received: number }) {
  for (const read of [readNextField, readCursor, readPageNumber, readOffset]) {
    for (const info of infos) {
      const next = read(info, more);
      if (next) return next;
    }
  }
  return undefined;
}

function readNextField(info: PageInfo): NextPage | undefined {
  for (const name of ADDRESSES) {
    const value = info.get(name);
    const { href, url, link, page, cursor } = asFields(value);
    const text = asId(href ?? url ?? link ?? page ?? cursor ?? value)?.trim();
    if (text === undefined) continue;
    if (isAddress(text)) return { address: text };
    // Beside an offset, `next` is the next offset.
    const parameter = name === 'next' && wholeNumber(info.get('offset')) !== undefined ? 'offset' : 'page';
    if (/^\d{1,6}$/.test(text)) return Number(text) > 0 ? { parameter, value: text } : undefined;
    // Any other text is a cursor.
    if (name === 'next' && isCursor(text)) return { parameter: 'cursor', value: text };
  }
  const offset = wholeNumber(info.get('nextoffset') ?? info.get('nextstart'));
  return offset ? { parameter: info.has('nextoffset') ? 'offset' : 'start', value: String(offset) } : undefined;
}

function isAddress(text: string): boolean {
  return /^(?:https?:\/\/|\/|\?|\.{0,2}\/|v\d+\/|api\/|job\/)/i.test(text);
}

const isCursor = (text: string): boolean => text.length <= 2_000 && !/\s/.test(text);

const CURSORS: readonly [name: string, parameter: string][] = [
  ['nextcursor', 'cursor'],
  ['cursornext', 'cursor'],
  ['nextpagetoken', 'pageToken'],
  ['nextpagecursor', 'cursor'],
  ['cursor', 'cursor'],
  ['endcursor', 'after'],
  ['nexttoken', 'nextToken'],
  ['continuationtoken', 'continuationToken'],
  ['nextpageid', 'cursor'],
  ['nextcursormark', 'cursorMark'],
];

function readCursor(info: PageInfo): NextPage | undefined {
  for (const [name, parameter] of CURSORS) {
    const value = info.get(name);
    const text = asId(asFields(value).next ?? value)?.trim();
    if (text && isCursor(text)) return { parameter, value: text };
  }
  return undefined;
}

function readPageNumber(
  info: PageInfo,
  { hasMore, total }: { hasMore?: boolean; total?: number },
): NextPage | undefined {
  const page = wholeNumber(info.get('page') ?? info.get('currentpage') ?? info.get('pagenumber') ?? info.get('number'));
  const pages = PAGE_COUNTS.map((name) => wholeNumber(info.get(name))).find((count) => count !== undefined);
  const size = wholeNumber(info.get('pagesize') ?? info.get('perpage') ?? info.get('size') ?? info.get('limit'));
  const isBefore =
    hasMore === true ||
    // Numbers from 0 show only on the first page.
    (pages !== undefined && Math.max(page ?? 1, 1) < pages) ||
    (page !== undefined && size !== undefined && total !== undefined && Math.max(page, 1) * size < total);
  if (!isBefore || (page === undefined && pages === undefined)) return undefined;
  return { parameter: 'page', value: String((page ?? 1) + 1) };
}

function readOffset(
  info: PageInfo,
  { hasMore, total, received }: { hasMore?: boolean; total?: number; received: number },
): NextPage | undefined {
  const name = ['offset', 'start', 'skip', 'from', 'startindex'].find(
    (each) => wholeNumber(info.get(each)) !== undefined,
  );
  const offset = name === undefined ? undefined : wholeNumber(info.get(name));
  if (name === undefined || offset === undefined || received === 0) return undefined;
  const isBefore = hasMore === true || (total !== undefined && offset + received < total);
  return isBefore ? { parameter: name, value: String(offset + received) } : undefined;
}

/** `Link: <address>; rel="next"` (RFC 8288). */
function readLinkHeader(link: string | null | undefined): NextPage | undefined {
  const address = /<([^<>]{1,2000})>[^,<]*;\s*rel="?next"?/i.exec(link?.slice(0, 10_000) ?? '')?.[1];
  return address === undefined ? undefined : { address };
}

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value;
  return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : undefined;
}

/** The URL of the results of a finished job, if the answer does not contain them. */
export function readResultsAddress(fields: Fields): string | undefined {
  const values = byPlainName(fields);
  const links = values.get('links');
  const named = [...values, ...byPlainName(links)].filter(([name]) => RESULT_ADDRESS.test(name));
  for (const value of [...named.map(([, each]) => each), linkOf(asList(links), RESULT_ADDRESS)]) {
    const { href, url } = asFields(value);
    const text = asText(href ?? url ?? value)?.trim();
    if (text !== undefined && isAddress(text)) return text;
  }
  return undefined;
}
