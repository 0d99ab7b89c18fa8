import type { Pool } from '../../../contract/credits.ts';
import type { Database } from '../../../platform/sqlite/database.ts';

/**
 * The credits of the accounts, append-only: grants and refunds add to a pool, charges subtract from it. The schema
 * prevents charging or refunding a job twice.
 */

type LedgerRow = { account: number; job: string; pool: Pool; credits: number };

/** Adds the charge of a job, in the caller's transaction. */
export function chargeJob(database: Database, { account, job, pool, credits }: LedgerRow): void {
  const sql = `INSERT INTO ledger (account, job, pool, kind, credits, at) VALUES (?, ?, ?, 'charge', ?, ?)`;
  database.run(sql, account, job, pool, credits, Date.now());
}

/** Refunds a job's charge, once. */
export function refundJob(database: Database, job: string): void {
  database.run(
    `INSERT INTO ledger (account, job, pool, kind, credits, at) SELECT account, job, pool, 'refund', credits, ?
     FROM ledger WHERE job = ? AND kind = 'charge'
       AND NOT EXISTS (SELECT 1 FROM ledger AS back WHERE back.job = ledger.job AND back.kind = 'refund')`,
    ...[Date.now(), job],
  );
}
