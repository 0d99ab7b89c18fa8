import type { Pool } from '../../../contract/credits.ts';
import type { Database } from '../../../platform/sqlite/database.ts';
import type { GrantStatements } from '../core/allowances.ts';
import type { Grants } from '../port.ts';

const COLUMNS = { basic: 'basic', pro: 'pro', privateKey: 'private_key' } as const satisfies Record<Pool, string>;

/** Changes the column of one pool ($2). */
function change(value: (column: string) => string): string {
  const changes = Object.entries(COLUMNS).map(
    ([pool, column]) => `${column} = CASE $2 WHEN '${pool}' THEN ${value(column)} ELSE ${column} END`,
  );
  return `UPDATE accounts SET ${changes.join(', ')} WHERE id = $1`;
}

/** Grants are stored with the account; NULL means no ceiling. `balances` is a view. */
export const GRANTS: GrantStatements = {
  openPools: 'UPDATE accounts SET basic = 0, pro = 0, private_key = 0 WHERE id = $1',
  grant: change((column) => `${column} + $3`),
  setGranted: change(() => '$3'),
};

/** Creates or updates the local user's account and returns its id. */
export function ensureAccount(database: Database, name: string, grants: Grants): number {
  const values = [name, grants.basic, grants.pro, grants.privateKey];
  const same = 'SELECT id FROM accounts WHERE name = ? AND basic IS ? AND pro IS ? AND private_key IS ?';
  // If nothing changed, nothing is written, so that the service can open while another process writes.
  const found = database.get<{ id: number }>(same, ...values);
  if (found) return found.id;
  database.run(
    `INSERT INTO accounts (name, basic, pro, private_key, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET basic = excluded.basic, pro = excluded.pro, private_key = excluded.private_key`,
    ...[...values, Date.now()],
  );
  return (database.get<{ id: number }>(same, ...values) as { id: number }).id;
}

/** Credits left in a pool; null if it has no ceiling. */
export function balanceIn(database: Database, account: number, pool: Pool): number | null {
  const sql = 'SELECT granted - spent AS balance FROM balances WHERE account = ? AND pool = ?';
  return database.get<{ balance: number | null }>(sql, account, pool)?.balance ?? null;
}

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
