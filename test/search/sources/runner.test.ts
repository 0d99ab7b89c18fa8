import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import { readQueryText } from '../../../src/papers/query/query.ts';
import { countResults } from '../../../src/search/sources/count-results.ts';
import { source as openAlex } from '../../../src/search/sources/openalex/index.ts';
import {
  findRelated,
  type RunnerContext,
  type SourceOutcome,
  type SourceWithSettings,
  searchSources,
} from '../../../src/search/sources/runner.ts';
import { SCRAPER_KEY } from '../../helpers/secrets.ts';
import {
  asking,
  clock,
  contextOf,
  json,
  NOON,
  openStore,
  serve,
  TWO_PAPERS,
  titlesOf,
} from '../../helpers/sources/stand-ins.ts';
import { QUESTION, toySource } from '../../helpers/sources/toy-source.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { VirtualTime } from '../../helpers/virtual-time.ts';

const HOUR = 60 * 60_000;

async function one(asked: SourceWithSettings, context: RunnerContext, question = QUESTION): Promise<SourceOutcome> {
  const [outcome] = await searchSources([asked], question, context);
  return outcome as SourceOutcome;
}

describe('pages', () => {
  it('follows pages in order until there are enough, and says how many there are', async () => {
    const server = await serve((response, { url }, nth) => {
      const next = `/search?page=${nth + 1}`;
      json({ items: [{ title: `${url} a` }, { title: `${nth} b` }], next, total: 412 })(response, {} as never, nth);
    });
    const outcome = await one(asking(server.url), contextOf(), { ...QUESTION, count: 3 });
    expect(titlesOf(outcome)).toEqual(['/search?q=water%20quality%20sensors a', '1 b', '/search?page=2 a']);
    expect(outcome).toMatchObject({ source: 'crossref', requests: 2, fromCache: 0, total: 412 });
    expect(outcome.failure).toBeUndefined();
  });

  it.each([
    ['the most requests', (nth: number) => ({ items: [{ title: 'x' }], next: `/search?page=${nth + 1}` }), 3],
    ['a cursor that comes back', () => ({ items: [{ title: 'x' }], next: '/search?page=2' }), 2],
    ['the most requests, empty pages or not', (nth: number) => ({ items: [], next: `/search?page=${nth + 1}` }), 3],
    ['the last page', () => ({ items: [{ title: 'x' }] }), 1],
  ])('ends at %s', async (_what, page, requests) => {
    const server = await serve((response, arrival, nth) => json(page(nth))(response, arrival, nth));
    expect(await one(asking(server.url), contextOf())).toMatchObject({ requests });
    expect(server.arrivals).toHaveLength(requests);
  });

  it('asks OpenAlex in its older form where the newer one is refused, and says so by the address', async () => {
    const server = await serve((response, arrival, nth) => {
      const isOlder = arrival.url.includes('search.title_and_abstract=');
      const work = { id: 'https://openalex.org/W1', title: 'River sensors' };
      const found = { meta: { count: 17 }, results: [work] };
      (isOlder ? json(found) : json({ error: 'Invalid query parameters error.' }, 400))(response, arrival, nth);
    });
    const asked = { source: { ...openAlex, paceMs: 0 }, settings: { baseUrl: server.url, key: new Secret('k-1') } };
    const outcome = await one(asked, contextOf());
    expect(titlesOf(outcome)).toEqual(['River sensors']);
    expect(outcome).toMatchObject({ requests: 2, total: 17 });
    expect(outcome).not.toHaveProperty('failure');
    expect(outcome.address).toBe(`${server.url}${server.arrivals[1]?.url}`);
    const counted = await countResults(asked, [QUESTION], contextOf());
    expect(counted.counts).toEqual([17]);
  });

  it('keeps what came before a failure', async () => {
    const server = await serve((...args) =>
      (args[2] === 1 ? json({ items: [{ title: 'first' }], next: '/search?page=2' }) : json({}, 400))(...args),
    );
    const outcome = await one(asking(server.url), contextOf());
    expect(titlesOf(outcome)).toEqual(['first']);
    expect(outcome).toMatchObject({ failure: 'refused', requests: 2 });
  });

  it('skips what the source cannot answer, with its reason and without a request', async () => {
    const server = await serve(TWO_PAPERS);
    const outcome = await one(asking(server.url, { cannotAnswer: () => 'no-quartiles' }), contextOf());
    expect(outcome).toEqual({
      source: 'crossref',
      records: [],
      requests: 0,
      fromCache: 0,
      failure: 'skipped',
      detail: 'no-quartiles',
    });
    expect(server.arrivals).toEqual([]);
  });

  it('is unreadable where a reader of ours throws, and the mistake is told', async () => {
    const server = await serve(TWO_PAPERS);
    const told: unknown[] = [];
    const context = contextOf({ onError: (source, error) => told.push([source, (error as Error).message]) });
    const readPage = () => {
      throw new Error('a mistake');
    };
    expect(await one(asking(server.url, { readPage }), context)).toMatchObject({
      failure: 'unreadable',
      records: [],
    });
    const search = () => {
      throw new Error('another mistake');
    };
    expect(await one(asking(server.url, { search }), context)).toMatchObject({
      failure: 'unreadable',
      requests: 0,
    });
    expect(told).toEqual([
      ['crossref', 'a mistake'],
      ['crossref', 'another mistake'],
    ]);
  });
});

