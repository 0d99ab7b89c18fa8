import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import { createHostedTransport } from '../../../src/jobs/upstream/transport.ts';
import { type ClientOptions, createClient } from '../../../src/jobs/upstream/upstream-client.ts';
import { UNPACED } from '../../../src/platform/net/pacer.ts';
import { afterEachTest } from '../../helpers/after-each.ts';

type Received = { method: string; path: string; headers: Record<string, string>; body: string };

/** The server's reaction to the nth request (from 1) on its socket. */
export type Answering = (socket: Socket, nth: number) => void;

export type Loopback = { url: string; received: Received[]; close: () => Promise<void> };

/** A server over bare TCP, so that it can break an answer at any byte. */
export async function startLoopback(answering: Answering, port = 0): Promise<Loopback> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = '';
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const request = readRequest(text);
      if (!request) return;
      text = '';
      received.push(request);
      answering(socket, received.length);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function readRequest(text: string): Received | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => line.split(': ')).map(([name = '', value = '']) => [name.toLowerCase(), value]),
  );
  const body = text.slice(end + 4);
  if (body.length < Number(headers['content-length'] ?? 0)) return undefined;
  const [method = '', path = ''] = first.split(' ');
  return { method, path, headers, body };
}

/** A whole answer, after which the connection closes. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Answering {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const lines = Object.entries({ ...headers, Connection: 'close', 'Content-Length': String(Buffer.byteLength(text)) });
  return (socket) =>
    socket.end(
      `HTTP/1.1 ${status} Any\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`,
    );
}

/** The first answer goes to the first request and so on; the last one to all later requests. */
function inTurn(...answers: Answering[]): Answering {
  return (socket, nth) => (answers[nth - 1] ?? answers.at(-1))?.(socket, nth);
}

export const resets: Answering = (socket) => socket.resetAndDestroy();
export const closes: Answering = (socket) => socket.end();
export const cutsShort: Answering = (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"jobId":"');

/** A JSON text of 33 MiB, just above what the client reads. */
export const answersTooMuch: Answering = answer(
  200,
  JSON.stringify({ status: 'queued', jobId: 'x'.repeat(33 * 1024 * 1024) }),
);

/** Shared by all files that import this one; the end of the process closes it. */
export const hosted = createHostedTransport();

/** Starts servers that answer in turn, and closes them after each test; to be called once at the top of a test file. */
export function loopbackServers(): (...answers: Answering[]) => Promise<Loopback> {
  const open: Loopback[] = [];
  afterEach(async () => {
    for (const server of open.splice(0)) await server.close();
  });
  return async (...answers) => {
    const server = await startLoopback(inTurn(...answers));
    open.push(server);
    return server;
  };
}

/**
 * An address where nobody listens and nobody else can: its port is the local end of a connection that stays open during
 * the test. Another process could take a closed port at once.
 */
export async function addressOfNobody(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const held = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [[accepted]] = await Promise.all([once(server, 'connection'), once(held, 'connect')]);
  ending.push(() => {
    (accepted as Socket).destroy();
    held.destroy();
    server.close();
  });
  return `http://127.0.0.1:${held.localPort}`;
}

const ending: (() => void)[] = [];
afterEachTest(() => {
  for (const end of ending.splice(0)) end();
});

/** A signal that nobody aborts. */
export const PATIENT = new AbortController().signal;

export function clientOf(url: string, options: Partial<ClientOptions> = {}) {
  return createClient({
    baseUrl: url,
    token: new Secret('token-of-the-test'),
    transport: hosted,
    pacer: UNPACED,
    userAgent: 'paperqueue-test',
    ...options,
  });
}

/** The facts of the PaperqueueError that a call rejects with; undefined if it does not reject. */
export async function failureOf(call: Promise<unknown>): Promise<Record<string, unknown> | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    return (error as { details?: Record<string, unknown> }).details ?? { notOurError: error };
  }
}
