import type { GrantStatements } from '../core/accounts.ts';
import type { ServiceStore } from '../port.ts';
import { tokenHash } from '../secret-values.ts';

export const GRANTS: GrantStatements = {
  openPools: `INSERT INTO balances (account, pool, granted) VALUES ($1, 'basic', 0), ($1, 'pro', 0), ($1, 'privateKey', 0)`,
  grant: 'UPDATE balances SET granted = granted + $3 WHERE account = $1 AND pool = $2',
};

/** How long a token stays valid without asking the database again. */
const TOKEN_MS = 1_000;
const MAX_TOKENS = 10_000;

/** Accounts by the hashes of their tokens, each until a moment of `performance.now()`. */
export type KnownTokens = Map<string, { account: number; until: number }>;

/** The tokens. The latest ones are kept in memory for a moment. */
export function keepTokens(
  tokens: ServiceStore['tokens'],
  known: KnownTokens,
  now: () => number = () => performance.now(),
): ServiceStore['tokens'] {
  return {
    ...tokens,
    async replace(account) {
      const token = await tokens.replace(account);
      known.clear();
      return token;
    },
    async accountOf(token) {
      const hash = tokenHash(token);
      const { account: lately, until = 0 } = known.get(hash) ?? {};
      if (until > now()) return lately;
      const asked = now();
      const account = await tokens.accountOf(token);
      if (known.size >= MAX_TOKENS) known.clear();
      if (account !== undefined) known.set(hash, { account, until: asked + TOKEN_MS });
      return account;
    },
  };
}
