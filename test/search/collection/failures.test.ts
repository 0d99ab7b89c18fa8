import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inspect } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import type { Paper } from '../../../src/papers/paper.ts';
import { parseQuery } from '../../../src/papers/query/query.ts';
import { writePapers } from '../../../src/search/collection/bulk.ts';
import { connectEngine, type EngineClient } from '../../../src/search/collection/engine-client.ts';
import { openCollection } from '../../../src/search/collection/opensearch.ts';
import { writeStatistics } from '../../../src/search/collection/stored-statistics.ts';
import { searchCollection } from '../../../src/search/federated/collection-search.ts';
import { storedAbstracts } from '../../../src/search/federated/finding/stored-abstracts.ts';
import { VirtualTime } from '../../helpers/virtual-time.ts';
import { isSearchPause, withoutPauses } from './pauses.ts';
import { engineOf, FOUND, hitOf, type Reply, serve } from './scripted-engine.ts';
import { PAPERS } from './suite.ts';

/** What the search does with each failure of an engine, which scripts its answers. */

/** Without `timers` no deadline passes. */
async function search(url: string, timers = new VirtualTime(), keywords = ['river', 'river', 'river']) {
  const collection = openCollection(new Secret(url), timers);
  try {
    // Keywords of one word, so that there is nothing to count first.
    const request = { body: { keywords }, filters: { limit: 100 as const } };
    return (await searchCollection(collection, parseQuery(request), new AbortController().signal)).outcome;
  } finally {
    await collection.close();
  }
}

const FIRST = hitOf(PAPERS[0] as Paper);
const one = (response: object): Reply => ({ body: { responses: [{ ...FOUND, ...response }] } });
/** The first answer to a search with one keyword of several words: how many papers have them all. */
const counts = one;

it('finds papers where nothing fails', async () => {
  const { url } = await engineOf({ body: FOUND });
  const outcome = await search(url);
  expect(outcome.failure).toBeUndefined();
  expect(outcome.records.map(({ key }) => key)).toContain('p0');
});

it('gives abstracts for a question in words, and says that it did not where it fails', async () => {
  const ask = async (url: string) => {
    const collection = openCollection(new Secret(url), new VirtualTime());
    const stored = await storedAbstracts({ collection }, 'river sensors', 5, { signal: new AbortController().signal });
    await collection.close();
    return stored;
  };
  const { papers, failed } = await ask((await engineOf({ body: FOUND })).url);
  expect(failed).toBeUndefined();
  // The others that the engine gave have none of the words.
  expect(papers).toEqual([expect.objectContaining({ ref: expect.any(String), abstract: PAPERS[0]?.abstract })]);
  expect(await ask('http://127.0.0.1:1')).toMatchObject({ papers: [], failed: { failure: 'unreachable' } });
});

it('leaves out a paper that was removed after it was found', async () => {
  const hits = [hitOf(PAPERS[0] as Paper), hitOf(PAPERS[4] as Paper)];
  const found = one({ hits: { total: { value: 2 }, hits } });
  // Asked before: how many hits there are, and candidates twice.
  const { url } = await engineOf(found, found, found, one({ hits: { hits: hits.slice(1) } }));
  const { failure, records } = await search(url);
  expect(failure).toBeUndefined();
  expect(records.map(({ key }) => key)).toEqual(['p4']);
});

/** Too long a name for any name server to be asked. */
const NO_NAME = `http://${'a'.repeat(64)}.example:9200`;

it.each(['http://127.0.0.1:1', NO_NAME])('dials the next address when %s cannot be reached', async (away) => {
  const { url } = await engineOf({ body: FOUND });
  expect((await search(`${away},${url}`)).failure).toBeUndefined();
  expect(await search(away)).toMatchObject({ records: [], failure: 'unreachable' });
});

it.each([
  ['no connection', undefined, 'unreachable'],
  ['401', { status: 401, body: {} }, 'key refused'],
  ['401 in plain words', { status: 401, body: 'Unauthorized' }, 'key refused'],
  ['503 of a proxy', { status: 503, body: '<html>' }, 'server error'],
  ['403', { status: 403, body: {} }, 'key refused'],
  ['503', { status: 503, body: {} }, 'server error'],
  ['all shards failed', one({ status: 503 }), 'server error'],
  ['400', one({ status: 400 }), 'refused'],
  ['not JSON', { body: '<html>' }, 'unreadable'],
  ['fewer answers than questions', { body: { responses: [] } }, 'unreadable'],
  ['no record', one({ hits: { hits: [{ ...FIRST, _source: {} }] } }), 'unreadable'],
  ['a record of others', one({ hits: { hits: [{ ...FIRST, _source: { record: { title: 3 } } }] } }), 'unreadable'],
  ['more than 32 MB', { body: ' '.repeat(33 * 1024 * 1024) }, 'unreadable'],
] as const)('%s is the failure of one source', async (_, reply, failure) => {
  const url = reply ? (await engineOf(reply)).url : 'http://127.0.0.1:1';
  expect(await search(url)).toMatchObject({ source: 'collection', records: [], failure });
});