describe('who asks', () => {
  it.each([
    ['lab@example.org', 'paperqueue/9.9.9 (mailto:lab@example.org)'],
    [undefined, 'paperqueue/9.9.9'],
    ['lab@example.org)\r\nX-Evil: 1', 'paperqueue/9.9.9'],
    ['läb@example.org', 'paperqueue/9.9.9'],
  ])('with contact address %s is %s', async (contactEmail, userAgent) => {
    const server = await serve(TWO_PAPERS);
    expect((await one(asking(server.url, {}, { contactEmail }), contextOf())).records).toHaveLength(2);
    expect(server.arrivals[0]?.headers).toMatchObject({ 'user-agent': userAgent, accept: 'application/json' });
  });
});

describe('kept answers', () => {
  it('answer the same question for a day, and the outcome says since when', async () => {
    const server = await serve(TWO_PAPERS);
    const time = clock();
    const context = contextOf({ now: time.now });
    await one(asking(server.url), context);
    time.forward(24 * HOUR - 1);
    const again = await one(asking(server.url), context);
    expect(again).toMatchObject({ requests: 0, fromCache: 1, cachedAt: NOON, total: 412 });
    expect(titlesOf(again)).toEqual(['On rivers', 'On lakes']);
    time.forward(1);
    expect(await one(asking(server.url), context)).toMatchObject({ requests: 1, fromCache: 0 });
    expect(server.arrivals).toHaveLength(2);
  });

  it('are given for nothing else, and of failures nothing is kept', async () => {
    const server = await serve((...args) => (args[2] === 1 ? json({}, 400) : TWO_PAPERS)(...args));
    const context = contextOf();
    expect(await one(asking(server.url), context)).toMatchObject({ failure: 'refused' });
    expect(await one(asking(server.url), context)).toMatchObject({ requests: 1, fromCache: 0 });
    const other = { ...QUESTION, keywords: [readQueryText('lakes')] };
    expect(await one(asking(server.url), context, other)).toMatchObject({ requests: 1, fromCache: 0 });
    expect(await one(asking(server.url, { name: 'arxiv' }), context)).toMatchObject({ requests: 1, fromCache: 0 });
  });

  it('that gave nothing are kept for an hour only', async () => {
    const server = await serve(json({ items: [] }));
    const time = clock();
    const context = contextOf({ now: time.now });
    await one(asking(server.url), context);
    time.forward(HOUR - 1);
    expect(await one(asking(server.url), context)).toMatchObject({ fromCache: 1 });
    time.forward(1);
    expect(await one(asking(server.url), context)).toMatchObject({ fromCache: 0, requests: 1 });
  });

  it('that a reader no longer takes are asked for anew', async () => {
    const server = await serve(TWO_PAPERS);
    const context = contextOf();
    await one(asking(server.url), context);
    let reads = 0;
    const picky = asking(server.url, {
      readPage: () => (++reads === 1 ? { failure: 'unreadable' } : { records: [{ title: 'new' }] }),
    });
    expect(titlesOf(await one(picky, context))).toEqual(['new']);
  });

  it('never hold a key, nor the words of a search other than by what answered it', async () => {
    // A service that repeats the key in its answer.
    const server = await serve((response, { url, headers }, nth) =>
      json({ items: [{ title: url.includes('echo') ? headers['x-api-key'] : 'x' }] })(response, {} as never, nth),
    );
    const folder = temporaryFolder();
    const store = openStore(undefined, join(folder, 'sources.sqlite'));
    const context = contextOf({ store });
    const key = new Secret(SCRAPER_KEY);
    const echo = { ...QUESTION, keywords: [readQueryText('echo')] };
    for (const question of [QUESTION, echo, echo]) await one(asking(server.url, {}, { key }), context, question);
    // The repeated key is erased before the answer is kept, so that the second echo comes from the store.
    expect(server.arrivals.map(({ headers }) => headers['x-api-key'])).toEqual(Array(2).fill(SCRAPER_KEY));
    expect(await one(asking(server.url), context)).toMatchObject({ fromCache: 1 });
    store.close();
    const all = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('');
    // As booleans: the file would fill the screen.
    expect([/items/, new RegExp(SCRAPER_KEY), /water/].map((text) => text.test(all))).toEqual([true, false, false]);
  });
});

