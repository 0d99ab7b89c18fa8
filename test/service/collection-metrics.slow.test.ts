import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { startSearchThreads } from '../../src/app/threads/search-threads.ts';
import { freeFailure } from '../../src/contract/errors.ts';
import { Secret } from '../../src/contract/secret.ts';
import { readConfig } from '../../src/platform/config.ts';
import type { CollectionAnswer } from '../../src/search/collection/admin-port.ts';
import { openCollection } from '../../src/search/collection/opensearch.ts';
import { createMetrics } from '../../src/service/metrics.ts';
import { serveHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { VirtualTime } from '../helpers/virtual-time.ts';
import { engineOf, FOUND, type Reply } from '../search/collection/scripted-engine.ts';
import { readMetrics } from './metrics-text.ts';

/** The figures of the collection at /metrics. */

// The engine has two seconds to answer, in which a busy machine may not have loaded its client yet.
beforeAll(async () => void (await import('@opensearch-project/opensearch')));

const EMPTY = { counts: async () => ({ jobs: [], open: 0, deliveries: [], credits: [] }) };
const AWAY = {
  counts: async () => {
    throw freeFailure({ code: 'STORE_UNAVAILABLE', message: 'm', next: 'n', retryable: true });
  },
};

/** The figures after the engine answered a question for its size so. */
async function figuresOf(url: string, store: Parameters<typeof createMetrics>[0] = EMPTY) {
  const collection = openCollection(new Secret(url), new VirtualTime());
  onTestFinished(collection.close);
  return readMetrics(await createMetrics(store, collection.size).text());
}

const size = (count: number, failed: number): Reply => ({
  body: { count, _shards: { total: 3, successful: 3 - failed, failed } },
});

it('tell that it can be searched, and how many papers it has, also while the store is away', async () => {
  const { url } = await engineOf(size(1_200, 0));
  for (const store of [EMPTY, AWAY]) {
    const figures = await figuresOf(url, store);
    expect(figures.get('paperqueue_collection_up')).toBe(1);
    expect(figures.get('paperqueue_collection_papers')).toBe(1_200);
    expect(figures.get('paperqueue_collection_failed_shards')).toBe(0);
  }
});

it('tell of shards that cannot be searched', async () => {
  const figures = await figuresOf((await engineOf(size(800, 1))).url);
  expect(figures.get('paperqueue_collection_up')).toBe(0);
  expect(figures.get('paperqueue_collection_papers')).toBe(800);
  expect(figures.get('paperqueue_collection_failed_shards')).toBe(1);
});

it.each<[string, Reply | undefined]>([
  ['cannot be reached', undefined],
  ['has no papers', { status: 404, body: {} }],
  ['lost all shards', { status: 503, body: {} }],
  ['refuses the password', { status: 401, body: {} }],
])('tell that it is down when it %s, and no number of papers', async (_, reply) => {
  const figures = await figuresOf(reply ? (await engineOf(reply)).url : 'http://127.0.0.1:1');
  expect(figures.get('paperqueue_collection_up')).toBe(0);
  expect(figures.get('paperqueue_collection_papers')).toBeNaN();
});

it('tell of a collection that is away, which leaves the service ready', async () => {
  const served = await serveHere(['serve', '--port', '0'], {
    PAPERQUEUE_DATA_DIR: temporaryFolder(),
    PAPERQUEUE_SOURCES: 'library,collection',
    PAPERQUEUE_COLLECTION_URL: 'http://127.0.0.1:1',
  });
  try {
    expect((await fetch(`${served.address}/readyz`)).status).toBe(200);
    const figures = readMetrics(await (await fetch(`${served.address}/metrics`)).text());
    expect([figures.get('paperqueue_store_up'), figures.get('paperqueue_collection_up')]).toEqual([1, 0]);
  } finally {
    await served.end();
  }
});

it('are not there without a collection', async () => {
  expect(await createMetrics(EMPTY).text()).not.toContain('collection');
});

it('count searches by their outcome, and tell how long the last one took', async () => {
  const metrics = createMetrics(EMPTY, async () => ({ papers: 1, shards: { total: 1, failed: 0 } }));
  metrics.searchedCollection({ outcome: 'whole', seconds: 0.3 });
  metrics.searchedCollection({ outcome: 'incomplete', seconds: 4.1 });
  metrics.searchedCollection({ outcome: 'whole', seconds: 0.4 });
  const figures = readMetrics(await metrics.text());
  const count = (outcome: string) => figures.get(`paperqueue_collection_answer_seconds_count{outcome="${outcome}"}`);
  expect([count('whole'), count('incomplete'), count('too slow')]).toEqual([2, 1, undefined]);
  expect(figures.get('paperqueue_collection_last_answer_seconds')).toBe(0.4);
});

it('learn of searches from the threads that make them', async () => {
  const { url } = await engineOf({
    body: { responses: [{ ...FOUND, _shards: { total: 3, successful: 1, failed: 2 } }] },
  });
  const config = readConfig({
    PAPERQUEUE_DATA_DIR: temporaryFolder(),
    PAPERQUEUE_SOURCES: 'library,collection',
    PAPERQUEUE_COLLECTION_URL: url,
  });
  const answers: CollectionAnswer[] = [];
  const script = new URL('../../dist/chunks/search-thread.mjs', import.meta.url);
  const threads = startSearchThreads(config, 1, { script, onCollection: (answer) => answers.push(answer) });
  onTestFinished(threads.close);
  const keywords = ['river', 'river', 'river'];
  const request = { operation: 'keywordSearch', body: { keywords }, filters: { limit: 100 } } as const;
  await threads.search(request, { signal: new AbortController().signal, scraperKey: undefined });
  expect(answers).toEqual([{ outcome: 'incomplete', seconds: expect.any(Number) }]);
});
