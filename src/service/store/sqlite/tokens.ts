import type { Secret } from '../../../contract/secret.ts';
import type { Database } from '../../../sqlite/database.ts';
import { newToken, tokenHash } from '../secret-values.ts';

/** Bearer tokens of accounts. Only their hashes are stored. */

/** Makes a token for an account, which can never be read again. */
export function createToken(database: Database, account: number): Secret {
  const token = newToken();
  const sql = 'INSERT INTO tokens (hash, account, created_at) VALUES (?, ?, ?)';
  database.run(sql, tokenHash(token.reveal()), account, Date.now());
  return token;
}

/** Ends all tokens of an account; returns how many were valid. */
export function revokeTokens(database: Database, account: number): number {
  const sql = 'UPDATE tokens SET revoked_at = ? WHERE account = ? AND revoked_at IS NULL';
  return database.run(sql, Date.now(), account).changes;
}

/** The account that a token stands for; undefined for a wrong or revoked one and for one of a revoked account. */
export function accountOfToken(database: Database, token: string): number | undefined {
  return database.get<{ account: number }>(
    `SELECT account FROM tokens JOIN accounts ON accounts.id = tokens.account
     WHERE hash = ? AND tokens.revoked_at IS NULL AND accounts.revoked_at IS NULL`,
    tokenHash(token),
  )?.account;
}
