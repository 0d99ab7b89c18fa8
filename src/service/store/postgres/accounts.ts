import { POOLS, type Pool } from '../../../contract/credits.ts';
import { Secret } from '../../../contract/secret.ts';
import type { Account, Grants, PoolFlow, RateLimitAnswer, ServiceStore } from '../port.ts';
import { newSigningSecret, newToken, tokenHash } from '../secret-values.ts';
import type { Postgres, Sql } from './connection.ts';

type AccountRow = { id: number; name: string; created_at: Date; revoked_at: Date | null; left: Grants };

const SELECT_ACCOUNTS = `SELECT id, name, created_at, revoked_at,
    (SELECT json_object_agg(pool, granted - spent) FROM balances WHERE account = accounts.id) AS left
  FROM accounts`;

export function accountsIn({ sql, transaction }: Postgres, known: KnownTokens): ServiceStore['accounts'] {
  return {
    create: (name, credits) =>
      transaction(async (sql) => {
        const insert = 'INSERT INTO accounts (name) VALUES ($1) ON CONFLICT (name) DO NOTHING RETURNING id';
        const [account] = await sql<{ id: number }>(insert, name);
        if (!account) return undefined;
        for (const pool of POOLS) await grant(sql, account.id, pool, credits[pool]);
        return account.id;
      }),
    topUp: (account, credits) =>
      transaction(async (sql) => {
        for (const pool of POOLS) await grant(sql, account, pool, credits[pool] ?? 0);
      }),
    async find(name) {
      const [row] = await sql<AccountRow>(`${SELECT_ACCOUNTS} WHERE name = $1`, name);
      return row && readAccount(row);
    },
    list: async () => (await sql<AccountRow>(`${SELECT_ACCOUNTS} ORDER BY id`)).map(readAccount),
    async revoke(account) {
      await transaction(async (sql) => {
        await sql('UPDATE accounts SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL', account);
        await revokeTokens(sql, account);
      });
      known.clear();
    },
    async flows(account) {
      const rows = await sql<PoolFlow & { pool: Pool }>(
        `SELECT pool, granted::float8 AS granted,
           (SELECT coalesce(sum(credits), 0)::float8 FROM ledger AS l
            WHERE l.account = b.account AND l.pool = b.pool AND kind = 'charge') AS spent,
           (SELECT coalesce(sum(credits), 0)::float8 FROM ledger AS l
            WHERE l.account = b.account AND l.pool = b.pool AND kind = 'refund') AS refunded
         FROM balances AS b WHERE account = $1`,
        account,
      );
      return Object.fromEntries(rows.map(({ pool, ...flow }) => [pool, flow])) as Record<Pool, PoolFlow>;
    },
  };
}

async function grant(sql: Sql, account: number, pool: Pool, credits: number): Promise<void> {
  await sql(
    `INSERT INTO balances AS b (account, pool, granted) VALUES ($1, $2, $3)
     ON CONFLICT (account, pool) DO UPDATE SET granted = b.granted + excluded.granted`,
    ...[account, pool, credits],
  );
  if (credits === 0) return;
  const insert = `INSERT INTO ledger (account, pool, kind, credits) VALUES ($1, $2, 'grant', $3)`;
  await sql(insert, account, pool, credits);
}

function readAccount({ id, name, left, created_at, revoked_at }: AccountRow): Account {
  const createdAt = created_at.toISOString();
  return { id, name, balances: left, createdAt, revokedAt: revoked_at?.toISOString() ?? null };
}

/** How long a token that was valid may be taken for valid without asking the database. */
const TOKEN_MS = 1_000;
const MAX_TOKENS = 10_000;

/** Accounts of tokens by their hashes, each until a moment of `performance.now()`. */
export type KnownTokens = Map<string, { account: number; until: number }>;

export function tokensIn(
  { sql, transaction }: Postgres,
  known: KnownTokens,
  now: () => number = () => performance.now(),
): ServiceStore['tokens'] {
  return {
    create: (account) => createToken(sql, account),
    async replace(account) {
      const token = await transaction(async (sql) => {
        await revokeTokens(sql, account);
        return createToken(sql, account);
      });
      known.clear();
      return token;
    },
    async accountOf(token) {
      const hash = tokenHash(token);
      const { account: lately, until = 0 } = known.get(hash) ?? {};
      if (until > now()) return lately;
      const asked = now();
      const [row] = await sql<{ account: number }>(
        `SELECT account FROM tokens JOIN accounts ON accounts.id = account
         WHERE hash = $1 AND tokens.revoked_at IS NULL AND accounts.revoked_at IS NULL`,
        hash,
      );
      if (known.size >= MAX_TOKENS) known.clear();
      if (row) known.set(hash, { account: row.account, until: asked + TOKEN_MS });
      return row?.account;
    },
  };
}

