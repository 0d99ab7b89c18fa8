import { randomBytes } from 'node:crypto';
import type { Database } from '../../../sqlite/database.ts';
import { DELIVERY_LEASE_MS, type LeasedDelivery, MAX_PAUSE_MS } from '../port.ts';

/** The parameter is a JSON list of accounts. */
const IS_PENDING_OF_OTHERS = `state = 'pending' AND account NOT IN (SELECT value FROM json_each(?))`;
/** The first attempt is due at once, whatever the clock said at the end of the job. */
const DUE_AT = 'iif(attempts = 0, 0, next_at)';

/** Shortens leases and pauses that end later than any can. They were written before the clock was set back. */
function capFutureTimes(database: Database, now: number): void {
  const [lease, pause] = [now + DELIVERY_LEASE_MS, now + MAX_PAUSE_MS];
  database.run(
    `UPDATE deliveries SET lease_until = min(lease_until, ?), next_at = iif(next_at > ?, ?, next_at)
     WHERE state = 'pending' AND (lease_until > ? OR next_at > ?)`,
    ...[lease, pause, now, lease, pause],
  );
}

/**
 * Leases the delivery that has been due for longest, except those of the accounts `without` and of revoked accounts.
 */
export function leaseDelivery(
  database: Database,
  now: number,
  without: readonly number[] = [],
): LeasedDelivery | undefined {
  const token = randomBytes(16).toString('hex');
  capFutureTimes(database, now);
  const row = database.get<Omit<LeasedDelivery, 'token'>>(
    `UPDATE deliveries SET lease_token = ?, lease_until = ?
     WHERE id = (
       SELECT id FROM deliveries
       WHERE ${IS_PENDING_OF_OTHERS} AND ${DUE_AT} <= ? AND (lease_until IS NULL OR lease_until <= ?)
         AND account IN (SELECT id FROM accounts WHERE revoked_at IS NULL)
       ORDER BY next_at, rowid LIMIT 1)
     RETURNING id, job, account, url, attempts, body AS zippedBody`,
    ...[token, now + DELIVERY_LEASE_MS, JSON.stringify(without), now, now],
  );
  return row && { ...row, token };
}

/** When the next delivery of accounts other than `without` is due (milliseconds since the epoch), if one is pending. */
export function nextDeliveryAt(database: Database, without: readonly number[] = []): number | undefined {
  const sql = `SELECT min(max(${DUE_AT}, coalesce(lease_until, 0))) AS due FROM deliveries WHERE ${IS_PENDING_OF_OTHERS}`;
  return database.get<{ due: number | null }>(sql, JSON.stringify(without))?.due ?? undefined;
}
