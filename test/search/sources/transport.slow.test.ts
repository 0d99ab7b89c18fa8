import { describe, expect, it, vi } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import { readQueryText } from '../../../src/papers/query/query.ts';
import { type RunnerContext, type SourceOutcome, searchSources } from '../../../src/search/sources/runner.ts';
import type { PaperSource, SourceSettings } from '../../../src/search/sources/source.ts';
import { asking, clock, contextOf, json, NOON, openStore, serve, TWO_PAPERS } from '../../helpers/sources/stand-ins.ts';
import { QUESTION } from '../../helpers/sources/toy-source.ts';
import { until } from '../../helpers/until.ts';
import { VirtualTime } from '../../helpers/virtual-time.ts';

const MINUTE = 60_000;

let nth = 0;

/** Asks something that was never asked before, so that nothing kept stands in the way. */
function asker(url: string, context: RunnerContext, changes: Partial<PaperSource> = {}, settings: SourceSettings = {}) {
  return async (): Promise<SourceOutcome> => {
    nth += 1;
    const question = { ...QUESTION, keywords: [readQueryText(`question ${nth}`)] };
    return (await searchSources([asking(url, changes, settings)], question, context))[0] as SourceOutcome;
  };
}

type Answering = Parameters<typeof serve>[0];
const inTurn =
  (...answers: Answering[]): Answering =>
  (response, arrival, nth) =>
    (answers[nth - 1] ?? answers.at(-1))?.(response, arrival, nth);

describe('what is tried again', () => {
  const breaks: Answering = (response) => response.destroy();

  it.each([
    ['a connection that broke', breaks],
    ['an answer of 5xx', json({}, 502)],
  ])('%s, once', async (_what, fault) => {
    const server = await serve(inTurn(fault, TWO_PAPERS));
    const time = new VirtualTime(NOON);
    const asking = asker(server.url, contextOf({ time }))();
    const [pause = 0] = await time.running((ms) => ms >= 500 && ms < 1_000);
    expect(server.arrivals).toHaveLength(1);
    time.pass(pause);
    const outcome = await asking;
    expect(outcome).toMatchObject({ requests: 2, records: [{}, {}] });
    expect(outcome.failure).toBeUndefined();
  });

  it('429 with a Retry-After of seconds, after just that', async () => {
    const server = await serve(inTurn(json({}, 429, { 'retry-after': '1' }), TWO_PAPERS));
    const time = new VirtualTime(NOON);
    const asking = asker(server.url, contextOf({ time }))();
    await time.running((ms) => ms === 1_020);
    expect(server.arrivals).toHaveLength(1);
    time.pass(1_020);
    expect(await asking).toMatchObject({ requests: 2, records: [{}, {}] });
  });

  it('nothing that waited for its place while the source said "too many": one request tells all who stand in line', async () => {
    const server = await serve(json({}, 429));
    const time = new VirtualTime(NOON);
    const ask = asker(server.url, contextOf({ time }), { paceMs: 150 });
    const asked = [ask(), ask(), ask(), ask()];
    await time.running((ms) => [150, 300, 450].includes(ms), 3);
    await asked[0];
    time.pass(450);
    const outcomes = await Promise.all(asked);
    expect(server.arrivals).toHaveLength(1);
    expect(outcomes.map(({ requests, failure }) => ({ requests, failure }))).toEqual([
      { requests: 1, failure: 'rate limited' },
      ...Array(3).fill({ requests: 0, failure: 'paused after failures' }),
    ]);
  });

  it('no failure of a source whose breaker opens before the second try', async () => {
    const server = await serve(json({}, 500));
    const ask = asker(server.url, contextOf(), { paceMs: 50 });
    const outcomes = await Promise.all([ask(), ask(), ask(), ask(), ask(), ask()]);
    // Six first tries, and three second ones, which open it.
    expect(server.arrivals.length).toBeLessThan(12);
    expect(outcomes.map(({ failure }) => failure)).toContain('paused after failures');
  });

  it('never what may lead to a ban or fail again', async () => {
    for (const [status, headers] of [
      [429, {}],
      [429, { 'retry-after': '6' }],
      [503, { 'retry-after': '60' }],
      [402, {}],
      [400, {}],
      [403, {}],
    ] as const) {
      const server = await serve(json({}, status, headers));
      expect(await asker(server.url, contextOf())()).toMatchObject({ requests: 1, records: [] });
      expect(server.arrivals).toHaveLength(1);
    }
  });

  it('nothing for which another process was meanwhile told to stop', async () => {
    const store = openStore();
    const server = await serve((...request) => {
      json({}, 502)(...request);
      const until = Date.now() + MINUTE;
      store.updateHost(`open ${new URL(server.url).host}`, (state) => [{ ...state, pausedUntil: until }, undefined]);
    });
    const outcome = await asker(server.url, contextOf({ store }))();
    expect(outcome).toMatchObject({ requests: 1, failure: 'rate limited' });
    expect(server.arrivals).toHaveLength(1);
  });

  it('no more than twice in a session', async () => {
    // Every second answer is one of 500; each page gets one retry, the third is one too many.
    const page = (nth: number) => json({ items: [{ title: 'x' }], next: `/search?page=${nth}` });
    const server = await serve((...args) => (args[2] % 2 ? json({}, 500) : page(args[2]))(...args));
    const outcome = await asker(server.url, contextOf())();
    expect(outcome).toMatchObject({ requests: 5, failure: 'refused', records: [{}, {}] });
  });
});

