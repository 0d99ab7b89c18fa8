import type { Secret } from '../../../contract/secret.ts';
import { accountsIn, tokensIn } from '../core/accounts.ts';
import { readCounts } from '../core/counts.ts';
import { outboxIn } from '../core/outbox.ts';
import { secretsIn } from '../core/secrets.ts';
import type { ServiceStore } from '../port.ts';
import { GRANTS, type KnownTokens, keepTokens } from './accounts.ts';
import { CommitLost, connectPostgres, storeError } from './connection.ts';
import { jobsIn } from './jobs.ts';
import { deliveryQueueIn } from './outbox.ts';
import { takeRequest } from './rate-limit.ts';
import { runOnServer } from './run-steps.ts';
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
      ...deliveryQueueIn(database),
      async resend(id) {
        const problem = await outbox.resend(id);
        if (problem === undefined) notify('outbox');
        return problem;
      },
    },
    secrets: secretsIn(run),
    takeRequest: (account, perMinute) => takeRequest(database, account, perMinute),
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
