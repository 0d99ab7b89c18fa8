import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Secret } from '../contract/secret.ts';
import { openDatabase } from '../sqlite/database.ts';
import { ensureAccount, type Grants } from './accounts.ts';
import { createServiceApp } from './app.ts';
import { SERVICE_MIGRATIONS } from './schema.ts';
import { type SearchEngine, startWorker } from './worker.ts';

export type EmbeddedService = {
  /** Answers like the network would, without a socket. */
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The local user's token, made anew for each process and never stored. */
  token: Secret;
  close(): void;
};

export type EmbeddedOptions = {
  dataDir: string;
  grants: Grants;
  search: SearchEngine;
  onError: (event: string, error: unknown) => void;
};

const LOCAL_ACCOUNT = 'local';

/** The service in this process, with one local account. Jobs that an earlier process left open are taken up at once. */
export function openEmbeddedService({ dataDir, grants, search, onError }: EmbeddedOptions): EmbeddedService {
  const database = openDatabase(join(dataDir, 'service.sqlite'), SERVICE_MIGRATIONS);
  const account = ensureAccount(database, LOCAL_ACCOUNT, grants);
  const worker = startWorker({ database, search, onError });
  const token = new Secret(randomBytes(24).toString('base64url'));
  const accountOfToken = (given: string) => (given === token.reveal() ? account : undefined);
  const app = createServiceApp({ database, worker, accountOfToken, onError });
  worker.wake();
  return {
    fetch: async (url, init) => app.fetch(new Request(url, init)),
    token,
    close: () => {
      worker.stop();
      database.close();
    },
  };
}
