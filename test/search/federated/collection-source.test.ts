import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JobRequest } from '../../../src/contract/requests.ts';
import type { Library } from '../../../src/library/library.ts';
import { readConfig } from '../../../src/platform/config.ts';
import type { CollectionAnswer } from '../../../src/search/collection/admin-port.ts';
import { connectLiveSources } from '../../../src/search/federated/live-sources.ts';
import { createEngine } from '../../../src/search/federated/search.ts';
import { inWords } from '../../helpers/said.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { engineOf, FOUND, type Reply } from '../collection/scripted-engine.ts';
import { openShelf, paper } from './shelf.ts';

/** The collection as one of the sources of a search. */

// A busy machine makes no test fail: no deadline passes.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function search(library: Library, url: string, onAnswer = (_: CollectionAnswer) => {}) {
  const PAPERQUEUE_DATA_DIR = temporaryFolder();
  const named = { PAPERQUEUE_SOURCES: 'library,collection', PAPERQUEUE_COLLECTION_URL: url };
  const config = readConfig({ PAPERQUEUE_DATA_DIR, ...named });
  const live = connectLiveSources(config, undefined, onAnswer);
  const enrich = () => Promise.reject(new Error('nobody asked for more'));
  const keywords = ['river', 'river', 'river'];
  const request: JobRequest = { operation: 'keywordSearch', body: { keywords }, filters: { limit: 100 } };
  try {
    const engine = createEngine(config, { library, live, enrich });
    return await engine(request, { signal: new AbortController().signal, scraperKey: undefined });
  } finally {
    await live.close();
  }
}

const PART: Reply = { body: { responses: [{ ...FOUND, _shards: { total: 3, successful: 1, failed: 2 } }] } };

it('its papers are in the answer beside those of the library, and are not copied into it', async () => {
  const shelf = openShelf();
  shelf.add([paper({ key: 'own', title: 'A river of my own' })]);
  const before = shelf.size();
  const { url } = await engineOf({ body: FOUND });
  const { papers, sources, notes } = await search(shelf.library, url);
  expect(papers.map(({ id }) => id)).toEqual(expect.arrayContaining(['p0', 'own']));
  expect(papers.find(({ id }) => id === 'p0')).toMatchObject({ engine: 'collection', explanation: { ranks: {} } });
  expect(sources).toContainEqual({ source: 'collection', title: 'Collection', gave: 1, total: 3 });
  expect(inWords(notes)).toContain('Collection gave 1 of 3.');
  expect(shelf.size()).toEqual(before);
});

it('one that is away costs its papers only, and the notes say so', async () => {
  const shelf = openShelf();
  shelf.add([paper({ key: 'own', title: 'A river of my own' })]);
  const { papers, notes } = await search(shelf.library, 'http://127.0.0.1:1');
  expect(papers.map(({ id }) => id)).toEqual(['own']);
  expect(inWords(notes)[0]).toBe('Sources that failed: Collection could not be reached.');
});

it('one that searched a part says which, in the notes and in the data', async () => {
  const { url } = await engineOf(PART);
  const { papers, sources, notes } = await search(openShelf().library, url);
  const failed = { failure: 'incomplete', detail: { failedShards: 2, of: 3 } } as const;
  expect(papers.length).toBe(1);
  expect(sources).toContainEqual(expect.objectContaining({ source: 'collection', gave: 1, failed }));
  expect(inWords(notes)).toContain(
    'Collection gave 1 of 3 (searched only a part of its papers: 2 of 3 shards failed).',
  );
});

it.each<[string, Reply, string]>([
  ['all of it', { body: FOUND }, 'whole'],
  ['a part', PART, 'incomplete'],
  ['nothing', { status: 503, body: {} }, 'server error'],
])('how a search of %s went is told, with its time', async (_, reply, outcome) => {
  const shelf = openShelf();
  shelf.add([paper({ key: 'own', title: 'A river of my own' })]);
  const answers: CollectionAnswer[] = [];
  await search(shelf.library, (await engineOf(reply)).url, (answer) => answers.push(answer));
  expect(answers).toEqual([{ outcome, seconds: expect.any(Number) }]);
});

it('is asked where it has an address, unless the sources are named without it', () => {
  const PAPERQUEUE_COLLECTION_URL = 'https://user:secret@search.example:9200, http://127.0.0.1:9200/';
  const config = readConfig({ PAPERQUEUE_COLLECTION_URL });
  expect(config.sources).toContain('collection');
  expect(config.collectionUrl?.reveal()).toBe('https://user:secret@search.example:9200,http://127.0.0.1:9200');
  expect(readConfig({ PAPERQUEUE_COLLECTION_URL, PAPERQUEUE_SOURCES: 'library' }).sources).toEqual(['library']);
});

it.each([
  'http://search.example:9200',
  'search.example',
  'https://a.example,',
  'https://a.example?x=1',
  'ftp://a.example',
])('an address such as %j is refused, and not shown', (url) => {
  const read = () => readConfig({ PAPERQUEUE_COLLECTION_URL: url });
  expect(read).toThrow('PAPERQUEUE_COLLECTION_URL: https:// addresses of one OpenSearch, comma-separated');
  expect(read).not.toThrow('a.example?');
});

it('named as a source it needs an address', () => {
  expect(() => readConfig({ PAPERQUEUE_SOURCES: 'collection' })).toThrow(
    'PAPERQUEUE_COLLECTION_URL: its address, with collection in PAPERQUEUE_SOURCES',
  );
});
