import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { WirePaper } from '../../../contract/paper.ts';
import type { Database, SqlValue } from '../../../sqlite/database.ts';
import {
  DELIVERY_LEASE_MS,
  DELIVERY_STATES,
  type Delivery,
  type DeliveryState,
  type LeasedDelivery,
  type Listing,
  MAX_PAUSE_MS,
} from '../port.ts';

type NewDelivery = {
  job: string;
  account: number;
  url: string;
  papers: readonly WirePaper[];
  /** When the job ended, in milliseconds since the epoch. */
  createdAt: number;
};

/**
 * Puts the callback of a finished job into the outbox and returns its webhook-id. To be called in the transaction that
 * ends the job. The body is serialised once, so that every attempt sends and signs the same bytes.
 */
export function addDelivery(database: Database, { job, account, url, papers, createdAt }: NewDelivery): string {
  const id = `msg_${randomBytes(16).toString('hex')}`;
  const event = { api_version: 'v1', createdAt: new Date(createdAt).toISOString(), id };
  const body = JSON.stringify({ data: papers, event, job: { id: job } });
  database.run(
    `INSERT INTO deliveries (id, job, account, url, body, state, next_at, created_at)
     VALUES (?, ?, ?, ?, ?, 'pending', ?, ?)`,
    ...[id, job, account, url, gzipSync(body), createdAt, createdAt],
  );
  return id;
}

/** The parameter is a JSON list of accounts. */
const IS_PENDING_OF_OTHERS = `state = 'pending' AND account NOT IN (SELECT value FROM json_each(?))`;
/** The first attempt is due at once, whatever the clock said when the job ended. */
const DUE_AT = 'iif(attempts = 0, 0, next_at)';
const IS_FREE = '(lease_until IS NULL OR lease_until <= ?)';

/** Shortens leases and pauses that end later than any can: they were written before the clock was set back. */
function capFutureTimes(database: Database, now: number): void {
  const [lease, pause] = [now + DELIVERY_LEASE_MS, now + MAX_PAUSE_MS];
  database.run(
    `UPDATE deliveries SET lease_until = min(lease_until, ?), next_at = iif(next_at > ?, ?, next_at)
     WHERE state = 'pending' AND (lease_until > ? OR next_at > ?)`,
    ...[lease, pause, now, lease, pause],
  );
}

