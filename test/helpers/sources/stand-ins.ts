import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import type { PaperInput } from '../../../src/papers/paper.ts';
import type { RunnerContext, SourceWithSettings } from '../../../src/search/sources/runner.ts';
import type { PaperSource } from '../../../src/search/sources/source.ts';
import { createSourceFetch, type SourceFetchOptions } from '../../../src/search/sources/transport/source-fetch.ts';
import { openSourceStore, type SourceStore } from '../../../src/search/sources/transport/source-store.ts';
import { afterEachTest } from '../after-each.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { VirtualTime } from '../virtual-time.ts';
import { toySource } from './toy-source.ts';

/** An invented source, servers for it, and a runner's context, for tests of rules that hold for all sources. */

const endings: (() => unknown)[] = [];
afterEachTest(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

export function atTheEnd(end: () => unknown): void {
  endings.push(end);
}

type Arrival = { method: string; url: string; headers: Record<string, string>; body: string; at: number };
type Respond = (response: ServerResponse, arrival: Arrival, nth: number) => void;
export type StandIn = { url: string; arrivals: Arrival[]; close(): Promise<void> };

/** A server on loopback; `respond` gets the number of the request, from 1. With a certificate it speaks TLS. */
export async function serve(respond: Respond, tls?: { key: string; cert: string }, port = 0): Promise<StandIn> {
  const arrivals: Arrival[] = [];
  const onRequest: RequestListener = async (request, response) => {
    const at = performance.timeOrigin + performance.now();
    const { method = '', url = '' } = request;
    const arrival = {
      method,
      url,
      headers: request.headers as Record<string, string>,
      body: await readText(request),
      at,
    };
    arrivals.push(arrival);
    respond(response, arrival, arrivals.length);
  };
  const server = tls ? createTlsServer(tls, onRequest) : createServer(onRequest);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  atTheEnd(close);
  return { url: `${tls ? 'https' : 'http'}://127.0.0.1:${readPort(server)}`, arrivals, close };
}

export function readPort(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

/** Answers with JSON. */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Respond {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };
}

export const TWO_PAPERS = json({ items: [{ title: 'On rivers' }, { title: 'On lakes' }], total: 412 });

export function asking(url: string, changes: Partial<PaperSource> = {}, settings: SourceWithSettings['settings'] = {}) {
  return { source: toySource(changes.name, changes), settings: { baseUrl: url, ...settings } };
}

/** Noon of a day, the start of a clock that only moves on demand. */
export const NOON = Date.UTC(2026, 10, 20, 12);
export function clock(at = NOON) {
  let now = at;
  const forward = (ms: number): void => {
    now += ms;
  };
  return { now: () => now, forward };
}

export function openStore(now?: () => number, path = join(temporaryFolder(), 'sources.sqlite')): SourceStore {
  const store = openSourceStore(path, now ? { now } : {});
  atTheEnd(() => store.close());
  return store;
}

type ContextOptions = Partial<RunnerContext> & { fetching?: SourceFetchOptions; time?: VirtualTime };

/** `time` governs everything: the clock, pauses, time-outs, and the limit for connecting. */
export function contextOf({ fetching, time, ...options }: ContextOptions = {}): RunnerContext {
  const own = createSourceFetch(time ? { ...fetching, timers: time } : fetching);
  const changes = time ? { now: time.now, timers: time, ...options } : options;
  atTheEnd(own.close);
  const store = changes.store ?? openStore(changes.now);
  return { fetch: own.fetch, userAgent: 'paperqueue/9.9.9', ...changes, store };
}

export const titlesOf = ({ records }: { records: PaperInput[] }) => records.map((record) => record.title);
