import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A server in the shape of Zotero's API, version 3, as its documentation says: versions, preconditions, pages of at
 * most 100, writes of at most 50 objects, and the fields of each item type, of which it refuses others. With `local` it
 * is Zotero 10 on this machine: no zotero.org key, a server id, and a person who is asked before each write.
 */
export type ZoteroStandIn = {
  /** Base of the API for PAPERQUEUE_SOURCE_URLS. */
  base: string;
  version: number;
  items: StoredItem[];
  collections: { key: string; version: number; name: string }[];
  /** Items in the trash, which no list of items includes. */
  trash: StoredItem[];
  /** Keys of deleted items, with the version at which they went. */
  deleted: { key: string; version: number }[];
  access: Record<string, unknown>;
  /** The outcomes of the next writes, in order. */
  faults: Fault[];
  /** The outcomes of the next reads, in order. */
  readFaults: (Extract<Fault, object> | 'none')[];
  /** Answers of the person who is asked; default: Allow. */
  answers: ('allow' | 'always' | 'deny')[];
  asked: { method: string; path: string; headers: IncomingMessage['headers']; body: unknown }[];
  /** Adds items as another program would. */
  put(...items: Record<string, unknown>[]): StoredItem[];
  stop(): Promise<void>;
};

type StoredItem = { key: string; version: number; data: Record<string, unknown> };
type Fault = 'none' | 'lost' | 'lost before' | 'changed' | { status: number; headers?: Record<string, string> };

export const ZOTERO_KEY = 'P9NiFoyLeZu2bZNvvuQPDWsd';
const USER = 1_234_567;

const SHARED =
  'itemType title abstractNote creators date DOI citationKey url accessDate archive archiveLocation shortTitle language ' +
  'libraryCatalog callNumber rights extra tags collections relations dateAdded dateModified';
/** Beside the shared ones, by item type: https://api.zotero.org/schema, version 41. */
const FIELDS: Record<string, string> = {
  journalArticle:
    'publicationTitle publisher place volume issue section partNumber partTitle pages series seriesTitle seriesText ' +
    'journalAbbreviation PMID PMCID ISSN',
  conferencePaper:
    'proceedingsTitle conferenceName publisher place eventPlace volume issue numberOfVolumes pages series seriesNumber ' +
    'ISBN ISSN',
  bookSection:
    'bookTitle series seriesNumber volume numberOfVolumes edition publisher place originalDate originalPublisher ' +
    'originalPlace format pages ISBN ISSN',
  book:
    'series seriesNumber volume numberOfVolumes edition publisher place originalDate originalPublisher originalPlace ' +
    'format numPages ISBN ISSN',
  thesis: 'thesisType university place series seriesNumber numPages ISBN ISSN',
  report: 'reportNumber reportType institution place seriesTitle seriesNumber pages ISBN ISSN',
  dataset: 'identifier type versionNumber repository repositoryLocation format',
  preprint: 'genre repository archiveID place series seriesNumber',
  document: 'type publisher place',
};
const EDITED = ['journalArticle', 'conferencePaper', 'bookSection', 'book', 'report', 'preprint', 'document'];

