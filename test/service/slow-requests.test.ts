import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/sqlite/database.ts';
import { createMetrics } from '../../src/service/metrics.ts';
import { type Serving, serveHttp } from '../../src/service/serve-http.ts';
import { sqliteStore } from '../../src/service/store/sqlite/store.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Requests that never arrive whole, against a real socket. The limit is short here, so that nobody waits for it. */

let serving: Serving;
const app = {
  fetch: async (request: Request) => {
    const text = await request.text().catch(() => 'it never came');
    return new Response(`${text.length} characters`);
  },
};

beforeAll(async () => {
  const metrics = createMetrics(sqliteStore(openDatabase(join(temporaryFolder(), 'served.sqlite'), [])));
  const allowedHosts = undefined;
  serving = await serveHttp({
    app,
    metrics,
    host: '127.0.0.1',
    port: 0,
    allowedHosts,
    maxArrivalMs: 200,
  });
});
afterAll(() => serving.close());

/** Sends `head`, then a byte every now and then, until the server ends it. */
function drip(head: string): Promise<string> {
  const { port, hostname } = new URL(serving.address);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(head));
    const dripping = setInterval(() => socket.write('x'), 20);
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(dripping);
      resolve(answer);
    });
  });
}

const START = 'POST /v1/job/querySearch HTTP/1.1\r\nHost: 127.0.0.1\r\n';

describe('a service', () => {
  it.each([
    ['whose line drips', 'GET /heal'],
    ['whose headers drip', `${START}X-Slow: `],
    ['whose body drips', `${START}Content-Length: 100000\r\n\r\n`],
    ['whose body drips in chunks', `${START}Transfer-Encoding: chunked\r\n\r\n5\r\n`],
  ])('cuts off a request %s, and answers the next one', async (_what, head) => {
    const answer = await drip(head);
    expect(answer === '' || answer.startsWith('HTTP/1.1 4')).toBe(true);
    const next = await fetch(`${serving.address}/x`, { method: 'POST', body: 'abc' });
    expect(await next.text()).toBe('3 characters');
  });
});
