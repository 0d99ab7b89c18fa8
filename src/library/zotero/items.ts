import { readZotero } from '../../formats/json/zotero-json.ts';
import { asFields, asList, asTexts, type Fields, parseJson } from '../../lib/json.ts';
import { type Paper, toPaper } from '../../papers/paper.ts';
import type { ZoteroAnswer } from './zotero-connection.ts';
import { unexpected } from './zotero-failures.ts';
import type { ZoteroLibrary } from './zotero-library.ts';

const KEY = /^[23456789A-NP-Z]{8}$/;

/** Whether a value is a valid Zotero key of an item or collection. */
export function isKey(value: unknown): value is string {
  return typeof value === 'string' && KEY.test(value);
}

/** Zotero's maximum per request. */
const PAGE = 100;
/** Maximum pages of one list, more than any library has. A server with endless pages is not Zotero. */
const MAX_PAGES = 10_000;

export type ItemPage = { items: Fields[]; version: number };

/** Top-level objects of a list in pages, oldest first, so that objects added meanwhile come last. */
export async function* readPages(
  library: Pick<ZoteroLibrary, 'read'>,
  path: string,
  since?: number,
): AsyncGenerator<ItemPage> {
  let last = '';
  for (let start = 0; start < MAX_PAGES * PAGE; start += PAGE) {
    // Collections have no such date, and there are few of them.
    const order = path === '/collections' ? '' : '&sort=dateAdded&direction=asc';
    const from = since === undefined ? '' : `&since=${since}`;
    const answer = await library.read(`${path}?limit=${PAGE}&start=${start}${order}${from}`);
    const items = parseJson(answer.text);
    if (!Array.isArray(items)) throw unexpected('no-list');
    if (items.length > 0 && answer.text === last) throw unexpected('same-page');
    last = answer.text;
    yield { items: asList(items).map(asFields), version: readVersion(answer) };
    if (items.length < PAGE) return;
  }
  throw unexpected('endless-list');
}

/** The library's version, which every change increases. */
export function readVersion({ headers }: Pick<ZoteroAnswer, 'headers'>): number {
  const version = headers.get('Last-Modified-Version') ?? '';
  if (!/^\d{1,15}$/.test(version)) throw unexpected('no-version');
  return Number(version);
}

/** A paper that the library has. */
export type ExistingItem = {
  key: string;
  /** Undefined if the answer does not include them. */
  collections: string[] | undefined;
  paper: Paper;
};

/** The papers of a library at one version; `refresh` reads what has changed since. */
export type ExistingItems = { items: ExistingItem[]; version: number; refresh(): Promise<void> };

export async function readExistingItems(library: ZoteroLibrary): Promise<ExistingItems> {
  const byKey = new Map<string, ExistingItem>();
  const existing: ExistingItems = {
    items: [],
    version: 0,
    async refresh() {
      let first: number | undefined;
      for await (const { items, version } of readPages(library, '/items/top', existing.version || undefined)) {
        // The first page's version, so that changes made while reading the other pages are read by the next refresh.
        first ??= version;
        for (const item of items.map(toExistingItem)) if (item) byKey.set(item.key, item);
      }
      existing.version = first ?? existing.version;
      existing.items = [...byKey.values()];
    },
  };
  await existing.refresh();
  return existing;
}

/** Undefined for items that are not papers: notes, attachments, web pages. */
export function toExistingItem({ key, data }: Fields): ExistingItem | undefined {
  const entry = readZotero(data);
  const paper = 'metadata' in entry ? toPaper(entry.metadata) : undefined;
  if (!isKey(key) || paper === undefined || typeof paper === 'string') return undefined;
  const { collections } = asFields(data);
  return { key, paper, collections: Array.isArray(collections) ? asTexts(collections) : undefined };
}
