import { POOLS, type Pool } from '../../../contract/credits.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { Account, Grants } from '../port.ts';
import { addLedgerRow, creditFlow } from './ledger.ts';

type AccountRow = {
  id: number;
  name: string;
  basic: number | null;
  pro: number | null;
  private_key: number | null;
  created_at: number;
  revoked_at: number | null;
};

const COLUMN = { basic: 'basic', pro: 'pro', privateKey: 'private_key' } as const satisfies Record<Pool, string>;

/** Creates or updates the local user's account and returns its id. */
export function ensureAccount(database: Database, name: string, grants: Grants): number {
  const same = database.get<{ id: number }>(
    'SELECT id FROM accounts WHERE name = ? AND basic IS ? AND pro IS ? AND private_key IS ?',
    name,
    grants.basic,
    grants.pro,
    grants.privateKey,
  );
  // Nothing is written then, so that the service opens while another process writes.
  if (same) return same.id;
  database.run(
    `INSERT INTO accounts (name, basic, pro, private_key, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET basic = excluded.basic, pro = excluded.pro, private_key = excluded.private_key`,
    ...[name, grants.basic, grants.pro, grants.privateKey, Date.now()],
  );
  return (database.get<{ id: number }>('SELECT id FROM accounts WHERE name = ?', name) as { id: number }).id;
}

/** A new account with these credits, which the ledger records; returns its id, undefined when the name is taken. */
export function createAccount(database: Database, name: string, credits: Record<Pool, number>): number | undefined {
  return database.transaction(() => {
    const { changes, lastInsertRowid: id } = database.run(
      `INSERT INTO accounts (name, basic, pro, private_key, created_at) VALUES (?, 0, 0, 0, ?) ON CONFLICT (name) DO NOTHING`,
      name,
      Date.now(),
    );
    if (changes === 0) return undefined;
    for (const pool of POOLS) grant(database, id, pool, credits[pool]);
    return id;
  });
}

/** Adds credits to the pools of an account. A pool without a ceiling stays so. */
export function topUp(database: Database, account: number, credits: Partial<Record<Pool, number>>): void {
  database.transaction(() => {
    for (const pool of POOLS) grant(database, account, pool, credits[pool] ?? 0);
  });
}

function grant(database: Database, account: number, pool: Pool, credits: number): void {
  if (credits === 0) return;
  database.run(`UPDATE accounts SET ${COLUMN[pool]} = ${COLUMN[pool]} + ? WHERE id = ?`, credits, account);
  addLedgerRow(database, 'grant', { account, job: null, pool, credits });
}

/** Closes an account: its tokens end, its jobs stay. False when it was closed already. */
export function revokeAccount(database: Database, account: number): boolean {
  const sql = 'UPDATE accounts SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL';
  return database.run(sql, Date.now(), account).changes === 1;
}

export function findAccount(database: Database, name: string): Account | undefined {
  const row = database.get<AccountRow>('SELECT * FROM accounts WHERE name = ?', name);
  return row && readAccount(database, row);
}

/** All accounts, in the order in which they were made. */
export function listAccounts(database: Database): Account[] {
  return database.all<AccountRow>('SELECT * FROM accounts ORDER BY id').map((row) => readAccount(database, row));
}

function readAccount(database: Database, row: AccountRow): Account {
  const balances = POOLS.map((pool) => [pool, balanceIn(database, row.id, pool)]);
  return {
    id: row.id,
    name: row.name,
    balances: Object.fromEntries(balances) as Grants,
    createdAt: new Date(row.created_at).toISOString(),
    revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at).toISOString(),
  };
}

export function grantsOf(database: Database, account: number): Grants {
  const row = database.get<AccountRow>('SELECT basic, pro, private_key FROM accounts WHERE id = ?', account);
  return { basic: row?.basic ?? null, pro: row?.pro ?? null, privateKey: row?.private_key ?? null };
}

/** Credits left in a pool; null when it has no ceiling. */
export function balanceIn(database: Database, account: number, pool: Pool): number | null {
  const granted = grantsOf(database, account)[pool];
  const { spent, refunded } = creditFlow(database, account, pool);
  return granted === null ? null : granted - spent + refunded;
}
