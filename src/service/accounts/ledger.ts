import type { Pool } from '../../contract/credits.ts';
import type { Database } from '../../sqlite/database.ts';

/**
 * The money of the accounts, append-only: grants and refunds add to a pool, charges take from it. Nobody is charged or
 * refunded twice for one job; the schema holds that.
 */

type LedgerRow = { account: number; job: string | null; pool: Pool; credits: number };

/** Adds a row; inside the caller's transaction with whatever the row is about. */
export function addLedgerRow(database: Database, kind: 'grant' | 'charge' | 'refund', row: LedgerRow): void {
  database.run(
    'INSERT INTO ledger (account, job, pool, kind, credits, at) VALUES (?, ?, ?, ?, ?, ?)',
    row.account,
    row.job,
    row.pool,
    kind,
    row.credits,
    Date.now(),
  );
}

/** Credits taken from a pool so far, and credits given back. Both sums only grow. */
export function creditFlow(database: Database, account: number, pool: Pool): { spent: number; refunded: number } {
  const sql = `SELECT coalesce(sum(credits) FILTER (WHERE kind = 'charge'), 0) AS spent,
      coalesce(sum(credits) FILTER (WHERE kind = 'refund'), 0) AS refunded
    FROM ledger WHERE account = ? AND pool = ?`;
  return database.get(sql, account, pool) as { spent: number; refunded: number };
}

/** Gives back what a job has cost; nothing when that was done already. */
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
