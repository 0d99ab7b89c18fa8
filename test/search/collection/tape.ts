import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

/**
 * A search engine that answers as the real one did when it was recorded: the same requests in the same order get the
 * same answers, and any other fails the test. Recorded anew by
 * `PAPERQUEUE_TEST_OPENSEARCH=http://127.0.0.1:9200 npx vitest run --project slow test/search/collection/collection`.
 */
export type Tape = { url: string; close(): Promise<void> };

type Exchange = { request: string; status: number; body: string };

const FILE = fileURLToPath(new URL('../../fixtures/collection/opensearch-2.19.1.json.gz', import.meta.url));

/** The engine for one test, by its name on the tape. */
export async function openTape(name: string): Promise<Tape> {
  const real = process.env.PAPERQUEUE_TEST_OPENSEARCH;
  return real ? record(name, real) : play(name);
}

async function play(name: string): Promise<Tape> {
  const exchanges = readTapes()[name] ?? [];
  const left = [...exchanges];
  const unknown: string[] = [];
  const server = createServer(async (incoming, response) => {
    const request = await describeRequest(incoming);
    // Bulks and look-ups that are under way together come in any order.
    const at = left.findIndex((exchange) => exchange.request === request);
    const [exchange] = at < 0 ? [] : left.splice(at, 1);
    if (!exchange) unknown.push(request.slice(0, 500));
    response.writeHead(exchange?.status ?? 599, { 'content-type': 'application/json' });
    response.end(exchange?.body ?? JSON.stringify({ 'not on the tape': request.slice(0, 500) }));
  });
  const url = await listen(server);
  return {
    url,
    close: async () => {
      await close(server);
      if (unknown.length > 0)
        throw new Error(
          `Not on the tape; where requests are meant to differ, record anew (see tape.ts): ${unknown[0]}`,
        );
    },
  };
}

async function record(name: string, real: string): Promise<Tape> {
  const exchanges: Exchange[] = [];
  for (const index of (await (await fetch(`${real}/_cat/indices/papers*?format=json`)).json()) as { index: string }[])
    await fetch(`${real}/${index.index}`, { method: 'DELETE' });
  const server = createServer(async (incoming, response) => {
    const request = await describeRequest(incoming);
    const [method, path, body] = splitRequest(request);
    const type = incoming.headers['content-type'];
    const answer = await fetch(`${real}${path}`, {
      method,
      ...(body ? { body } : {}),
      ...(type ? { headers: { 'content-type': type } } : {}),
    });
    const exchange = { request, status: answer.status, body: await answer.text() };
    exchanges.push(exchange);
    response.writeHead(exchange.status, { 'content-type': 'application/json' });
    response.end(exchange.body);
  });
  const url = await listen(server);
  return {
    url,
    close: async () => {
      await close(server);
      const tapes = JSON.stringify({ ...readTapes(), [name]: exchanges });
      writeFileSync(FILE, gzipSync(tapes));
    },
  };
}

function readTapes(): Record<string, Exchange[]> {
  return existsSync(FILE) ? JSON.parse(gunzipSync(readFileSync(FILE)).toString('utf8')) : {};
}

async function describeRequest(incoming: IncomingMessage): Promise<string> {
  return `${incoming.method} ${incoming.url}\n${await text(incoming)}`;
}

function splitRequest(request: string): [method: string, path: string, body: string] {
  const end = request.indexOf('\n');
  const [method = '', path = ''] = request.slice(0, end).split(' ');
  return [method, path, request.slice(end + 1)];
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
