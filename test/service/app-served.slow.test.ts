import { networkInterfaces } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SERVE_FILE } from '../../src/service/store/sqlite/schema.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { type RawAnswer, type RawRequest, rawExchange, rawRequest } from '../helpers/raw-http.ts';
import { type ServedHere, serveHere } from '../helpers/run-here.ts';
import { createAccount, type MadeAccount, Served, type ServedOptions } from '../helpers/served.ts';
import { until } from '../helpers/until.ts';
import { readMetrics } from './metrics-text.ts';
import { openServiceFile, QUERY } from './service.ts';

const UNLIMITED = ['--requests-per-minute', '1000000'];
const JSON_TYPE = { 'Content-Type': 'application/json' };
const bearer = ({ token }: MadeAccount) => ({ Authorization: `Bearer ${token}` });

const running: { end: () => unknown }[] = [];
/** In this process. */
async function serve({ dataDir, args = [], settings = {} }: ServedOptions): Promise<ServedHere> {
  const served = await serveHere(['serve', '--port', '0', ...args], { PAPERQUEUE_DATA_DIR: dataDir, ...settings });
  running.push(served);
  return served;
}

/** As a process of its own. */
async function serveBuilt(options: ServedOptions): Promise<Served> {
  const served = await Served.start(options);
  running.push(served);
  return served;
}
const endAll = async () => {
  for (const served of running.splice(0)) await served.end();
};

const creation = (account: MadeAccount): RawRequest => ({
  method: 'POST',
  path: '/v1/job/querySearch',
  headers: { ...bearer(account), ...JSON_TYPE },
  body: JSON.stringify(QUERY),
});
const credits = (account: MadeAccount): RawRequest => ({ path: '/v1/user/getCredits', headers: bearer(account) });

async function ended(served: ServedHere, account: MadeAccount, jobId: string): Promise<void> {
  await until(async () => {
    const { text } = await rawRequest(served.address, { path: `/v1/job/${jobId}`, headers: bearer(account) });
    return JSON.parse(text).status !== 'queued';
  }, 'the end of the job');
}

describe('serve on loopback', () => {
  const dataDir = libraryFolder();
  let served: ServedHere;
  let ada: MadeAccount;
  let port: string;
  beforeAll(async () => {
    ada = await createAccount(dataDir, 'ada', { basic: 1_000 });
    served = await serve({ dataDir, args: UNLIMITED, settings: { PAPERQUEUE_LOG_LEVEL: 'info' } });
    port = new URL(served.address).port;
  });
  afterAll(endAll);
  const ask = (request: RawRequest) => rawRequest(served.address, request);
  const withHost = (host: string) => ask({ ...credits(ada), headers: { ...bearer(ada), Host: host } });

  it('answers under the names of loopback, with and without port, in any case', async () => {
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'localhost', `LocalHost:${port}`, `[::1]:${port}`]) {
      expect([host, (await withHost(host)).status]).toEqual([host, 200]);
    }
  });

  it.each([
    'attacker.example',
    'attacker.example:8787',
    'localhost.attacker.example',
    '127.0.0.1.attacker.example',
    '127.1',
    '0.0.0.0',
    '192.168.0.10',
  ])('refuses the name %j with 403, at every path', async (host) => {
    for (const path of ['/v1/user/getCredits', '/healthz', '/metrics', '/openapi.json', '/elsewhere']) {
      const { status, text } = await ask({ path, headers: { ...bearer(ada), Host: host } });
      expect([path, status, JSON.parse(text)]).toEqual([path, 403, { error: expect.any(String) }]);
      expect(text).not.toContain('attacker');
    }
  });

  it.each([
    ['an empty name', 'HTTP/1.1\r\nHost:'],
    ['no name, as of old', 'HTTP/1.0'],
    ['no name', 'HTTP/1.1'],
    ['a name with a user', 'HTTP/1.1\r\nHost: user@localhost'],
    ['a name with a fragment', 'HTTP/1.1\r\nHost: attacker.example#localhost'],
    ['two ports', 'HTTP/1.1\r\nHost: localhost:80:80'],
    ['two names, one of them ours', 'HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: attacker.example'],
    ['our name in the target only', 'HTTP/1.1\r\nHost: attacker.example'],
  ])('refuses %s', async (_what, rest) => {
    for (const target of ['/metrics', `${served.address}/metrics`]) {
      const answer = await rawExchange(served.address, `GET ${target} ${rest}\r\nConnection: close\r\n\r\n`);
      // Malformed ones are refused before the app sees them.
      expect([target, answer.split(' ')[1]]).toEqual([target, expect.stringMatching(/^40[03]$/)]);
      expect(answer).not.toContain('paperqueue_');
    }
  });

  it.each(['https://attacker.example', 'null', 'http://localhost', ''])(
    'refuses a request of a web page, Origin %j, with 403, and charges nothing',
    async (origin) => {
      const before = (await ask(credits(ada))).text;
      const { headers = {}, ...rest } = creation(ada);
      const { status, text } = await ask({ ...rest, headers: { ...headers, Origin: origin } });
      expect([status, JSON.parse(text)]).toEqual([403, { error: expect.any(String) }]);
      const preflight = await ask({
        method: 'OPTIONS',
        path: rest.path,
        headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
      });
      expect(preflight.status).toBe(403);
      expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
      expect((await ask(credits(ada))).text).toBe(before);
    },
  );

  it('answers /healthz, /readyz and /openapi.json without a token', async () => {
    for (const [path, json] of [
      ['/healthz', { status: 'ok' }],
      ['/readyz', { status: 'ready' }],
    ] as const) {
      const { status, text } = await ask({ path });
      expect([status, JSON.parse(text)]).toEqual([200, json]);
    }
    expect(JSON.parse((await ask({ path: '/openapi.json' })).text).openapi).toBe('3.1.0');
  });

  it('answers HEAD without a body, and a body that is too large with 413, also in chunks', async () => {
    const head = await ask({ ...credits(ada), method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    const large = { ...creation(ada), body: 'x'.repeat(1024 * 1024) };
    expect((await ask(large)).status).toBe(413);
    const chunked = { ...large, headers: { ...large.headers, 'Transfer-Encoding': 'chunked' } };
    expect((await ask(chunked)).status).toBe(413);
    expect((await ask(credits(ada))).status).toBe(200);
  });

  it('logs each request under the id that its answer carries, and never a token', async () => {
    const { headers } = await ask(credits(ada));
    const id = headers['x-request-id'] as string;
    await expect.poll(() => served.stderr).toContain(id);
    const line = JSON.parse(served.stderr.split('\n').find((text) => text.includes(id)) ?? '');
    expect(line).toMatchObject({ level: 'info', event: 'request', id, route: '/v1/user/getCredits', status: 200 });
    expect(served.stderr).not.toContain(ada.token);
  });
});

