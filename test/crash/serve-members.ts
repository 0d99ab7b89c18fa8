import { statusOf } from './serve-load.ts';
import type { ServedAccount } from './serve-process.ts';

/** The service's final answers to its members. */

type Told = { jobId?: string; account: string };

/** Checks that the account sees an end of each job that a client heard of; returns the faults. */
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
    // Asks again, because the service may only now notice an ended connection to the database.
    const status = await ask().catch(ask).catch(String);
    const stored = endOf(jobId) ?? status;
    if (status !== stored || (status !== 'success' && status !== 'error'))
      violations.push(`a client sees ${status} for ${jobId}`);
  }
  return violations;
}

/** The balances in the service's answers, by account and pool. */
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
