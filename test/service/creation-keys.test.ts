import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runs, some } from '../helpers/runs.ts';
import { BARE_PARTS } from '../helpers/service-parts.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { type FileService, type FileServiceOptions, openFileService } from './file-service.ts';
import { closeKey, createAccount } from './file-store.ts';
import { bytesIn } from './queues.ts';
import { KEYWORDS, QUERY } from './service.ts';

const opened: FileService[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const service of opened.splice(0)) await service.close();
});

type Asked = { key?: string | undefined; account?: 'ada' | 'ben'; body?: object; path?: string };

/** The service over its file, with two accounts; searches never end by themselves. */
function serve(dataDir = temporaryFolder(), options: Partial<FileServiceOptions> = {}) {
  const service = openFileService({
    ...BARE_PARTS,
    dataDir,
    resultsDays: 30,
    search: () => new Promise(() => {}),
    onError: () => {},
    accountOfToken: (token) => ({ ada: 1, ben: 2 })[token],
    ...options,
  });
  opened.push(service);
  for (const name of ['ada', 'ben']) createAccount(service.database, name, { basic: 1_000, pro: 0, privateKey: 20 });
  const call = async (method: string, path: string, { key, account = 'ada', body }: Asked = {}) => {
    const headers = {
      Authorization: `Bearer ${account}`,
      'Content-Type': 'application/json',
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const answer = await service.app.fetch(new Request(`http://service.invalid${path}`, init));
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
  };
  const create = ({ path = '/v1/job/keywordSearch', body = KEYWORDS, ...asked }: Asked = {}) =>
    call('POST', path, { body, ...asked });
  const close = (key: string, account: 'ada' | 'ben' = 'ada') => call('POST', '/v1/job/closeKey', { key, account });
  const list = async (query = '', account: 'ada' | 'ben' = 'ada') =>
    (await call('GET', `/v1/user/getJobs${query}`, { account })).json.jobs as Record<string, unknown>[];
  const charges = () =>
    service.database
      .all<{ job: string }>(`SELECT job FROM ledger WHERE kind = 'charge' ORDER BY id`)
      .map(({ job }) => job);
  return { dataDir, service, call, create, close, list, charges };
}

describe('the same creation under the same key', () => {
  it('gives the same job and is charged once, also after a restart', async () => {
    const first = serve();
    const created = await first.create({ key: 'k1' });
    expect(await first.create({ key: 'k1' })).toEqual(created);
    await opened.pop()?.close();
    const second = serve(first.dataDir);
    expect(await second.create({ key: 'k1' })).toEqual(created);
    expect(second.charges()).toEqual([created.json.jobId]);
  });

  it('is charged once when many come at the same moment', async () => {
    const { create, charges } = serve();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ key: 'k' })));
    expect(new Set(answers.map(({ json }) => json.jobId)).size).toBe(1);
    expect(charges()).toHaveLength(1);
  });

  it('is answered as it was at first, although it would be refused today', async () => {
    const dataDir = temporaryFolder();
    const body = { ...KEYWORDS, scraperKey: 'fc-a-key-at-the-scraper', callbackUrl: 'https://example.org/back' };
    const then = serve(dataDir, { checkScraperKey: async () => undefined });
    const { status, json } = await then.create({ key: 'k', body });
    expect(status).toBe(200);
    await opened.pop()?.close();
    const now = serve(dataDir, {
      maxOpenJobs: 0,
      checkScraperKey: async () => 'it has too few credits left',
      callbackUrlProblem: () => 'it is private now',
    });
    now.service.database.run('UPDATE accounts SET basic = 0, private_key = 0');
    expect(await now.create({ key: 'k', body })).toEqual({ status: 200, json });
    expect((await now.create({ key: 'new', body })).status).toBe(400);
    expect(bytesIn(dataDir)).not.toContain('fc-a-key-at-the-scraper');
  });

  it('without a key is a job of its own each time, as before', async () => {
    const { create, charges } = serve();
    const ids = [await create(), await create()].map(({ json }) => json.jobId);
    expect(new Set(ids).size).toBe(2);
    expect(charges()).toEqual(ids);
  });

  it('of another account is another creation', async () => {
    const { create, close, list } = serve();
    const ada = await create({ key: 'k' });
    expect((await close('k', 'ben')).json).toEqual({ jobId: null });
    expect((await close('k')).json).toEqual({ jobId: ada.json.jobId });
    expect(await list('', 'ben')).toEqual([]);
  });
});

