import { join } from 'node:path';
import { POOLS, type Pool } from '../../contract/credits.ts';
import type { Secret } from '../../contract/secret.ts';
import { openDatabase } from '../../sqlite/database.ts';
import {
  type Delivery,
  type DeliveryState,
  listDeliveries,
  resendDelivery,
  resendProblem,
} from '../callbacks/outbox.ts';
import { ensureCallbackSecret, rotateCallbackSecret } from '../callbacks/secrets.ts';
import { SERVE_FILE, SERVICE_MIGRATIONS } from '../schema.ts';
import { type Account, createAccount, findAccount, listAccounts, revokeAccount, topUp } from './accounts.ts';
import { createToken, revokeTokens } from './tokens.ts';

/** A wrong name or state, in words for the person at the command line. Nothing was changed. */
class AdminError extends Error {
  override readonly name = 'AdminError';
}

/** An account with the secrets that are shown this once. */
type AccountWithSecrets = { account: Account; token?: Secret; callbackSecret?: Secret };

/** What the operator of the service may do with accounts and callbacks; also while the service is running. */
export type Admin = {
  create(name: string, credits: Partial<Record<Pool, number>>): AccountWithSecrets;
  list(): Account[];
  topUp(name: string, credits: Partial<Record<Pool, number>>): Account;
  /** A new token, and a new callback secret beside the old one, which still signs for a day. Old tokens end at once. */
  rotate(name: string, what: 'token' | 'callback-secret'): AccountWithSecrets;
  revoke(name: string): Account;
  deliveries(page: { state: DeliveryState; offset: number; count: number }): Delivery[];
  /** Puts an ended callback back into the outbox, under its old id. */
  resend(id: string): void;
  close(): void;
};

const NAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;

/** Opens the accounts of `paperqueue serve` in a data folder. */
export function openAdmin(dataDir: string): Admin {
  const database = openDatabase(join(dataDir, SERVE_FILE), SERVICE_MIGRATIONS);
  const find = (name: string): Account => {
    const account = findAccount(database, name);
    if (!account) throw new AdminError(`there is no account ${name}`);
    return account;
  };
  const findOpen = (name: string): Account => {
    const account = find(name);
    if (account.revokedAt !== null) throw new AdminError(`account ${name} was revoked at ${account.revokedAt}`);
    return account;
  };
  return {
    create(name, credits) {
      if (!NAME.test(name))
        throw new AdminError(
          'a name has 1 to 64 letters, digits, dots, hyphens, underscores or @, and starts with a letter or digit',
        );
      const id = createAccount(database, name, { basic: 0, pro: 0, privateKey: 0, ...validCredits(credits) });
      if (id === undefined) throw new AdminError(`there is an account ${name} already`);
      const [token, callbackSecret] = [createToken(database, id), ensureCallbackSecret(database, id)];
      return { account: find(name), token, callbackSecret };
    },
    list: () => listAccounts(database),
    topUp(name, credits) {
      topUp(database, findOpen(name).id, validCredits(credits));
      return find(name);
    },
    rotate(name, what) {
      const { id } = findOpen(name);
      if (what === 'callback-secret')
        return { account: find(name), callbackSecret: rotateCallbackSecret(database, id) };
      return database.transaction(() => {
        revokeTokens(database, id);
        return { account: find(name), token: createToken(database, id) };
      });
    },
    revoke(name) {
      const { id } = findOpen(name);
      database.transaction(() => {
        revokeTokens(database, id);
        revokeAccount(database, id);
      });
      return find(name);
    },
    deliveries: (page) => listDeliveries(database, page),
    resend(id) {
      if (resendDelivery(database, id)) return;
      throw new AdminError(`Cannot resend ${id}: ${resendProblem(database, id)}`);
    },
    close: () => database.close(),
  };
}

function validCredits(credits: Partial<Record<Pool, number>>): Partial<Record<Pool, number>> {
  for (const pool of POOLS) {
    const amount = credits[pool];
    if (amount !== undefined && !(Number.isSafeInteger(amount) && amount >= 0 && amount <= 1_000_000_000))
      throw new AdminError(`${pool}: credits are a whole number from 0 to 1000000000`);
  }
  return credits;
}
