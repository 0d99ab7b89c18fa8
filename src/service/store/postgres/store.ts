import type { Secret } from '../../../contract/secret.ts';
import { accountsIn, tokensIn } from '../core/accounts.ts';
import { outboxIn } from '../core/outbox.ts';
import { overviewIn, readCounts } from '../core/overview.ts';
import { reviewsIn } from '../core/reviews.ts';
import { secretsIn, settingsIn } from '../core/secrets.ts';
import { workersIn } from '../core/workers.ts';
import type { RateLimitAnswer, ServiceStore } from '../port.ts';
import { tokenHash } from '../secret-values.ts';
import { CommitLost, connectPostgres, type Postgres, runOnServer, storeError } from './connection.ts';
import { GRANTS, jobsIn } from './jobs.ts';
import { migrate } from './schema.ts';
import { readWaiting } from './state.ts';
import { createNotifier, listenForWork } from './wake-ups.ts';

/**
 * The service's store in PostgreSQL (14 or later). Any number of processes on any number of machines may open it.
 * Rejects with STORE_UNAVAILABLE if it cannot be reached, and with NOT_CONFIGURED if `pg` is missing.
 */
export async function openPostgresStore(url: Secret): Promise<ServiceStore> {
  const database = await connectPostgres(url);
  await migrate(url, database).catch(async (error) => {
    await database.close();
    throw error instanceof CommitLost ? storeError(error) : error;
  });
  const { sql } = database;
  const run = runOnServer(database);
  const known: KnownTokens = new Map();
  const endings: (() => Promise<void>)[] = [];
  const notifier = createNotifier(database);
  const { notify } = notifier;
  const accounts = accountsIn(run, GRANTS);
  const outbox = outboxIn(run);
  return {
    accounts: {
      ...accounts,
      async revoke(account) {
        await accounts.revoke(account);
        known.clear();
      },
    },
    tokens: keepTokens(tokensIn(run), known),
    jobs: jobsIn(database, run, notify),
    outbox: {
      ...outbox,
      async resend(id) {
        const problem = await outbox.resend(id);
        if (problem === undefined) notify('outbox');
        return problem;
      },
    },
    secrets: secretsIn(run),
    workers: workersIn(run),
    settings: settingsIn(run),
    overview: overviewIn(run),
    reviews: reviewsIn(run),
    takeRequest: (account, perMinute, about) => takeRequest(database, about ? -account : account, perMinute),
    async counts() {
      const shared = { connections: database.connections(), ...(await readWaiting(sql)) };
      return { ...(await run.read(readCounts())), database: shared };
    },
    async ping() {
      await sql('INSERT INTO write_probe VALUES (1, now()) ON CONFLICT (id) DO UPDATE SET at = excluded.at');
    },
    onWake(listener) {
      endings.push(listenForWork(database, listener));
    },
    async close() {
      await Promise.all([...endings.splice(0).map((end) => end()), notifier.sent()]);
      await database.close();
    },
  };
}

/** The requests counted in the last minute. Times in the future were written before the clock was set back. */
const RECENT = `(SELECT t FROM unnest(rate.times) AS t
  WHERE t > clock_timestamp() - interval '60 s' AND t <= clock_timestamp() ORDER BY t)`;

/** Counts a request in one statement, so that concurrent requests on different machines cannot both pass. */
async function takeRequest({ sql }: Postgres, account: number, perMinute: number): Promise<RateLimitAnswer> {
  const [slot] = await sql<{ count: number; oldest: number }>(
    `INSERT INTO rate (account, times) VALUES ($1, ARRAY[clock_timestamp()])
     ON CONFLICT (account) DO UPDATE
       SET times = CASE WHEN rate.times[1] > clock_timestamp() - interval '60 s' AND rate.times[1] <= clock_timestamp()
           AND rate.times[cardinality(rate.times)] <= clock_timestamp() THEN rate.times
           ELSE array(${RECENT}) END || clock_timestamp()
       WHERE cardinality(rate.times) < $2 OR (SELECT count(*) FROM ${RECENT} AS recent) < $2
     RETURNING cardinality(times) AS count, extract(epoch FROM clock_timestamp() - times[1])::float8 AS oldest`,
    ...[account, perMinute],
  );
  const limit = perMinute;
  if (slot) {
    const { count, oldest } = slot;
    const remaining = Math.max(limit - count, 0);
    return { allowed: true, limit, remaining, resetSeconds: count < limit ? 60 : secondsUntil(oldest) };
  }
  // If the limit was lowered, several requests must leave the window first.
  const [refused] = await sql<{ age: number | null }>(
    `SELECT extract(epoch FROM clock_timestamp() - times[greatest(cardinality(times) - $2, 0) + 1])::float8 AS age
     FROM (SELECT array(${RECENT}) AS times FROM rate WHERE account = $1) AS recent`,
    ...[account, perMinute],
  );
  return { allowed: false, limit, remaining: 0, resetSeconds: secondsUntil(refused?.age ?? 0) };
}

/** Whole seconds until a request of this age leaves the window. */
function secondsUntil(age: number): number {
  return Math.min(Math.max(Math.ceil(60 - age), 1), 60);
}

/** How long a token is cached without asking the database again. */
const TOKEN_MS = 1_000;
const MAX_TOKENS = 10_000;

/** Accounts by the hashes of their tokens, each until a time of `performance.now()`. */
type KnownTokens = Map<string, { account: number; until: number }>;

/** The token store, with the latest tokens cached for a moment. */
function keepTokens(
  tokens: ServiceStore['tokens'],
  known: KnownTokens,
  now: () => number = () => performance.now(),
): ServiceStore['tokens'] {
  return {
    ...tokens,
    async replace(account) {
      const token = await tokens.replace(account);
      known.clear();
      return token;
    },
    async accountOf(token) {
      const hash = tokenHash(token);
      const { account: lately, until = 0 } = known.get(hash) ?? {};
      if (until > now()) return lately;
      const askedAt = now();
      const account = await tokens.accountOf(token);
      if (known.size >= MAX_TOKENS) known.clear();
      if (account !== undefined) known.set(hash, { account, until: askedAt + TOKEN_MS });
      return account;
    },
  };
}
