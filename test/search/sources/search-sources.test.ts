import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveSourceName } from '../../../src/contract/source-names.ts';
import { readQueryText } from '../../../src/papers/query/query.ts';
import { type RunnerContext, type SourceWithSettings, searchSources } from '../../../src/search/sources/runner.ts';
import { trackConnectivity } from '../../../src/search/sources/transport/connectivity.ts';
import {
  asking,
  atTheEnd,
  contextOf,
  json,
  NOON,
  openStore,
  readPort,
  serve,
  TWO_PAPERS,
} from '../../helpers/sources/stand-ins.ts';
import { QUESTION } from '../../helpers/sources/toy-source.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { VirtualTime } from '../../helpers/virtual-time.ts';
import { makeCertificates } from '../../service/callbacks/certificates.ts';

const NAMES: LiveSourceName[] = ['openalex', 'crossref', 'europepmc', 'arxiv'];
const four = (url: string): SourceWithSettings[] => NAMES.map((name) => asking(url, { name, timeoutMs: 5_000 }));
/** No name can have a part so long, so that the look-up fails without asking anybody. */
const NO_NAME = `http://${'a'.repeat(70)}.invalid`;
const failuresOf = (outcomes: { failure?: unknown }[]) => outcomes.map(({ failure }) => failure);