describe('keys', () => {
  it('that are refused are told, and the source is asked without; for ten minutes the key is not sent again', async () => {
    const server = await serve((response, arrival, nth) =>
      (arrival.headers['x-api-key'] ? json({}, 401) : TWO_PAPERS)(response, arrival, nth),
    );
    const time = clock();
    const context = contextOf({ now: time.now });
    const asked = asking(server.url, {}, { key: new Secret(SCRAPER_KEY) });
    const question = (word: string) => ({ ...QUESTION, keywords: [readQueryText(word)] });
    const first = await one(asked, context);
    expect(first).toMatchObject({ failure: 'key refused', requests: 2 });
    expect(first.records).toHaveLength(2);
    expect(await one(asked, context, question('b'))).toMatchObject({ failure: 'key refused', requests: 1 });
    // A mended key is sent at once.
    const mended = asking(server.url, {}, { key: new Secret('another') });
    await one(mended, context, question('c'));
    expect(server.arrivals.at(-2)?.headers['x-api-key']).toBe('another');
    time.forward(10 * 60_000);
    expect(await one(asked, context, question('d'))).toMatchObject({ requests: 2 });
  });

  it('are not to blame when none was sent', async () => {
    const server = await serve(json({}, 401));
    expect(await one(asking(server.url), contextOf())).toMatchObject({ failure: 'refused', requests: 1 });
  });

  it('are wanted where keys are free and none was sent; it is not asked again for ten minutes', async () => {
    const server = await serve(json({}, 401));
    const time = clock();
    const context = contextOf({ now: time.now });
    const asked = { source: toySource('crossref', { hasFreeKeys: true }), settings: { baseUrl: server.url } };
    expect(await one(asked, context)).toMatchObject({ failure: 'key wanted', requests: 1, retryAt: NOON + 600_000 });
    expect(await one(asked, context)).toMatchObject({ failure: 'key wanted', requests: 0 });
  });
});

describe('bodies', () => {
  it('are read compressed, and bounded after decompression', async () => {
    const body = { items: [{ title: 'x'.repeat(50_000) }] };
    const server = await serve((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify(body)));
    });
    const small = { source: toySource('crossref', { maxBytes: 40_000 }), settings: { baseUrl: server.url } };
    expect(await one(small, contextOf())).toMatchObject({ failure: 'unreadable', requests: 1 });
    expect((await one(asking(server.url), contextOf())).records).toHaveLength(1);
  });
});

describe('related works', () => {
  it('come by the same way, bounded and kept', async () => {
    const server = await serve(TWO_PAPERS);
    const context = contextOf();
    const ask = () => findRelated(asking(server.url), { doi: '10.5555/a' }, 'citations', 1, context);
    expect(titlesOf(await ask())).toEqual(['On rivers']);
    expect(await ask()).toMatchObject({ fromCache: 1, requests: 0 });
    expect(server.arrivals.map(({ url }) => url)).toEqual(['/citations']);
  });

  it('are skipped where the source does not know the work', async () => {
    const server = await serve(TWO_PAPERS);
    const outcome = await findRelated(asking(server.url), {}, 'similar', 5, contextOf());
    expect(outcome).toMatchObject({ failure: 'skipped', detail: 'no-relation', requests: 0 });
  });
});

describe('time', () => {
  it('ends with what it has when the signal is aborted', async () => {
    const server = await serve((...args) => {
      if (args[2] === 1) json({ items: [{ title: 'first' }], next: '/search?page=2' })(...args);
      else ending.abort();
    });
    const ending = new AbortController();
    const time = new VirtualTime(NOON);
    const outcome = await one(asking(server.url), contextOf({ signal: ending.signal, time }));
    expect(time.now()).toBe(NOON);
    expect(outcome).toMatchObject({ failure: 'skipped' });
    expect(titlesOf(outcome)).toEqual(['first']);
    const late = contextOf({ signal: AbortSignal.abort() });
    expect(await one(asking(server.url), late)).toMatchObject({ failure: 'skipped', requests: 0 });
  });

  it('ends in time with a fetch that heeds nothing', async () => {
    const fetch = () => new Promise<Response>(() => {});
    const time = new VirtualTime(NOON);
    const asked = one(asking('http://127.0.0.1:9'), contextOf({ fetch, budgetMs: 300, time }));
    await time.running((ms) => ms === 300);
    time.pass(300);
    expect(await asked).toMatchObject({ failure: 'too slow' });
  });
});
