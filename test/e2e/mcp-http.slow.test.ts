import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { rawRequest } from '../helpers/raw-http.ts';
import { runHere, type ServedHere, serveHere } from '../helpers/run-here.ts';
import { ScriptedService } from '../helpers/scripted-service.ts';
import { HTTP_TOKEN } from '../helpers/secrets.ts';
import { envelope, findJob, type PostOptions, post, ServedMcp } from '../helpers/served-mcp.ts';
import { until } from '../helpers/until.ts';

/** `paperqueue mcp --http`: who is let in, whose answer is whose, and how it ends. */

const QUERY = 'How do owls that are fitted with reading glasses fare at night, compared with owls without any?';
const JSON_HEAD = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const NON_LOOPBACK = ['--port', '0', '--host', '0.0.0.0'];

const toEnd: { end?: () => unknown; stop?: () => unknown }[] = [];
afterEach(async () => {
  for (const { end, stop } of toEnd.splice(0)) await (end ?? stop)?.();
});

/** In this process. */
async function open(settings: Record<string, string> = {}, args = ['--port', '0']): Promise<ServedHere> {
  const served = await serveHere(['mcp', '--http', ...args], { PAPERQUEUE_DATA_DIR: libraryFolder(), ...settings });
  toEnd.push(served);
  return served;
}

/** As a process of its own. */
async function serve(settings: Record<string, string> = {}): Promise<ServedMcp> {
  const served = await ServedMcp.start({ PAPERQUEUE_DATA_DIR: libraryFolder(), ...settings });
  toEnd.push({ end: () => served.end() });
  return served;
}

/** A service whose jobs never end of themselves, and the settings for servers that use it. */
async function startService() {
  const scripted = await new ScriptedService({ pollsUntilDone: 1_000_000 }).start();
  const settings = {
    PAPERQUEUE_DATA_DIR: libraryFolder(),
    PAPERQUEUE_BASE_URL: scripted.baseUrl,
    PAPERQUEUE_TOKEN: scripted.token,
    PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
  };
  toEnd.push({ stop: () => scripted.stop() });
  return { scripted, settings };
}

function search(address: string, query: string, args: object = {}, options: PostOptions & { isModern?: boolean } = {}) {
  const meta = options.isModern ? { _meta: envelope() } : {};
  const params = { name: 'query_search', arguments: { query, ...args }, ...meta };
  return post(address, { id: 1, method: 'tools/call', params }, options);
}

function listAs(served: { address: string }, headers: Record<string, string>) {
  return rawRequest(served.address, {
    method: 'POST',
    path: '/mcp',
    headers: { ...JSON_HEAD, ...headers },
    body: LIST,
  });
}

/** The status; who is still sending when the server hangs up may not get to read it, which is as good a refusal. */
function refusalOf(answer: Promise<{ status: number }>): Promise<number> {
  return answer.then(
    ({ status }) => status,
    (error) => {
      const { code } = (error.cause ?? error) as NodeJS.ErrnoException;
      if (!['EPIPE', 'ECONNRESET', 'UND_ERR_SOCKET'].includes(code ?? '')) throw error;
      return 413;
    },
  );
}

