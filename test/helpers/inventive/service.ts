import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CREATED } from './shapes.ts';

/** What the next job of the service answers: to its creation, while it runs, at its end. */
export type Plan = {
  created?: string;
  /** In place of a job. */
  refusal?: { status: number; body: string; type?: string };
  running?: readonly unknown[];
  /** `page` is 1 for the job itself. */
  end: (page: number) => unknown;
};

/** A service that answers by plans, in whatever form they have. It knows nothing of the client. */
export class InventiveService {
  plan: Plan = { end: () => ({ status: 'failed' }) };
  readonly posts: { path: string; body: string }[] = [];
  readonly #jobs = new Map<string, { plan: Plan; looks: number }>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<this> {
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

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '', this.baseUrl);
    if (request.method === 'POST') return this.#create(url.pathname, Buffer.concat(chunks).toString(), response);
    const job = this.#jobs.get(decodeURIComponent(/^\/api\/v1\/job\/([^/]+)$/.exec(url.pathname)?.[1] ?? ''));
    if (!job) return void response.writeHead(404).end('{"message":"no such thing"}');
    const { running = [], end } = job.plan;
    const body = job.looks < running.length ? running[job.looks] : end(Number(url.searchParams.get('page') ?? 1));
    job.looks += 1;
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  }

  #create(path: string, body: string, response: ServerResponse): void {
    this.posts.push({ path, body });
    const { refusal, created = 'jobId' } = this.plan;
    if (refusal) {
      response.writeHead(refusal.status, { 'Content-Type': refusal.type ?? 'application/json' }).end(refusal.body);
      return;
    }
    const { status = 200, text, headers = {}, id } = CREATED[created] as (typeof CREATED)[string];
    // Every job has its own id, in the form of the example.
    const own = `${id}${this.posts.length + 10}`;
    this.#jobs.set(own, { plan: this.plan, looks: 0 });
    const named = Object.entries(headers).map(([name, value]) => [name, value.replaceAll(id, own)]);
    response.writeHead(status, Object.fromEntries(named)).end(text.replaceAll(id, own));
  }
}
