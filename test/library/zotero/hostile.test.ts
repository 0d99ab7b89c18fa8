import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import type { PushOptions } from '../../../src/library/ports/zotero.ts';
import { connectZotero } from '../../../src/library/zotero/zotero.ts';
import { normalisePaper } from '../../../src/papers/paper.ts';
import { toWire } from '../../../src/papers/wire.ts';
import type { Fetch } from '../../../src/platform/net/dial.ts';
import { exported } from '../../helpers/exported.ts';
import { startZotero, ZOTERO_KEY, type ZoteroStandIn } from '../../helpers/zotero-stand-in.ts';

/** A server that lies, fails after the write, or does not end: nothing twice, nothing lost, and no key elsewhere. */

const PAPERS = ['Reefs after the heat of one summer', 'Snow on the northern slopes', 'Winds over a shallow lake'].map(
  (title, at) => toWire(normalisePaper({ title, doi: `10.1234/${at}`, authors: ['Ada Lovelace'], year: 2020 })),
);

let zotero: ZoteroStandIn;
beforeEach(async () => {
  zotero = await startZotero();
});
afterEach(() => zotero.stop());

/** The answer to the nth write (from 0), or read, becomes another one after the server has done what was asked. */
type Twist = (answer: { status: number; text: string; headers: Headers }, nth: number) => Response | undefined;

function push(twist: { write?: Twist; read?: Twist }, options: Partial<PushOptions> = {}) {
  const count = { POST: 0, GET: 0 };
  const through: Fetch = async (url, init) => {
    const method = init.method as 'POST' | 'GET';
    const answer = await fetch(url, init);
    if (url.endsWith('/keys/current')) return answer;
    const text = await answer.text();
    const { status, headers } = answer;
    const nth = count[method];
    count[method] += 1;
    const twisted = (method === 'POST' ? twist.write : twist.read)?.({ status, text, headers }, nth);
    return twisted ?? new Response(text, { status, headers });
  };
  const timers = {
    now: () => 0,
    after: (ms: number, call: () => void) => {
      if (ms >= 60_000) return () => {};
      const timer = setImmediate(call);
      return () => clearImmediate(timer);
    },
  };
  const settings = { key: new Secret(ZOTERO_KEY), base: zotero.base, userAgent: 'test/1', fetch: through, timers };
  const { signal } = new AbortController();
  return connectZotero(settings).push(exported(PAPERS), { signal, ...options });
}

const titles = () => zotero.items.map(({ data }) => data.title).sort();
const ALL = PAPERS.map(({ title }) => title).sort();
const instead = (body: unknown, status = 200): Twist => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return ({ headers }) => new Response(text, { status, headers });
};
const first =
  (twist: Twist): Twist =>
  (answer, nth) =>
    nth === 0 ? twist(answer, nth) : undefined;

describe('an answer to a write that took place', () => {
  it.each<[string, unknown]>([
    ['is a page', '<html>maintenance</html>'],
    ['is empty', ''],
    ['names nothing', {}],
    ['is cut', '{"successful":{"0":{"key":"222'],
    ['names objects that were not sent', { successful: { 7: { key: '22222229' } } }],
    ['gives one key to all', { success: { 0: '22222229', 1: '22222229', 2: '22222229' } }],
    ['gives keys that are none', { success: { 0: 'x', 1: { key: 'x' }, 2: '../../keys' } }],
    ['says that some failed without a reason', { failed: { 0: {}, 1: null, 2: { code: 'x' } } }],
    ['is a list', []],
  ])('and that %s: what is there is found, and nothing is written twice', async (_, body) => {
    const report = await push({ write: instead(body) });
    expect(report.added.map(({ title }) => title).sort()).toEqual(ALL);
    expect(report.failed).toEqual([]);
    expect(titles()).toEqual(ALL);
  });

  it.each([500, 502, 503, 504, 520, 599])('and is status %i is compared with the library', async (status) => {
    const report = await push({ write: first(instead('', status)) });
    expect(report.added.map(({ title }) => title).sort()).toEqual(ALL);
    expect(titles()).toEqual(ALL);
  });

  it.each([204, 301, 307, 400, 404, 428])('and is status %i ends the run; the next finds all', async (status) => {
    const lie: Twist = ({ headers }) => new Response(null, { status, headers });
    await expect(push({ write: lie })).rejects.toMatchObject({ details: { charged: 'no' } });
    const report = await push({});
    expect(report.present).toHaveLength(3);
    expect(titles()).toEqual(ALL);
  });

  it('and names a part: the others are looked for', async () => {
    const some: Twist = ({ text, headers }) => {
      const { successful } = JSON.parse(text) as { successful: Record<string, unknown> };
      return new Response(JSON.stringify({ successful: { 1: successful[1] } }), { headers });
    };
    expect((await push({ write: some })).added).toHaveLength(3);
    expect(titles()).toEqual(ALL);
  });

  it('and names no collection that it made: it is found, and made once', async () => {
    const report = await push({ write: first(instead({})) }, { collection: 'Ice' });
    expect(report).toMatchObject({ collection: { key: zotero.collections[0]?.key } });
    expect(zotero.collections).toHaveLength(1);
  });
});