describe('who is let in', () => {
  /** As it is without any settings. */
  let served: ServedHere;
  beforeAll(async () => {
    served = await open();
    toEnd.length = 0;
  });
  afterAll(() => served.end());

  it('on loopback: its own names, and no web page of elsewhere', async () => {
    const { port } = new URL(served.address);
    for (const host of [`127.0.0.1:${port}`, 'localhost', `[::1]:${port}`])
      expect((await listAs(served, { host })).status).toBe(200);
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example', '192.0.2.1'])
      expect((await listAs(served, { host })).status).toBe(403);
    const host = '127.0.0.1';
    expect((await listAs(served, { host, origin: `http://localhost:${port}` })).status).toBe(200);
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example'])
      expect((await listAs(served, { host, origin })).status).toBe(403);
    expect(served.stdout).toBe('');
  });

  it('off loopback: nobody without the token, and no start without one', async () => {
    const settings = { PAPERQUEUE_DATA_DIR: libraryFolder() };
    const refused = await runHere(['mcp', '--http', ...NON_LOOPBACK], settings);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('PAPERQUEUE_HTTP_TOKEN');

    const everywhere = await open({ ...settings, PAPERQUEUE_HTTP_TOKEN: HTTP_TOKEN }, NON_LOOPBACK);
    for (const authorization of [
      '',
      'Bearer',
      `Bearer ${HTTP_TOKEN}x`,
      `Bearer ${HTTP_TOKEN.slice(1)}`,
      `Basic ${HTTP_TOKEN}`,
    ]) {
      const { status, headers, text } = await listAs(everywhere, authorization ? { authorization } : {});
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toMatch(/^Bearer /);
      expect(text).not.toContain(HTTP_TOKEN);
    }
    const authorization = `Bearer ${HTTP_TOKEN}`;
    expect((await listAs(everywhere, { authorization, host: 'papers.lab.example' })).status).toBe(200);
    expect((await listAs(everywhere, { authorization, origin: 'https://papers.lab.example' })).status).toBe(403);
    expect(everywhere.stderr).not.toContain(HTTP_TOKEN);
  });

  it('a token that is set is asked for on loopback too, and names can be given', async () => {
    const args = ['--port', '0', '--allowed-host', 'papers.lab.example'];
    const named = await open({ PAPERQUEUE_HTTP_TOKEN: HTTP_TOKEN }, args);
    const authorization = `Bearer ${HTTP_TOKEN}`;
    expect((await listAs(named, { host: 'papers.lab.example' })).status).toBe(401);
    expect((await listAs(named, { authorization, host: '127.0.0.1' })).status).toBe(403);
    expect((await listAs(named, { authorization, host: 'papers.lab.example' })).status).toBe(200);
    expect(
      (await listAs(named, { authorization, host: 'papers.lab.example', origin: 'https://papers.lab.example' })).status,
    ).toBe(200);
  });

  it('bodies up to 512 KiB, also where the length is not told', async () => {
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/list',
      params: { padding: 'x'.repeat(600_000) },
    });
    const sent = { method: 'POST', path: '/mcp', body };
    expect(await refusalOf(rawRequest(served.address, { ...sent, headers: JSON_HEAD }))).toBe(413);
    const chunked = fetch(served.address, {
      method: 'POST',
      headers: JSON_HEAD,
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(await refusalOf(chunked)).toBe(413);
    expect((await listAs(served, {})).status).toBe(200);
  });

  it('serves /mcp and /healthz, and nothing else', async () => {
    expect(await rawRequest(served.address, { path: '/healthz' })).toMatchObject({
      status: 200,
      text: '{"status":"ok"}',
    });
    expect((await rawRequest(served.address, { path: '/' })).status).toBe(404);
    expect((await rawRequest(served.address, { path: '/mcp', headers: { accept: 'text/event-stream' } })).status).toBe(
      405,
    );
    expect((await listAs(served, { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it.each([
    [['--port', '8791'], '--http'],
    [['--http', '--port', '65536'], '--port'],
    [['--http', '--bogus'], '--bogus'],
  ])('refuses %j as bad usage', async (args, named) => {
    const { code, stderr } = await runHere(['mcp', ...args], { PAPERQUEUE_DATA_DIR: libraryFolder() });
    expect(code).toBe(2);
    expect(stderr).toContain(named);
  });

  it('says which port is taken, and what to do', async () => {
    const { port } = new URL(served.address);
    for (const command of [
      ['mcp', '--http'],
      ['ui', '--no-open'],
    ]) {
      const { code, stderr } = await runHere([...command, '--port', port], { PAPERQUEUE_DATA_DIR: libraryFolder() });
      expect(code).toBe(1);
      expect(stderr).toBe(`paperqueue: port ${port} is taken; choose another with --port, or 0 for a free one\n`);
    }
  });
});

describe('whose answer is whose', () => {
  let scripted: ScriptedService;
  let one: ServedHere;
  let other: ServedMcp;
  const opened: typeof toEnd = [];
  beforeAll(async () => {
    const service = await startService();
    scripted = service.scripted;
    [one, other] = await Promise.all([open(service.settings), serve(service.settings)]);
    opened.push(...toEnd.splice(0));
  });
  afterAll(async () => {
    for (const { end, stop } of opened) await (end ?? stop)?.();
  });
  beforeEach(() => {
    scripted.options.pollsUntilDone = 1_000_000;
    scripted.requests.length = 0;
  });

  it.each([
    ['legacy', false],
    ['modern', true],
  ])('equal ids at the same time get their own answers (%s)', async (era, isModern) => {
    scripted.options.pollsUntilDone = 2;
    const asked = Array.from({ length: 12 }, (_, index) => `${QUERY} Number ${index}, ${era}.`);
    const answers = await Promise.all(asked.map((query) => search(one.address, query, {}, { isModern })));
    const refs = answers.map((answer) => findJob(answer).ref);
    expect(new Set(refs).size).toBe(asked.length);
    // The receipt holds the request as it was sent.
    for (const [index, query] of asked.entries()) {
      const args = { jobId: refs[index], format: 'receipt-json' };
      const { result } = await post(one.address, {
        id: 1,
        method: 'tools/call',
        params: { name: 'export_papers', arguments: args },
      });
      expect(JSON.stringify(result)).toContain(query);
    }
  });

  it('any process answers for any job', async () => {
    const query = `${QUERY} And by which process?`;
    const { jobId } = findJob(await search(one.address, query, { waitSeconds: 0 }));
    scripted.options.pollsUntilDone = 0;
    const params = { name: 'get_job', arguments: { jobId } };
    const read = await post(other.address, { id: 1, method: 'tools/call', params });
    expect(read.result?.structuredContent).toMatchObject({ job: { jobId, status: 'success' } });
    const again = await search(other.address, query);
    expect(again.result?.structuredContent).toMatchObject({ job: { jobId, reused: true } });
    expect(scripted.creations).toHaveLength(1);
  });

  it.each([
    ['legacy', false],
    ['modern', true],
  ])('a client that goes away stops the waiting and never the job (%s)', async (era, isModern) => {
    const query = `${QUERY} Left alone, ${era}.`;
    const leaving = new AbortController();
    const call = search(one.address, query, {}, { signal: leaving.signal, isModern });
    await until(() => scripted.requests.some(({ method, path }) => method === 'GET' && path.includes('/job/')));
    leaving.abort();
    await expect(call).rejects.toThrow();
    // Another job, polled at the same pace, is the clock.
    const first = scripted.requests.find(({ method, path }) => method === 'GET' && path.includes('/job/'))?.path;
    const clock = new AbortController();
    const running = search(one.address, `${query} The clock.`, {}, { signal: clock.signal, isModern });
    const polls = (isFirst: boolean) =>
      scripted.requests
        .filter(({ path }) => path.includes('/job/') && !path.endsWith('Search'))
        .filter(({ path }) => (path === first) === isFirst).length;
    await until(() => polls(false) >= 1);
    const before = polls(true);
    await until(() => polls(false) >= 5);
    expect(polls(true)).toBe(before);
    clock.abort();
    await expect(running).rejects.toThrow();
    scripted.options.pollsUntilDone = 0;
    const { result } = await search(one.address, query);
    expect(result?.structuredContent).toMatchObject({ job: { reused: true, status: 'success' } });
    expect(one.stdout).toBe('');
  });
});

describe('how it ends', () => {
  it.each([
    ['SIGTERM', 'legacy', false],
    ['SIGHUP', 'modern', true],
    ['SIGINT', 'modern', true],
  ] as const)('%s: calls that wait are answered with their job, then it exits (%s)', async (signal, _era, isModern) => {
    const { scripted, settings } = await startService();
    const served = await serve(settings);
    const call = search(served.address, QUERY, { waitSeconds: 40 }, { isModern });
    await until(() => scripted.requests.some(({ method, path }) => method === 'GET' && path.includes('/job/')));
    const ended = served.end(signal);
    expect((await call).result?.structuredContent).toMatchObject({ job: { ref: 'J1', status: 'queued' } });
    expect(await ended).toEqual({ code: 0 });
  });

  it('open subscriptions, silent and half-said connections do not hold it up', async () => {
    const served = await serve();
    const { port } = new URL(served.address);
    const sockets = ['', 'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le'].map((sent) =>
      connect(Number(port), '127.0.0.1', function (this: { write(text: string): void }) {
        this.write(sent);
      }).on('error', () => {}),
    );
    const params = { notifications: { toolsListChanged: true }, _meta: envelope() };
    const listening = await fetch(served.address, {
      method: 'POST',
      headers: { ...JSON_HEAD, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params }),
    });
    expect(listening.headers.get('content-type')).toContain('text/event-stream');
    expect(await served.end()).toEqual({ code: 0 });
    await listening.text().catch(() => {});
    for (const socket of sockets) socket.destroy();
  });

  it('an answer that never comes does not hold it up for long', async () => {
    const { scripted, settings } = await startService();
    const served = await serve(settings);
    scripted.options.intercept = ({ method }) => method === 'POST';
    const call = search(served.address, QUERY).catch((error: Error) => error);
    await until(() => scripted.creations.length === 1);
    expect(await served.end()).toEqual({ code: 0 });
    const job = { ref: 'J1', jobId: null, status: 'submitting' };
    expect(await call).toMatchObject({ result: { structuredContent: { job, credits: { charged: 'unknown' } } } });
  });
});
