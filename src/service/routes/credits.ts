import type { Handler } from 'hono';
import { POOLS } from '../../contract/credits.ts';
import { KEY_DAYS } from '../../contract/rules.ts';
import type { ServiceDeps, ServiceEnvironment } from '../deps.ts';

/**
 * `GET /v1/user/getCredits`: balance and total per pool, null without a ceiling, and the growing sums of spent and
 * refunded credits. `idempotencyKeyDays` says that creations take an `Idempotency-Key`, `takesStrategies` that
 * searches may be strategies.
 */
export function creditsRoute({ store }: Pick<ServiceDeps, 'store'>): Handler<ServiceEnvironment> {
  return async (context) => {
    const flows = await store.accounts.flows(context.get('account'));
    const pools = POOLS.flatMap((pool) => {
      const { granted, spent, refunded } = flows[pool];
      return [
        [`${pool}CreditsBalance`, granted === null ? null : granted - spent + refunded],
        [`${pool}CreditsTotal`, granted],
        [`${pool}CreditsSpent`, spent],
        [`${pool}CreditsRefunded`, refunded],
      ];
    });
    return context.json({
      ...Object.fromEntries(pools),
      plan: 'embedded',
      idempotencyKeyDays: KEY_DAYS,
      takesStrategies: true,
    });
  };
}
