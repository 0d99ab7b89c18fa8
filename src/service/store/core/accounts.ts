import { POOLS, type Pool } from '../../../contract/credits.ts';
import type { Secret } from '../../../contract/secret.ts';
import { groupBy } from '../../../lib/groups.ts';
import type { Account, Grants, PoolFlow, ServiceStore } from '../port.ts';
import { newToken, tokenHash } from '../secret-values.ts';
import { isoTime, type Moment, query, type Run, type Steps } from './steps.ts';

/** Statements for the credits granted to an account. Both stores have `balances` to read them from. */
export type GrantStatements = {
  /** Gives a new account ($1) its pools, without credits. */
  openPools: string;
  /** Adds credits ($3) to a pool ($2) of an account ($1). */
  grant: string;
};

/** The accounts of a store. */
export function accountsIn(run: Run, statements: GrantStatements): ServiceStore['accounts'] {
  return {
    create: (name, credits) => run.transaction(createAccount(statements, name, credits)),
    topUp: (account, credits) => run.transaction(grant(statements, account, credits)),
    find: async (name) => (await run.read(listAccounts(name)))[0],
    list: () => run.read(listAccounts()),
    revoke: (account) => run.transaction(revokeAccount(account)),
    flows: (account) => run.read(readFlows(account)),
  };
}

export function* createAccount(
  statements: GrantStatements,
  name: string,
  credits: Record<Pool, number>,
): Steps<number | undefined> {
  const [account] = yield* query<{ id: number }>(
    'INSERT INTO accounts (name, created_at) VALUES ($1, now()) ON CONFLICT (name) DO NOTHING RETURNING id',
    name,
  );
  if (!account) return undefined;
  yield* query(statements.openPools, account.id);
  yield* grant(statements, account.id, credits);
  return account.id;
}

function* grant({ grant }: GrantStatements, account: number, credits: Partial<Record<Pool, number>>): Steps<void> {
  for (const pool of POOLS) {
    const added = credits[pool] ?? 0;
    if (added === 0) continue;
    yield* query(grant, account, pool, added);
    yield* query(
      `INSERT INTO ledger (account, pool, kind, credits, at) VALUES ($1, $2, 'grant', $3, now())`,
      ...[account, pool, added],
    );
  }
}

type AccountRow = {
  id: number;
  name: string;
  created_at: Moment;
  revoked_at: Moment | null;
  pool: Pool;
  balance: number | null;
};

/** All accounts, or the one with a name, in the order of their creation. */
export function* listAccounts(name?: string): Steps<Account[]> {
  const rows = yield* query<AccountRow>(
    `SELECT id, name, created_at, revoked_at, pool, (granted - spent)::float8 AS balance
     FROM accounts JOIN balances ON balances.account = accounts.id WHERE $1::text IS NULL OR name = $1 ORDER BY id`,
    name ?? null,
  );
  return [...groupBy(rows, ({ id }) => id).values()].map((pools) => {
    const [{ id, name, created_at, revoked_at }] = pools;
    const balances = Object.fromEntries(pools.map(({ pool, balance }) => [pool, balance])) as Grants;
    const revokedAt = revoked_at === null ? null : isoTime(revoked_at);
    return { id, name, balances, createdAt: isoTime(created_at), revokedAt };
  });
}

function* readFlows(account: number): Steps<Record<Pool, PoolFlow>> {
  const sumOf = (kind: string) => `(SELECT coalesce(sum(credits), 0)::float8 FROM ledger AS l
    WHERE l.account = b.account AND l.pool = b.pool AND kind = '${kind}')`;
  const rows = yield* query<PoolFlow & { pool: Pool }>(
    `SELECT pool, granted::float8 AS granted, ${sumOf('charge')} AS spent, ${sumOf('refund')} AS refunded
     FROM balances AS b WHERE account = $1`,
    account,
  );
  return Object.fromEntries(rows.map(({ pool, ...flow }) => [pool, flow])) as Record<Pool, PoolFlow>;
}

function* revokeAccount(account: number): Steps<void> {
  yield* query('UPDATE accounts SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL', account);
  yield* revokeTokens(account);
}

/** The bearer tokens of accounts. Only their hashes are stored. */
export function tokensIn(run: Run): ServiceStore['tokens'] {
  return {
    create: (account) => run.change(createToken(account)),
    replace: (account) => run.transaction(replaceToken(account)),
    accountOf: (token) => run.read(accountOfToken(token)),
  };
}

export function* createToken(account: number): Steps<Secret> {
  const token = newToken();
  const insert = 'INSERT INTO tokens (hash, account, created_at) VALUES ($1, $2, now())';
  yield* query(insert, tokenHash(token.reveal()), account);
  return token;
}

function* replaceToken(account: number): Steps<Secret> {
  yield* revokeTokens(account);
  return yield* createToken(account);
}

export function* revokeTokens(account: number): Steps<void> {
  yield* query('UPDATE tokens SET revoked_at = now() WHERE account = $1 AND revoked_at IS NULL', account);
}

export function* accountOfToken(token: string): Steps<number | undefined> {
  const [row] = yield* query<{ account: number }>(
    `SELECT account FROM tokens JOIN accounts ON accounts.id = tokens.account
     WHERE hash = $1 AND tokens.revoked_at IS NULL AND accounts.revoked_at IS NULL`,
    tokenHash(token),
  );
  return row?.account;
}
