import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DIALECTS, type Dialect, type Handed, type OfferedTool, type Turn } from './dialects.ts';

/** The calls that the model makes of every product, in this order. */
export const CALLS: readonly { tool: string; args: object }[] = [
  { tool: 'keyword_search', args: { keywords: ['evolution', 'genome', 'virus'], limit: 100, count: 5 } },
  { tool: 'get_job', args: { jobId: 'J1', count: 3 } },
];

/** The model's last answer. A product that prints its model's answer prints this. */
export const LAST_WORD = 'Those were the papers.';

/** The prefix of our tools in Claude Code and similar products, whose model has to look for them first. */
export const HIDDEN = 'mcp__paperqueue__';

/**
 * A model at a loopback address, for products whose user can set the model's address. It does not think: it makes the
 * calls above, with the product's names for our tools, says its last word, and keeps what it got.
 */
export class ModelStandIn {
  /** The requests that offered our tools, oldest first. */
  readonly handed: Handed[] = [];
  /** The bodies of those requests, for other texts of ours in them. */
  readonly bodies: string[] = [];
  /** Requests of a path that no dialect has: a product may ask for its list of models and the like. */
  readonly others: string[] = [];
  /** Whether the product hid our tools until its model looked for them. */
  hasSearched = false;
  #asides = 0;
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy());
  });

  static async start(): Promise<ModelStandIn> {
    const model = new ModelStandIn();
    await new Promise<void>((resolve) => model.#server.listen(0, '127.0.0.1', resolve));
    return model;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async end(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = new URL(request.url ?? '/', 'http://model').pathname;
    const dialect = request.method === 'POST' ? DIALECTS.find((one) => one.path.test(path)) : undefined;
    if (dialect === undefined) {
      this.others.push(`${request.method} ${path}`);
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"not here"}}');
      return;
    }
    const text = Buffer.concat(chunks).toString('utf8');
    const body = JSON.parse(text) as Record<string, unknown>;
    const turn = this.#next(dialect.read(body), text);
    if (dialect.isStream(body, path)) stream(response, dialect, turn);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(dialect.whole(turn)));
  }

  #next(handed: Handed, body: string): Turn {
    const search = handed.tools.find(({ name }) => name === 'ToolSearch' || name === 'tool_search');
    const isOffered = CALLS.every(({ tool }) => offered(handed, tool));
    const isHidden = !isOffered && search !== undefined && CALLS.every(({ tool }) => body.includes(HIDDEN + tool));
    // Products also ask a model for titles and summaries, with no tools or tools of theirs alone.
    if (!isOffered && !isHidden) return { say: 'Papers', id: `aside_${this.#asides++}` };
    this.handed.push(handed);
    this.bodies.push(body);
    if (isHidden && !this.hasSearched) {
      this.hasSearched = true;
      const query = `select:${CALLS.map(({ tool }) => HIDDEN + tool).join()}`;
      return { call: search, args: { query, max_results: CALLS.length }, id: 'search' };
    }
    const step = handed.results.length - (this.hasSearched ? 1 : 0);
    const next = CALLS[step];
    const id = `turn_${step}`;
    if (next === undefined) return { say: LAST_WORD, id };
    const { tool, args } = next;
    const direct = offered(handed, tool);
    if (direct) return { call: direct, args, id };
    const bridge = handed.tools.find(({ name }) => name === 'tool_call');
    if (bridge) return { call: bridge, args: { name: HIDDEN + tool, arguments: args }, id };
    return { call: { name: HIDDEN + tool }, args, id };
  }
}

/** Our tool of this name in the product's list. */
export function offered({ tools }: Handed, tool: string): OfferedTool | undefined {
  return tools.find(({ name }) => name === tool || name.endsWith(`_${tool}`) || name.endsWith(`-${tool}`));
}

function stream(response: ServerResponse, dialect: Dialect, turn: Turn): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [name, data] of dialect.events(turn)) {
    if (name !== undefined) response.write(`event: ${name}\n`);
    response.write(`data: ${JSON.stringify(data)}\n\n`);
  }
  if (dialect.path.test('/chat/completions')) response.write('data: [DONE]\n\n');
  response.end();
}
