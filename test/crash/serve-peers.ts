import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Certificates } from '../service/callbacks/certificates.ts';
import type { Points } from './serve-points.ts';

/** The others of the service: a receiver of callbacks over TLS, and a scraping service. Both honest, with moods. */

export type Received = { id: string; job: string; account: string; body: string; answered: boolean };

export class CallbackReceiver {
  readonly received: Received[] = [];
  readonly violations: string[] = [];
  /**
   * How many were refused on purpose: each id at most once, because the pause after a second refusal is five minutes.
   */
  refusals = 0;
  readonly #refused = new Set<string>();
  readonly #server: Server;
  readonly #points: Points;
  readonly #secrets: ReadonlyMap<string, string>;
  readonly #random: () => number;

  /** `secrets` by the name of the account, which is the path of its callbacks. */
  constructor(
    { key, cert }: Certificates,
    { points, secrets, random }: { points: Points; secrets: ReadonlyMap<string, string>; random: () => number },
  ) {
    this.#points = points;
    this.#secrets = secrets;
    this.#random = random;
    this.#server = createHttpsServer({ key, cert }, (request, response) => void this.#receive(request, response));
  }

  start(address: string | undefined): Promise<number> {
    return listening(this.#server, address);
  }

  stop(): Promise<void> {
    return ended(this.#server);
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    // The server was killed while it was sending.
    if (body === undefined) return;
    const account = (request.url ?? '').slice(1);
    const id = String(request.headers['webhook-id']);
    const delivery: Received = { id, job: this.#verified(account, request, body), account, body, answered: false };
    this.received.push(delivery);
    this.#points.reach('sending');
    await sleep(this.#random() * 20);
    if (!this.#refused.has(id) && this.#random() < 0.08) {
      this.#refused.add(id);
      this.refusals += 1;
      if (this.#random() < 0.5) response.destroy();
      else response.writeHead(500).end();
      return;
    }
    delivery.answered = true;
    response.writeHead(204).end(() => this.#points.reach('delivered'));
  }

  #verified(account: string, { headers }: IncomingMessage, body: string): string {
    try {
      const webhook = new Webhook(this.#secrets.get(account) ?? '');
      const { job, event } = webhook.verify(body, headers as Record<string, string>) as {
        job: { id: string };
        event: { id: string };
      };
      if (event.id !== headers['webhook-id']) this.violations.push(`the body names another event: ${event.id}`);
      return job.id;
    } catch (error) {
      this.violations.push(`a callback for ${account} cannot be verified: ${error}`);
      return '';
    }
  }
}

/** A scraping service that takes any key and is slow, so that jobs with a key are at work for a while. */
export class SlowScraper {
  readonly #server: Server;
  readonly #points: Points;

  constructor(points: Points) {
    this.#points = points;
    this.#server = createHttpServer((request, response) => void this.#answer(request, response));
  }

  async start(): Promise<string> {
    return `http://127.0.0.1:${await listening(this.#server, '127.0.0.1')}`;
  }

  stop(): Promise<void> {
    return ended(this.#server);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if ((await textOf(request)) === undefined) return;
    const isPage = request.method === 'POST';
    if (isPage) {
      this.#points.reach('working');
      await sleep(30);
    }
    const data = isPage ? { metadata: { statusCode: 404 } } : { remainingCredits: 100_000 };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ success: true, data }));
  }
}

async function listening(server: Server, host?: string): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function ended(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

/** The body of a request; undefined when it was cut short. */
async function textOf(request: IncomingMessage): Promise<string | undefined> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8');
  } catch {
    return undefined;
  }
}
