import type { Pool } from '../contract/credits.ts';
import type { Database } from '../sqlite/database.ts';

/** Credits ever granted per pool; null means no ceiling. */
export type Grants = Record<Pool, number | null>;

type AccountRow = { id: number; basic: number | null; pro: number | null; private_key: number | null };

/** The account of this name with these grants, created when it is not there yet. Gives its id. */
export function ensureAccount(database: Database, name: string, grants: Grants): number {
  database.run(
    `INSERT INTO accounts (name, basic, pro, private_key, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET basic = excluded.basic, pro = excluded.pro, private_key = excluded.private_key`,
    name,
    grants.basic,
    grants.pro,
    grants.privateKey,
    Date.now(),
  );
  return (database.get<{ id: number }>('SELECT id FROM accounts WHERE name = ?', name) as { id: number }).id;
}

export function grantsOf(database: Database, account: number): Grants {
  const row = database.get<AccountRow>('SELECT id, basic, pro, private_key FROM accounts WHERE id = ?', account);
  return { basic: row?.basic ?? null, pro: row?.pro ?? null, privateKey: row?.private_key ?? null };
}

/** Credits taken from a pool so far, refunds deducted. */
function spentCredits(database: Database, account: number, pool: Pool): number {
  const sql = 'SELECT coalesce(sum(credits), 0) AS spent FROM ledger WHERE account = ? AND pool = ?';
  return (database.get<{ spent: number }>(sql, account, pool) as { spent: number }).spent;
}

/** Credits left in a pool; null when it has no ceiling. */
export function balanceIn(database: Database, account: number, pool: Pool): number | null {
  const granted = grantsOf(database, account)[pool];
  return granted === null ? null : granted - spentCredits(database, account, pool);
}

/** Adds a row to the ledger: a charge is positive, a refund negative. */
export function addLedgerRow(
  database: Database,
  row: { account: number; job: string; pool: Pool; credits: number },
): void {
  database.run(
    'INSERT INTO ledger (account, job, pool, credits, at) VALUES (?, ?, ?, ?, ?)',
    row.account,
    row.job,
    row.pool,
    row.credits,
    Date.now(),
  );
}

/** What a job has cost so far, per pool: what a refund gives back. */
export function chargesOf(database: Database, job: string): { account: number; pool: Pool; credits: number }[] {
  return database.all(
    'SELECT account, pool, sum(credits) AS credits FROM ledger WHERE job = ? GROUP BY account, pool HAVING sum(credits) > 0',
    job,
  );
}
