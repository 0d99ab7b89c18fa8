import { asFields, asId, asText, type Fields } from '../../lib/json.ts';
import { byPlainName, hasContent, plainName } from '../../lib/plain-names.ts';
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
const SPOTS = new Set(
  'pagination paging page pageinfo meta metadata links cursors cursor responsemetadata resultset'.split(' '),
);
const TOTALS =
  'total totalresults totalcount totalhits totalitems totalelements totalpapers numfound count found'.split(' ');
const ADDRESSES = 'next nextpage nextpageurl nexturl nextlink nexthref nextpagelink odatanextlink nextresults'.split(
  ' ',
);
const PAGES = 'totalpages pages pagecount lastpage numpages'.split(' ');

type Spot = ReadonlyMap<string, unknown>;

/** Reads what the objects around a list say about further results; `link` is the header of that name. */
export function readMoreResults({ around, entries }: ResultList, link?: string | null): MoreResults {
  const spots = around.flatMap((fields) => spotsIn(fields));
  const totals = spots.flatMap((spot) => TOTALS.flatMap((name) => wholeNumber(totalIn(spot.get(name))) ?? []));
  const total = totals.length > 0 ? Math.max(...totals) : undefined;
  const hasMore = readHasMore(spots);
  if (hasMore === false) return { total, hasMore };
  return { total, hasMore, next: readLinkHeader(link) ?? readNext(spots, { hasMore, total, came: entries.length }) };
}

const MAX_LEVELS = 3;

function spotsIn(fields: Fields, levels = MAX_LEVELS): Spot[] {
  if (levels === 0) return [];
  const inner = Object.entries(fields).flatMap(([name, part]): Spot[] => {
    if (!SPOTS.has(plainName(name))) return [];
    if (!Array.isArray(part)) return spotsIn(asFields(part), levels - 1);
    const rel = part.map(asFields).find((link) => asText(link.rel)?.toLowerCase() === 'next');
    return rel ? [new Map([['next', rel]])] : [];
  });
  return [byPlainName(fields), ...inner];
}

function totalIn(value: unknown): unknown {
  const { value: inner, total } = asFields(value);
  return inner ?? total ?? value;
}

function readHasMore(spots: readonly Spot[]): boolean | undefined {
  for (const spot of spots) {
    for (const name of [
      'hasmore',
      'hasnextpage',
      'hasnext',
      'more',
      'moreresults',
      'hasmoreresults',
      'moreavailable',
      'istruncated',
      'truncated',
    ]) {
      const value = spot.get(name);
      if (typeof value === 'boolean') return value;
    }
    for (const name of ['last', 'islast', 'islastpage']) {
      const value = spot.get(name);
      if (typeof value === 'boolean') return !value;
    }
  }
  return undefined;
}

function readNext(spots: readonly Spot[], more: { hasMore?: boolean; total?: number; came: number }) {
  for (const read of [readNextField, readCursor, readPageNumber, readOffset]) {
    for (const spot of spots) {
      const next = read(spot, more);
      if (next) return next;
    }
  }
  return undefined;
}

function readNextField(spot: Spot): NextPage | undefined {
  for (const name of ADDRESSES) {
    const value = spot.get(name);
    const { href, url, link, page, cursor } = asFields(value);
    const text = asId(href ?? url ?? link ?? page ?? cursor ?? value)?.trim();
    if (text === undefined) continue;
    if (isAddress(text)) return { address: text };
    // Beside an offset, `next` is the next offset.
    const parameter = name === 'next' && wholeNumber(spot.get('offset')) !== undefined ? 'offset' : 'page';
    if (/^\d{1,6}$/.test(text)) return Number(text) > 0 ? { parameter, value: text } : undefined;
    // Any other text is a cursor.
    if (name === 'next' && isCursor(text)) return { parameter: 'cursor', value: text };
  }
  const offset = wholeNumber(spot.get('nextoffset') ?? spot.get('nextstart'));
  return offset ? { parameter: spot.has('nextoffset') ? 'offset' : 'start', value: String(offset) } : undefined;
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
];

function readCursor(spot: Spot): NextPage | undefined {
  for (const [name, parameter] of CURSORS) {
    const value = spot.get(name);
    const text = asId(asFields(value).next ?? value)?.trim();
    if (text && isCursor(text)) return { parameter, value: text };
  }
  return undefined;
}

function readPageNumber(spot: Spot, { hasMore, total }: { hasMore?: boolean; total?: number }): NextPage | undefined {
  const page = wholeNumber(spot.get('page') ?? spot.get('currentpage') ?? spot.get('pagenumber') ?? spot.get('number'));
  const pages = PAGES.map((name) => wholeNumber(spot.get(name))).find((count) => count !== undefined);
  const size = wholeNumber(spot.get('pagesize') ?? spot.get('perpage') ?? spot.get('size') ?? spot.get('limit'));
  const isBefore =
    hasMore === true ||
    (pages !== undefined && (page ?? 1) < pages) ||
    (page !== undefined && size !== undefined && total !== undefined && Math.max(page, 1) * size < total);
  if (!isBefore || (page === undefined && pages === undefined)) return undefined;
  return { parameter: 'page', value: String((page ?? 1) + 1) };
}

function readOffset(
  spot: Spot,
  { hasMore, total, came }: { hasMore?: boolean; total?: number; came: number },
): NextPage | undefined {
  const name = ['offset', 'start', 'skip', 'from', 'startindex'].find(
    (each) => wholeNumber(spot.get(each)) !== undefined,
  );
  const offset = name === undefined ? undefined : wholeNumber(spot.get(name));
  if (name === undefined || offset === undefined || came === 0) return undefined;
  const isBefore = hasMore === true || (total !== undefined && offset + came < total);
  return isBefore ? { parameter: name, value: String(offset + came) } : undefined;
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
  const links = byPlainName(values.get('links'));
  for (const name of [
    'results',
    'resultsurl',
    'resulturl',
    'resultslink',
    'papersurl',
    'downloadurl',
    'resultshref',
    'papers',
  ]) {
    for (const value of [values.get(name), links.get(name)]) {
      const { href, url } = asFields(value);
      const text = asText(href ?? url ?? value)?.trim();
      if (text !== undefined && hasContent(text) && isAddress(text)) return text;
    }
  }
  return undefined;
}
