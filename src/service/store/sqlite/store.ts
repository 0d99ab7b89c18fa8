import type { Database } from '../../../platform/sqlite/database.ts';
import { accountsIn, tokensIn } from '../core/accounts.ts';
import { keysIn } from '../core/creation-keys.ts';
import { giveUpDeadBodies, outboxIn } from '../core/outbox.ts';
import { overviewIn, readCounts } from '../core/overview.ts';
import { reviewsIn } from '../core/reviews.ts';
import { secretsIn, settingsIn } from '../core/secrets.ts';
import type { Run } from '../core/steps.ts';
import { workersIn } from '../core/workers.ts';
import type { ServiceStore } from '../port.ts';
import { zippedAside } from '../zipped-answer.ts';
import { GRANTS } from './accounts.ts';
import { KEYS } from './creation-keys.ts';
import {
  createJob,
  expireResults,
  failExhaustedJobs,
  failJob,
  findStoredJob,
  finishJob,
  leaseJob,
  nextDue,
  postponeJob,
  releaseJob,
  renewLease,
} from './job-queue.ts';
import { createRateLimiter } from './rate-limit.ts';
import { openRetention } from './retention.ts';
import { runOnFile, runSteps } from './run-steps.ts';

/** About as much as a creation writes: a full disk may still accept less. */
const PROBE_BYTES = 16 * 1024;

type Options = {
  /** Milliseconds since the epoch, for everything except jobs and requests. Default: the system's clock. */
  now?: () => number;
  /** Called if counted requests could not be written; they are written later. */
  onError?: (event: string, error: unknown) => void;
};

/** The service's store in a SQLite file. Several processes of one machine may open it. */
export function sqliteStore(database: Database, { now = () => Date.now(), onError }: Options = {}): ServiceStore {
  const run = runOnFile(database, now);
  return {
    accounts: accountsIn(run, GRANTS),
    tokens: tokensIn(run),
    jobs: jobsIn(database, run),
    outbox: outboxIn(run),
    secrets: secretsIn(run),
    workers: workersIn(run),
    settings: settingsIn(run),
    overview: overviewIn(run),
    reviews: reviewsIn(run),
    ...rateLimitIn(database, onError),
    counts: () => run.read(readCounts()),
    // Processes that share a file poll it themselves.
    onWake: () => {},
    async ping() {
      database.run('INSERT OR REPLACE INTO write_probe (id, filler) VALUES (1, zeroblob(?))', PROBE_BYTES);
    },
  };
}

function jobsIn(database: Database, run: Run): ServiceStore['jobs'] {
  const retention = openRetention(database);
  return {
    ...keysIn(run, KEYS),
    create: async (account, request, maxOpen, key) => createJob(database, account, request, maxOpen, key),
    async lease() {
      failExhaustedJobs(database);
      return leaseJob(database);
    },
    renew: async (job) => renewLease(database, job),
    finish: async (job, outcome) => finishJob(database, job, outcome, await zippedAside(outcome)),
    release: async (job) => releaseJob(database, job),
    postpone: async (job, delayMs) => postponeJob(database, job, Date.now() + delayMs),
    fail: async (job, report) => failJob(database, job, report),
    async dueInMs() {
      const due = nextDue(database);
      return due === undefined ? undefined : due - Date.now();
    },
    find: async (account, id) => findStoredJob(database, account, id),
    expire: async (olderThanMs) =>
      database.transaction(() => {
        expireResults(database, retention.advance() - olderThanMs);
        runSteps(database, giveUpDeadBodies());
      }),
  };
}

/** Counts requests in memory from the first one on, and writes them when the store closes. */
function rateLimitIn(database: Database, onError: Options['onError']): Pick<ServiceStore, 'takeRequest' | 'close'> {
  let limiter: ReturnType<typeof createRateLimiter> | undefined;
  return {
    async takeRequest(account, perMinute, about) {
      limiter ??= createRateLimiter(database, () => Date.now(), onError);
      return limiter.take(about ? -account : account, perMinute);
    },
    async close() {
      limiter?.stop();
      limiter = undefined;
      database.close();
    },
  };
}