async function createToken(sql: Sql, account: number): Promise<Secret> {
  const token = newToken();
  await sql('INSERT INTO tokens (hash, account) VALUES ($1, $2)', tokenHash(token.reveal()), account);
  return token;
}

async function revokeTokens(sql: Sql, account: number): Promise<void> {
  await sql('UPDATE tokens SET revoked_at = now() WHERE account = $1 AND revoked_at IS NULL', account);
}

export function secretsIn({ sql, transaction }: Postgres): ServiceStore['secrets'] {
  const ensure = async (account: number): Promise<Secret> => {
    await sql(
      `INSERT INTO callback_secrets (account, secret) VALUES ($1, $2)
       ON CONFLICT (account) WHERE ends_at IS NULL DO NOTHING`,
      ...[account, newSigningSecret().reveal()],
    );
    const [row] = await sql<{ secret: string }>(
      'SELECT secret FROM callback_secrets WHERE account = $1 AND ends_at IS NULL',
      account,
    );
    return new Secret(row?.secret ?? '');
  };
  return {
    ensure,
    rotate: (account) =>
      transaction(async (sql) => {
        const secret = newSigningSecret();
        await sql(
          `UPDATE callback_secrets SET ends_at = least(ends_at, now() + interval '1 day') WHERE account = $1`,
          account,
        );
        await sql('DELETE FROM callback_secrets WHERE account = $1 AND ends_at <= now()', account);
        await sql('INSERT INTO callback_secrets (account, secret) VALUES ($1, $2)', account, secret.reveal());
        return secret;
      }),
    async active(account) {
      const rows = await sql<{ secret: string }>(
        `SELECT secret FROM callback_secrets WHERE account = $1 AND (ends_at IS NULL OR ends_at > now()) ORDER BY id DESC`,
        account,
      );
      return rows.length > 0 ? rows.map(({ secret }) => new Secret(secret)) : [await ensure(account)];
    },
  };
}

/** The counted requests of the last minute. Times in the future were counted before the clock was set back. */
const RECENT = `(SELECT t FROM unnest(rate.times) AS t
  WHERE t > clock_timestamp() - interval '60 s' AND t <= clock_timestamp() ORDER BY t)`;

/** Counts a request in one statement, so that simultaneous ones on any machine cannot pass together. */
export async function takeRequest({ sql }: Postgres, account: number, perMinute: number): Promise<RateLimitAnswer> {
  const [slot] = await sql<{ count: number; oldest: number }>(
    `INSERT INTO rate (account, times) VALUES ($1, ARRAY[clock_timestamp()])
     ON CONFLICT (account) DO UPDATE
       SET times = CASE WHEN rate.times[1] > clock_timestamp() - interval '60 s' AND rate.times[1] <= clock_timestamp()
           AND rate.times[cardinality(rate.times)] <= clock_timestamp() THEN rate.times
           ELSE array(${RECENT}) END || clock_timestamp()
       WHERE cardinality(rate.times) < $2 OR (SELECT count(*) FROM ${RECENT} AS recent) < $2
     RETURNING cardinality(times) AS count, extract(epoch FROM clock_timestamp() - times[1])::float8 AS oldest`,
    ...[account, perMinute],
  );
  const limit = perMinute;
  if (slot) {
    const { count, oldest } = slot;
    const remaining = Math.max(limit - count, 0);
    return { allowed: true, limit, remaining, resetSeconds: count < limit ? 60 : secondsUntil(oldest) };
  }
  // After the limit was lowered, several requests must leave the window.
  const [refused] = await sql<{ age: number | null }>(
    `SELECT extract(epoch FROM clock_timestamp() - times[greatest(cardinality(times) - $2, 0) + 1])::float8 AS age
     FROM (SELECT array(${RECENT}) AS times FROM rate WHERE account = $1) AS recent`,
    ...[account, perMinute],
  );
  return { allowed: false, limit, remaining: 0, resetSeconds: secondsUntil(refused?.age ?? 0) };
}

/** Whole seconds until a request of this age leaves the window. */
function secondsUntil(age: number): number {
  return Math.min(Math.max(Math.ceil(60 - age), 1), 60);
}
