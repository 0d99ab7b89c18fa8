import { POOLS } from '../../../contract/credits.ts';
import { Secret } from '../../../contract/secret.ts';
import type { Database } from '../../../sqlite/database.ts';
import { zippedAside } from '../answer.ts';
import type { PoolFlow, ServiceStore } from '../port.ts';
import { newSigningSecret } from '../secret-values.ts';
import { createAccount, findAccount, grantsOf, listAccounts, revokeAccount, topUp } from './accounts.ts';
import { closeKey, findCreation, listKeyedJobs } from './creation-keys.ts';
import {
  countJobs,
  countOpenJobs,
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
import { creditFlow, creditTotals } from './ledger.ts';
import {
  countDeliveries,
  endRevokedDeliveries,
  giveUpDeadBodies,
  leaseDelivery,
  listDeliveries,
  nextDeliveryAt,
  recordDead,
  recordDelivered,
  recordRetry,
  releaseDelivery,
  resendDelivery,
  resendProblem,
} from './outbox.ts';
import { createRateLimiter } from './rate-limit.ts';
import { openRetention } from './retention.ts';
import { accountOfToken, createToken, revokeTokens } from './tokens.ts';

/** About what a creation writes: on a full disk there may be room for less. */
const PROBE_BYTES = 16 * 1024;

type Options = {
  /** Milliseconds since the epoch, for the outbox. Default: the system's clock. */
  now?: () => number;
  /** Called when counted requests could not be written; they are written later. */
  onError?: (event: string, error: unknown) => void;
};

/** The service's store in a SQLite file, which several processes of one machine may have open. */
export function sqliteStore(database: Database, { now = Date.now, onError }: Options = {}): ServiceStore {
  return {
    accounts: accountsIn(database),
    tokens: tokensIn(database),
    jobs: jobsIn(database),
    outbox: outboxIn(database, now),
    secrets: {
      ensure: async (account) => ensureCallbackSecret(database, account, now()),
      rotate: async (account) => rotateCallbackSecret(database, account),
      async active(account) {
        const active = activeSecrets(database, account, now());
        return active.length > 0 ? active : [ensureCallbackSecret(database, account, now())];
      },
    },
    ...rateLimitIn(database, onError),
    counts: async () => ({
      jobs: countJobs(database),
      open: countOpenJobs(database),
      deliveries: countDeliveries(database),
      credits: creditTotals(database),
    }),
    // Processes on one file look by themselves.
    onWake: () => {},
    async ping() {
      database.run('INSERT OR REPLACE INTO write_probe (id, filler) VALUES (1, zeroblob(?))', PROBE_BYTES);
    },
  };
}

function accountsIn(database: Database): ServiceStore['accounts'] {
  const flow = (account: number, pool: (typeof POOLS)[number]): PoolFlow => ({
    granted: grantsOf(database, account)[pool],
    ...creditFlow(database, account, pool),
  });
  return {
    create: async (name, credits) => createAccount(database, name, credits),
    topUp: async (account, credits) => topUp(database, account, credits),
    find: async (name) => findAccount(database, name),
    list: async () => listAccounts(database),
    revoke: async (account) =>
      database.transaction(() => {
        revokeTokens(database, account);
        revokeAccount(database, account);
      }),
    flows: async (account) => {
      const flows = POOLS.map((pool) => [pool, flow(account, pool)] as const);
      return Object.fromEntries(flows) as Record<(typeof POOLS)[number], PoolFlow>;
    },
  };
}

function tokensIn(database: Database): ServiceStore['tokens'] {
  return {
    create: async (account) => createToken(database, account),
    replace: async (account) =>
      database.transaction(() => {
        revokeTokens(database, account);
        return createToken(database, account);
      }),
    accountOf: async (token) => accountOfToken(database, token),
  };
}

function jobsIn(database: Database): ServiceStore['jobs'] {
  const retention = openRetention(database);
  return {
    create: async (account, request, maxOpen, key) => createJob(database, account, request, maxOpen, key),
    repeated: async (account, key) => findCreation(database, account, key),
    closeKey: async (account, key) => closeKey(database, account, key),
    keyed: async (account, key, count) => listKeyedJobs(database, account, key, count),
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
        giveUpDeadBodies(database);
      }),
  };
}

