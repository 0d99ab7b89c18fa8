import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { closeServer } from '../lib/close-server.ts';
import { LOOPBACK_NAMES } from '../lib/url.ts';
import type { Metrics } from './metrics.ts';

type ServedApp = { fetch: (request: Request) => Response | Promise<Response> };

export type ServeOptions = {
  app: ServedApp;
  /** The administrator's page. */
  admin?: Hono;
  metrics: Metrics;
  host: string;
  port: number;
  /** Host names, without port, that requests may use; undefined: loopback names on loopback, otherwise any name. */
  allowedHosts: readonly string[] | undefined;
  /** Time limit for receiving a request, headers and body. A slower one gets 408, and its connection is closed. */
  maxArrivalMs?: number;
};

export type Serving = {
  /** The address and port on which the server listens. */
  address: string;
  /** Accepts no further connections. Closes open ones once their answers are sent. */
  close(): Promise<void>;
};

/** Requests are short; Node's default is five minutes. */
const MAX_ARRIVAL_MS = 20_000;

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

/** Serves the app over HTTP. Rejects if the port is taken. */
export function serveHttp(options: ServeOptions): Promise<Serving> {
  const { app, admin, metrics, host, port, allowedHosts, maxArrivalMs = MAX_ARRIVAL_MS } = options;
  const outer = new Hono();
  // Metrics about all accounts are for the operator. For everyone else the path does not exist.
  outer.get('/metrics', async (context, next) =>
    isLocalRequest(context)
      ? context.text(await metrics.text(), 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' })
      : next(),
  );
  const isLoopback = LOOPBACK_NAMES.includes(host) || host === '::1';
  outer.use(fromAllowedHosts(allowedHosts ?? (isLoopback ? LOOPBACK_NAMES : undefined)));
  if (admin) outer.route('/', admin);
  outer.all('*', (context) => app.fetch(context.req.raw));
  return new Promise((resolve, reject) => {
    const serverOptions = {
      headersTimeout: maxArrivalMs,
      requestTimeout: maxArrivalMs,
      connectionsCheckingInterval: Math.min(1_000, maxArrivalMs),
    };
    const server = serve({ fetch: outer.fetch, hostname: host, port, serverOptions }, (info: AddressInfo) => {
      const name = info.family === 'IPv6' ? `[${info.address}]` : info.address;
      resolve({ address: `http://${name}:${info.port}`, close: () => closeServer(server) });
    });
    server.once('error', reject);
  });
}

/** Whether the request comes from this machine, under its own name. Any other name means a proxy or a web page. */
function isLocalRequest(context: Context): boolean {
  const isFromHere = LOOPBACK.includes(getConnInfo(context).remote.address ?? '');
  return isFromHere && LOOPBACK_NAMES.includes(readHost(context)) && context.req.header('origin') === undefined;
}

/** The host name of a request, without its port. */
function readHost(context: Context): string {
  return (context.req.header('host') ?? '').replace(/:\d+$/, '').toLowerCase();
}

/**
 * Refuses requests under foreign host names and from web pages. Otherwise a page open in a browser could reach a
 * service on the same machine through a name that the page's owner controls.
 */
function fromAllowedHosts(allowed: readonly string[] | undefined): MiddlewareHandler {
  const names = allowed?.map((name) => name.toLowerCase());
  return async (context, next) => {
    if (names && !names.includes(readHost(context)))
      return context.json({ error: 'This service is not served under that name' }, 403);
    if (context.req.header('origin') !== undefined)
      return context.json({ error: 'This service takes no requests from web pages' }, 403);
    return next();
  };
}