describe('the figures of serve', () => {
  afterEach(endAll);

  it('are those of the traffic, for whoever is on the machine', async () => {
    const dataDir = libraryFolder();
    const ada = await createAccount(dataDir, 'ada', { basic: 3 });
    const served = await serve({ dataDir, args: UNLIMITED });
    const ask = (request: RawRequest) => rawRequest(served.address, request);
    const jobs: string[] = [];
    for (const _time of [1, 2, 3]) jobs.push(JSON.parse((await ask(creation(ada))).text).jobId);
    expect((await ask(creation(ada))).status).toBe(403);
    expect((await ask({ ...creation(ada), body: '{}' })).status).toBe(400);
    expect((await ask({ path: '/v1/user/getCredits' })).status).toBe(401);
    expect((await ask({ path: '/elsewhere' })).status).toBe(404);
    for (const job of jobs) await ended(served, ada, job);

    const { status, headers, text } = await ask({ path: '/metrics' });
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    const figures = readMetrics(text);
    const requests = (labels: string) => figures.get(`paperqueue_request_seconds_count{${labels}}`);
    expect(requests('method="POST",route="/v1/job/querySearch",status="200"')).toBe(3);
    expect(requests('method="POST",route="/v1/job/querySearch",status="403"')).toBe(1);
    expect(requests('method="POST",route="/v1/job/querySearch",status="400"')).toBe(1);
    expect(requests('method="GET",route="/v1/user/getCredits",status="401"')).toBe(1);
    expect(requests('method="GET",route="other",status="404"')).toBe(1);
    expect(requests('method="GET",route="/v1/job/:jobId",status="200"')).toBeGreaterThanOrEqual(3);
    expect(figures.get('paperqueue_jobs{state="success"}')).toBe(3);
    expect(figures.get('paperqueue_queue_depth')).toBe(0);
    expect(figures.get('paperqueue_job_seconds_count{state="success"}')).toBe(3);
    expect(figures.get('paperqueue_credits_total{pool="basic",kind="charge"}')).toBe(3);
    for (const secret of [...jobs, ada.token, ada.name]) expect(text).not.toContain(secret);
  });

  it('are not there for anybody else', async () => {
    // Without a network of its own the machine has at least a second address of loopback, which counts as somebody
    // else.
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    const own = addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address;
    const served = await serve({ dataDir: libraryFolder(), args: ['--host', '0.0.0.0', '--behind-proxy'] });
    const { port } = new URL(served.address);
    const ask = (path: string): Promise<RawAnswer> =>
      own
        ? rawRequest(`http://${own}:${port}`, { path })
        : rawRequest(`http://127.0.0.1:${port}`, { path, from: '127.0.0.2' });
    expect((await ask('/healthz')).status).toBe(200);
    const { status, text } = await ask('/metrics');
    expect([status, JSON.parse(text)]).toEqual([404, { error: 'Not found' }]);
    const local = (headers: Record<string, string>) =>
      rawRequest(`http://127.0.0.1:${port}`, { path: '/metrics', headers });
    expect((await local({})).status).toBe(200);
    expect((await local({ Host: `localhost:${port}` })).status).toBe(200);
    // A proxy on the same machine hands on the name that somebody elsewhere has asked for.
    for (const Host of ['papers.lab.example', '127.0.0.1.attacker.example', 'localhost.', own ?? '127.0.0.2']) {
      expect([Host, (await local({ Host })).status]).toEqual([Host, 404]);
    }
    expect((await local({ Origin: 'http://localhost' })).status).toBe(403);
  });
});

