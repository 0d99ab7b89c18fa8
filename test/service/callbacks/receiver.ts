import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterEachTest } from '../../helpers/after-each.ts';
import type { Certificates } from './certificates.ts';

export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

/** How a receiver answers the nth request (counted from 1). */
export type Answering = (response: ServerResponse, nth: number, request: IncomingMessage) => void;

export type Receiver = { port: number; received: Received[]; connections: () => number };

export function answers(status: number, headers: Record<string, string> = {}): Answering {
  return (response) => response.writeHead(status, headers).end('{"any":"answer"}');
}

/** The first answering to the first request and so on; the last one to all that follow. */
export function inTurn(...answerings: Answering[]): Answering {
  return (response, nth, request) => (answerings[nth - 1] ?? answerings.at(-1))?.(response, nth, request);
}

const open: { server: Server; sockets: Set<Socket> }[] = [];
afterEachTest(async () => {
  for (const { server, sockets } of open.splice(0)) {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  }
});

/** Listens on an address of this machine until the end of the test. Gives the port. */
export async function listen(server: Server, address = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, address);
  await once(server, 'listening');
  open.push({ server, sockets });
  return (server.address() as AddressInfo).port;
}

/** A real HTTPS server on loopback that keeps what it got. */
export async function startReceiver(
  { key, cert }: Certificates,
  answering: Answering,
  address?: string,
): Promise<Receiver> {
  const received: Received[] = [];
  let connections = 0;
  const server = createServer({ key, cert }, async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const { method = '', url: path = '', headers } = request;
    received.push({ method, path, headers, body: Buffer.concat(chunks).toString('utf8') });
    answering(response, received.length, request);
  });
  server.on('connection', () => {
    connections += 1;
  });
  const port = await listen(server, address);
  return { port, received, connections: () => connections };
}