/** Takes connections and never says a word: over https, connecting hangs. `greeted` is told of each that has begun. */
async function silence(greeted: () => void = () => {}): Promise<string> {
  const server = createServer((socket) => {
    socket.once('data', greeted);
    socket.on('error', () => {});
    atTheEnd(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atTheEnd(() => server.close());
  return `https://127.0.0.1:${readPort(server)}`;
}

describe('no network', () => {
  it('a gather of four ends at once when no name is known', async () => {
    const time = new VirtualTime(NOON);
    const outcomes = await searchSources(four(NO_NAME), QUESTION, contextOf({ time }));
    expect(failuresOf(outcomes)).toEqual(Array(4).fill('unreachable'));
    expect(outcomes.map(({ source, requests }) => [source, requests])).toEqual(NAMES.map((name) => [name, 0]));
    expect(time.now()).toBe(NOON);
  });

  it("and within 2.5 seconds when looking up names hangs, with the product's own time-outs", async () => {
    const time = new VirtualTime(NOON);
    const context = contextOf({ fetching: { lookup: () => new Promise<never>(() => {}) }, time });
    const gathering = searchSources(four('http://sources.invalid'), QUESTION, context);
    await time.running((ms) => ms <= 2_500, 4);
    time.pass(2_500);
    expect(failuresOf(await gathering)).toEqual(Array(4).fill('unreachable'));
    expect(time.now()).toBe(NOON + 2_500);
  });

  it('and as soon when connections are taken and nothing comes of them', async () => {
    const time = new VirtualTime(NOON);
    let greeted = 0;
    const url = await silence(() => {
      greeted += 1;
    });
    const gathering = searchSources(four(url), QUESTION, contextOf({ time }));
    await vi.waitUntil(() => greeted === 4);
    time.pass(2_500);
    expect(failuresOf(await gathering)).toEqual(Array(4).fill('unreachable'));
    expect([time.now(), greeted]).toEqual([NOON + 2_500, 4]);
  });

  it('nor does one that waits for its pace hold it up, search after search', async () => {
    const time = new VirtualTime(NOON);
    const store = openStore(time.now);
    const asked = NAMES.map((name) => asking(`${NO_NAME}.${name}`, { name, paceMs: name === 'arxiv' ? 3_500 : 300 }));
    for (let search = 0; search < 2; search += 1) {
      // Another process has just asked arXiv: its next place is far away.
      const key = `pace ${new URL(`${NO_NAME}.arxiv`).host}`;
      store.updateHost(key, (state, now) => [{ ...state, nextAt: now + 3_500 }, 0]);
      const outcomes = await searchSources(asked, QUESTION, contextOf({ store, time }));
      expect(failuresOf(outcomes)).toEqual(Array(4).fill('unreachable'));
      expect(time.now()).toBe(NOON);
    }
  });

  it('leaves no trace in pace or breaker: the first search with a network asks all', async () => {
    const time = new VirtualTime(NOON);
    const store = openStore(time.now);
    const server = await serve(TWO_PAPERS);
    await server.close();
    const asked = [asking(server.url, { paceMs: 300 })];
    for (let search = 0; search < 5; search += 1) await searchSources(asked, QUESTION, contextOf({ store, time }));
    await serve(TWO_PAPERS, undefined, Number(new URL(server.url).port));
    const outcomes = await searchSources(asked, QUESTION, contextOf({ store, time }));
    expect(outcomes).toMatchObject([{ requests: 1, records: [{}, {}] }]);
    expect(time.now()).toBe(NOON);
  });
});

describe('a source that is hard to reach', () => {
  it.each([
    [1_500, undefined],
    [2_600, 'unreachable'],
  ])('by %i ms is tried once, and has 2.5 seconds whether others answer or not', async (ms, failure) => {
    const [good, far] = [await serve(TWO_PAPERS), await serve(TWO_PAPERS)];
    for (const others of [[], [asking(good.url, { timeoutMs: 5_000 })]]) {
      const time = new VirtualTime(NOON);
      let looked = 0;
      const lookup = () => {
        looked += 1;
        return new Promise<string[]>((resolve) => void time.after(ms, () => resolve(['127.0.0.1'])));
      };
      const hard = asking(`http://far.invalid:${new URL(far.url).port}`, { name: 'arxiv', timeoutMs: 5_000 });
      const network = trackConnectivity();
      const gathering = searchSources([hard, ...others], QUESTION, contextOf({ fetching: { lookup }, time, network }));
      await time.running((delay) => delay === ms, 1);
      await vi.waitUntil(() => network.isOnline || others.length === 0);
      time.pass(Math.min(ms, 2_500));
      const [outcome, ...rest] = await gathering;
      expect([outcome?.failure, outcome?.records.length, looked]).toEqual([failure, failure ? 0 : 2, 1]);
      expect(failuresOf(rest)).toEqual(others.map(() => undefined));
    }
  });

  it('is left alone after three searches in which others answered', async () => {
    const good = await serve(TWO_PAPERS);
    const asked = [asking(await silence(), { name: 'arxiv', timeoutMs: 5_000 }), asking(good.url)];
    const time = new VirtualTime(NOON);
    const store = openStore(time.now);
    const seen = [];
    for (let search = 0; search < 4; search += 1) {
      const question = { ...QUESTION, keywords: [readQueryText(`${search}`)] };
      const network = trackConnectivity();
      const gathering = searchSources(asked, question, contextOf({ store, time, network }));
      await vi.waitUntil(() => network.isOnline);
      time.pass(2_500);
      seen.push((await gathering)[0]?.failure);
    }
    expect(seen).toEqual(['unreachable', 'unreachable', 'unreachable', 'paused after failures']);
  });
});

describe('faults together', () => {
  it('cost only the sources that have them, and end in time', async () => {
    const certificates = await makeCertificates('IP:127.0.0.1');
    const good = await serve(TWO_PAPERS);
    const slow = await serve(() => {});
    const drips = await serve((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    });
    const cut = await serve((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"items":[');
      setTimeout(() => response.destroy(), 20);
    });
    const breaks = await serve((response) => response.destroy());
    const wrongType = await serve((response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'));
    const notJson = await serve((response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"it'),
    );
    const storm = await serve((response) =>
      response.writeHead(429, { 'content-type': 'text/html' }).end('Rate exceeded.'),
    );
    const down = await serve(json({ error: 'down' }, 500));
    const says = await serve(json({ failure: 'refused' }));
    const huge = await serve(json({ items: [{ title: 'x'.repeat(200_000) }] }));
    const strange = await serve(TWO_PAPERS, certificates);
    const away = await serve((response) => response.writeHead(302, { location: 'http://example.invalid/' }).end());
    // Only those that never end are ended by their time: the others have as much as a busy machine needs.
    const timeoutOf = (url: string) => (url === slow.url || url === drips.url ? 1_000 : 600_000);
    const all = [
      good.url,
      slow.url,
      drips.url,
      cut.url,
      breaks.url,
      wrongType.url,
      notJson.url,
      storm.url,
      down.url,
      says.url,
      huge.url,
      strange.url,
      away.url,
      NO_NAME,
    ].map((url) => asking(url, { timeoutMs: timeoutOf(url) }));
    const outcomes = await searchSources(all, QUESTION, contextOf());
    expect(outcomes.map(({ failure, requests, records }) => [failure, requests, records.length])).toEqual([
      [undefined, 1, 2],
      ['too slow', 1, 0],
      ['too slow', 1, 0],
      ['unreadable', 2, 0],
      ['unreachable', 2, 0],
      ['unreadable', 1, 0],
      ['unreadable', 1, 0],
      ['rate limited', 1, 0],
      ['refused', 2, 0],
      ['refused', 1, 0],
      ['unreadable', 1, 0],
      ['unreachable', 0, 0],
      ['refused', 1, 0],
      ['unreachable', 0, 0],
    ]);
  });

  it('end within a budget that is shorter than any of them', async () => {
    const slow = await serve(() => {});
    const good = await serve(TWO_PAPERS);
    const time = new VirtualTime(NOON);
    const context = contextOf({ budgetMs: 300, time });
    const gathering = searchSources([asking(slow.url), asking(good.url)], QUESTION, context);
    await vi.waitUntil(() => slow.arrivals.length + good.arrivals.length === 2);
    await time.fireOnly((ms) => ms === 300, 1);
    time.pass(300);
    expect(failuresOf(await gathering)).toEqual(['too slow', undefined]);
  });
});

describe('sockets', () => {
  let opened = 0;
  const count = () => {
    opened += 1;
  };
  beforeEach(() => {
    opened = 0;
    diagnostics.subscribe('net.client.socket', count);
  });
  afterEach(() => void diagnostics.unsubscribe('net.client.socket', count));

  it('none is opened, and no file made, when no source is asked', async () => {
    const path = join(temporaryFolder(), 'sources.sqlite');
    const context: RunnerContext = contextOf({ store: openStore(undefined, path) });
    expect(await searchSources([], QUESTION, context)).toEqual([]);
    expect([opened, existsSync(path)]).toEqual([0, false]);
    // That the counting counts:
    await searchSources([asking((await serve(TWO_PAPERS)).url)], QUESTION, context);
    expect([opened, existsSync(path)]).toEqual([1, true]);
  });
});