describe('the names that serve is told', () => {
  afterEach(endAll);

  it('are the only ones under which it answers', async () => {
    const served = await serve({ dataDir: libraryFolder(), args: ['--allowed-host', 'papers.lab.example'] });
    const status = async (Host: string) =>
      (await rawRequest(served.address, { path: '/healthz', headers: { Host } })).status;
    expect(await status('papers.lab.example')).toBe(200);
    expect(await status('papers.lab.example:443')).toBe(200);
    expect(await status('localhost')).toBe(403);
    expect(await status('other.lab.example')).toBe(403);
  });

  it('may be written in any case', async () => {
    const served = await serve({ dataDir: libraryFolder(), args: ['--allowed-host', 'Papers.Lab.Example'] });
    const headers = { Host: 'papers.lab.example' };
    expect((await rawRequest(served.address, { path: '/healthz', headers })).status).toBe(200);
  });
});

describe('the rate limit of serve', () => {
  afterEach(endAll);

  async function spent<S extends { address: string }>(start: (options: ServedOptions) => Promise<S>) {
    const dataDir = libraryFolder();
    const ada = await createAccount(dataDir, 'ada');
    const ben = await createAccount(dataDir, 'ben');
    const served = await start({ dataDir });
    const answers: RawAnswer[] = [];
    for (let time = 0; time < 11; time += 1) answers.push(await rawRequest(served.address, credits(ada)));
    return { dataDir, ada, ben, served, answers };
  }

  function expectRefused({ status, headers, text }: RawAnswer): void {
    expect([status, JSON.parse(text)]).toEqual([429, { error: 'Too many requests' }]);
    const seconds = Number(headers['retry-after']);
    expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60).toBe(true);
    expect(headers['ratelimit-policy']).toBe('"requests";q=10;w=60');
    expect(headers.ratelimit).toBe(`"requests";r=0;t=${seconds}`);
    expect(headers['x-request-id']).toBeDefined();
  }

  it('is 10 requests a minute by default, for each account', async () => {
    const { served, ben, answers } = await spent(serve);
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429]);
    expect(answers.map(({ headers }) => /;r=(\d+);/.exec(String(headers.ratelimit))?.[1])).toEqual([
      '9',
      '8',
      '7',
      '6',
      '5',
      '4',
      '3',
      '2',
      '1',
      '0',
      '0',
    ]);
    expectRefused(answers[10] as RawAnswer);
    expect((await rawRequest(served.address, credits(ben))).status).toBe(200);
  });

  it('refuses creations too, and takes nothing for them; what needs no account is not limited', async () => {
    const dataDir = libraryFolder();
    const ada = await createAccount(dataDir, 'ada', { basic: 5 });
    const served = await serve({ dataDir, args: ['--requests-per-minute', '2'] });
    const statuses = [];
    for (const _time of [1, 2, 3]) statuses.push((await rawRequest(served.address, creation(ada))).status);
    expect(statuses).toEqual([200, 200, 429]);
    for (let time = 0; time < 20; time += 1)
      expect((await rawRequest(served.address, { path: '/healthz' })).status).toBe(200);
    const figures = readMetrics((await rawRequest(served.address, { path: '/metrics' })).text);
    expect(figures.get('paperqueue_credits_total{pool="basic",kind="charge"}')).toBe(2);
  });

  it('outlives an orderly restart', async () => {
    const { dataDir, ada, ben, served } = await spent(serveBuilt);
    expect(await served.end('SIGTERM')).toBe(0);
    const next = await serve({ dataDir });
    expectRefused(await rawRequest(next.address, credits(ada)));
    expect((await rawRequest(next.address, credits(ben))).status).toBe(200);
  });

  it('outlives SIGKILL, but for what came in the last second', async () => {
    const { dataDir, ada, served } = await spent(serveBuilt);
    const written = openServiceFile(dataDir, SERVE_FILE);
    await until(() => written.all('SELECT 1 FROM recent_requests').length >= 10, 'the writing once a second');
    await served.end('SIGKILL');
    const next = await serve({ dataDir });
    expectRefused(await rawRequest(next.address, credits(ada)));
  });
});