it('what an answer passes over and the library does not have is told, and not sent again', async () => {
  zotero.faults = [{ status: 200, headers: { 'Last-Modified-Version': '10' } }];
  const report = await push({});
  expect(report).toMatchObject({ added: [], present: [] });
  expect(report.failed.map(({ reason }) => reason)).toEqual(PAPERS.map(() => 'unknown'));
  expect(zotero.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

it('a paper that is too long for any portion does not keep the others out', async () => {
  zotero.faults = [{ status: 413 }, { status: 413 }, { status: 413 }];
  const report = await push({});
  expect(report.failed).toMatchObject([{ title: PAPERS[0]?.title, reason: 'too-long' }]);
  expect(report.added).toHaveLength(2);
});

it.each([412, 429, 409, 500])('status %i for ever is an error in a bounded number of requests', async (status) => {
  zotero.faults = Array.from({ length: 100 }, () => ({ status }));
  await expect(push({})).rejects.toMatchObject({ details: { charged: 'no' } });
  expect(zotero.asked.length).toBeLessThan(40);
  expect(zotero.items).toEqual([]);
});

describe('a list', () => {
  const full = (nth: number) =>
    JSON.stringify(Array.from({ length: 100 }, (_, at) => ({ key: '22222222', data: { title: `${nth} ${at}` } })));

  it('that gives the same page for ever is not Zotero’s', async () => {
    const same: Twist = ({ headers }) => new Response(full(0), { headers });
    await expect(push({ read: same })).rejects.toMatchObject({ details: { code: 'UPSTREAM_INVALID' } });
    expect(zotero.items).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['no JSON', '<html>'],
    ['an object', { items: [] }],
    ['null', null],
  ])('that is %s changes nothing', async (_, body) => {
    await expect(push({ read: instead(body) })).rejects.toMatchObject({ details: { code: 'UPSTREAM_INVALID' } });
    expect(zotero.items).toEqual([]);
  });

  it('with an item that does not say its collections takes it out of none', async () => {
    zotero.collections = [{ key: 'BCDE3456', version: 3, name: 'Ice' }];
    const [old] = zotero.put({
      itemType: 'book',
      title: PAPERS[0]?.title,
      DOI: '10.1234/0',
      collections: ['CDEF4567'],
    });
    const silent: Twist = ({ text, headers }) =>
      new Response(text.replace('"collections":["CDEF4567"]', '"collections":null'), { headers });
    await expect(push({ read: silent }, { collection: 'Ice' })).rejects.toMatchObject({
      details: { code: 'UPSTREAM_INVALID' },
    });
    expect(old?.data.collections).toEqual(['CDEF4567']);
  });
});

it.each([301, 302, 307, 308])('a redirect (%i) is not followed: the key goes to no other host', async (status) => {
  const other = await startZotero();
  const headers = { Location: `${other.base}/users/1234567/items` };
  try {
    zotero.faults = [{ status, headers }];
    const refused = { details: { code: 'UPSTREAM_INVALID', message: expect.not.stringContaining(ZOTERO_KEY) } };
    await expect(push({})).rejects.toMatchObject(refused);
    zotero.readFaults = [{ status, headers }];
    await expect(push({})).rejects.toMatchObject(refused);
    expect(other.asked).toEqual([]);
  } finally {
    await other.stop();
  }
});
