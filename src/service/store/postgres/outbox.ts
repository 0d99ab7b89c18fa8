import { randomBytes } from 'node:crypto';
import { IS_FREE } from '../core/outbox.ts';
import { DELIVERY_LEASE_MS, type LeasedDelivery, MAX_PAUSE_MS, type ServiceStore } from '../port.ts';
import type { Postgres, Sql } from './connection.ts';

/** The first attempt is due at once, whatever the clock said at the end of the job. */
const DUE_AT = `CASE attempts WHEN 0 THEN 'epoch' ELSE next_at END`;
const OF_OTHERS = `state = 'pending' AND NOT account = ANY ($1::int[])`;

/** The queue of callbacks. */
export function deliveryQueueIn({ sql }: Postgres): Pick<ServiceStore['outbox'], 'lease' | 'dueInMs'> {
  return {
    async lease(without) {
      const token = randomBytes(16).toString('hex');
      await capFutureTimes(sql);
      const [row] = await sql<Omit<LeasedDelivery, 'token'>>(
        `UPDATE deliveries SET lease_token = $2, lease_until = clock_timestamp() + $3 * interval '1 ms'
         WHERE id = (
           SELECT id FROM deliveries
           WHERE ${OF_OTHERS} AND ${DUE_AT} <= clock_timestamp() AND ${IS_FREE}
             AND account IN (SELECT id FROM accounts WHERE revoked_at IS NULL)
           ORDER BY next_at, place LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id, job, account, url, attempts, body AS "zippedBody"`,
        ...[without, token, DELIVERY_LEASE_MS],
      );
      return row && { ...row, token };
    },
    async dueInMs(without) {
      const [row] = await sql<{ due: number | null }>(
        `SELECT extract(epoch FROM min(greatest(${DUE_AT}, lease_until)) - clock_timestamp())::float8 * 1000 AS due
         FROM deliveries WHERE ${OF_OTHERS}`,
        without,
      );
      return row?.due ?? undefined;
    },
  };
}

/** Shortens leases and pauses that end later than any can. They were written before the clock was set back. */
async function capFutureTimes(sql: Sql): Promise<void> {
  const [lease, pause] = ['$1', '$2'].map((ms) => `clock_timestamp() + ${ms} * interval '1 ms'`);
  await sql(
    `UPDATE deliveries SET lease_until = least(lease_until, ${lease}),
       next_at = CASE WHEN next_at > ${pause} THEN clock_timestamp() ELSE next_at END
     WHERE state = 'pending' AND (lease_until > ${lease} OR next_at > ${pause})`,
    ...[DELIVERY_LEASE_MS, MAX_PAUSE_MS],
  );
}