function outboxIn(database: Database, now: () => number): ServiceStore['outbox'] {
  return {
    lease: async (without) => leaseDelivery(database, now(), without),
    async dueInMs(without) {
      const due = nextDeliveryAt(database, without);
      return due === undefined ? undefined : due - now();
    },
    delivered: async (lease, outcome) => recordDelivered(database, lease, outcome, now()),
    retry: async (lease, outcome, delayMs) => recordRetry(database, lease, outcome, now() + delayMs),
    dead: async (lease, outcome) => recordDead(database, lease, outcome, now()),
    release: async (lease) => releaseDelivery(database, lease),
    endRevoked: async () => void endRevokedDeliveries(database, now()),
    list: async (listing) => listDeliveries(database, listing),
    resend: async (id) => (resendDelivery(database, id) ? undefined : resendProblem(database, id)),
  };
}

/** Requests are counted in memory from the first one on, and written when the store is closed. */
function rateLimitIn(database: Database, onError: Options['onError']): Pick<ServiceStore, 'takeRequest' | 'close'> {
  let limiter: ReturnType<typeof createRateLimiter> | undefined;
  return {
    async takeRequest(account, perMinute) {
      limiter ??= createRateLimiter(database, () => Date.now(), onError);
      return limiter.take(account, perMinute);
    },
    async close() {
      limiter?.stop();
      limiter = undefined;
      database.close();
    },
  };
}

/**
 * The secrets that an account's callbacks are signed with: one that stays, and for a while after a rotation those
 * before it. They are stored as they are, because signing needs them; the file is readable to its owner only.
 */

const OVERLAP_MS = 24 * 60 * 60 * 1000;

/** The account's current secret, made when there is none yet. Safe inside a transaction and between processes. */
export function ensureCallbackSecret(database: Database, account: number, now: number = Date.now()): Secret {
  database.run(
    `INSERT INTO callback_secrets (account, secret, created_at) SELECT ?, ?, ?
     WHERE NOT EXISTS (SELECT 1 FROM callback_secrets WHERE account = ? AND ends_at IS NULL)`,
    ...[account, newSigningSecret().reveal(), now, account],
  );
  const sql = 'SELECT secret FROM callback_secrets WHERE account = ? AND ends_at IS NULL';
  return new Secret((database.get(sql, account) as { secret: string }).secret);
}

/**
 * Gives the account a new secret. Earlier ones sign beside it for `overlapMs` more, or for the shorter time they had
 * left; 0 ends them at once, for a secret that has leaked. Opens a transaction of its own.
 */
export function rotateCallbackSecret(
  database: Database,
  account: number,
  overlapMs: number = OVERLAP_MS,
  now: number = Date.now(),
): Secret {
  const secret = newSigningSecret();
  database.transaction(() => {
    const end = now + overlapMs;
    const endEarlier = 'UPDATE callback_secrets SET ends_at = min(coalesce(ends_at, ?), ?) WHERE account = ?';
    database.run(endEarlier, end, end, account);
    database.run('DELETE FROM callback_secrets WHERE account = ? AND ends_at <= ?', account, now);
    const insert = 'INSERT INTO callback_secrets (account, secret, created_at) VALUES (?, ?, ?)';
    database.run(insert, account, secret.reveal(), now);
  });
  return secret;
}

/** The secrets in force, the newest first; none for an account that never had one. */
export function activeSecrets(database: Database, account: number, now: number = Date.now()): Secret[] {
  const sql = `SELECT secret FROM callback_secrets WHERE account = ? AND (ends_at IS NULL OR ends_at > ?) ORDER BY id DESC`;
  return database.all<{ secret: string }>(sql, account, now).map(({ secret }) => new Secret(secret));
}
