import { randomBytes } from 'node:crypto';
import type { Database } from '../../../platform/sqlite/database.ts';
import { accountsIn, tokensIn } from '../core/accounts.ts';
import { keysIn } from '../core/creation-keys.ts';
import { giveUpDeadBodies, outboxIn } from '../core/outbox.ts';
import { overviewIn, readCounts } from '../core/overview.ts';
import { reviewsIn } from '../core/reviews.ts';
import { secretsIn, settingsIn } from '../core/secrets.ts';
import type { Run } from '../core/steps.ts';
import { workersIn } from '../core/workers.ts';
import { DELIVERY_LEASE_MS, type LeasedDelivery, MAX_PAUSE_MS } from '../outbox-port.ts';
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
    outbox: {
      ...outboxIn(run),
      lease: async (without) => leaseDelivery(database, now(), without),
      async dueInMs(without) {
        const due = nextDeliveryAt(database, without);
        return due === undefined ? undefined : due - now();
      },
    },
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

/** The parameter is a JSON list of accounts. */
const IS_PENDING_OF_OTHERS = `state = 'pending' AND account NOT IN (SELECT value FROM json_each(?))`;
/** The first attempt is due at once, whatever the clock showed at the end of the job. */
const DUE_AT = 'iif(attempts = 0, 0, next_at)';

/** Shortens leases and pauses that end later than possible: they were written before the clock was set back. */
function capFutureTimes(database: Database, now: number): void {
  const [lease, pause] = [now + DELIVERY_LEASE_MS, now + MAX_PAUSE_MS];
  database.run(
    `UPDATE deliveries SET lease_until = min(lease_until, ?), next_at = iif(next_at > ?, ?, next_at)
     WHERE state = 'pending' AND (lease_until > ? OR next_at > ?)`,
    ...[lease, pause, now, lease, pause],
  );
}

/**
 * Leases the delivery that has been due the longest, except those of the accounts `without` and of revoked accounts.
 */
export function leaseDelivery(
  database: Database,
  now: number,
  without: readonly number[] = [],
): LeasedDelivery | undefined {
  const token = randomBytes(16).toString('hex');
  capFutureTimes(database, now);
  const row = database.get<Omit<LeasedDelivery, 'token'>>(
    `UPDATE deliveries SET lease_token = ?, lease_until = ?
     WHERE id = (
       SELECT id FROM deliveries
       WHERE ${IS_PENDING_OF_OTHERS} AND ${DUE_AT} <= ? AND (lease_until IS NULL OR lease_until <= ?)
         AND account IN (SELECT id FROM accounts WHERE revoked_at IS NULL)
       ORDER BY next_at, rowid LIMIT 1)
     RETURNING id, job, account, url, attempts, body AS zippedBody`,
    ...[token, now + DELIVERY_LEASE_MS, JSON.stringify(without), now, now],
  );
  return row && { ...row, token };
}

/** When the next delivery of accounts other than `without` is due (milliseconds since the epoch), if one is pending. */
export function nextDeliveryAt(database: Database, without: readonly number[] = []): number | undefined {
  const sql = `SELECT min(max(${DUE_AT}, coalesce(lease_until, 0))) AS due FROM deliveries WHERE ${IS_PENDING_OF_OTHERS}`;
  return database.get<{ due: number | null }>(sql, JSON.stringify(without))?.due ?? undefined;
}
