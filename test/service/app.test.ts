import { afterEach, describe, expect, it } from 'vitest';
import type { AnsweredRequest } from '../../src/service/deps.ts';
import { BARE_PARTS } from '../helpers/service-parts.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { type FileServiceOptions, openFileService } from './file-service.ts';
import { KEYWORDS, QUERY } from './service.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const PAPER = { id: 'p1', title: 'Owls with reading glasses' };

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const service of opened.splice(0)) await service.close();
});

/** The app over a store of its own, asked without a socket; account 1 has the token `one`. */
function openApp(options: Partial<FileServiceOptions> = {}) {
  const seen: AnsweredRequest[] = [];
  const errors: string[] = [];
  const titles: string[] = [];
  const service = openFileService({
    ...BARE_PARTS,
    papers: {
      byTitle: (title) => {
        titles.push(title);
        return [PAPER];
      },
      byId: (id) => (id === 'p1' || id === '10.1000/p1' ? PAPER : undefined),
    },
    search: () => ({ papers: [], notes: [] }),
    dataDir: temporaryFolder(),
    resultsDays: 1,
    accountOfToken: (token) => {
      if (token === 'fault') throw new Error('a detail of the inside');
      return token === 'one' ? 1 : undefined;
    },
    onError: (event, error) => errors.push(`${event}: ${error}`),
    onRequest: (facts) => seen.push(facts),
    ...options,
  });
  opened.push(service);
  service.database.run(
    `INSERT INTO accounts (id, name, basic, pro, private_key, created_at) VALUES (1, 'one', NULL, NULL, NULL, 0)`,
  );
  const ask = async (method: string, path: string, init: RequestInit & { token?: string | undefined } = {}) => {
    const { token = 'one', headers, ...rest } = init;
    const authorization = token === '' ? {} : { Authorization: `Bearer ${token}` };
    const all = { ...authorization, 'Content-Type': 'application/json', ...headers };
    const answer = await service.app.fetch(
      new Request(`http://service.invalid${path}`, { method, headers: all as Record<string, string>, ...rest }),
    );
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    ask('POST', path, { body: typeof body === 'string' ? body : JSON.stringify(body), headers });
  const jobs = () => service.database.all('SELECT id FROM jobs').length;
  return { ask, post, jobs, seen, errors, titles, database: service.database };
}

const READS = [
  '/v1/user/getCredits',
  '/v1/job/none',
  '/v1/papers/search?title=owls',
  '/v1/papers/p1',
  '/healthz',
  '/readyz',
  '/openapi.json',
];
const CREATIONS = ['combinedSearch', 'keywordSearch', 'querySearch'].map((name) => `/v1/job/${name}`);

describe('HEAD', () => {
  it.each(READS)('of %s is answered as GET is, without a body', async (path) => {
    const { ask } = openApp();
    const [get, head] = [await ask('GET', path), await ask('HEAD', path)];
    expect(head.status).toBe(get.status);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    expect(get.text).not.toBe('');
    expect(head.text).toBe('');
  });

  it('needs a token where GET needs one', async () => {
    expect((await openApp().ask('HEAD', '/v1/user/getCredits', { token: '' })).status).toBe(401);
  });
});

const ALLOWED: [path: string, allow: string][] = [
  ...READS.map((path): [string, string] => [path, 'GET, HEAD, OPTIONS']),
  ...CREATIONS.map((path): [string, string] => [path, 'POST, OPTIONS']),
];

describe('OPTIONS', () => {
  it.each(ALLOWED)('of %s says %s, and does nothing', async (path, allow) => {
    const { ask, jobs } = openApp();
    const { status, headers, text } = await ask('OPTIONS', path);
    expect([status, headers.get('allow'), text]).toEqual([204, allow, '']);
    expect(jobs()).toBe(0);
  });

  it('of a path that is not there is a 404', async () => {
    expect((await openApp().ask('OPTIONS', '/v1/elsewhere')).status).toBe(404);
  });
});

describe('another method', () => {
  it.each(ALLOWED)('at %s is a 405 that says %s', async (path, allow) => {
    const { ask, jobs } = openApp();
    for (const method of ['PUT', 'PATCH', 'DELETE', 'PROPFIND', ...(allow.startsWith('GET') ? ['POST'] : [])]) {
      const { status, headers, text } = await ask(method, path);
      expect([method, status, headers.get('allow')]).toEqual([method, 405, allow]);
      expect(JSON.parse(text).error).toContain(allow);
    }
    expect(jobs()).toBe(0);
  });
});

describe('a body', () => {
  const LIMIT = 256 * 1024;

  it('that is larger than the limit is a 413, and no job', async () => {
    const { post, jobs } = openApp();
    const { status, text } = await post('/v1/job/querySearch', JSON.stringify(QUERY).padEnd(LIMIT + 1));
    expect([status, JSON.parse(text)]).toEqual([413, { error: 'Body larger than 262144 bytes' }]);
    expect(jobs()).toBe(0);
  });

  it('of exactly the limit is read', async () => {
    const { post, jobs } = openApp();
    expect((await post('/v1/job/querySearch', JSON.stringify(QUERY).padEnd(LIMIT))).status).toBe(200);
    expect(jobs()).toBe(1);
  });

  it('that does not say how large it is, is stopped at the limit', async () => {
    const { ask } = openApp();
    let chunks = 0;
    const endless = new ReadableStream({
      pull(controller) {
        chunks += 1;
        controller.enqueue(new Uint8Array(64 * 1024).fill(0x20));
      },
    });
    const init = { body: endless, duplex: 'half' } as RequestInit;
    expect((await ask('POST', '/v1/job/querySearch', init)).status).toBe(413);
    expect(chunks).toBeLessThan(20);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/json-patch+json',
    'json',
    '',
  ])('of type %j is a 415 at every creation, and no job', async (type) => {
    const { ask, jobs } = openApp();
    for (const path of CREATIONS) {
      const body = new TextEncoder().encode(JSON.stringify({ ...QUERY, ...KEYWORDS }));
      const { status, text } = await ask('POST', path, { body, headers: { 'Content-Type': type } });
      expect([path, status]).toEqual([path, 415]);
      expect(JSON.parse(text).error).toContain('application/json');
    }
    expect(jobs()).toBe(0);
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
  ])('of type %s is read', async (type) => {
    expect((await openApp().post('/v1/job/querySearch', QUERY, { 'Content-Type': type })).status).toBe(200);
  });
});

describe('each answer', () => {
  it('carries an id of its own, whatever it says, and the observer hears the same', async () => {
    const { ask, post, seen } = openApp();
    const answers = [
      await post('/v1/job/querySearch', QUERY),
      await post('/v1/job/querySearch', {}),
      await ask('GET', '/v1/job/0123456789abcdef01234567'),
      await ask('GET', '/v1/user/getCredits', { token: '' }),
      await ask('GET', '/v1/elsewhere/else'),
      await ask('DELETE', '/healthz'),
      await post('/v1/job/querySearch', 'x'.repeat(300_000)),
      await post('/v1/job/querySearch', '{}', { 'Content-Type': 'text/plain', 'X-Request-Id': 'mine' }),
      await ask('GET', '/v1/user/getCredits', { token: 'fault' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 401, 404, 405, 413, 415, 500]);
    const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '');
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(ids.length);
    expect(seen.map(({ id, status }) => [id, status])).toEqual(
      answers.map(({ status }, index) => [ids[index], status]),
    );
  });

  it('is told by route and account, never by path: paths hold ids', async () => {
    const { ask, post, seen } = openApp();
    await post('/v1/job/querySearch?limit=100', QUERY);
    await ask('GET', '/v1/job/0123456789abcdef01234567');
    await ask('GET', '/v1/papers/p1');
    await ask('GET', '/v1/user/getCredits', { token: '' });
    await ask('GET', '/v1/elsewhere/0123456789abcdef01234567');
    expect(seen.map(({ method, route, status, account }) => [method, route, status, account])).toEqual([
      ['POST', '/v1/job/querySearch', 200, 1],
      ['GET', '/v1/job/:jobId', 404, 1],
      ['GET', '/v1/papers/:id', 200, 1],
      ['GET', '/v1/user/getCredits', 401, undefined],
      ['GET', 'other', 404, 1],
    ]);
    for (const { seconds } of seen) expect(seconds).toBeGreaterThanOrEqual(0);
  });
});

describe('a fault', () => {
  it('is a 500 that tells nothing of it; the log is told', async () => {
    const { ask, errors } = openApp();
    const { status, text } = await ask('GET', '/v1/user/getCredits', { token: 'fault' });
    expect([status, JSON.parse(text)]).toEqual([500, { error: 'Internal error' }]);
    expect(errors).toEqual(['request failed: Error: a detail of the inside']);
  });
});

describe('a store that is gone', () => {
  it('makes a service that was ready no longer so', async () => {
    const { ask, errors, database } = openApp();
    const ready = await ask('GET', '/readyz', { token: '' });
    expect([ready.status, JSON.parse(ready.text)]).toEqual([200, { status: 'ready' }]);
    database.close();
    const gone = await ask('GET', '/readyz', { token: '' });
    expect([gone.status, JSON.parse(gone.text)]).toEqual([503, { status: 'not ready' }]);
    expect(errors.join()).toContain('not ready');
  });

  it('leaves the process healthy, and creations are a 503 that says that nothing was charged', async () => {
    const { ask, post, database } = openApp();
    database.close();
    const healthy = await ask('GET', '/healthz', { token: '' });
    expect([healthy.status, JSON.parse(healthy.text)]).toEqual([200, { status: 'ok' }]);
    const failed = await post('/v1/job/querySearch', QUERY);
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '30']);
    expect(JSON.parse(failed.text).error).toContain('nothing was charged');
  });
});

