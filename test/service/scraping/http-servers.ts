import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

type Asked = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

/** What a server of the tests does with a request; the nth, counted from 1. */
export type Handler = (asked: Asked, answer: ServerResponse, nth: number) => void;

export type HttpServer = { url: string; asked: Asked[] };

/** Starts HTTP servers on loopback and stops them after each test; to be called once at the top of a test file. */
export function httpServers(): (handler: Handler) => Promise<HttpServer> {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });
  return async (handler) => {
    const asked: Asked[] = [];
    const server = createServer(async (request, answer) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const { method = '', url = '', headers } = request;
      const received = { method, url, headers, body: Buffer.concat(parts).toString('utf8') };
      handler(received, answer, asked.push(received));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
  };
}

/** Answers every request with this. */
export function answers(status: number, body: unknown, headers: Record<string, string> = {}): Handler {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (_asked, answer) => {
    answer.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    answer.end(text);
  };
}

export const staysSilent: Handler = () => {};
export const breaksOff: Handler = (_asked, answer) => {
  answer.destroy();
};
export const cutsShort: Handler = (_asked, answer) => {
  answer.writeHead(200, { 'Content-Length': '1000' });
  answer.write('{"success":true,');
  setImmediate(() => answer.destroy());
};

/** An address that nothing listens at. */
export const NOBODY = 'http://127.0.0.1:9';

/** A signal that nobody aborts. */
export const PATIENT = new AbortController().signal;

/** What a call rejects with. */
export async function errorOf(call: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error)) throw new Error('the call did not fail');
  return outcome as Error & Record<string, unknown>;
}

/** Everything that an error shows to a log or a debugger. */
export function shownBy(error: Error): string {
  return [error.message, error.stack, JSON.stringify(error), String(error.cause)].join('\n');
}
