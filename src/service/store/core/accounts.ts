import type { Pool } from '../../../contract/credits.ts';
import type { Secret } from '../../../contract/secret.ts';
import { groupBy } from '../../../lib/groups.ts';
import type { Account, Allowance, Grants, LedgerRow, PoolFlow, ServiceStore } from '../port.ts';
import { newToken, tokenHash } from '../secret-values.ts';
import { allow, type GrantStatements, IS_DUE, nextMonth, topUp } from './allowances.ts';
import { countWrongBalances } from './books.ts';
import { isoTime, type Moment, query, type Run, type Steps } from './steps.ts';

/** The accounts of a store. */
export function accountsIn(run: Run, statements: GrantStatements): ServiceStore['accounts'] {
  return {
    create: (name, credits) => run.transaction(() => createAccount(statements, name, credits)),
    topUp: (account, credits) => run.transaction(() => topUp(statements, account, credits)),
    allow: (account, allowances) => run.transaction(() => allow(statements, account, allowances)),
    find: async (name) => (await run.read(listAccounts(name)))[0],
    nameOf: (account) => run.read(readName(account)),
    list: () => run.read(listAccounts()),
    revoke: (account) => run.transaction(() => revokeAccount(account)),
    flows: (account) => run.read(readFlows(account)),
    wrongBalances: () => run.read(countWrongBalances()),
    ledger: (account, count) => run.read(listLedger(account, count)),
  };
}

export function* createAccount(
  statements: GrantStatements,
  name: string,
  allowances: Record<Pool, Allowance>,
): Steps<number | undefined> {
  const [account] = yield* query<{ id: number }>(
    'INSERT INTO accounts (name, created_at) VALUES ($1, now()) ON CONFLICT (name) DO NOTHING RETURNING id',
    name,
  );
  if (!account) return undefined;
  yield* query(statements.openPools, account.id);
  yield* allow(statements, account.id, allowances);
  return account.id;
}

type AccountRow = {
  id: number;
  name: string;
  created_at: Moment;
  revoked_at: Moment | null;
  used_at: Moment | null;
  now: Moment;
  pool: Pool;
  balance: number | null;
  monthly: number | null;
};

/** The allowances of the pools `b`. If one is due, its next month begins with the next creation. */
const WITH_ALLOWANCES = 'LEFT JOIN allowances AS a ON a.account = b.account AND a.pool = b.pool';

/** All accounts, or the one with a name, in the order of their creation. */
export function* listAccounts(name?: string): Steps<Account[]> {
  const rows = yield* query<AccountRow>(
    `SELECT id, name, created_at, revoked_at, now() AS now, b.pool, monthly,
       (SELECT max(jobs.created_at) FROM jobs WHERE jobs.account = accounts.id) AS used_at,
       (CASE WHEN ${IS_DUE} THEN monthly ELSE granted - spent END)::float8 AS balance
     FROM accounts JOIN balances AS b ON b.account = accounts.id ${WITH_ALLOWANCES}
     WHERE $1::text IS NULL OR name = $1 ORDER BY id, b.pool`,
    name ?? null,
  );
  return [...groupBy(rows, ({ id }) => id).values()].map((pools) => {
    const [{ id, name, created_at, revoked_at, used_at, now }] = pools;
    const perPool = (field: 'balance' | 'monthly') =>
      Object.fromEntries(pools.map((row) => [row.pool, row[field]])) as Grants;
    const monthly = perPool('monthly');
    const isRenewed = Object.values(monthly).some((credits) => credits !== null);
    return {
      id,
      name,
      balances: perPool('balance'),
      monthly,
      renewsAt: isRenewed ? isoTime(nextMonth(now)) : null,
      createdAt: isoTime(created_at),
      usedAt: used_at === null ? null : isoTime(used_at),
      revokedAt: revoked_at === null ? null : isoTime(revoked_at),
    };
  });
}

export function* readName(account: number): Steps<string> {
  const [row] = yield* query<{ name: string }>('SELECT name FROM accounts WHERE id = $1', account);
  return row?.name ?? '';
}

function* readFlows(account: number): Steps<Record<Pool, PoolFlow>> {
  const sumSql = (kind: string) => `(SELECT coalesce(sum(credits), 0)::float8 FROM ledger AS l
    WHERE l.account = b.account AND l.pool = b.pool AND kind = '${kind}')`;
  const rows = yield* query<Omit<PoolFlow, 'renewsAt'> & { pool: Pool; now: Moment }>(
    `SELECT b.pool, monthly, now() AS now, ${sumSql('charge')} AS spent, ${sumSql('refund')} AS refunded,
       (CASE WHEN ${IS_DUE} THEN spent + monthly ELSE granted END)::float8 AS granted
     FROM balances AS b ${WITH_ALLOWANCES} WHERE b.account = $1`,
    account,
  );
  const flows = rows.map(({ pool, now, ...flow }) => {
    const renewsAt = flow.monthly === null ? null : isoTime(nextMonth(now));
    return [pool, { ...flow, renewsAt }] as const;
  });
  return Object.fromEntries(flows) as Record<Pool, PoolFlow>;
}

function* listLedger(account: number, count: number): Steps<LedgerRow[]> {
  const rows = yield* query<Omit<LedgerRow, 'at'> & { at: Moment }>(
    `SELECT at, kind, pool, credits::float8 AS credits, job FROM ledger WHERE account = $1 ORDER BY id DESC LIMIT $2`,
    ...[account, count],
  );
  return rows.map(({ at, ...row }) => ({ at: isoTime(at), ...row }));
}

function* revokeAccount(account: number): Steps<void> {
  yield* query('UPDATE accounts SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL', account);
  yield* revokeTokens(account);
}

/** The bearer tokens of accounts. Only their hashes are stored. */
export function tokensIn(run: Run): ServiceStore['tokens'] {
  return {
    create: (account) => run.change(createToken(account)),
    replace: (account) => run.transaction(() => replaceToken(account)),
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
