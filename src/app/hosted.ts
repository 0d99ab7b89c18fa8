import { identifyService } from '../contract/base-url.ts';
import { freeFailure } from '../contract/errors.ts';
import type { SearchService } from '../jobs/ports/service.ts';
import type { JobStore } from '../jobs/ports/store.ts';
import { keepsReviews } from '../jobs/spending/balances.ts';
import { pollSchedule } from '../jobs/spending/wait.ts';
import { createHostedTransport } from '../jobs/upstream/transport.ts';
import { createClient } from '../jobs/upstream/upstream-client.ts';
import { type Config, listSecrets } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { createPacer, type Pace } from '../platform/net/pacer.ts';
import { USER_AGENT } from '../platform/version.ts';
import { connectLab } from '../review/lab-reviews.ts';
import { accountName, type FormerJobs, takeOverFormerJobs } from './account-name.ts';
import type { SearchConnection } from './connected.ts';

type Store = Pick<JobStore, 'balances' | 'saveBalances'> & FormerJobs & { paceOf(account: string): Pace };

/** The hosted service at PAPERQUEUE_BASE_URL. Without a token every use fails and names the setting. */
export async function connectHosted(config: Config, log: Log, store: Store): Promise<SearchConnection> {
  const { baseUrl = '', token } = config;
  const serviceIdentity = identifyService(baseUrl);
  const account = accountName(serviceIdentity, token?.reveal() ?? '');
  await takeOverFormerJobs(store, { baseUrl, token, account, serviceIdentity });
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
