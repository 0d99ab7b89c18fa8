import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createFetch } from '../../../src/platform/net/fetch.ts';

const open = () =>
  createFetch({ reach: 'configured', connectMs: 5_000 }, { headersTimeout: 5_000, bodyTimeout: 5_000 });

async function serve(): Promise<string> {
  const server = createServer((_request, response) => response.end('here'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

it('answers, and after its end sends nothing more', async () => {
  const url = await serve();
  const { fetch, close } = open();
  expect(await (await fetch(url, {})).text()).toBe('here');
  await close();
  await expect(fetch(url, {})).rejects.toThrow('closed');
});

it('that was closed before its first request sends none, either', async () => {
  const url = await serve();
  const { fetch, close } = open();
  await close();
  await expect(fetch(url, {})).rejects.toThrow('closed');
});
