import type { Database } from '../../../platform/sqlite/database.ts';
import { accountsIn, tokensIn } from '../core/accounts.ts';
import { keysIn } from '../core/creation-keys.ts';
import { failExhausted, failJob, finishJob, queueIn } from '../core/job-queue.ts';
import { outboxIn } from '../core/outbox.ts';
import { overviewIn, readCounts } from '../core/overview.ts';
import { reviewsIn } from '../core/reviews.ts';
import { secretsIn, settingsIn } from '../core/secrets.ts';
import { workersIn } from '../core/workers.ts';
import type { ServiceStore } from '../port.ts';
import { zippedAside } from '../zipped-answer.ts';
import { GRANTS } from './accounts.ts';
import { createJob, findStoredJob, JOBS, KEYS, leaseJob } from './job-queue.ts';
import { createRateLimiter } from './rate-limit.ts';
import { runOnFile } from './run-steps.ts';

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
    jobs: jobsIn(database),
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

function jobsIn(database: Database): ServiceStore['jobs'] {
  const run = runOnFile(database, () => Date.now());
  return {
    ...keysIn(run, KEYS),
    ...queueIn(run, JOBS),
    create: async (account, request, maxOpen, key) => createJob(database, account, request, maxOpen, key),
    async lease() {
      await failExhausted(run, JOBS);
      return leaseJob(database);
    },
    async finish(job, outcome) {
      const answer = await zippedAside(outcome);
      return run.transaction(() => finishJob(JOBS, job, outcome, answer));
    },
    fail: (job, report) => run.transaction(() => failJob(JOBS, job, report)),
    find: async (account, id) => findStoredJob(database, account, id),
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
