import { randomBytes } from 'node:crypto';
import { Secret } from '../contract/secret.ts';
import { ensureAccount, type Grants } from './accounts/accounts.ts';
import { EMBEDDED_FILE } from './schema.ts';
import { openService, type ServiceOptions } from './service.ts';

export type EmbeddedService = {
  /** Answers as over the network, without a socket. */
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The local user's token, new in each process and never stored. */
  token: Secret;
  close(): Promise<void>;
};

export type EmbeddedOptions = Omit<ServiceOptions, 'file' | 'accountOfToken' | 'requestsPerMinute' | 'resultsDays'> & {
  grants: Grants;
};

const LOCAL_ACCOUNT = 'local';
/** The job store has its own copy of the papers; this one is for processes that were killed before they stored it. */
const RESULTS_DAYS = 30;

/** The service in this process, with one local account and no rate limit. */
export function openEmbeddedService({ grants, ...options }: EmbeddedOptions): EmbeddedService {
  const token = new Secret(randomBytes(24).toString('base64url'));
  let local: number | undefined;
  const { app, database, close } = openService({
    ...options,
    file: EMBEDDED_FILE,
    resultsDays: RESULTS_DAYS,
    accountOfToken: (_, text) => (text === token.reveal() ? local : undefined),
  });
  try {
    local = ensureAccount(database, LOCAL_ACCOUNT, grants);
  } catch (error) {
    void close();
    throw error;
  }
  return { fetch: async (url, init) => app.fetch(new Request(url, init)), token, close };
}
