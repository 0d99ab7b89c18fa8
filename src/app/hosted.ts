import { createHash } from 'node:crypto';
import { identifyService, listSpellings } from '../contract/base-url.ts';
import { freeFailure } from '../contract/errors.ts';
import type { JobRequest } from '../contract/requests.ts';
import type { SearchService } from '../jobs/ports/service.ts';
import type { JobStore } from '../jobs/ports/store.ts';
import { keepsReviews } from '../jobs/spending/balances.ts';
import { requestFingerprint } from '../jobs/spending/fingerprint.ts';
import { pollSchedule } from '../jobs/spending/wait.ts';
import { createHostedTransport } from '../jobs/upstream/transport.ts';
import { createClient } from '../jobs/upstream/upstream-client.ts';
import { type Config, listSecrets } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import type { Pace } from '../platform/net/pace.ts';
import { createPacer } from '../platform/net/pacer.ts';
import { whenStoreIsFree } from '../platform/sqlite/when-store-is-free.ts';
import { USER_AGENT } from '../platform/version.ts';
import { connectLab } from '../review/lab-reviews.ts';
import type { SearchConnection } from './connected.ts';

type Store = Pick<JobStore, 'balances' | 'saveBalances'> & {
  paceOf(account: string): Pace;
  takeOverJobs(formerNames: readonly string[], account: string, of: (request: JobRequest) => Fingerprints): void;
};

type Fingerprints = { fingerprint: string; serviceFingerprint: string };

/** The hosted service at PAPERQUEUE_BASE_URL. Without a token every use fails and names the setting. */
export async function connectHosted(config: Config, log: Log, store: Store): Promise<SearchConnection> {
  const { baseUrl = '', token } = config;
  const serviceIdentity = identifyService(baseUrl);
  const account = accountName(serviceIdentity, token?.reveal() ?? '');
  // Accounts used to be named by the address as configured, before all its spellings meant one service.
  const formerNames = listSpellings(baseUrl).map((spelling) => accountName(spelling, token?.reveal() ?? ''));
  const fingerprintsOf = (request: JobRequest) => ({
    fingerprint: requestFingerprint({ mode: 'hosted', account, edition: '' }, request),
    serviceFingerprint: requestFingerprint({ mode: 'hosted', account: serviceIdentity, edition: '' }, request),
  });
  await whenStoreIsFree(() => store.takeOverJobs(formerNames, account, fingerprintsOf));
  const polls = pollSchedule(config.requestsPerMinute);
  const rest = { account, serviceIdentity, polls, edition: () => '' };
  if (!token) return { ...rest, service: NOT_CONFIGURED, close: () => {} };
  const transport = createHostedTransport();
  const service = createClient({
    baseUrl,
    token,
    secrets: listSecrets(config),
    transport,
    pacer: createPacer(store.paceOf(account), config.requestsPerMinute),
    userAgent: USER_AGENT,
    onFailure: (error) => log.info('upstream failure', { code: error.details.code, cause: error.cause }),
  });
  const lab = connectLab({
    baseUrl,
    token,
    secrets: listSecrets(config),
    fetch: transport.fetch,
    userAgent: USER_AGENT,
    isKept: (signal) => keepsReviews({ service, store, account }, signal),
  });
  return { ...rest, service, lab, close: transport.close };
}

function accountName(service: string, token: string): string {
  return createHash('sha256').update(`${service}\n${token}`).digest('hex').slice(0, 16);
}

const NOT_CONFIGURED: SearchService = {
  create: notConfigured,
  status: notConfigured,
  balances: notConfigured,
  closeKey: notConfigured,
};

const SETTINGS = { address: 'PAPERQUEUE_BASE_URL', token: 'PAPERQUEUE_TOKEN' } as const;

async function notConfigured(): Promise<never> {
  throw freeFailure({
    code: 'NOT_CONFIGURED',
    problem: [{ kind: 'token-not-set', ...SETTINGS }],
    advice: [{ kind: 'set-token-or-leave', ...SETTINGS }],
  });
}
