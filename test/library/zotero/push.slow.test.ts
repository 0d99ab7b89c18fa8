import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { checkZotero } from '../../../src/faces/doctor/checks.ts';
import type { Timers } from '../../../src/lib/timers.ts';
import type { PushOptions, PushReport } from '../../../src/library/ports/zotero.ts';
import { connectZotero } from '../../../src/library/zotero/zotero.ts';
import { normalisePaper } from '../../../src/papers/paper.ts';
import { toWire } from '../../../src/papers/wire.ts';
import { exported } from '../../helpers/exported.ts';
import { fullPaper } from '../../helpers/full-paper.ts';
import { realPapers } from '../../helpers/real-papers.ts';
import { startZotero, ZOTERO_KEY, type ZoteroStandIn } from '../../helpers/zotero-stand-in.ts';

/** Pauses are over at once and are kept; what bounds a request never comes. */
function quickTimers(): Timers & { pauses: number[] } {
  const pauses: number[] = [];
  return {
    pauses,
    now: () => 0,
    after(ms, call) {
      if (ms >= 60_000) return () => {};
      pauses.push(ms);
      const timer = setImmediate(call);
      return () => clearImmediate(timer);
    },
  };
}

function paper(fields: Parameters<typeof normalisePaper>[0]): WirePaper {
  return toWire(normalisePaper({ authors: ['Ada Lovelace'], year: 2020, ...fields }));
}

const REEFS = paper({ title: 'Reefs after the heat of one summer', doi: '10.1234/reefs', venue: 'Corals' });
const SNOW = paper({ title: 'Snow on the northern slopes of a range', doi: '10.1234/snow', venue: 'Ice' });
const WINDS = paper({ title: 'Winds that turned over a shallow lake', doi: '10.1234/winds', venue: 'Ice' });

let zotero: ZoteroStandIn;
let timers = quickTimers();
beforeEach(async () => {
  zotero = await startZotero();
  timers = quickTimers();
});
afterEach(() => zotero.stop());

function push(papers: readonly WirePaper[], options: Partial<PushOptions> = {}, key: string | undefined = ZOTERO_KEY) {
  const settings = { key: key === '' ? undefined : new Secret(key), base: zotero.base, userAgent: 'test/1' };
  const { signal } = new AbortController();
  return connectZotero({ ...settings, timers }).push(exported(papers), { signal, ...options });
}

function refs({ added, present, failed }: PushReport) {
  return [added, present, failed].map((list) => list.map(({ ref }) => ref));
}

const titles = () => zotero.items.map(({ data }) => data.title);

