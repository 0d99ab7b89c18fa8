import { Secret } from '../../../contract/secret.ts';
import type { ServiceSetting, ServiceStore } from '../port.ts';
import { newSigningSecret } from '../secret-values.ts';
import { query, type Run, type Steps } from './steps.ts';

/**
 * The secrets that sign an account's callbacks: the current one and, for a while after a rotation, earlier ones. They
 * are stored in plain text, because signing needs them.
 */

const OVERLAP_MS = 24 * 60 * 60 * 1000;

export function secretsIn(run: Run): ServiceStore['secrets'] {
  const ensure = (account: number) => run.change(ensureSecret(account));
  return {
    ensure,
    rotate: (account) => run.transaction(() => rotateSecret(account)),
    async active(account) {
      const active = await run.read(activeSecrets(account));
      return active.length > 0 ? active : [await ensure(account)];
    },
  };
}

/** The account's current secret, created if there is none. Safe for concurrent processes. */
export function* ensureSecret(account: number): Steps<Secret> {
  yield* query(
    `INSERT INTO callback_secrets (account, secret, created_at) SELECT $1, $2, now()
     WHERE NOT EXISTS (SELECT 1 FROM callback_secrets WHERE account = $1 AND ends_at IS NULL) ON CONFLICT DO NOTHING`,
    ...[account, newSigningSecret().reveal()],
  );
  const [row] = yield* query<{ secret: string }>(
    'SELECT secret FROM callback_secrets WHERE account = $1 AND ends_at IS NULL',
    account,
  );
  return new Secret(row?.secret ?? '');
}

/**
 * Creates a new secret for the account. Earlier ones also sign for `overlapMs` more, or for their shorter remaining
 * time. 0 ends them at once, for a leaked secret.
 */
export function* rotateSecret(account: number, overlapMs = OVERLAP_MS): Steps<Secret> {
  const secret = newSigningSecret();
  const end = `now() + $2 * interval '1 ms'`;
  yield* query(
    `UPDATE callback_secrets SET ends_at = least(coalesce(ends_at, ${end}), ${end}) WHERE account = $1`,
    ...[account, overlapMs],
  );
  yield* query('DELETE FROM callback_secrets WHERE account = $1 AND ends_at <= now()', account);
  const insert = 'INSERT INTO callback_secrets (account, secret, created_at) VALUES ($1, $2, now())';
  yield* query(insert, account, secret.reveal());
  return secret;
}

/** The active secrets, newest first; empty for an account that never had one. */
export function* activeSecrets(account: number): Steps<Secret[]> {
  const rows = yield* query<{ secret: string }>(
    `SELECT secret FROM callback_secrets WHERE account = $1 AND (ends_at IS NULL OR ends_at > now()) ORDER BY id DESC`,
    account,
  );
  return rows.map(({ secret }) => new Secret(secret));
}

/** Settings that one process makes for all, as JSON. */
export function settingsIn(run: Run): ServiceStore['settings'] {
  return {
    read: (name) => run.read(readSetting(name)),
    write: (name, value) => run.change(writeSetting(name, value)),
  };
}

function* readSetting(name: ServiceSetting): Steps<unknown> {
  const [row] = yield* query<{ value: string }>('SELECT value FROM service_settings WHERE name = $1', name);
  return row && JSON.parse(row.value);
}

function* writeSetting(name: ServiceSetting, value: unknown): Steps<void> {
  if (value === undefined) yield* query('DELETE FROM service_settings WHERE name = $1', name);
  else
    yield* query(
      'INSERT INTO service_settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      ...[name, JSON.stringify(value)],
    );
}
