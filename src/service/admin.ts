import { join } from 'node:path';
import { POOLS, type Pool } from '../contract/credits.ts';
import type { Secret } from '../contract/secret.ts';
import { type Loss, openNoticing } from '../platform/sqlite/begun.ts';
import type { Delivery, DeliveryState } from './store/outbox-port.ts';
import type { Account, Allowance, LedgerRow, ServiceStore } from './store/port.ts';
import { newToken, tokenHash } from './store/secret-values.ts';
import { SERVE_FILE, SERVICE_MIGRATIONS } from './store/sqlite/schema.ts';
import { refuseCopied } from './store/sqlite/served-folder.ts';
import { sqliteStore } from './store/sqlite/store.ts';

declare module '../jobs/features.ts' {
  interface OperatorFeatures {
    /** The accounts of the service. */
    admin(): Promise<Admin>;
  }
}

/** A wrong name or state, worded for the person at the command line. Nothing was changed. */
class AdminError extends Error {
  override readonly name = 'AdminError';
}

/** An account with secrets that are shown only once. */
type AccountWithSecrets = { account: Account; token?: Secret; callbackSecret?: Secret };

/** What the operator can do with accounts and callbacks, even while the service is running. */
export type Admin = {
  /** Creates an account that may spend these allowances, and nothing from other pools. */
  create(name: string, allowances: Partial<Record<Pool, Allowance>>): Promise<AccountWithSecrets>;
  list(): Promise<Account[]>;
  /** An account with the latest changes of its credits, newest first. */
  show(name: string, count: number): Promise<{ account: Account; ledger: LedgerRow[] }>;
  /** Sets what an account may spend from the named pools from now on. Their remaining credits lapse. */
  allow(name: string, allowances: Partial<Record<Pool, Allowance>>): Promise<Account>;
  /** Adds credits to pools that have a limit. */
  topUp(name: string, credits: Partial<Record<Pool, number>>): Promise<Account>;
  /**
   * Creates a new token, which invalidates old ones at once, or a new callback secret; the old secret also signs for
   * one more day.
   */
  rotate(name: string, what: 'token' | 'callback-secret'): Promise<AccountWithSecrets>;
  revoke(name: string): Promise<Account>;
  /** Creates the token of the administrator's page, shown only once; it invalidates an earlier one. */
  adminToken(): Promise<Secret>;
  /** Removes the token, and with it the page. */
  endAdminToken(): Promise<void>;
  deliveries(page: { state: DeliveryState; offset: number; count: number }): Promise<Delivery[]>;
  /** Puts an ended callback back into the outbox, under its old id. */
  resend(id: string): Promise<void>;
  close(): Promise<void>;
};

const NAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;

/** How long a command waits for a locked file; nothing else is blocked meanwhile. */
const PATIENT_MS = 5_000;

/** The accounts of `paperqueue serve` in a data folder. */
export function openAdmin(dataDir: string, onLoss: (loss: Loss) => void = () => {}): Admin {
  refuseCopied(dataDir);
  return createAdmin(sqliteStore(openNoticing(join(dataDir, SERVE_FILE), SERVICE_MIGRATIONS, PATIENT_MS, onLoss)));
}

/** The accounts in a store. */
export function createAdmin({ accounts, tokens, secrets, settings, outbox, close }: ServiceStore): Admin {
  const find = async (name: string): Promise<Account> => {
    const account = await accounts.find(name);
    if (!account) throw new AdminError(`there is no account ${name}`);
    return account;
  };
  const findOpen = async (name: string): Promise<Account> => {
    const account = await find(name);
    if (account.revokedAt === null) return account;
    throw new AdminError(`account ${name} was revoked at ${account.revokedAt}: its name stays taken, choose another`);
  };
  return {
    async create(name, allowances) {
      if (!NAME.test(name))
        throw new AdminError(
          'a name has 1 to 64 letters, digits, dots, hyphens, underscores or @, and starts with a letter or digit',
        );
      const id = await accounts.create(name, { basic: 0, pro: 0, privateKey: 0, ...valid(allowances) });
      if (id === undefined) {
        await findOpen(name);
        throw new AdminError(`there is an account ${name} already; rotate its token for a new one`);
      }
      const token = await tokens.create(id);
      return { account: await find(name), token, callbackSecret: await secrets.ensure(id) };
    },
    list: accounts.list,
    async show(name, count) {
      const account = await find(name);
      return { account, ledger: await accounts.ledger(account.id, count) };
    },
    async allow(name, allowances) {
      await accounts.allow((await findOpen(name)).id, valid(allowances));
      return find(name);
    },
    async topUp(name, credits) {
      const { id, balances } = await findOpen(name);
      const unlimited = POOLS.find((pool) => credits[pool] !== undefined && balances[pool] === null);
      if (unlimited) throw new AdminError(`${name} has no limit in ${unlimited}: there is nothing to add to`);
      await accounts.topUp(id, valid(credits));
      return find(name);
    },
    async rotate(name, what) {
      const account = await findOpen(name);
      return what === 'token'
        ? { account, token: await tokens.replace(account.id) }
        : { account, callbackSecret: await secrets.rotate(account.id) };
    },
    async revoke(name) {
      await accounts.revoke((await findOpen(name)).id);
      return find(name);
    },
    async adminToken() {
      const token = newToken();
      await settings.write('admin-token', { hash: tokenHash(token.reveal()) });
      return token;
    },
    endAdminToken: () => settings.write('admin-token', undefined),
    deliveries: outbox.list,
    async resend(id) {
      const problem = await outbox.resend(id);
      if (problem !== undefined) throw new AdminError(`Cannot resend ${id}: ${problem}`);
    },
    close,
  };
}

function valid<Amounts extends Partial<Record<Pool, Allowance>>>(amounts: Amounts): Amounts {
  for (const pool of POOLS) {
    const allowance = amounts[pool] ?? 'unlimited';
    if (allowance === 'unlimited') continue;
    const credits = typeof allowance === 'number' ? allowance : allowance.monthly;
    if (!(Number.isSafeInteger(credits) && credits >= 0 && credits <= 1_000_000_000))
      throw new AdminError(`${pool}: credits are a whole number from 0 to 1000000000`);
  }
  return amounts;
}
