import { Secret } from '../../../contract/secret.ts';
import type { Database } from '../../../sqlite/database.ts';
import { newSigningSecret } from '../secret-values.ts';

/**
 * The secrets that an account's callbacks are signed with: one that stays, and for a while after a rotation those
 * before it. They are stored as they are, because signing needs them; the file is readable to its owner only.
 */

const OVERLAP_MS = 24 * 60 * 60 * 1000;

/** The account's current secret, made when there is none yet. Safe inside a transaction and between processes. */
export function ensureCallbackSecret(database: Database, account: number, now: number = Date.now()): Secret {
  database.run(
    `INSERT INTO callback_secrets (account, secret, created_at) SELECT ?, ?, ?
     WHERE NOT EXISTS (SELECT 1 FROM callback_secrets WHERE account = ? AND ends_at IS NULL)`,
    ...[account, newSigningSecret().reveal(), now, account],
  );
  const sql = 'SELECT secret FROM callback_secrets WHERE account = ? AND ends_at IS NULL';
  return new Secret((database.get(sql, account) as { secret: string }).secret);
}

/**
 * Gives the account a new secret. Earlier ones sign beside it for `overlapMs` more, or for the shorter time they had
 * left; 0 ends them at once, for a secret that has leaked. Opens a transaction of its own.
 */
export function rotateCallbackSecret(
  database: Database,
  account: number,
  overlapMs: number = OVERLAP_MS,
  now: number = Date.now(),
): Secret {
  const secret = newSigningSecret();
  database.transaction(() => {
    const end = now + overlapMs;
    const endEarlier = 'UPDATE callback_secrets SET ends_at = min(coalesce(ends_at, ?), ?) WHERE account = ?';
    database.run(endEarlier, end, end, account);
    database.run('DELETE FROM callback_secrets WHERE account = ? AND ends_at <= ?', account, now);
    const insert = 'INSERT INTO callback_secrets (account, secret, created_at) VALUES (?, ?, ?)';
    database.run(insert, account, secret.reveal(), now);
  });
  return secret;
}

/** The secrets in force, the newest first; none for an account that never had one. */
export function activeSecrets(database: Database, account: number, now: number = Date.now()): Secret[] {
  const sql = `SELECT secret FROM callback_secrets WHERE account = ? AND (ends_at IS NULL OR ends_at > ?) ORDER BY id DESC`;
  return database.all<{ secret: string }>(sql, account, now).map(({ secret }) => new Secret(secret));
}