describe('papers', () => {
  it('are searched by the title that was asked for, blanks around it left out', async () => {
    const { ask, titles } = openApp();
    const { status, text } = await ask('GET', '/v1/papers/search?title=%20Owls+with%20r%C3%A9ading%20glasses%20');
    expect([status, JSON.parse(text)]).toEqual([200, [PAPER]]);
    expect(titles).toEqual(['Owls with r\u00e9ading glasses']);
  });

  it.each([
    ['', ['title']],
    ['?title=', ['title']],
    ['?title=%20+%09', ['title']],
    ['?Title=owls', ['Title', 'title']],
    ['?title=owls&limit=100', ['limit']],
    ['?title=owls&title=larks', ['title']],
    ['?title=%ff', ['query string']],
    ['?title=owls%', ['query string']],
  ])('search%s is a 400 that names %j, and searches nothing', async (query, fields) => {
    const { ask, titles } = openApp();
    const { status, text } = await ask('GET', `/v1/papers/search${query}`);
    expect(status).toBe(400);
    expect((JSON.parse(text).error as { path: string }[]).map(({ path }) => path)).toEqual(fields);
    expect(titles).toEqual([]);
  });

  it.each(['p1', '10.1000%2Fp1', 'p%31'])('are given by id: %s', async (id) => {
    const { status, text } = await openApp().ask('GET', `/v1/papers/${id}`);
    expect([status, JSON.parse(text)]).toEqual([200, PAPER]);
  });

  it.each(['p2', 'P1', 'p1%00', '%ff', '%'])('that are not there are a 404: %s', async (id) => {
    const { status, text } = await openApp().ask('GET', `/v1/papers/${id}`);
    expect([status, JSON.parse(text)]).toEqual([404, { error: 'Paper not found' }]);
  });
});
