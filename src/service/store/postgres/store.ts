import type { Pool } from '../../../contract/credits.ts';
import type { Secret } from '../../../contract/secret.ts';
import type { ServiceStore } from '../port.ts';
import { accountsIn, type KnownTokens, secretsIn, takeRequest, tokensIn } from './accounts.ts';
import { CommitLost, connectPostgres, storeError } from './connection.ts';
import { countOpen, jobsIn } from './jobs.ts';
import { countDeliveries, outboxIn } from './outbox.ts';
import { migrate } from './schema.ts';
import { readWaiting } from './state.ts';
import { createNotifier, listenForWork } from './wake-ups.ts';

/**
 * The service's store in PostgreSQL (14 or later), which any number of processes on any number of machines may have
 * open. Rejects with STORE_UNAVAILABLE where it cannot be reached, and with NOT_CONFIGURED where `pg` is missing.
 */
export async function openPostgresStore(url: Secret): Promise<ServiceStore> {
  const database = await connectPostgres(url);
  await migrate(url, database).catch(async (error) => {
    await database.close();
    throw error instanceof CommitLost ? storeError(error) : error;
  });
  const { sql } = database;
  const known: KnownTokens = new Map();
  const endings: (() => Promise<void>)[] = [];
  const notifier = createNotifier(database);
  const { notify } = notifier;
  return {
    accounts: accountsIn(database, known),
    tokens: tokensIn(database, known),
    jobs: jobsIn(database, notify),
    outbox: outboxIn(database, notify),
    secrets: secretsIn(database),
    takeRequest: (account, perMinute) => takeRequest(database, account, perMinute),
    async counts() {
      const credits = await sql<{ pool: Pool; kind: string; credits: number }>(
        `SELECT pool, kind, sum(credits)::float8 AS credits FROM ledger WHERE kind <> 'grant' GROUP BY pool, kind`,
      );
      const jobs = await sql<{ state: string; jobs: number }>(
        'SELECT state, count(*)::int AS jobs FROM jobs GROUP BY state',
      );
      const connections = database.connections();
      const shared = { connections, ...(await readWaiting(sql)) };
      return { jobs, open: await countOpen(sql), deliveries: await countDeliveries(sql), credits, database: shared };
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
