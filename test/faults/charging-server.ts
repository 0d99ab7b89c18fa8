import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/**
 * A hosted service over bare TCP, so that it can break off at any byte. It speaks just enough HTTP/1.1, counts what it
 * is asked to create, and counts a charge for every creation that was received whole and accepted: the number that the
 * client's own books are compared with.
 */

export type Answering = (socket: Socket, jobId: string) => void;

/** What becomes of one creation. `unread`: the connection is reset with the request still unread. */
export type Fate = { charged: boolean; answer: Answering } | 'unread';

export type ChargingOptions = {
  /** How getCredits answers: as documented now, as an older revision did, or 404. */
  credits?: 'present' | 'older' | 'absent';
  /** Time between the charge and the answer to a creation. */
  creationMs?: number;
};

type Received = { method: string; path: string; query: string; body: Record<string, unknown> };

const GRANTED = 1_000;
/** Long enough for the client to have connected and written, so that a reset is never one of connecting. */
const UNREAD_MS = 400;
const PAPER = { id: 'a1', title: 'Mussels that settle between the tides', year: 1999 };

export function answers(status: number, body: unknown, headers: Record<string, string> = {}): Answering {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const all = { ...headers, 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return (socket) => socket.write(`HTTP/1.1 ${status} Any\r\n${lines.join('')}\r\n${text}`);
}

const tellsJobId: Answering = (socket, jobId) => answers(200, { jobId })(socket, jobId);
export const resets: Answering = (socket) => socket.resetAndDestroy();
export const closes: Answering = (socket) => socket.end();
export const staysSilent: Answering = () => {};
export const cutsShort: Answering = (socket, jobId) =>
  socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"jobId":"${jobId.slice(0, 4)}`);
export const cutsStatusLine: Answering = (socket) => socket.end('HTTP/1.1 20');

const ACCEPTED: Fate = { charged: true, answer: tellsJobId };

export class ChargingServer {
  /** Fates of the next creations, in turn; after the last one every creation is accepted. */
  readonly fates: Fate[] = [];
  readonly creations: Received[] = [];
  readonly charges: { jobId: string; cost: number }[] = [];
  /** Connections that were reset with their request unread, and those that began with a TLS handshake. */
  unread = 0;
  handshakes = 0;
  readonly #options: ChargingOptions;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(options: ChargingOptions = {}) {
    this.#options = options;
  }

  /** Listens; after `closePort` on the same port as before. */
  async start(): Promise<this> {
    this.#server = createServer({ pauseOnConnect: true }, (socket) => this.#accept(socket));
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  /** Nobody listens at the port any more, and every connection is gone. */
  async closePort(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  get address(): string {
    return `127.0.0.1:${this.#port}`;
  }

  get baseUrl(): string {
    return `http://${this.address}/api`;
  }

  get charged(): number {
    return this.charges.reduce((sum, { cost }) => sum + cost, 0);
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
    if (this.fates[0] === 'unread') {
      this.fates.shift();
      this.unread += 1;
      setTimeout(() => socket.resetAndDestroy(), UNREAD_MS);
      return;
    }
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (text.startsWith('\x16')) return this.#refuseHandshake(socket);
      for (let found = readRequest(text); found; found = readRequest(text)) {
        text = text.slice(found.length);
        this.#answer(socket, found.request);
      }
    });
    socket.resume();
  }

  #refuseHandshake(socket: Socket): void {
    this.handshakes += 1;
    socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
  }

  #answer(socket: Socket, request: Received): void {
    if (request.method === 'POST') this.#create(socket, request);
    else if (request.path === '/api/v1/user/getCredits') this.#tellCredits(socket);
    else this.#tellStatus(socket, request.path.slice('/api/v1/job/'.length));
  }

  #tellStatus(socket: Socket, id: string): void {
    const isKnown = this.charges.some(({ jobId }) => jobId === id);
    if (isKnown) answers(200, { status: 'success', results: [PAPER] })(socket, id);
    else answers(404, { error: 'Job not found' })(socket, id);
  }

  #create(socket: Socket, request: Received): void {
    this.creations.push(request);
    const fate = this.fates.shift() ?? ACCEPTED;
    if (fate === 'unread') throw new Error('a request was read whose connection should have stayed unread');
    const jobId = this.creations.length.toString(16).padStart(24, '0');
    const cost = Number(new URLSearchParams(request.query).get('limit') ?? 100) / 100;
    if (fate.charged) this.charges.push({ jobId, cost });
    setTimeout(() => fate.answer(socket, jobId), this.#options.creationMs ?? 0);
  }

  #tellCredits(socket: Socket): void {
    const { credits = 'present' } = this.#options;
    const balance = GRANTED - this.charged;
    const present = { basicCreditsBalance: balance, basicCreditsTotal: GRANTED, plan: 'test' };
    const older = { freeTierCreditsBalance: balance, freeTierCreditsTotal: GRANTED };
    if (credits === 'absent') answers(404, { error: 'Not found' })(socket, '');
    else answers(200, credits === 'present' ? present : older)(socket, '');
  }
}

/** The first whole request in a text (bytes as latin1), and how much of the text it takes. */
function readRequest(text: string): { request: Received; length: number } | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const bodyLength = Number(/^content-length: *(\d+)$/im.exec(head)?.[1] ?? 0);
  const length = end + 4 + bodyLength;
  if (text.length < length) return undefined;
  const [method = '', target = ''] = head.split(' ');
  const [path = '', query = ''] = target.split('?');
  const body = bodyLength === 0 ? {} : JSON.parse(Buffer.from(text.slice(end + 4, length), 'latin1').toString());
  return { request: { method, path, query, body }, length };
}
