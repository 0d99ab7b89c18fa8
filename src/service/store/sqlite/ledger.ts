import type { Pool } from '../../../contract/credits.ts';
import type { Database } from '../../../sqlite/database.ts';

/**
 * The credits of the accounts, append-only: grants and refunds add to a pool, charges take from it. The schema makes it
 * impossible to charge or refund a job twice.
 */

type LedgerRow = { account: number; job: string | null; pool: Pool; credits: number };

/** Adds a row, in the caller's transaction. */
export function addLedgerRow(database: Database, kind: 'grant' | 'charge' | 'refund', row: LedgerRow): void {
  const sql = 'INSERT INTO ledger (account, job, pool, kind, credits, at) VALUES (?, ?, ?, ?, ?, ?)';
  database.run(sql, row.account, row.job, row.pool, kind, row.credits, Date.now());
}

/** Credits taken from a pool so far, and credits refunded. Both sums only grow. */
export function creditFlow(database: Database, account: number, pool: Pool): { spent: number; refunded: number } {
  const sql = `SELECT coalesce(sum(credits) FILTER (WHERE kind = 'charge'), 0) AS spent,
      coalesce(sum(credits) FILTER (WHERE kind = 'refund'), 0) AS refunded
    FROM ledger WHERE account = ? AND pool = ?`;
  return database.get(sql, account, pool) as { spent: number; refunded: number };
}

/** Refunds a job's charge, unless that was done already. */
export function refundJob(database: Database, job: string): void {
  const charge = database.get<LedgerRow>(
    `SELECT account, job, pool, credits FROM ledger WHERE job = ? AND kind = 'charge'
       AND NOT EXISTS (SELECT 1 FROM ledger AS back WHERE back.job = ledger.job AND back.kind = 'refund')`,
    job,
  );
  if (charge) addLedgerRow(database, 'refund', charge);
}

/** Credits charged and given back over all accounts, by pool. */
export function creditTotals(database: Database): { pool: Pool; kind: string; credits: number }[] {
  return database.all(
    `SELECT pool, kind, sum(credits) AS credits FROM ledger WHERE kind <> 'grant' GROUP BY pool, kind`,
  );
}
