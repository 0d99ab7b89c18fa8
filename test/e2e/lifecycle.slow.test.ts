import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { RawServer } from '../helpers/built-server.ts';
import { ScriptedService } from '../helpers/scripted-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { until } from '../helpers/until.ts';

const QUERY = 'How do owls that are fitted with reading glasses fare at night, compared with owls without any?';
const dataDir = temporaryFolder();

async function withScripted(run: (scripted: ScriptedService, settings: Record<string, string>) => Promise<void>) {
  const scripted = await new ScriptedService({ pollsUntilDone: 1_000 }).start();
  const settings = {
    PAPERQUEUE_DATA_DIR: dataDir,
    PAPERQUEUE_BASE_URL: scripted.baseUrl,
    PAPERQUEUE_TOKEN: scripted.token,
    PAPERQUEUE_REQUESTS_PER_MINUTE: '600',
  };
  try {
    await run(scripted, settings);
  } finally {
    await scripted.stop();
  }
}

describe('the life of the server process', () => {
  it('goes on after a message that is too long, which gets an error', async () => {
    const server = new RawServer({ PAPERQUEUE_DATA_DIR: dataDir });
    await server.initialize();
    const query = 'owls '.repeat(2_500_000);
    server.send({ id: 5, method: 'tools/call', params: { name: 'query_search', arguments: { query } } });
    server.send({ id: 6, method: 'ping' });
    await until(() => server.messages.some(({ id }) => id === 6));
    expect(server.messages.find(({ id }) => id === 5)?.error?.message).toContain('longer than 4 MB');
    expect((await server.end()).code).toBe(0);
  });

  it('ends when stdin is closed, having opened nothing', async () => {
    const server = new RawServer({ PAPERQUEUE_DATA_DIR: dataDir });
    await server.initialize();
    expect(await server.end()).toEqual({ code: 0 });
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)('ends in order at %s', async (signal) => {
    const server = new RawServer({ PAPERQUEUE_DATA_DIR: dataDir });
    await server.initialize();
    const ended = once(server.child, 'close');
    server.child.kill(signal);
    expect(await ended).toEqual([0, null]);
  });

  it('ends when stdin is closed while a job is polled that would go on, and finds the job again', async () => {
    await withScripted(async (scripted, settings) => {
      const server = new RawServer(settings);
      await server.initialize();
      server.send({ id: 1, method: 'tools/call', params: { name: 'query_search', arguments: { query: QUERY } } });
      await until(() => scripted.requests.some((request) => request.method === 'GET'));
      expect(await server.end()).toEqual({ code: 0 });

      scripted.options.pollsUntilDone = 0;
      const next = new RawServer(settings);
      await next.initialize();
      const found = await next.call(1, 'get_job', { jobId: 'J1' });
      expect(found.json).toMatchObject({ job: { ref: 'J1', status: 'success' }, page: { total: 1 } });
      expect(scripted.creations).toHaveLength(1);
      await next.end();
    });
  });

  it('ends when stdin is closed while a creation is on the wire that is never answered', async () => {
    await withScripted(async (scripted, settings) => {
      // Never answered: the server must not wait for it.
      scripted.options.intercept = (request) => request.method === 'POST';
      const server = new RawServer(settings);
      await server.initialize();
      const args = { query: `${QUERY} On the wire.` };
      server.send({ id: 1, method: 'tools/call', params: { name: 'query_search', arguments: args } });
      await until(() => scripted.creations.length === 1);
      expect(await server.end()).toEqual({ code: 0 });
    });
  });

  it('stops waiting when a call is cancelled, and keeps the job', async () => {
    await withScripted(async (scripted, settings) => {
      const server = new RawServer(settings);
      await server.initialize();
      const args = { query: `${QUERY} Cancelled.` };
      server.send({ id: 7, method: 'tools/call', params: { name: 'query_search', arguments: args } });
      await until(() => scripted.requests.some((request) => request.method === 'GET'));
      server.send({ method: 'notifications/cancelled', params: { requestId: 7, reason: 'user' } });
      // Another job, polled at the same pace, is the clock.
      const first = scripted.requests.find(({ method }) => method === 'GET')?.path;
      const other = { query: `${QUERY} The clock.`, waitSeconds: 40 };
      server.send({ id: 70, method: 'tools/call', params: { name: 'query_search', arguments: other } });
      const polls = (isFirst: boolean) =>
        scripted.requests.filter(({ method, path }) => method === 'GET' && (path === first) === isFirst).length;
      await until(() => polls(false) >= 1);
      const before = polls(true);
      await until(() => polls(false) >= 5);
      expect(polls(true)).toBe(before);
      expect(server.messages.some((message) => message.id === 7)).toBe(false);

      scripted.options.pollsUntilDone = 0;
      const again = await server.call(8, 'query_search', args);
      expect(again.json).toMatchObject({ job: { reused: true, status: 'success' }, credits: { cost: 0 } });
      expect(scripted.creations).toHaveLength(2);
      await server.end();
    });
  });

  it('spends nothing on a call that is cancelled together with its request', async () => {
    await withScripted(async (scripted, settings) => {
      const server = new RawServer(settings);
      await server.initialize();
      const params = { name: 'query_search', arguments: { query: `${QUERY} At once.` } };
      const lines = [
        { jsonrpc: '2.0', id: 9, method: 'tools/call', params },
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 9 } },
      ];
      server.child.stdin.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      // A request that comes after it is sent after it: the first one would have been there by then.
      scripted.options.pollsUntilDone = 0;
      await server.call(10, 'query_search', { query: `${QUERY} Afterwards.` });
      expect(scripted.creations.map(({ body }) => (body as { query: string }).query)).toEqual([`${QUERY} Afterwards.`]);
      await server.end();
    });
  });

  it('refuses to start with an invalid setting, naming it and what it may be', async () => {
    const server = new RawServer({ PAPERQUEUE_DATA_DIR: dataDir, PAPERQUEUE_WAIT_SECONDS: '51' });
    const { code } = await server.end();
    expect(code).toBe(2);
    expect(server.stderr).toBe('paperqueue: PAPERQUEUE_WAIT_SECONDS: a whole number from 0 to 50, got "51"\n');
    expect(server.messages).toEqual([]);
  });

  it('answers NOT_CONFIGURED in hosted mode without a token, while the tools still list', async () => {
    const server = new RawServer({ PAPERQUEUE_DATA_DIR: dataDir, PAPERQUEUE_BASE_URL: 'http://127.0.0.1:9/api' });
    await server.initialize();
    expect((await server.request(1, 'tools/list')).result?.tools).toHaveLength(12);
    for (const [name, args] of [
      ['query_search', { query: QUERY }],
      ['estimate_credits', {}],
      ['get_job', { jobId: 'abc' }],
    ] as const) {
      const { isError, json } = await server.call(10 + name.length, name, args);
      expect(isError).toBe(true);
      expect(json.error).toMatchObject({ code: 'NOT_CONFIGURED', charged: 'no' });
      expect((json.error as { next: string }).next).toContain('PAPERQUEUE_TOKEN');
    }
    await server.end();
  });

  it('survives a host that stops reading', async () => {
    const server = new RawServer({ PAPERQUEUE_DATA_DIR: dataDir });
    await server.initialize();
    server.child.stdout.destroy();
    for (let id = 1; id < 50; id += 1) server.send({ id, method: 'tools/list' });
    const { code } = await server.end();
    expect(code).toBe(0);
    expect(server.stderr).not.toContain('Unhandled');
  });
});
