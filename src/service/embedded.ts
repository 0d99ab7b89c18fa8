import { randomBytes } from 'node:crypto';
import { Secret } from '../contract/secret.ts';
import type { Database } from '../platform/sqlite/database.ts';
import { openService, type ServiceOptions } from './service.ts';
import type { Grants } from './store/port.ts';
import { ensureAccount } from './store/sqlite/accounts.ts';
import { openServiceFile } from './store/sqlite/open-store.ts';
import { EMBEDDED_FILE } from './store/sqlite/schema.ts';

export type EmbeddedService = {
  /** Answers like the network service, without a socket. */
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The local user's token, new in each process and never stored. */
  token: Secret;
  close(): Promise<void>;
};

export type EmbeddedOptions = Omit<ServiceOptions, 'store' | 'accountOfToken' | 'requestsPerMinute' | 'resultsDays'> & {
  dataDir: string;
  grants: Grants;
};

const LOCAL_ACCOUNT = 'local';
/** The job store has its own copy of the papers. This one serves processes that were killed before they stored it. */
const RESULTS_DAYS = 30;

/** The service in this process, with one local account and no rate limit. */
export function openEmbeddedService({ grants, dataDir, ...options }: EmbeddedOptions): EmbeddedService {
  const token = new Secret(randomBytes(24).toString('base64url'));
  const { database, store } = openServiceFile(dataDir, EMBEDDED_FILE, options.onError);
  const local = accountIn(database, grants);
  const { app, close } = openService({
    ...options,
    // A service that cannot write runs no jobs; it still answers about stored ones.
    ...(database.isReadOnly && { concurrency: 0, onError: () => {} }),
    store,
    resultsDays: RESULTS_DAYS,
    accountOfToken: (text) => (text === token.reveal() ? local : undefined),
  });
  return { fetch: async (url, init) => app.fetch(new Request(url, init)), token, close };
}

function accountIn(database: Database, grants: Grants): number {
  try {
    return ensureAccount(database, LOCAL_ACCOUNT, grants);
  } catch (error) {
    database.close();
    throw error;
  }
}
