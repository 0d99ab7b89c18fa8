import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import {
  bearerAuthChallengeResponse,
  createMcpHandler,
  localhostAllowedHostnames,
  OAuthError,
  OAuthErrorCode,
  type OAuthTokenVerifier,
  verifyBearerToken,
} from '@modelcontextprotocol/server';
import type { Secret } from '../contract/secret.ts';
import { isLoopback } from '../lib/url.ts';
import { createConfirmations } from './confirmation.ts';
import { createMcpServer, type McpServerDeps } from './server.ts';

type AccessRules = {
  /** The address to listen on: a name or an IP address. Any but loopback requires a token. */
  host: string;
  /** The bearer token that every request must carry; undefined: none, which only loopback allows. */
  token: Secret | undefined;
  /** Host names, without port, that requests may use. Default: loopback names on loopback, any name elsewhere. */
  allowedHosts: readonly string[] | undefined;
};

/** Whether a request may continue; if not, it has been answered. Reads only headers, never the body. */
type AccessCheck = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** Refuses foreign Host names (DNS rebinding), foreign Origins (web pages) and requests without the token. */
export function createAccessCheck({ host, token, allowedHosts }: AccessRules): AccessCheck {
  const names = allowedHosts ?? (isLoopback(host) ? [...localhostAllowedHostnames(), host] : undefined);
  const isHostAllowed = names ? hostHeaderValidation([...names]) : () => true;
  // Without names, no web page is allowed.
  const isOriginAllowed = originValidation([...(names ?? [])]);
  const hasToken = token ? tokenCheck(token) : async () => true;
  return async (request, response) =>
    isHostAllowed(request, response) && isOriginAllowed(request, response) && hasToken(request, response);
}

/** The SDK demands an expiry. We check the token at each request, so any future time will do. */
const EXPIRES_IN_SECONDS = 3_600;

function tokenCheck(token: Secret): AccessCheck {
  const expected = digest(token.reveal());
  const verifier: OAuthTokenVerifier = {
    async verifyAccessToken(received) {
      // Digests have one length, and comparing them takes constant time.
      if (!timingSafeEqual(digest(received), expected))
        throw new OAuthError(OAuthErrorCode.InvalidToken, 'The token is not the one of this server');
      const expiresAt = Math.floor(Date.now() / 1000) + EXPIRES_IN_SECONDS;
      return { token: '', clientId: 'holder', scopes: [], expiresAt };
    },
  };
  return async ({ headers }, response) => {
    try {
      // The SDK ignores whatever follows the token.
      const { authorization = '' } = headers;
      await verifyBearerToken(/^Bearer [\x21-\x7e]+$/i.test(authorization) ? authorization : undefined, { verifier });
      return true;
    } catch (error) {
      const challenge = bearerAuthChallengeResponse(error);
      response.writeHead(challenge.status, Object.fromEntries(challenge.headers)).end(await challenge.text());
      return false;
    }
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

export type McpHttpOptions = AccessRules & {
  /** 0 picks a free port. */
  port: number;
};

export type McpServing = {
  /** The URL for clients, such as `http://127.0.0.1:8788/mcp`. */
  address: string;
  /** Accepts no further connections, waits up to GRACE_MS for answers in flight, then closes all connections. */
  close(): Promise<void>;
};

const PATH = '/mcp';

/** Many times the longest useful call. */
const MAX_BODY_BYTES = 512 * 1024;

/** Maximum time for a request to arrive, headers and body. */
const ARRIVAL_MS = 30_000;

/** Time for answers in flight when the server stops. Service managers kill after ten seconds at the earliest. */
const GRACE_MS = 5_000;

/**
 * Serves MCP over Streamable HTTP, both protocol eras, with a new server per request: all state is in the store, so any
 * process on the same data folder answers for any job. Rejects if the port is taken, or if the address is not loopback
 * and there is no token.
 */
export async function serveMcpOverHttp(
  // Callers may be on another machine, so they may not read files of this one.
  deps: Omit<McpServerDeps, 'fileFolders'>,
  options: McpHttpOptions,
): Promise<McpServing> {
  const { host, port, token } = options;
  if (token === undefined && !isLoopback(host)) throw new Error(`${host} is not loopback: a token is needed`);
  const drain = new AbortController();
  const confirmations = createConfirmations();
  const onerror = (error: Error) => deps.log.warn('protocol error', { error });
  const limits = { maxRequestBodySize: MAX_BODY_BYTES, onerror };
  const handler = createMcpHandler(
    ({ era }) => createMcpServer({ ...deps, drainSignal: drain.signal, confirmations }, era),
    limits,
  );
  const isAllowed = createAccessCheck(options);
  const inFlight = new Set<ServerResponse>();

  /**
   * The signal of its web Request tells a call that the client has disconnected. The SDK serves the older era from a
   * clone, whose signal undici allows to be garbage-collected, so the call would never be notified. Therefore `clone`
   * creates a Request with the same signal.
   */
  const answer = (request: ServerRequest, response: ServerResponse) => {
    const disconnected = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) disconnected.abort();
    });
    const { signal } = disconnected;
    const fetch: typeof handler.fetch = async (received, options) => {
      const { url, method, headers } = received;
      const body = received.body === null ? undefined : await received.text();
      const copy = () => new Request(url, { method, headers, signal, body });
      return handler.fetch(Object.defineProperty(copy(), 'clone', { value: copy }), options);
    };
    return toNodeHandler({ fetch }, limits)(request, response);
  };

  const route = async (request: IncomingMessage, response: ServerResponse) => {
    const [path] = (request.url ?? '').split('?');
    if (path === '/healthz') return json(response, 200, { status: 'ok' });
    if (!(await isAllowed(request, response))) return;
    if (path !== PATH) return json(response, 404, { error: `MCP is served at ${PATH}` });
    // Subscriptions stay open as long as the client likes, so stopping does not wait for them.
    if (request.headers['mcp-method'] !== 'subscriptions/listen') {
      inFlight.add(response);
      response.once('close', () => inFlight.delete(response));
    }
    await answer(request as ServerRequest, response);
  };
  const arrival = { requestTimeout: ARRIVAL_MS, headersTimeout: ARRIVAL_MS, connectionsCheckingInterval: 1_000 };
  const server = createServer(arrival, (request, response) => {
    route(request, response).catch((error) => {
      deps.log.error('request failed', { error });
      response.destroy();
    });
  });
  const { address, family, port: boundPort } = await listen(server, host, port);
  const name = family === 'IPv6' ? `[${address}]` : address;
  return {
    address: `http://${name}:${boundPort}${PATH}`,
    async close() {
      // Calls that wait for a job answer with its current state. The job continues, and get_job finds it again.
      drain.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      const ends = [...inFlight].map((response) => new Promise((resolve) => response.once('close', resolve)));
      await Promise.race([Promise.all(ends), sleep(GRACE_MS, undefined, { ref: false })]);
      await handler.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A request as a server receives it; Node's type also covers answers that a client receives. */
type ServerRequest = IncomingMessage & { method: string; url: string };

function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
