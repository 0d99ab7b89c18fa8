import type { AddressInfo } from 'node:net';
import { type HttpBindings, serve } from '@hono/node-server';
import type { Context } from 'hono';
import { closeServer } from '../../lib/close-server.ts';
import type { UiDeps, UiPages } from './environment.ts';
import { createRemovals } from './notices.ts';
import { findPeerAccount, type PeerAccount } from './peer-account.ts';
import { createAccess, HOST } from './ui-access.ts';
import { createUiApp } from './ui-app.ts';

export type UiServing = {
  /** The first address, with the one-time token. */
  address: string;
  /** Accepts no further connections, and closes open ones once their responses are sent. */
  close(): Promise<void>;
};

/** Maximum time for receiving a request, headers and body. */
const ARRIVAL_MS = 20_000;
/** Browsers also send the cookies of other ports of this host: up to about 180 per host, of 4 KB each. */
const MAX_HEADER_BYTES = 1024 * 1024;

/** Serves these pages on loopback; port 0 selects a free one. Rejects if the port is taken. */
export async function serveUi(
  deps: Omit<UiDeps, 'drainSignal' | 'root'>,
  pages: UiPages,
  port: number,
  findAccount = findPeerAccount,
): Promise<UiServing> {
  const drain = new AbortController();
  /** The account of a connection does not change. */
  const accounts = new WeakMap<object, Promise<PeerAccount>>();
  const readAccount = ({ env }: Context<{ Bindings: HttpBindings }>) => {
    const { socket } = env.incoming;
    const account = accounts.get(socket) ?? findAccount(socket);
    accounts.set(socket, account);
    return account;
  };
  const { token, root, guard } = createAccess(readAccount);
  const removals = createRemovals((error) => deps.log.error('a removal failed', { error }));
  const app = createUiApp({ ...deps, root, removals, drainSignal: drain.signal }, pages, guard);
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
        async close() {
          drain.abort(new Error('paperqueue ui stops'));
          await closeServer(server);
          await removals.settle();
        },
      });
    });
    server.once('error', reject);
  });
}
