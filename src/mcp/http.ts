import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { isLoopback } from '../lib/loopback.ts';
import { omitUndefined } from '../lib/omit-undefined.ts';
import { createConfirmations } from './confirmation.ts';
import { type AccessRules, createGate } from './http-access.ts';
import { createMcpServer, type McpServerDeps } from './server.ts';

export type McpHttpOptions = AccessRules & { port: number };

export type McpServing = {
  /** Where clients connect, such as `http://127.0.0.1:8788/mcp`. */
  address: string;
  /** Takes no further connection, lets answers in flight end, and ends what is left after a while. */
  close(): Promise<void>;
};

const PATH = '/mcp';

/** Many times what the longest call holds; a body is read before anybody knows what it asks. */
const MAX_BODY_BYTES = 512 * 1024;

/** How long a request may take to arrive, head and body. */
const ARRIVAL_MS = 30_000;

/** How long answers in flight get when the server stops; service managers kill after ten seconds at the earliest. */
const GRACE_MS = 5_000;

/**
 * Serves MCP over Streamable HTTP, both protocol eras, with a server of its own for every request: nothing is kept
 * between requests but the jobs in the store, so that any process on the same data folder answers for any job. Rejects
 * when the port is taken, and off loopback without a token.
 */
export async function serveMcpOverHttp(deps: McpServerDeps, options: McpHttpOptions): Promise<McpServing> {
  const { host, port, token } = options;
  if (token === undefined && !isLoopback(host)) throw new Error(`${host} is not loopback: a token is needed`);
  const drain = new AbortController();
  const confirmations = createConfirmations();
  const onerror = (error: Error) => deps.log.warn('protocol error', { error });
  const handler = createMcpHandler(
    ({ era }) => createMcpServer({ ...deps, drainSignal: drain.signal, confirmations }, era),
    {
      maxRequestBodySize: MAX_BODY_BYTES,
      onerror,
    },
  );
  const isLetIn = createGate(options);
  const inFlight = new Set<ServerResponse>();

  /**
   * That a client has gone reaches a call through the signal of a web Request. The SDK serves the older era from a
   * clone, and what a clone's signal hears from is collected (undici keeps it for the original only): the call would
   * wait on for nobody. So copies are made anew here.
   */
  const answer = (request: IncomingMessage & { method: string; url: string }, response: ServerResponse) => {
    const gone = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    const fetch: typeof handler.fetch = async (asked, options) => {
      const body = asked.body === null ? undefined : await asked.text();
      const { url, method, headers } = asked;
      const copy = () => new Request(url, { method, headers, signal: gone.signal, ...omitUndefined({ body }) });
      const served = Object.defineProperty(copy(), 'clone', { value: copy });
      return handler.fetch(served, options);
    };
    return toNodeHandler({ fetch }, { maxRequestBodySize: MAX_BODY_BYTES, onerror })(request, response);
  };

  const route = async (request: IncomingMessage, response: ServerResponse) => {
    const [path] = (request.url ?? '').split('?');
    if (path === '/healthz') return json(response, 200, { status: 'ok' });
    if (!(await isLetIn(request, response))) return;
    if (path !== PATH) return json(response, 404, { error: `MCP is served at ${PATH}` });
    if (isAnswered(request)) {
      inFlight.add(response);
      response.once('close', () => inFlight.delete(response));
    }
    // Requests that a server gets have both; their type also serves clients.
    await answer(request as IncomingMessage & { method: string; url: string }, response);
  };
  const arrival = { requestTimeout: ARRIVAL_MS, headersTimeout: ARRIVAL_MS, connectionsCheckingInterval: 1_000 };
  const server = createServer(arrival, (request, response) => {
    route(request, response).catch((error) => {
      deps.log.error('request failed', { error });
      response.destroy();
    });
  });
  const { address, family, port: taken } = await listen(server, host, port);
  const name = family === 'IPv6' ? `[${address}]` : address;
  return {
    address: `http://${name}:${taken}${PATH}`,
    async close() {
      // Calls that wait for a job answer with the job as it is; it goes on, and get_job finds it again.
      drain.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      await emptied(inFlight, GRACE_MS);
      await handler.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Whether a request ends by itself: subscriptions stay open as long as the client likes. */
function isAnswered({ headers }: IncomingMessage): boolean {
  return headers['mcp-method'] !== 'subscriptions/listen';
}

function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });
}

/** Resolves when the last answer is out, or when the time is up. */
async function emptied(inFlight: ReadonlySet<ServerResponse>, most: number): Promise<void> {
  const ends = [...inFlight].map((response) => new Promise((resolve) => response.once('close', resolve)));
  const patience = new Promise<void>((resolve) => {
    setTimeout(resolve, most).unref();
  });
  await Promise.race([Promise.all(ends), patience]);
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
