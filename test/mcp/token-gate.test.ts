import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Secret } from '../../src/contract/secret.ts';
import { createAccessCheck } from '../../src/mcp/http.ts';
import { rawExchange } from '../helpers/raw-http.ts';
import { some } from '../helpers/runs.ts';

const TOKEN = 'tok-of-the-gate';
const gate = createAccessCheck({ host: '127.0.0.1', token: new Secret(TOKEN), allowedHosts: undefined });
const server = createServer(async (request, response) => {
  if (await gate(request, response)) response.end('in');
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

async function statusOf(...authorization: string[]): Promise<number> {
  const lines = authorization.map((value) => `Authorization: ${value}\r\n`).join('');
  const head = `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines}Connection: close\r\n\r\n`;
  return Number((await rawExchange(origin, head)).split(' ')[1]);
}

/** All that a header line can hold. */
const CHARACTERS = ['\t', ...Array.from({ length: 0x5f }, (_, at) => String.fromCharCode(0x20 + at))];

it('takes the token, and nothing before, in or behind it', async () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) expect(await statusOf(`${scheme} ${TOKEN}`)).toBe(200);
  for (const character of some(CHARACTERS)) {
    for (const value of [
      `Bearer ${TOKEN}${character}x`,
      `Bearer ${TOKEN} ${character}`.trimEnd().replace(TOKEN, `${TOKEN} x`),
      `Bearer x${character}${TOKEN}`,
      `Bearer ${TOKEN.slice(0, 3)}${character}${TOKEN.slice(3)}`,
      `Bearer${character === ' ' ? '  ' : character}${TOKEN}`,
    ]) {
      expect([value, await statusOf(value)]).toEqual([value, 401]);
    }
  }
  for (const value of [`Bearer ${TOKEN}, Bearer x`, `Bearer ${TOKEN} ${TOKEN}`, TOKEN, 'Bearer', `Basic ${TOKEN}`]) {
    expect([value, await statusOf(value)]).toEqual([value, 401]);
  }
});