describe('Retry-After', () => {
  it('keeps everybody away until then, and nobody for longer', async () => {
    const time = clock();
    const server = await serve(inTurn(json({}, 429, { 'retry-after': '120' }), TWO_PAPERS));
    const context = contextOf({ now: time.now });
    const ask = asker(server.url, context);
    expect(await ask()).toMatchObject({ failure: 'rate limited', requests: 1, retryAt: NOON + 2 * MINUTE });
    time.forward(2 * MINUTE - 1);
    expect(await ask()).toMatchObject({ failure: 'rate limited', requests: 0, retryAt: NOON + 2 * MINUTE });
    time.forward(1);
    expect(await ask()).toMatchObject({ requests: 1, records: [{}, {}] });
  });

  it('is read from the answer as the source reads it, and bounded', async () => {
    const time = clock();
    const server = await serve(json({ wait: 40 * 24 * 3600 }, 429));
    const { retryAt } = await asker(server.url, contextOf({ now: time.now }))();
    expect(retryAt).toBe(NOON + 25 * 60 * MINUTE);
  });
});

describe('quota', () => {
  it('that is used up stops everything until midnight UTC, and then it goes on', async () => {
    const time = clock();
    const server = await serve(
      inTurn(json({ items: [] }, 200, { 'x-left': '10' }), json({ items: [] }, 200, { 'x-left': '0' }), TWO_PAPERS),
    );
    const context = contextOf({ now: time.now });
    const ask = asker(server.url, context);
    await ask();
    expect((await ask()).failure).toBeUndefined();
    const midnight = Date.UTC(2026, 10, 21);
    expect(await ask()).toMatchObject({ failure: 'quota used up', requests: 0, retryAt: midnight });
    // One with a key has an allowance of its own.
    const keyed = asker(server.url, context, {}, { key: new Secret('key-of-the-test') });
    expect((await keyed()).records).toHaveLength(2);
    time.forward(midnight - NOON);
    expect(await ask()).toMatchObject({ requests: 1, records: [{}, {}] });
  });

  it('that the source says is used up, too', async () => {
    const time = clock();
    const server = await serve(inTurn(json({}, 402), TWO_PAPERS));
    const ask = asker(server.url, contextOf({ now: time.now }));
    expect(await ask()).toMatchObject({ failure: 'quota used up', retryAt: Date.UTC(2026, 10, 21) });
    time.forward(12 * 60 * MINUTE - 1);
    expect(await ask()).toMatchObject({ failure: 'quota used up', requests: 0 });
    time.forward(1);
    expect((await ask()).records).toHaveLength(2);
  });
});