it('an alias that is gone says what to run', async () => {
  const { url } = await engineOf(one({ status: 404 }));
  expect(await search(url)).toMatchObject({ failure: 'refused', detail: 'no-papers' });
});

it('a closed index says so', async () => {
  const { url } = await engineOf(one({ status: 400, error: { type: 'index_closed_exception' } }));
  expect(await search(url)).toMatchObject({ failure: 'refused', detail: 'closed-index' });
});

it('an answer that breaks off is unreadable', async () => {
  const url = await serve((_, outgoing) => {
    outgoing.writeHead(200, { 'content-length': '100' });
    outgoing.write('{"papers');
    setImmediate(() => outgoing.destroy());
  });
  expect(await search(url)).toMatchObject({ records: [], failure: 'unreadable' });
});

it('an answer that breaks off in the middle of a chunk is unreadable, and nothing is printed', async () => {
  const print = vi.spyOn(console, 'log');
  onTestFinished(() => print.mockRestore());
  const url = await serve(({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"pap\r\nno length\r\n');
  });
  expect(await search(url)).toMatchObject({ records: [], failure: 'unreadable' });
  expect(print).not.toHaveBeenCalled();
});

it('what was found counts when shards failed or ran out of time, and the outcome says so', async () => {
  const failed = await engineOf(one({ _shards: { total: 3, successful: 1, failed: 2 } }));
  const outcome = await search(failed.url);
  expect(outcome).toMatchObject({ failure: 'incomplete', detail: { failedShards: 2, of: 3 } });
  expect(outcome.records.length).toBeGreaterThan(0);
  // As a real engine answers when a shard is on no machine.
  const lost = await engineOf(one({ _shards: { total: 3, successful: 2, skipped: 0, failed: 0 } }));
  expect(await search(lost.url)).toMatchObject({ failure: 'incomplete', detail: { failedShards: 1, of: 3 } });
  const late = await engineOf(one({ timed_out: true }));
  expect(await search(late.url)).toMatchObject({ failure: 'incomplete', detail: 'time-over' });
});

it.each([
  ['shards failed', { _shards: { total: 3, successful: 1, failed: 2 } }, { failedShards: 2, of: 3 }],
  ['time was up', { timed_out: true }, 'time-over'],
])('the outcome says so, too, when %s while papers were counted', async (_, part, detail) => {
  const { url } = await engineOf(counts(part), { body: FOUND });
  const outcome = await search(url, undefined, ['river sensor', 'river', 'river']);
  expect(outcome).toMatchObject({ failure: 'incomplete', detail });
  expect(outcome.records.length).toBeGreaterThan(0);
});

const PART = { total: 3, successful: 2, skipped: 0, failed: 0 };
const WHOLE = { total: 3, successful: 3, failed: 0 };
it.each([
  ['counted', { count: 3, _shards: PART }, {}],
  ['read', { count: 3, _shards: WHOLE }, { _shards: PART, hits: { hits: [] } }],
])('statistics are not written where shards failed while papers were %s', async (_, counted, page) => {
  const asked: string[] = [];
  const client: EngineClient = {
    send: async ({ method, path }) => {
      asked.push(`${method} ${path}`);
      return { status: 200, body: path.endsWith('/_count') ? counted : page };
    },
    close: async () => {},
  };
  const writing = writeStatistics(client, 'papers-v1', new AbortController().signal);
  await expect(writing).rejects.toMatchObject({ failure: 'server error', detail: { failedShards: 1, of: 3 } });
  expect(asked.filter((request) => request.startsWith('PUT'))).toEqual([]);
});

it.each([
  ['of the request', { status: 429, body: {} }],
  ['of one search in it', one({ status: 429 })],
])('429 %s is sent once more, after a pause', async (_, refusal) => {
  const once = await engineOf(refusal, { body: FOUND });
  // A keyword of several words is counted first, before anything else is asked.
  const keywords = ['river sensor', 'river', 'river'];
  const timers = new VirtualTime();
  expect((await withoutPauses(timers, isSearchPause, search(once.url, timers, keywords))).failure).toBeUndefined();
  const again = await engineOf(refusal);
  const later = new VirtualTime();
  expect((await withoutPauses(later, isSearchPause, search(again.url, later, keywords))).failure).toBe('rate limited');
  expect(again.asked()).toBe(2);
});

it('an engine that does not answer is given up after its time, and hears of it', async () => {
  let arrive = (_: Promise<unknown>) => {};
  const arrived = new Promise<{ closed: Promise<unknown> }>((resolve) => {
    arrive = (closed) => resolve({ closed });
  });
  const url = await serve(({ socket }) => arrive(once(socket, 'close')));
  const timers = new VirtualTime();
  const isDeadline = (ms: number) => ms === 8_000;
  const outcome = await withoutPauses(timers, isDeadline, search(url, timers), { mend: () => arrived });
  expect(outcome.failure).toBe('too slow');
  // Only an end of the request makes an engine end the search.
  await (await arrived).closed;
});

it('bulk: what the engine has no room for is sent again alone, and the rest is not', async () => {
  const bulks: string[][] = [];
  const url = await serve(async (incoming, outgoing) => {
    let text = '';
    for await (const chunk of incoming) text += chunk;
    const ids = text.split('\n').flatMap((line) => (line.startsWith('{"index"') ? [JSON.parse(line).index._id] : []));
    bulks.push(ids);
    const isFirst = bulks.length === 1;
    const items = ids.map((id) => ({ index: { status: isFirst && id !== 'p0' ? 429 : id === 'p1' ? 200 : 201 } }));
    outgoing.end(JSON.stringify({ items }));
  });
  const client = await connectEngine(new Secret(url), new VirtualTime());
  const timers = new VirtualTime();
  const writing = writePapers(client, 'papers-v1', PAPERS.slice(0, 3), timers);
  const outcome = await withoutPauses(timers, (ms) => ms === 1_000, writing);
  expect(outcome).toEqual({ created: 2, replaced: 1, refused: 0 });
  expect(bulks).toEqual([
    ['p0', 'p1', 'p2'],
    ['p1', 'p2'],
  ]);
  await client.close();
});

it('bulk: pauses double up to a minute, and then the load ends', async () => {
  const url = await serve((incoming, outgoing) => {
    incoming.resume();
    outgoing.writeHead(429);
    outgoing.end('{}');
  });
  const client = await connectEngine(new Secret(url), new VirtualTime());
  const timers = new VirtualTime();
  const writing = writePapers(client, 'papers-v1', PAPERS.slice(0, 3), timers);
  writing.catch(() => {});
  await withoutPauses(timers, () => true, Promise.resolve(), { count: 9 });
  await expect(writing).rejects.toMatchObject({ failure: 'rate limited' });
  expect(timers.delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  await client.close();
});

it('bulk: two are under way at a time, and the next is sent when one of them is answered', async () => {
  const answers: (() => void)[] = [];
  const client: EngineClient = {
    send: ({ lines = '' }) =>
      new Promise((resolve) => {
        const items = Array(lines.split('\n').length >> 1).fill({ index: { status: 201 } });
        answers.push(() => resolve({ status: 200, body: { items } }));
      }),
    close: async () => {},
  };
  const papers = Array.from({ length: 1_501 }, (_, at) => ({ ...(PAPERS[0] as Paper), key: `k${at}` }));
  const writing = writePapers(client, 'papers-v1', papers, new VirtualTime());
  for (const count of [2, 3, 4, 4]) {
    await nextTurn();
    expect(answers.length).toBe(count);
    answers[count - 2]?.();
  }
  for (const answer of answers) answer();
  expect(await writing).toEqual({ created: 1_501, replaced: 0, refused: 0 });
});

it('no failure holds the password, or the header made of it', async () => {
  const url = await serve((_, outgoing) => outgoing.destroy());
  const secret = url.replace('http://', 'http://lab:pw-4d7c1e90@');
  for (const address of [secret, 'http://lab:pw-4d7c1e90@127.0.0.1:1']) {
    const client = await connectEngine(new Secret(address), new VirtualTime());
    const error = await client.send({ method: 'GET', path: '/papers' }).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ failure: 'unreachable' });
    const told = inspect(error, { depth: 20, showHidden: true });
    expect(told).not.toContain('pw-4d7c1e90');
    expect(told).not.toContain(Buffer.from('lab:pw-4d7c1e90').toString('base64'));
    await client.close();
  }
});

it('user and password of the address are sent', async () => {
  const headers: (string | undefined)[] = [];
  const url = await serve((incoming, outgoing) => {
    headers.push(incoming.headers.authorization);
    outgoing.end('{}');
  });
  const client = await connectEngine(new Secret(url.replace('http://', 'http://lab:pw-4d7c1e90@')), new VirtualTime());
  await client.send({ method: 'GET', path: '/papers' });
  expect(headers).toEqual([`Basic ${Buffer.from('lab:pw-4d7c1e90').toString('base64')}`]);
  await client.close();
});
