import type { Secret } from '../../contract/secret.ts';
import { asFields, asList, parseJson } from '../../lib/json.ts';
import type { Timers } from '../../lib/timers.ts';
import type { Fetch } from '../../platform/net/dial.ts';
import type { ChangesRequest, Zotero, ZoteroChanges, ZoteroLibraryChoice } from '../ports/zotero.ts';
import { findCollection } from './collections.ts';
import { type ExistingItem, type ItemPage, readPages, toExistingItem } from './items.ts';
import { pushPapers } from './push.ts';
import { openConnection } from './zotero-connection.ts';
import { noSuch, noZotero } from './zotero-failures.ts';
import { openLocalLibrary, openWebLibrary, readKey, type ZoteroLibrary } from './zotero-library.ts';

/** The items of a library or collection that changed since the last import. Throws PaperqueueError. */
async function readChanges(
  library: ZoteroLibrary,
  { collection: nameOrKey, sinceOf }: Pick<ChangesRequest, 'collection' | 'sinceOf'>,
): Promise<ZoteroChanges> {
  const collection = nameOrKey === undefined ? undefined : await findCollection(library, nameOrKey);
  if (nameOrKey !== undefined && !collection) throw noSuch('collection', nameOrKey);
  const part = collection ? `/collections/${collection.key}` : '';
  const { server, prefix } = library;
  const address = `zotero:${prefix}${part}`;
  const since = library.keepsVersions ? sinceOf(address, server) : undefined;
  const pages = readPages(library, `${part}/items/top`, since);
  const first = await pages.next();
  const page: ItemPage = first.done ? { items: [], version: since ?? 0 } : first.value;
  return {
    library: library.name,
    address,
    server,
    version: page.version,
    isPartial: since !== undefined,
    lines: linesOf(page, pages),
    removed: () => (since === undefined ? Promise.resolve({ trashed: [], deleted: 0 }) : removedSince(library, since)),
  };
}

async function* linesOf(first: ItemPage, pages: AsyncIterable<ItemPage>): AsyncGenerator<string> {
  const textOfPage = ({ items }: ItemPage) => items.map((item) => `${JSON.stringify(item)}\n`).join('');
  yield textOfPage(first);
  for await (const page of pages) yield textOfPage(page);
}

/** What was removed from the whole library. A local Zotero may not report it; it then counts as nothing. */
async function removedSince(library: ZoteroLibrary, since: number): Promise<{ trashed: string[]; deleted: number }> {
  const trashed: ExistingItem[] = [];
  try {
    for await (const { items } of readPages(library, '/items/trash', since))
      trashed.push(...items.map(toExistingItem).filter((item) => item !== undefined));
    const answer = await library.read(`/deleted?since=${since}`);
    const { items } = asFields(parseJson(answer.text));
    return { trashed: trashed.map(({ paper }) => paper.title), deleted: asList(items).length };
  } catch {
    return { trashed: trashed.map(({ paper }) => paper.title), deleted: 0 };
  }
}

export type ZoteroSettings = {
  /** The user's key at zotero.org; without it, Zotero on this machine is used. */
  key: Secret | undefined;
  /** Another address, for tests. */
  base: string | undefined;
  userAgent: string;
  fetch?: Fetch;
  timers?: Timers;
};

const WEB = 'https://api.zotero.org';
/** Zotero listens on this port, only on loopback. */
const LOCAL = 'http://127.0.0.1:23119/api';

/** Nothing is opened before the first call. */
export function connectZotero({ key, base, userAgent, fetch = globalThis.fetch, timers }: ZoteroSettings): Zotero {
  const headers = { 'Zotero-API-Version': '3', 'User-Agent': userAgent };
  const connect = (signal: AbortSignal) =>
    openConnection({ base: base ?? (key ? WEB : LOCAL), headers, fetch, signal, ...(timers && { timers }) });

  const open = async ({ group, onQuestion, signal }: ZoteroLibraryChoice): Promise<ZoteroLibrary> => {
    if (group !== undefined && !/^\d{1,12}$/.test(group)) throw noSuch('group', group);
    if (key) return openWebLibrary(connect(signal), key, group);
    return openLocalLibrary(connect(signal), { group, onQuestion }).catch((error) => {
      throw isUnreachable(error) ? noZotero() : error;
    });
  };
  return {
    push: async (papers, options) => pushPapers(await open(options), papers, options),
    changes: async (request) => readChanges(await open(request), request),
    readKey: (signal) => (key ? readKey(connect(signal), key) : Promise.reject(noZotero())),
  };
}

function isUnreachable(error: unknown): boolean {
  return (error as { details?: { code?: string } }).details?.code === 'UPSTREAM_UNAVAILABLE';
}