describe('the breaker', () => {
  it('opens at a 429 that does not say how long, for longer each time, and closes at an answer', async () => {
    const time = clock();
    let isStorm = true;
    const storm: Answering = (response) =>
      response.writeHead(429, { 'content-type': 'text/html' }).end('Rate exceeded.');
    const server = await serve((...args) => (isStorm ? storm : TWO_PAPERS)(...args));
    const ask = asker(server.url, contextOf({ now: time.now }));
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      const before = time.now();
      expect(await ask()).toMatchObject({ failure: 'rate limited', requests: 1, retryAt: before + minutes * MINUTE });
      time.forward(minutes * MINUTE - 1);
      expect(await ask()).toMatchObject({ failure: 'paused after failures', requests: 0 });
      time.forward(1);
    }
    isStorm = false;
    expect((await ask()).records).toHaveLength(2);
    isStorm = true;
    expect(await ask()).toMatchObject({ retryAt: time.now() + MINUTE });
    expect(server.arrivals).toHaveLength(8);
  });

  it.each([
    ['failures told in good answers', json({ failure: 'refused' })],
    ['answers that cannot be read', json({ nothing: true })],
    ['a door that is shut', json({}, 403)],
  ])('opens after three of %s', async (_what, fault) => {
    const server = await serve(fault);
    const ask = asker(server.url, contextOf({ now: clock().now }));
    const seen = [];
    for (let search = 0; search < 4; search += 1) seen.push(await ask());
    expect(seen.map(({ requests }) => requests)).toEqual([1, 1, 1, 0]);
    expect(seen[3]).toMatchObject({ failure: 'paused after failures', retryAt: NOON + MINUTE });
  });

  it('does not open for requests that the source cannot take, nor for failures with answers between', async () => {
    const bad = await serve(json({}, 400));
    const ask = asker(bad.url, contextOf());
    for (let search = 0; search < 5; search += 1)
      expect(await ask()).toMatchObject({ requests: 1, failure: 'refused' });
    const unsteady = await serve((...args) => (args[2] % 3 ? json({ failure: 'refused' }) : TWO_PAPERS)(...args));
    const askAgain = asker(unsteady.url, contextOf());
    for (let search = 0; search < 9; search += 1) expect(await askAgain()).toMatchObject({ requests: 1 });
  });

  it('lets one request through when its time is over, and the others wait for its outcome', async () => {
    const time = clock();
    const store = openStore(time.now);
    let isDown = true;
    let answer: (() => void) | undefined;
    const server = await serve((...args) => {
      if (isDown) return json({ failure: 'refused' })(...args);
      if (answer) return TWO_PAPERS(...args);
      answer = () => TWO_PAPERS(...args);
    });
    const ask = asker(server.url, contextOf({ now: time.now, store }));
    for (let search = 0; search < 3; search += 1) await ask();
    isDown = false;
    time.forward(MINUTE);
    const first = ask();
    await until(() => answer, 'the request');
    const second = await ask();
    answer?.();
    expect(await first).toMatchObject({ requests: 1, records: [{}, {}] });
    expect(second).toMatchObject({ requests: 0, failure: 'paused after failures' });
    expect((await ask()).records).toHaveLength(2);
  });
});

describe('pace', () => {
  /** Measured where it is sent: how long the way to a server takes is nobody's pace. */
  function watched(paceMs: number) {
    const time = new VirtualTime(NOON);
    const sent: number[] = [];
    const fetch: RunnerContext['fetch'] = async () => {
      sent.push(time.now() - NOON);
      return Response.json({ items: [{ title: 'x' }] });
    };
    const ask = asker('https://a.example', contextOf({ fetch, time }), { paceMs });
    return { ask, sent, time };
  }

  it('spaces the beginnings of requests, whatever source or question', async () => {
    const { ask, sent, time } = watched(150);
    const all = Promise.all([ask(), ask(), ask()]);
    await time.running((ms) => ms === 150 || ms === 300, 2);
    await vi.waitUntil(() => sent.length === 1);
    time.pass(149);
    expect(sent).toEqual([0]);
    time.pass(1);
    await vi.waitUntil(() => sent.length === 2);
    time.pass(150);
    await all;
    expect(sent).toEqual([0, 150, 300]);
  });

  it('is kept also where one wakes up late, because this process was busy', async () => {
    const { ask, sent, time } = watched(200);
    const all = Promise.all([ask(), ask(), ask()]);
    await time.running((ms) => ms === 200 || ms === 400, 2);
    await vi.waitUntil(() => sent.length === 1);
    // The second one is woken shortly before the third one's place.
    time.pass(200, 180);
    await vi.waitUntil(() => sent.length === 2);
    time.pass(20);
    await time.running((ms) => ms === 180);
    time.pass(180);
    await all;
    expect(sent).toEqual([0, 380, 580]);
  });

  it('has no place that is later than the time that there is', async () => {
    const server = await serve(TWO_PAPERS);
    const time = new VirtualTime(NOON);
    const context = contextOf({ budgetMs: 400, time });
    const ask = asker(server.url, context, { paceMs: 3_000 });
    const [first, second] = await Promise.all([ask(), ask()]);
    expect(first.records).toHaveLength(2);
    expect(second).toMatchObject({ failure: 'queue full', requests: 0, retryAt: expect.any(Number) });
    expect(time.now()).toBe(NOON);
  });

  it('gives the answer of the one before to whoever waited behind it with the same question', async () => {
    const server = await serve(TWO_PAPERS);
    const asked = [asking(server.url, { paceMs: 200 })];
    const context = contextOf();
    const both = await Promise.all([searchSources(asked, QUESTION, context), searchSources(asked, QUESTION, context)]);
    const told = both.flat().map(({ requests, fromCache }) => ({ requests, fromCache }));
    // Which of the two asks first is not promised.
    expect(told).toHaveLength(2);
    for (const one of [
      { requests: 1, fromCache: 0 },
      { requests: 0, fromCache: 1 },
    ])
      expect(told).toContainEqual(one);
  });
});