describe('another creation under the same key is refused without a charge', () => {
  const base: Asked = { key: 'k', path: '/v1/job/combinedSearch', body: { ...KEYWORDS, ...QUERY } };
  it.each<[string, Asked]>([
    ['another operation', { path: '/v1/job/keywordSearch', body: KEYWORDS }],
    ['a keyword more', { body: { keywords: [...KEYWORDS.keywords, 'reef'], ...QUERY } }],
    ['another query', { body: { ...KEYWORDS, query: `${QUERY.query} today` } }],
    ['a field more', { body: { ...KEYWORDS, ...QUERY, enrich: false } }],
    ['another address to call back', { body: { ...KEYWORDS, ...QUERY, callbackUrl: 'https://example.org/' } }],
    ['another limit', { path: '/v1/job/combinedSearch?limit=200' }],
    ['a filter', { path: '/v1/job/combinedSearch?year=2020' }],
  ])('%s', async (_what, change) => {
    const { create, charges } = serve();
    await create(base);
    const { status, json } = await create({ ...base, ...change });
    expect([status, (json.error as { path: string }[])[0]?.path]).toEqual([400, 'Idempotency-Key']);
    expect(charges()).toHaveLength(1);
    expect((await create(base)).status).toBe(200);
  });

  it('but one that was refused for itself leaves its key free', async () => {
    const { create, charges } = serve();
    expect((await create({ key: 'k', body: {} })).status).toBe(400);
    expect((await create({ key: 'k', body: { ...KEYWORDS, enrich: true } })).status).toBe(403);
    expect((await create({ key: 'k' })).status).toBe(200);
    expect(charges()).toHaveLength(1);
  });
});

describe('a key', () => {
  it('is 1 to 200 printable ASCII characters without blanks: every character, and the lengths around', async () => {
    const { create, close, call } = serve();
    for (const code of some([...Array(0x180).keys()], { first: 1 })) {
      const key = `a${String.fromCharCode(code)}z`;
      const isRight = code > 0x20 && code < 0x7f;
      // What is no header value at all cannot be sent.
      const canBeSent = code === 9 || (code >= 0x20 && code !== 0x7f && code <= 0xff);
      if (canBeSent) expect([code, (await close(key)).status]).toEqual([code, isRight ? 200 : 400]);
      const listed = await call('GET', `/v1/user/getJobs?idempotencyKey=${encodeURIComponent(key)}`);
      expect([code, listed.status]).toEqual([code, isRight ? 200 : 400]);
    }
    for (const [length, status] of [
      [1, 200],
      [200, 200],
      [201, 400],
    ] as const) {
      expect([length, (await create({ key: 'x'.repeat(length) })).status]).toEqual([length, status]);
    }
    expect((await create({ key: '' })).status).toBe(400);
    expect((await call('POST', '/v1/job/closeKey')).status).toBe(400);
  });

  it('lives as long as its job, whatever a clock said in between', async () => {
    const { dataDir, create } = serve();
    const { json } = await create({ key: 'k' });
    const start = Date.now();
    for (const days of [31, 4_000, -31, 0]) {
      await opened.pop()?.close();
      vi.useFakeTimers({ toFake: ['Date'], now: start + days * 24 * 60 * 60 * 1_000 });
      const later = serve(dataDir);
      expect((await later.close('k')).json).toEqual(json);
      expect((await later.create({ key: 'k' })).json).toEqual(json);
    }
    expect(serve(dataDir).charges()).toEqual([json.jobId]);
  });

  it('of those closed the account keeps the latest, by the order in which each was last closed', () => {
    const { database } = serve().service;
    const keys = () =>
      database.all<{ key: string }>('SELECT key FROM creation_keys ORDER BY key').map(({ key }) => key);
    closeKey(database, 2, 'of ben', 2);
    for (const key of ['a', 'b', 'a', 'c']) closeKey(database, 1, key, 2);
    expect(keys()).toEqual(['a', 'c', 'of ben']);
    // However often one key is closed, it takes the place of no other.
    for (let nth = 0; nth < 5; nth += 1) closeKey(database, 1, 'c', 2);
    expect(keys()).toEqual(['a', 'c', 'of ben']);
    for (const key of ['d', 'e']) closeKey(database, 1, key, 2);
    expect(keys()).toEqual(['d', 'e', 'of ben']);
  });
});