describe('a push', () => {
  it('writes a paper with all that Zotero has a field for', async () => {
    await push([toWire({ ...fullPaper(), authors: ['Ludwig van der Berg', 'CERN Collaboration'] })], {
      tags: ['to-read', 'ice'],
    });
    expect(zotero.items[0]?.data).toEqual({
      itemType: 'journalArticle',
      title: 'Frozen lakes remember winds',
      abstractNote: 'Ice keeps traces. They last.',
      publicationTitle: 'Journal of Ice',
      date: '2021-03-04',
      volume: '12',
      issue: '3-4',
      series: 'Frozen Things',
      pages: '101-118',
      ISSN: '1234-5679, 2434-561X',
      DOI: '10.1234/ice.5',
      url: 'https://doi.org/10.1234/ice.5',
      language: 'en',
      libraryCatalog: 'GeoRef',
      extra: expect.stringMatching(/^arXiv: 2101\.00001\nPMID: 31452104\nPMCID: PMC6712345\nCitation Key: \S+/),
      creators: [
        { creatorType: 'author', lastName: 'van der Berg', firstName: 'Ludwig' },
        { creatorType: 'author', name: 'CERN Collaboration' },
        { creatorType: 'editor', lastName: 'Hopper', firstName: 'Grace' },
        { creatorType: 'editor', lastName: 'Dijkstra', firstName: 'Edsger' },
      ],
      tags: ['to-read', 'ice', ...(fullPaper().keywords ?? [])].map((tag) => ({ tag })),
      collections: [],
      relations: {},
    });
  });

  it('adds keywords as tags and notes as notes of the item, once, whatever becomes of the answers', async () => {
    const tagged = toWire({
      ...fullPaper(),
      keywords: ['lake ice', 'x'.repeat(300)],
      notes: ['p < .05 & more\nof two', 'Two'],
    });
    const notes = () => zotero.items.filter(({ data }) => data.itemType === 'note');
    expect((await push([tagged], { dryRun: true })).notes).toEqual({ added: 2, failed: 0 });
    zotero.faults = ['lost before', 'lost before', 'lost', 'changed'];
    // The first two are of the item; then its notes are written without an answer, and read.
    expect((await push([tagged])).notes).toEqual({ added: 2, failed: 0 });
    const [item] = zotero.items;
    expect(item?.data.tags).toEqual([{ tag: 'lake ice' }, { tag: `${'x'.repeat(254)}…` }]);
    expect(notes().map(({ data }) => [data.parentItem, data.note])).toEqual([
      [item?.key, '<p>p &lt; .05 &amp; more<br/>of two</p>'],
      [item?.key, '<p>Two</p>'],
    ]);
    expect(await push([tagged])).toMatchObject({ added: [], present: [{ ref: 'J12-1' }] });
    expect(notes()).toHaveLength(2);
  });

  it('says how many notes Zotero did not take', async () => {
    zotero.faults = ['none', { status: 400 }];
    const report = await push([toWire({ ...fullPaper(), notes: ['One', 'Two'] })]);
    expect(report).toMatchObject({ added: [{ ref: 'J12-1' }], notes: { added: 0, failed: 2 } });
  });

  it('writes 200 real papers of all types in portions of 50, and finds each of them the second time', async () => {
    const papers = realPapers();
    const first = await push(papers);
    expect(first.failed).toEqual([]);
    expect(first.added.length + first.present.length).toBe(200);
    expect(first.added.length).toBeGreaterThan(190);
    expect(zotero.items).toHaveLength(first.added.length);
    const second = await push(papers);
    expect(second.added).toEqual([]);
    expect(second.present).toHaveLength(200);
    expect(zotero.items).toHaveLength(first.added.length);
  });

  it.each(['journal', 'conference', 'book section', 'book', 'thesis', 'report', 'dataset', 'preprint', 'standard'])(
    'writes a %s with fields that Zotero takes',
    async (publicationType) => {
      const report = await push([toWire({ ...fullPaper(), isPrePrint: false, publicationType })]);
      expect(report.failed).toEqual([]);
      expect(report.added).toHaveLength(1);
    },
  );

  it('knows what is there by DOI, by numbers in extra, and by title, author and year', async () => {
    const creators = [{ creatorType: 'author', firstName: 'Ada', lastName: 'Lovelace' }];
    zotero.put(
      { itemType: 'journalArticle', title: 'Reefs after the heat of one summer', DOI: 'https://doi.org/10.1234/REEFS' },
      {
        itemType: 'journalArticle',
        title: 'Snow, on northern slopes',
        date: '2020',
        extra: 'PMID: 555\nread this',
        creators,
      },
      { itemType: 'journalArticle', title: 'Winds that turned over a shallow lake', date: 'May 2020', creators },
      { itemType: 'note', note: 'Rivers that changed their minds' },
    );
    const snow = paper({ title: 'Snow on northern slopes', pmid: '555' });
    const rivers = paper({ title: 'Rivers that changed their minds', venue: 'Water' });
    const report = await push([REEFS, snow, WINDS, rivers]);
    expect(refs(report)).toEqual([['J12-4'], ['J12-1', 'J12-2', 'J12-3'], []]);
    expect(zotero.items).toHaveLength(5);
  });

  it('puts all into a collection, and changes nothing else of what is there', async () => {
    zotero.collections = [{ key: 'BCDE3456', version: 3, name: 'Coral reefs' }];
    const [old] = zotero.put({
      itemType: 'journalArticle',
      title: 'Snow on the northern slopes of a range',
      DOI: '10.1234/snow',
      tags: [{ tag: 'mine' }],
      collections: ['CDEF4567'],
    });
    const report = await push([REEFS, SNOW], { collection: 'coral REEFS', tags: ['new'] });
    expect(report).toMatchObject({ collection: { key: 'BCDE3456', isNew: false }, joined: 1 });
    expect(refs(report)).toEqual([['J12-1'], ['J12-2'], []]);
    expect(old?.data).toMatchObject({ tags: [{ tag: 'mine' }], collections: ['CDEF4567', 'BCDE3456'] });
    expect(zotero.items[1]?.data).toMatchObject({ tags: [{ tag: 'new' }], collections: ['BCDE3456'] });
    const again = await push([REEFS, SNOW], { collection: 'BCDE3456' });
    expect(again).toMatchObject({ joined: 0, added: [] });
  });

  it('makes a collection of a new name, once, and refuses a name of two', async () => {
    zotero.faults = ['lost'];
    const report = await push([REEFS], { collection: 'Reefs' });
    expect(zotero.collections.map(({ name }) => name)).toEqual(['Reefs']);
    expect(report).toMatchObject({ collection: { name: 'Reefs', isNew: true, key: zotero.collections[0]?.key } });
    zotero.collections.push({ key: 'BCDE3456', version: 3, name: 'Reefs' });
    await expect(push([SNOW], { collection: 'Reefs' })).rejects.toMatchObject({
      details: { code: 'INVALID_INPUT', message: expect.stringContaining('BCDE3456') },
    });
    await expect(push([SNOW], { collection: 'ZZZZ9999' })).rejects.toMatchObject({
      details: { code: 'INVALID_INPUT' },
    });
  });

  it('changes nothing in a dry run, and says what it would do', async () => {
    zotero.put({ itemType: 'journalArticle', title: 'Snow on the northern slopes of a range', DOI: '10.1234/snow' });
    zotero.access = { user: { library: true } };
    const report = await push([REEFS, SNOW], { dryRun: true, collection: 'Reefs' });
    expect(refs(report)).toEqual([['J12-1'], ['J12-2'], []]);
    expect(report).toMatchObject({ dryRun: true, joined: 1, collection: { name: 'Reefs', isNew: true } });
    expect(zotero.asked.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('goes into the library of a group', async () => {
    zotero.access = { user: {}, groups: { '77': { library: true, write: true } } };
    const access = zotero.access as { user: { write?: boolean } };
    access.user.write = true;
    await push([REEFS], { group: '77' });
    expect(zotero.asked.at(-1)?.path).toBe('/groups/77/items');
    await expect(push([REEFS], { group: '78' })).rejects.toMatchObject({ details: { code: 'UNAUTHORIZED' } });
    await expect(push([REEFS], { group: 'ours' })).rejects.toMatchObject({ details: { code: 'INVALID_INPUT' } });
  });
});

describe('nothing is written twice', () => {
  it('when the answer to a write is lost', async () => {
    zotero.faults = ['lost', 'lost before'];
    const report = await push([REEFS, SNOW]);
    expect(refs(report)).toEqual([['J12-1', 'J12-2'], [], []]);
    expect(titles()).toEqual([REEFS.title, SNOW.title]);
  });

  it('when an error of the server leaves open whether it was written', async () => {
    zotero.faults = [{ status: 502 }];
    expect(refs(await push([REEFS]))).toEqual([['J12-1'], [], []]);
    expect(titles()).toEqual([REEFS.title]);
  });

  it('when another program adds the same paper after we looked', async () => {
    const original = zotero.put;
    zotero.faults = ['changed'];
    // Between our reading and our writing.
    const connect = connectZotero({
      key: new Secret(ZOTERO_KEY),
      base: zotero.base,
      userAgent: 'test/1',
      timers,
      fetch: (url, init) => {
        if (init.method === 'POST' && zotero.items.length === 0)
          original({ itemType: 'journalArticle', title: SNOW.title, DOI: '10.1234/snow' });
        return fetch(url, init);
      },
    });
    const report = await connect.push(exported([REEFS, SNOW]), { signal: new AbortController().signal });
    expect(refs(report)).toEqual([['J12-1'], ['J12-2'], []]);
    expect(titles()).toEqual([SNOW.title, REEFS.title]);
  });

  it('when a paper comes back among those that were read, while the rest is read', async () => {
    zotero.put(
      ...Array.from({ length: 120 }, (_, nth) => ({ itemType: 'book', title: `Volume ${nth} of the annals` })),
    );
    const connect = connectZotero({
      key: new Secret(ZOTERO_KEY),
      base: zotero.base,
      userAgent: 'test/1',
      timers,
      fetch: (url, init) => {
        if (url.includes('start=100') && zotero.items.length === 120) {
          const [restored] = zotero.put({ itemType: 'journalArticle', title: SNOW.title, DOI: '10.1234/snow' });
          zotero.items.unshift(...(restored ? [restored] : []));
          zotero.items.pop();
        }
        return fetch(url, init);
      },
    });
    const report = await connect.push(exported([SNOW]), { signal: new AbortController().signal });
    expect(refs(report)).toEqual([[], ['J12-1'], []]);
    expect(zotero.items).toHaveLength(121);
  });

  it('when the library changes all the time: it gives up, and says what was added', async () => {
    zotero.faults = ['changed', 'changed', 'changed', 'changed', 'changed', 'changed'];
    await expect(push([REEFS])).rejects.toMatchObject({ details: { code: 'UPSTREAM_UNAVAILABLE', charged: 'no' } });
    expect(zotero.items).toEqual([]);
  });
});

describe('what Zotero refuses', () => {
  it('is waited for where it asks for a short pause', async () => {
    zotero.faults = [{ status: 429, headers: { 'Retry-After': '7' } }];
    zotero.readFaults = [{ status: 503, headers: { 'Retry-After': '3' } }, { status: 500 }];
    expect((await push([REEFS])).added).toHaveLength(1);
    expect(timers.pauses).toEqual([3_000, 1_000, 7_000]);
  });

  it('is an error of the closed set', async () => {
    zotero.faults = [{ status: 429, headers: { 'Retry-After': '600' } }];
    await expect(push([REEFS])).rejects.toMatchObject({ details: { code: 'RATE_LIMITED', retryAfterSeconds: 600 } });
    zotero.readFaults = [{ status: 500 }, { status: 500 }, { status: 500 }];
    await expect(push([REEFS])).rejects.toMatchObject({ details: { code: 'UPSTREAM_UNAVAILABLE' } });
    zotero.faults = [{ status: 400 }];
    await expect(push([REEFS])).rejects.toMatchObject({ details: { code: 'UPSTREAM_INVALID' } });
    const refused = { details: { code: 'UNAUTHORIZED', message: expect.stringContaining('does not accept the key') } };
    await expect(push([REEFS], {}, 'wrong')).rejects.toMatchObject(refused);
    zotero.access = { user: { library: true, write: false } };
    const readOnly = { details: { code: 'UNAUTHORIZED', message: expect.stringContaining('may not write') } };
    await expect(push([REEFS])).rejects.toMatchObject(readOnly);
  });

  it('is sent in smaller portions where a request was too large', async () => {
    zotero.faults = [{ status: 413 }, { status: 413 }];
    expect((await push([REEFS, SNOW, WINDS])).added).toHaveLength(3);
    expect(
      zotero.asked.filter(({ method }) => method === 'POST').map(({ body }) => (body as unknown[]).length),
    ).toEqual([3, 2, 1, 1, 1]);
  });

  it('is told by paper where it takes the others', async () => {
    zotero.faults = [];
    const odd = exported([REEFS, SNOW]);
    const server = connectZotero({
      key: new Secret(ZOTERO_KEY),
      base: zotero.base,
      userAgent: 'test/1',
      timers,
      fetch: (url, init) =>
        fetch(url, { ...init, ...(init.body && { body: String(init.body).replace('Reefs after', 'x","nope":"') }) }),
    });
    const report = await server.push(odd, { signal: new AbortController().signal });
    expect(refs(report)).toEqual([['J12-2'], [], ['J12-1']]);
    expect(report.failed[0]?.reason).toBe('field');
  });

  it('waits as long as a Backoff says before the next request', async () => {
    let first = true;
    const server = connectZotero({
      key: new Secret(ZOTERO_KEY),
      base: zotero.base,
      userAgent: 'test/1',
      timers,
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        const headers = new Headers(answer.headers);
        if (first) headers.set('Backoff', '9');
        first = false;
        return new Response(await answer.text(), { status: answer.status, headers });
      },
    });
    await server.push(exported([REEFS]), { signal: new AbortController().signal });
    expect(timers.pauses).toEqual([9_000]);
  });
});

describe('Zotero on this machine', () => {
  it('asks a person before each write, or once where they always allow it', async () => {
    const local = await startZotero({ local: true });
    try {
      const { signal } = new AbortController();
      let questions = 0;
      const onQuestion = () => {
        questions += 1;
      };
      const connect = connectZotero({ key: undefined, base: local.base, userAgent: 'test/1', timers });
      await connect.push(exported([REEFS]), { signal, onQuestion, collection: 'Reefs' });
      expect(questions).toBe(2);
      local.answers = ['always'];
      await connect.push(exported([SNOW, REEFS]), { signal, onQuestion, collection: 'Snow' });
      expect(questions).toBe(3);
      expect(local.items.map(({ data }) => data.title)).toEqual([REEFS.title, SNOW.title]);
      local.answers = ['deny'];
      await expect(connect.push(exported([WINDS]), { signal })).rejects.toMatchObject({
        details: { code: 'UNAUTHORIZED' },
      });
    } finally {
      await local.stop();
    }
  });

  it('is read alone before version 10, and need not run', async () => {
    const old = await startZotero({ local: true, writes: false });
    const connect = connectZotero({ key: undefined, base: old.base, userAgent: 'test/1', timers });
    const { signal } = new AbortController();
    expect((await connect.push(exported([REEFS]), { signal, dryRun: true })).added).toHaveLength(1);
    const failure = { details: { code: 'NOT_CONFIGURED', message: expect.stringContaining('Zotero 10') } };
    await expect(connect.push(exported([REEFS]), { signal })).rejects.toMatchObject(failure);
    await old.stop();
    const away = { details: { code: 'NOT_CONFIGURED', message: expect.stringContaining('not open on this machine') } };
    await expect(connect.push(exported([REEFS]), { signal })).rejects.toMatchObject(away);
  });
});

describe('the check of doctor', () => {
  const check = (online: boolean, key = ZOTERO_KEY) => {
    const connect = connectZotero({ key: new Secret(key), base: zotero.base, userAgent: 'test/1', timers });
    return checkZotero({ online, zoteroKey: connect.readKey }, new AbortController().signal);
  };

  it('sends the key only when it is wanted, and says what it may do', async () => {
    expect(await check(false)).toMatchObject([{ state: 'ok' }]);
    expect(zotero.asked).toEqual([]);
    const told = 'key set; it is of anna and may read and write the personal library';
    expect(await check(true)).toMatchObject([{ state: 'ok', message: told }]);
    expect(await check(true, 'wrong')).toMatchObject([{ state: 'problem' }]);
    await zotero.stop();
    expect(await check(true)).toMatchObject([{ state: 'warning' }]);
  });
});