/** Leases the delivery that has been due for longest, of any account but `without` and revoked ones. */
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
       WHERE ${IS_PENDING_OF_OTHERS} AND ${DUE_AT} <= ? AND ${IS_FREE}
         AND account IN (SELECT id FROM accounts WHERE revoked_at IS NULL)
       ORDER BY next_at, rowid LIMIT 1)
     RETURNING id, job, account, url, attempts, body AS zippedBody`,
    ...[token, now + DELIVERY_LEASE_MS, JSON.stringify(without), now, now],
  );
  return row && { ...row, token };
}

/** When the next delivery of any account but `without` is due (milliseconds since the epoch), if one is pending. */
export function nextDeliveryAt(database: Database, without: readonly number[] = []): number | undefined {
  const sql = `SELECT min(max(${DUE_AT}, coalesce(lease_until, 0))) AS due FROM deliveries WHERE ${IS_PENDING_OF_OTHERS}`;
  return database.get<{ due: number | null }>(sql, JSON.stringify(without))?.due ?? undefined;
}

/** The receiver has it: the body is deleted. False, here and below, when the lease is no longer this process's. */
export function recordDelivered(database: Database, lease: LeasedDelivery, outcome: string, now: number): boolean {
  const change = `state = 'delivered', body = NULL, attempts = attempts + 1, last_outcome = ?, ended_at = ?`;
  return writeBack(database, lease, change, outcome, now);
}

/** The attempt failed; the next one is due at `nextAt`. */
export function recordRetry(database: Database, lease: LeasedDelivery, outcome: string, nextAt: number): boolean {
  return writeBack(database, lease, 'attempts = attempts + 1, last_outcome = ?, next_at = ?', outcome, nextAt);
}

/** The attempt failed and is the last one. The body is kept, so that the delivery can be sent again. */
export function recordDead(database: Database, lease: LeasedDelivery, outcome: string, now: number): boolean {
  const change = `state = 'dead', attempts = attempts + 1, last_outcome = ?, ended_at = ?`;
  return writeBack(database, lease, change, outcome, now);
}

/** Ends the lease of an attempt that was broken off; the delivery is due at once. */
export function releaseDelivery(database: Database, lease: LeasedDelivery): boolean {
  return writeBack(database, lease, 'attempts = attempts');
}

function writeBack(database: Database, lease: LeasedDelivery, change: string, ...values: SqlValue[]): boolean {
  const sql = `UPDATE deliveries SET ${change}, lease_token = NULL, lease_until = NULL WHERE id = ? AND lease_token = ?`;
  return database.run(sql, ...values, lease.id, lease.token).changes === 1;
}

/** Ends the pending deliveries of revoked accounts, except attempts under way; returns how many. */
export function endRevokedDeliveries(database: Database, now: number): number {
  return database.run(
    `UPDATE deliveries
     SET state = 'dead', last_outcome = 'the account was revoked', ended_at = ?, lease_token = NULL, lease_until = NULL
     WHERE state = 'pending' AND ${IS_FREE} AND account IN (SELECT id FROM accounts WHERE revoked_at IS NOT NULL)`,
    now,
    now,
  ).changes;
}

/** Deletes the bodies of dead deliveries with the results of their jobs: they cannot be resent then. */
export function giveUpDeadBodies(database: Database): void {
  database.run(
    `UPDATE deliveries SET body = NULL WHERE state = 'dead' AND body IS NOT NULL
       AND EXISTS (SELECT 1 FROM jobs WHERE jobs.id = deliveries.job AND expired_at IS NOT NULL)`,
  );
}

type DeliveryRow = Pick<Delivery, 'id' | 'job' | 'account' | 'url' | 'state' | 'attempts'> & {
  next_at: number;
  last_outcome: string | null;
  created_at: number;
  ended_at: number | null;
  has_body: number;
};

/** Deliveries of one state or account or of all, newest first. */
export function listDeliveries(database: Database, { state, account, offset, count }: Listing): Delivery[] {
  const rows = database.all<DeliveryRow>(
    `SELECT deliveries.id, job, accounts.name AS account, url, state, attempts, next_at, last_outcome,
       deliveries.created_at, ended_at, body IS NOT NULL AS has_body
     FROM deliveries JOIN accounts ON accounts.id = deliveries.account
     WHERE state = coalesce(?, state) AND deliveries.account = coalesce(?, deliveries.account)
     ORDER BY deliveries.created_at DESC, deliveries.rowid DESC LIMIT ? OFFSET ?`,
    ...[state ?? null, account ?? null, count, offset],
  );
  return rows.map(({ next_at, last_outcome, created_at, ended_at, has_body, ...row }) => ({
    ...row,
    url: new URL(row.url).origin,
    nextAt: row.state === 'pending' ? new Date(next_at).toISOString() : null,
    lastOutcome: last_outcome,
    createdAt: new Date(created_at).toISOString(),
    endedAt: ended_at === null ? null : new Date(ended_at).toISOString(),
    canBeResent: row.state !== 'pending' && has_body === 1,
  }));
}

/**
 * Makes a dead delivery due again, with all its attempts and under the same webhook-id. False, and nothing changed,
 * where `resendProblem` says why.
 */
export function resendDelivery(database: Database, id: string, now: number = Date.now()): boolean {
  const { changes } = database.run(
    `UPDATE deliveries SET state = 'pending', attempts = 0, next_at = ?, ended_at = NULL
     WHERE id = ? AND state <> 'pending' AND body IS NOT NULL
       AND account IN (SELECT id FROM accounts WHERE revoked_at IS NULL)`,
    now,
    id,
  );
  return changes === 1;
}

/** Why `resendDelivery` refuses a delivery. */
export function resendProblem(database: Database, id: string): string {
  const row = database.get<{ state: DeliveryState; revoked: number }>(
    `SELECT state, revoked_at IS NOT NULL AS revoked
     FROM deliveries JOIN accounts ON accounts.id = deliveries.account WHERE deliveries.id = ?`,
    id,
  );
  if (!row) return 'no such callback';
  if (row.revoked === 1) return 'its account is revoked';
  if (row.state === 'pending') return 'it is still pending';
  return row.state === 'delivered' ? 'it was delivered' : 'it has expired';
}

/** How many deliveries there are in each state, over all accounts. */
export function countDeliveries(database: Database): { state: DeliveryState; deliveries: number }[] {
  const rows = database.all<{ state: DeliveryState; deliveries: number }>(
    'SELECT state, count(*) AS deliveries FROM deliveries GROUP BY state',
  );
  return DELIVERY_STATES.map((state) => rows.find((row) => row.state === state) ?? { state, deliveries: 0 });
}
