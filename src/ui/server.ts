import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { closeServer } from '../lib/close-server.ts';
import { createAccess, HOST } from './access.ts';
import { createUiApp } from './app.ts';
import type { UiDeps } from './environment.ts';

export type UiServing = {
  /** The first address, with the token that is taken once. */
  address: string;
  /** Takes no further connection, and ends those that are open when their answers are out. */
  close(): Promise<void>;
};

/** How long a request may take to arrive, head and body. */
const ARRIVAL_MS = 20_000;
/** Cookies that other ports of this host set come along: a browser keeps some 180 for a host, of 4 KB each. */
const MAX_HEADER_BYTES = 1024 * 1024;

/** Serves the local page on loopback; port 0 takes a free one. Rejects when the port is taken. */
export async function serveUi(deps: Omit<UiDeps, 'drainSignal' | 'root'>, port: number): Promise<UiServing> {
  const drain = new AbortController();
  const { token, root, guard } = createAccess();
  const app = createUiApp({ ...deps, root, drainSignal: drain.signal }, guard);
  const serverOptions = {
    headersTimeout: ARRIVAL_MS,
    requestTimeout: ARRIVAL_MS,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: MAX_HEADER_BYTES,
  };
  return new Promise((resolve, reject) => {
    const options = { fetch: app.fetch, hostname: HOST, port, serverOptions };
    const server = serve(options, (info: AddressInfo) => {
      resolve({
        address: `http://${HOST}:${info.port}/?token=${token}`,
        close() {
          drain.abort(new Error('paperqueue ui stops'));
          return closeServer(server);
        },
      });
    });
    server.once('error', reject);
  });
}