export async function startZotero({ local = false, writes = true } = {}): Promise<ZoteroStandIn> {
  let number = 0;
  const newKey = () => {
    const letters = '23456789ABCDEFGHIJKLMNPQRSTUVWXYZ';
    number += 1;
    return [...`${number}`.padStart(8, '0')].map((digit) => letters[Number(digit)]).join('');
  };
  const granted = new Map<string, boolean>();
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const zotero: ZoteroStandIn = {
    base: `http://127.0.0.1:${port}${local ? '/api' : ''}`,
    version: 10,
    items: [],
    collections: [],
    trash: [],
    deleted: [],
    access: { user: { library: true, files: true, notes: true, write: true }, groups: { all: { library: true } } },
    faults: [],
    readFaults: [],
    answers: [],
    asked: [],
    put(...items) {
      zotero.version += 1;
      const stored = items.map((data) => ({
        key: newKey(),
        version: zotero.version,
        data: { collections: [], ...data },
      }));
      zotero.items.push(...stored);
      return stored;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const url = new URL(request.url ?? '/', zotero.base);
    zotero.asked.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
    const give = (status: number, json: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, {
        'Content-Type': 'application/json',
        'Zotero-API-Version': '3',
        ...(local && writes && { 'Zotero-Server-ID': 'sPMHtLD6HHBd' }),
        ...headers,
      });
      response.end(JSON.stringify(json));
    };
    if (request.headers['zotero-api-version'] !== '3') return give(400, 'no version of the API');
    const path = local ? url.pathname.replace(/^\/api/, '') : url.pathname;
    if (!local && request.headers['zotero-api-key'] !== ZOTERO_KEY) return give(403, 'Invalid key');
    if (path === '/keys/current' && !local)
      return give(200, { key: ZOTERO_KEY, userID: USER, username: 'anna', access: zotero.access });
    if (local && path === '/') return give(200, 'Nothing to see here.');
    if (local && request.method === 'POST') {
      if (!writes) return give(400, 'Endpoint does not support method');
      if (request.headers['zotero-server-id'] !== 'sPMHtLD6HHBd') return give(428, 'no server id');
      if (path === '/local/authorize') {
        const word = zotero.answers.shift() ?? 'allow';
        if (word === 'deny') return give(403, { denied: true });
        const key = `local-key-${granted.size}`.padEnd(32, 'x');
        granted.set(key, word === 'always');
        return give(200, { key, remember: word === 'always' });
      }
      const key = String(request.headers['zotero-api-key']);
      if (!granted.has(key)) return give(401, 'Unauthorized');
      if (!granted.get(key)) granted.delete(key);
    }
    const [, rest = ''] = (local ? /^\/users\/0(\/.*)/ : /^\/(?:users\/1234567|groups\/77)(\/.*)/).exec(path) ?? [];
    if (rest === '') return give(404, 'Not found');
    if (request.method === 'POST') return write(rest, body as Record<string, unknown>[], request, response, give);
    const fault = zotero.readFaults.shift();
    if (typeof fault === 'object') return give(fault.status, 'fault', fault.headers);
    read(rest, url.searchParams, give);
  }

  type Give = (status: number, json: unknown, headers?: Record<string, string>) => void;

  function read(path: string, query: URLSearchParams, give: Give) {
    const since = Number(query.get('since') ?? 0);
    const headers = { 'Last-Modified-Version': String(zotero.version) };
    if (path === '/deleted') {
      const items = zotero.deleted.filter(({ version }) => version > since).map(({ key }) => key);
      return give(200, { collections: [], items, searches: [], tags: [], settings: [] }, headers);
    }
    const [, collection] = /^\/collections\/(\w+)\/items\/top$/.exec(path) ?? [];
    const lists: Record<string, StoredItem[]> = {
      '/items': zotero.items,
      '/items/top': zotero.items.filter(({ data }) => data.parentItem === undefined),
      '/items/trash': zotero.trash,
      '/collections': zotero.collections.map(({ name, ...rest }) => ({ ...rest, data: { name } })),
    };
    const inCollection = () =>
      zotero.items.filter(({ data }) => (data.collections as string[]).includes(collection ?? ''));
    const objects = collection === undefined ? lists[path] : inCollection();
    if (!objects) return give(404, 'Not found');
    const changed = objects.filter(({ version }) => version > since);
    const start = Number(query.get('start') ?? 0);
    const page = changed.slice(start, start + Math.min(Number(query.get('limit') ?? 25), 100));
    const full = page.map(({ key, version, data }) => ({
      key,
      version,
      library: {},
      meta: {},
      data: { key, version, ...data },
    }));
    give(200, full, { ...headers, 'Total-Results': String(changed.length) });
  }

  function write(
    path: string,
    objects: Record<string, unknown>[],
    { headers }: IncomingMessage,
    response: ServerResponse,
    give: Give,
  ) {
    const fault = zotero.faults.shift();
    if (typeof fault === 'object') return give(fault.status, 'fault', fault.headers);
    if (fault === 'lost before') {
      response.destroy();
      return;
    }
    if (fault === 'changed') zotero.version += 1;
    const access = zotero.access as { user: { write?: boolean } };
    if (!local && !access.user.write) return give(403, 'Write access denied');
    if (objects.length > 50) return give(413, 'Too many items submitted');
    if (headers['if-unmodified-since-version'] === undefined) return give(428, 'no version');
    if (Number(headers['if-unmodified-since-version']) < zotero.version) return give(412, 'Library has been modified');
    const result = { successful: {} as Record<string, unknown>, success: {}, unchanged: {}, failed: {} };
    zotero.version += 1;
    for (const [index, object] of objects.entries()) {
      const problem = path === '/items' ? itemProblem(object) : undefined;
      if (problem) Object.assign(result.failed, { [index]: { code: 400, message: problem } });
      else result.successful[index] = save(path, object);
    }
    if (fault === 'lost') response.destroy();
    else give(200, result, { 'Last-Modified-Version': String(zotero.version) });
  }

  function save(path: string, object: Record<string, unknown>): unknown {
    if (path === '/collections') {
      const made = { key: newKey(), version: zotero.version, name: String(object.name) };
      zotero.collections.push(made);
      return made;
    }
    const known = zotero.items.find(({ key }) => key === object.key);
    if (known) {
      Object.assign(known.data, object);
      known.version = zotero.version;
      return known;
    }
    const item = { key: newKey(), version: zotero.version, data: object };
    zotero.items.push(item);
    return item;
  }

  return zotero;
}

function noteProblem({ itemType: _, parentItem, note, tags, relations, ...others }: Record<string, unknown>) {
  const [other] = Object.keys(others);
  if (other !== undefined) return `'${other}' is not a valid field for type 'note'`;
  const isWhole = typeof parentItem === 'string' && typeof note === 'string' && Array.isArray(tags) && relations;
  return isWhole ? undefined : 'a property is missing';
}

/** Why Zotero refuses an object: an unknown type, a field that the type does not have, a creator of a wrong form. */
function itemProblem({ key, ...item }: Record<string, unknown>): string | undefined {
  if (key !== undefined) return undefined;
  const type = String(item.itemType);
  if (type === 'note') return noteProblem(item);
  const fields = FIELDS[type];
  if (fields === undefined) return `'${type}' is not a valid itemType`;
  if (!['tags', 'collections', 'relations'].every((name) => name in item)) return 'a property is missing';
  const unknown = Object.keys(item).find((name) => !`${SHARED} ${fields}`.split(' ').includes(name));
  if (unknown !== undefined) return `'${unknown}' is not a valid field for type '${type}'`;
  const creators = item.creators as Record<string, unknown>[];
  const roles = EDITED.includes(type) ? ['author', 'editor'] : ['author'];
  const wrong = creators.find(
    (creator) =>
      !roles.includes(String(creator.creatorType)) ||
      (typeof creator.name === 'string') === (typeof creator.lastName === 'string'),
  );
  return wrong && `${JSON.stringify(wrong)} is not a valid creator`;
}
