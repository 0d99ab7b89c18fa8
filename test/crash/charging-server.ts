import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where in a creation the client is killed. */
export const POINTS = ['connected', 'sent', 'answered', 'after answer', 'polling', 'random'] as const;
export type Point = (typeof POINTS)[number];

/** How the service treats the creation of one round, and when the client dies. */
export type Script = {
  point: Point;
  /** The moment of `connected`: when the connection was accepted, else when the head of the request was read. */
  isAtAccept: boolean;
  /** What comes of the creation: a job, 403, 500, or a connection that breaks off. */
  outcome: 'job' | 'refused' | 'failed' | 'broken';
  /** Whether a creation that is not answered with a job is charged all the same. */
  isCharged: boolean;
  /** How long the service thinks before it charges and answers. */
  thinkMs: number;
  /** How long after the answer the client is killed, for `after answer`. */
  killAfterMs: number;
  /**
   * Where the client is not killed at once: it is stopped for a while first, in which another process works on the same
   * store, and killed so many milliseconds after it went on.
   */
  pause: { seconds: number; killAfterMs: number } | undefined;
  /** The first creation is answered with 429 and a second to wait. */
  isLimited: boolean;
  /** Polls that are answered before the one that stays open, for `polling`. */
  pollsBefore: number;
};

export type Charge = { query: string; cost: number };

type Told = readonly [status: number, body: object];
/** A job is told in every form that a service may use, and a refusal by every status that costs nothing. */
const formsOf = (job: number): Told[] => {
  const id = job.toString(16).padStart(24, '0');
  return [
    [200, { jobId: id }],
    [201, { id, status: 'created' }],
    [202, { data: { job: { job_id: id } } }],
    [200, { id: job }],
  ];
};
const REFUSED: Told[] = [
  [403, { error: 'no' }],
  [402, { message: 'no credits' }],
  [413, { detail: 'too long' }],
  [415, { error: { message: 'no JSON' } }],
  [422, { detail: [{ loc: ['body', 'query'], msg: 'too plain' }] }],
];

const GRANTED = 1_000_000;
const PAPER = { id: 'p1', title: 'An invented paper on reading glasses for owls', year: 2021 };

/**
 * A service that charges, on a real socket, and that tells at named moments of a creation. Apart from what the script
 * says it is quick and honest. It is written against plain node:http and uses nothing of the product.
 */
export class ChargingServer {
  readonly charges: Charge[] = [];
  /** Credits that came back, of jobs that failed or were forgotten. */
  refunded = 0;
  /** Whether it tells what was ever spent and refunded, as our own service does. */
  tellsSums = false;
  /** It knows none of its jobs any more. */
  forgets = false;
  /** Creations of which at least the head arrived. */
  posts = 0;
  script: Script | undefined;
  /** Called once in a script, at its point. */
  onPoint: () => void = () => {};
  readonly #polls = new Map<string, number>();
  readonly #sockets = new Set<Socket>();
  #jobs = 0;
  #busy = 0;
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  async start(): Promise<this> {
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
      if (this.script?.point === 'connected' && this.script.isAtAccept) this.onPoint();
    });
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** As it was, but for its jobs: nothing charged, and nothing in its way. */
  beginAnew(): void {
    this.charges.length = 0;
    this.posts = 0;
    this.forgets = false;
    this.script = undefined;
    this.onPoint = () => {};
  }

  connections(): Socket[] {
    return [...this.#sockets];
  }

  /** Waits until everything that a dead client had sent is dealt with. */
  async drained(old: readonly Socket[] = this.connections()): Promise<void> {
    for (let turn = 0; turn < 500; turn += 1) {
      if (this.#busy === 0 && !old.some((socket) => this.#sockets.has(socket))) return;
      await sleep(10);
    }
    throw new Error('the requests of the killed client did not come to an end');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#busy += 1;
    try {
      if (request.method === 'POST') await this.#create(request, response);
      else this.#read(request.url ?? '', response);
    } catch {
      // The client died while it was sending: a request cut short creates nothing.
    } finally {
      this.#busy -= 1;
    }
  }

  async #create(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { script } = this;
    this.posts += 1;
    if (script?.isLimited) {
      script.isLimited = false;
      response.setHeader('Retry-After', '1');
      request.resume();
      answer(response, 429, { error: 'slow down' });
      if (script.point === 'connected' && !script.isAtAccept) this.onPoint();
      return;
    }
    if (script?.point === 'connected' && !script.isAtAccept) this.onPoint();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { query } = JSON.parse(Buffer.concat(chunks).toString()) as { query: string };
    const limit = new URLSearchParams(request.url?.split('?')[1]).get('limit');
    const charge = { query, cost: Number(limit ?? 100) / 100 };
    if (script) await sleep(script.thinkMs);
    const outcome = script?.outcome ?? 'job';
    const isUnanswered = script?.point === 'connected' || script?.point === 'sent';
    const isCreated = outcome === 'job' && !isUnanswered;
    if (isCreated || (script?.isCharged && outcome !== 'refused')) this.charges.push(charge);
    if (script?.point === 'sent') this.onPoint();
    if (isUnanswered) return;
    if (outcome === 'broken') {
      request.socket.destroy();
      return;
    }
    if (isCreated) this.#jobs += 1;
    const answers = isCreated
      ? formsOf(this.#jobs)
      : outcome === 'refused'
        ? REFUSED
        : [[500, { error: 'no' }] as const];
    const [status, body] = answers[this.posts % answers.length] as Told;
    answer(response, status, body);
    if (script?.point === 'answered') this.onPoint();
    if (script?.point !== 'after answer') return;
    if (script.killAfterMs === 0) setImmediate(() => this.onPoint());
    else setTimeout(() => this.onPoint(), script.killAfterMs);
  }

  #read(url: string, response: ServerResponse): void {
    if (url === '/api/v1/user/getCredits') {
      const spent = this.charges.reduce((sum, { cost }) => sum + cost, 0);
      const sums = { basicCreditsSpent: spent, basicCreditsRefunded: this.refunded };
      const balance = { basicCreditsBalance: GRANTED - spent + this.refunded, basicCreditsTotal: GRANTED };
      answer(response, 200, this.tellsSums ? { ...balance, ...sums } : balance);
      return;
    }
    const { script } = this;
    if (this.forgets) {
      answer(response, 404, { error: 'Job not found' });
      return;
    }
    const polls = this.#polls.get(url) ?? 0;
    this.#polls.set(url, polls + 1);
    if (script?.point === 'polling' && polls === script.pollsBefore) this.onPoint();
    else if (script?.point === 'polling') answer(response, 200, { status: 'processing' });
    // A random kill finds jobs that are not done at the first look.
    else if (script && polls === 0) setTimeout(() => answer(response, 200, { status: 'queued' }), script.thinkMs);
    else answer(response, 200, { status: 'success', results: [PAPER] });
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
