import { statusOf } from './serve-load.ts';
import type { ServedAccount } from './serve-process.ts';

/** What a service tells its members when all is done. */

type Told = { jobId?: string; account: string };

/** A job that a client was told of has an end that its account can see; what is wrong with that, of each job. */
export async function unseenEnds(
  address: string,
  accounts: readonly ServedAccount[],
  creations: readonly Told[],
  endOf: (jobId: string) => string | undefined = () => undefined,
): Promise<string[]> {
  const violations: string[] = [];
  for (const { jobId, account } of creations) {
    if (jobId === undefined) continue;
    const owner = accounts.find(({ name }) => name === account) as ServedAccount;
    const ask = () => statusOf(address, owner, jobId);
    // Again, because a connection to the database that has ended may be noticed only now.
    const status = await ask().catch(ask).catch(String);
    const stored = endOf(jobId) ?? status;
    if (status !== stored || (status !== 'success' && status !== 'error'))
      violations.push(`a client sees ${status} for ${jobId}`);
  }
  return violations;
}

/** The balances that accounts are told, by account and pool. */
export async function toldBalances(address: string, accounts: readonly ServedAccount[]): Promise<Map<string, number>> {
  const told = new Map<string, number>();
  for (const { name, token } of accounts) {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(`${address}/v1/user/getCredits`, { headers });
    const credits = (await answer.json()) as Record<string, number>;
    for (const pool of ['basic', 'pro', 'privateKey'])
      told.set(`${name} ${pool}`, credits[`${pool}CreditsBalance`] as number);
  }
  return told;
}