describe('the list of jobs by key', () => {
  it('has the latest first, one of a key when asked, and only what was created under one', async () => {
    const { create, list, call } = serve();
    vi.useFakeTimers({ toFake: ['Date'] });
    const ids = [];
    for (const key of ['a', 'b', undefined, 'c']) {
      vi.advanceTimersByTime(5);
      ids.push((await create({ key })).json.jobId);
    }
    expect((await list()).map(({ idempotencyKey, jobId }) => [idempotencyKey, jobId])).toEqual([
      ['c', ids[3]],
      ['b', ids[1]],
      ['a', ids[0]],
    ]);
    expect(await list('?idempotencyKey=b')).toEqual([
      {
        jobId: ids[1],
        idempotencyKey: 'b',
        operation: 'keywordSearch',
        status: 'queued',
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
    expect(await list('?idempotencyKey=nobody')).toEqual([]);
    expect((await call('GET', '/v1/user/getJobs?idempotencyKey=a&idempotencyKey=b')).status).toBe(400);
  });

  it('has a hundred at most', async () => {
    const { create, list } = serve();
    for (let n = 0; n < 103; n += 1) await create({ key: `k${n}` });
    expect(await list()).toHaveLength(100);
  });
});

describe('a key that is closed', () => {
  it('names its job for ever, or takes none any more', async () => {
    const { create, close, charges, list } = serve();
    expect((await close('k')).json).toEqual({ jobId: null });
    expect((await create({ key: 'k' })).status).toBe(400);
    expect((await close('k')).json).toEqual({ jobId: null });
    expect([charges(), await list()]).toEqual([[], []]);
  });

  it('in any order of creations, closings and restarts: what was told stays true, and each job is charged once', async () => {
    const key = fc.constantFrom('k1', 'k2', 'k3');
    const step = fc.oneof(
      fc.record({ what: fc.constant('create' as const), key, body: fc.constantFrom(0, 1) }),
      fc.record({ what: fc.constant('close' as const), key, body: fc.constant(0) }),
      fc.record({ what: fc.constant('restart' as const), key, body: fc.constant(0) }),
    );
    const bodies = [KEYWORDS, { keywords: ['other', 'words', 'here'] }];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
        let served = serve();
        /** What each key stands for: a body and its job, or null for closed. */
        const told = new Map<string, { body: number; jobId: unknown } | null>();
        for (const { what, key, body } of steps) {
          const known = told.get(key);
          if (what === 'restart') {
            await opened.pop()?.close();
            served = serve(served.dataDir);
          } else if (what === 'close') {
            expect((await served.close(key)).json).toEqual({ jobId: known?.jobId ?? null });
            if (known === undefined) told.set(key, null);
          } else {
            const { status, json } = await served.create({ key, body: bodies[body] as object });
            if (known === undefined) told.set(key, { body, jobId: json.jobId });
            else if (known?.body === body) expect([status, json]).toEqual([200, { jobId: known.jobId }]);
            else expect(status).toBe(400);
          }
        }
        const jobs = [...told.values()].flatMap((entry) => entry?.jobId ?? []);
        expect(served.charges().sort()).toEqual(jobs.sort());
        await opened.pop()?.close();
      }),
      { numRuns: runs(20) },
    );
  });
});
