import type { Handler } from 'hono';
import { POOLS } from '../../contract/credits.ts';
import { balanceIn, grantsOf } from '../accounts.ts';
import type { ServiceDeps, ServiceEnvironment } from '../deps.ts';

/** `GET /v1/user/getCredits`: balance and total per pool; null where the pool has no ceiling. */
export function creditsRoute({ database }: Pick<ServiceDeps, 'database'>): Handler<ServiceEnvironment> {
  return (context) => {
    const account = context.get('account');
    const grants = grantsOf(database, account);
    const pools = POOLS.flatMap((pool) => [
      [`${pool}CreditsBalance`, balanceIn(database, account, pool)],
      [`${pool}CreditsTotal`, grants[pool]],
    ]);
    return context.json({ ...Object.fromEntries(pools), plan: 'embedded' });
  };
}
