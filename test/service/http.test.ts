import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ensureAccount } from '../../src/service/store/sqlite/accounts.ts';
import { createJob } from '../../src/service/store/sqlite/job-queue.ts';
import { KEYWORDS, ledgerOf, openService, openServiceFile, QUERY } from './service.ts';

describe('authentication', () => {
  it.each(['', 'Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', 'token'])(
    'asks for a key when it is given %j',
    async (given) => {
      const { call } = openService();
      expect(await call('GET', '/v1/user/getCredits', undefined, given)).toEqual({
        status: 401,
        json: { error: 'API key is required' },
      });
    },
  );

  it.each([
    ['POST', '/v1/job/keywordSearch'],
    ['GET', '/v1/job/0123456789abcdef01234567'],
    ['GET', '/v1/user/getCredits'],
    ['GET', '/v1/nothing/here'],
  ])('refuses a wrong key at %s %s', async (method, path) => {
    const { call } = openService();
    const body = method === 'POST' ? KEYWORDS : undefined;
    expect((await call(method, path, body, 'Bearer wrong')).status).toBe(401);
  });

  it('gives each opening of the service a key of its own', () => {
    const first = openService();
    const second = openService({ dataDir: first.dataDir });
    expect(first.service.token.reveal()).not.toBe(second.service.token.reveal());
    expect(first.service.token.reveal()).toMatch(/^[\w-]{32,}$/);
  });
});

describe('what is not there', () => {
  it('is a job nobody made and a job of another account alike', async () => {
    const { dataDir, get } = openService();
    const database = openServiceFile(dataDir);
    const stranger = ensureAccount(database, 'stranger', { basic: null, pro: null, privateKey: null });
    const request = { operation: 'keywordSearch', body: KEYWORDS, filters: { limit: 100 } } as const;
    const { id: foreign } = createJob(database, stranger, request) as { id: string };
    expect(foreign).toMatch(/^[0-9a-f]{24}$/);
    const unknown = await get('/v1/job/0123456789abcdef01234567');
    expect(unknown).toEqual({ status: 404, json: { error: 'Job not found' } });
    expect(await get(`/v1/job/${foreign}`)).toEqual(unknown);
  });

  it.each([
    ['GET', '/v1/elsewhere'],
    ['GET', '/elsewhere'],
    ['DELETE', '/elsewhere'],
  ])('is %s %s', async (method, path) => {
    const { call } = openService();
    expect((await call(method, path)).status).toBe(404);
  });

  it.each([
    ['POST', '/v1/job/titleSearch', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/v1/job/abc', 'GET, HEAD, OPTIONS'],
    ['PUT', '/v1/job/keywordSearch', 'POST, OPTIONS'],
    ['POST', '/v1/papers/search', 'GET, HEAD, OPTIONS'],
  ])('is %s %s, and the answer names what the path takes: %s', async (method, path, allow) => {
    const { call } = openService();
    expect(await call(method, path)).toEqual({
      status: 405,
      json: { error: `Method not allowed; this path takes ${allow}` },
    });
  });

  it('is a job that has the name of an operation: ids are opaque, so that GET asks for it as for any other', async () => {
    const { get } = openService();
    expect(await get('/v1/job/keywordSearch')).toEqual({ status: 404, json: { error: 'Job not found' } });
  });
});

describe('a wrong request', () => {
  it.each<[string, string, unknown, string[]]>([
    ['neither keywords nor query', 'combinedSearch', {}, ['keywords or query']],
    ['two keywords', 'keywordSearch', { keywords: ['a', 'b'] }, ['keywords']],
    ['eleven keywords', 'keywordSearch', { keywords: 'abcdefghijk'.split('') }, ['keywords']],
    ['a keyword that is no text', 'keywordSearch', { keywords: ['a', 2, 'c'] }, ['keywords[1]']],
    ['49 characters of query', 'querySearch', { query: 'q'.repeat(49) }, ['query']],
    ['5001 characters of query', 'querySearch', { query: 'q'.repeat(5001) }, ['query']],
    ['no query', 'querySearch', {}, ['query']],
    ['a callback over http', 'querySearch', { ...QUERY, callbackUrl: 'http://example.org/' }, ['callbackUrl']],
    ['a callback to localhost', 'querySearch', { ...QUERY, callbackUrl: 'https://localhost/' }, ['callbackUrl']],
    ['enrich as text', 'querySearch', { ...QUERY, enrich: 'true' }, ['enrich']],
    ['a field of another operation', 'querySearch', { ...QUERY, ...KEYWORDS }, ['keywords']],
    ['a field nobody knows', 'querySearch', { ...QUERY, limit: 100 }, ['limit']],
    ['a list as body', 'querySearch', [QUERY], ['body']],
    ['no JSON as body', 'querySearch', '{"query":', ['body']],
    ['another limit', 'querySearch?limit=150', QUERY, ['limit']],
    ['no citations at all', 'querySearch?minCitationCount=0', QUERY, ['minCitationCount']],
    ['a field of study in lower case', 'querySearch?fieldsOfStudy=biology', QUERY, ['fieldsOfStudy[0]']],
    ['a parameter in another case', 'querySearch?Limit=100', QUERY, ['Limit']],
    ['a sort field nobody knows', 'querySearch?sort=title:desc', QUERY, ['sort']],
    ['years the wrong way round', 'querySearch?year=2001:2000', QUERY, ['year']],
    ['wrong fields in body and query string', 'querySearch?limit=1&year=x', { query: 1 }, ['query', 'limit', 'year']],
  ])('with %s is a 400 that names every wrong field, and costs nothing', async (_what, path, body, fields) => {
    const { dataDir, post } = openService();
    const { status, json } = await post(`/v1/job/${path}`, body);
    expect(status).toBe(400);
    const error = json.error as { path: string; message: string }[];
    expect(error.map((entry) => entry.path)).toEqual(fields);
    for (const { message } of error) expect(message.length).toBeGreaterThan(10);
    expect(ledgerOf(openServiceFile(dataDir))).toEqual([]);
  });
});

describe('a scraperKey', () => {
  it.each(['combinedSearch', 'keywordSearch', 'querySearch'])(
    'is refused by name at %s and never stored or shown',
    async (operation) => {
      const { dataDir, post, errors } = openService();
      const body = { ...(operation === 'querySearch' ? QUERY : KEYWORDS), scraperKey: 'fc-a-key-that-is-secret' };
      const { status, json } = await post(`/v1/job/${operation}`, body);
      expect(status).toBe(400);
      expect((json.error as { path: string }[]).map(({ path }) => path)).toEqual(['scraperKey']);
      const files = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name), 'latin1'));
      expect(JSON.stringify([json, errors, files])).not.toContain('fc-a-key');
      expect(openServiceFile(dataDir).all('SELECT id FROM jobs')).toEqual([]);
    },
  );

  it('that another kind of service accepted is not written into the queue', () => {
    const { dataDir } = openService();
    const database = openServiceFile(dataDir);
    const account = ensureAccount(database, 'other', { basic: null, pro: null, privateKey: null });
    createJob(database, account, {
      operation: 'keywordSearch',
      body: { ...KEYWORDS, scraperKey: 'fc-a-key-that-is-secret' },
      filters: { limit: 100 },
    });
    expect(ledgerOf(database)).toEqual([{ pool: 'privateKey', credits: 1 }]);
    expect(JSON.stringify(database.all('SELECT * FROM jobs'))).not.toContain('fc-a-key');
  });
});