describe('redirects', () => {
  const to =
    (location: string, status = 302): Answering =>
    (response) =>
      response.writeHead(status, { location }).end();

  it('are followed on the same loopback server, three at most', async () => {
    const server = await serve((...args) => {
      const hops = /^\/(\d)/.exec(args[1].url)?.[1];
      return (hops === '0' ? TWO_PAPERS : to(`/${Number(hops ?? 3) - 1}`))(...args);
    });
    expect((await asker(server.url, contextOf())()).records).toHaveLength(2);
    expect(server.arrivals.map(({ url }) => url).slice(1)).toEqual(['/2', '/1', '/0']);
    const endless = await serve(to('/again'));
    expect(await asker(endless.url, contextOf())()).toMatchObject({ failure: 'refused', records: [] });
    expect(endless.arrivals).toHaveLength(4);
  });

  it('lead nowhere else without TLS', async () => {
    const other = await serve(TWO_PAPERS);
    for (const location of [other.url, 'ftp://127.0.0.1/', 'http://', 'https://me:word@127.0.0.1/']) {
      const server = await serve(to(location));
      expect(await asker(server.url, contextOf())()).toMatchObject({ failure: 'refused' });
    }
    expect(other.arrivals).toEqual([]);
  });

  it('take no key to another host', async () => {
    const seen: [string, Headers, RequestInit][] = [];
    const fetch: RunnerContext['fetch'] = async (url, init) => {
      seen.push([url, new Headers(init.headers), init]);
      if (seen.length === 1) return new Response(null, { status: 302, headers: { location: '/moved' } });
      if (seen.length === 2) return new Response(null, { status: 307, headers: { location: 'https://b.example/x' } });
      return Response.json({ items: [{ title: 'x' }] });
    };
    const settings = { key: new Secret('key-of-the-test') };
    const outcome = await asker('https://a.example', contextOf({ fetch }), {}, settings)();
    expect(outcome.records).toHaveLength(1);
    expect(seen.map(([url, headers]) => [url.slice(0, 23), headers.get('x-api-key')])).toEqual([
      ['https://a.example/searc', 'key-of-the-test'],
      ['https://a.example/moved', 'key-of-the-test'],
      ['https://b.example/x', null],
    ]);
    expect(seen[2]?.[1].get('user-agent')).toBe('paperqueue/9.9.9');
    expect(seen.every(([, , { redirect }]) => redirect === 'manual')).toBe(true);
  });

  it.each([
    ['address', {}],
    ['form', { method: 'POST', body: 'q=1' }],
  ] as const)('take no key that is a parameter of the %s to another host', async (_, more) => {
    const seen: string[] = [];
    const fetch: RunnerContext['fetch'] = async (url, init) => {
      seen.push(`${url} ${init.body ?? ''}`);
      if (seen.length === 1) return new Response(null, { status: 307, headers: { location: 'https://b.example/x' } });
      return Response.json({ items: [{ title: 'x' }] });
    };
    const keyParameter = { name: 'api_key', key: new Secret('key-of-the-test') };
    const search = () => ({ url: 'https://a.example/', ...more, keyParameter });
    await asker('https://a.example', contextOf({ fetch }), { search })();
    expect(seen.map((sent) => sent.includes('api_key=key-of-the-test'))).toEqual([true, false]);
  });
});
