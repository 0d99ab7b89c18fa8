import type { Pool } from '../../../contract/credits.ts';
import { DELIVERY_STATES, type DeliveryState } from '../outbox-port.ts';
import type { StoreCounts } from '../port.ts';
import { query, type Steps } from './steps.ts';

/** The totals over all accounts. */
export function* readCounts(): Steps<Omit<StoreCounts, 'database'>> {
  const jobs = yield* query<{ state: string; jobs: number }>(
    'SELECT state, count(*)::int AS jobs FROM jobs GROUP BY state',
  );
  const deliveries = yield* query<{ state: DeliveryState; deliveries: number }>(
    'SELECT state, count(*)::int AS deliveries FROM deliveries GROUP BY state',
  );
  const credits = yield* query<{ pool: Pool; kind: string; credits: number }>(
    `SELECT pool, kind, sum(credits)::float8 AS credits FROM ledger WHERE kind IN ('charge', 'refund') GROUP BY pool, kind`,
  );
  const open = jobs.filter(({ state }) => state === 'queued' || state === 'running');
  return {
    jobs,
    open: open.reduce((sum, { jobs }) => sum + jobs, 0),
    deliveries: DELIVERY_STATES.map(
      (state) => deliveries.find((row) => row.state === state) ?? { state, deliveries: 0 },
    ),
    credits,
  };
}
