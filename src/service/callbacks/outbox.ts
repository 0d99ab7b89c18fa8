import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { WirePaper } from '../../contract/paper.ts';
import type { Database, SqlValue } from '../../sqlite/database.ts';

/**
 * Callbacks that are to be sent: pending -> delivered | dead; a dead one goes back to pending when it is sent again. An
 * attempt is owned by a lease (a random token with an end), and every outcome names the token, so that a process that
 * slept past its lease changes nothing that another one has taken over. Attempts count when their outcome is known: one
 * that a killed process left behind is made again, under the same webhook-id.
 */

/** Longer than any attempt may take: see ATTEMPT_MS of the deliverer. */
export const DELIVERY_LEASE_MS = 30_000;
/** Longer than any pause between two attempts. */
const MAX_PAUSE_MS = 24 * 60 * 60 * 1000;

const DELIVERY_STATES = ['pending', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

type NewDelivery = {
  job: string;
  account: number;
  url: string;
  papers: readonly WirePaper[];
  /** When the job ended, in milliseconds since the epoch. */
  createdAt: number;
};

/** An attempt that this process owns. `attempts` are those that have ended before. */
export type LeasedDelivery = {
  id: string;
  token: string;
  job: string;
  account: number;
  url: string;
  attempts: number;
  zippedBody: Uint8Array | null;
};

/**
 * Puts the callback of a finished job into the outbox and gives its webhook-id. Belongs inside the transaction that
 * ends the job, and opens none. The body is serialised here, once: every attempt sends and signs the same bytes.
 */
export function addDelivery(database: Database, { job, account, url, papers, createdAt }: NewDelivery): string {
  const id = `msg_${randomBytes(16).toString('hex')}`;
  const event = { api_version: 'v1', createdAt: new Date(createdAt).toISOString(), id };
  const body = JSON.stringify({ data: papers, event, job: { id: job } });
  database.run(
    `INSERT INTO deliveries (id, job, account, url, body, state, next_at, created_at)
     VALUES (?, ?, ?, ?, ?, 'pending', ?, ?)`,
    id,
    job,
    account,
    url,
    gzipSync(body),
    createdAt,
    createdAt,
  );
  return id;
}

/** The bytes to send. Throws when the row holds none that can be read. */
export function deliveryBody({ zippedBody }: LeasedDelivery): Uint8Array {
  if (zippedBody === null) throw new Error('a pending delivery has no body');
  return gunzipSync(zippedBody);
}

/** What may be tried at a moment: due, held by nobody, and of none of the accounts in a JSON list. */
const IS_PENDING_OF_OTHERS = `state = 'pending' AND account NOT IN (SELECT value FROM json_each(?))`;
const IS_FREE = '(lease_until IS NULL OR lease_until <= ?)';

/** What seems to be due or leased later than it can be was written before the clock was set back. */
function bringNear(database: Database, now: number): void {
  const [lease, pause] = [now + DELIVERY_LEASE_MS, now + MAX_PAUSE_MS];
  database.run(
    `UPDATE deliveries SET lease_until = min(lease_until, ?), next_at = iif(next_at > ?, ?, next_at)
     WHERE state = 'pending' AND (lease_until > ? OR next_at > ?)`,
    ...[lease, pause, now, lease, pause],
  );
}

/**
 * Takes the delivery that has been due for longest, of any account but `without`; undefined when there is none. Never
 * one of a revoked account.
 */
export function leaseDelivery(
  database: Database,
  now: number,
  without: readonly number[] = [],
): LeasedDelivery | undefined {
  const token = randomBytes(16).toString('hex');
  bringNear(database, now);
  const row = database.get<Omit<LeasedDelivery, 'token'>>(
    `UPDATE deliveries SET lease_token = ?, lease_until = ?
     WHERE id = (
       SELECT id FROM deliveries
       WHERE ${IS_PENDING_OF_OTHERS} AND next_at <= ? AND ${IS_FREE}
         AND account IN (SELECT id FROM accounts WHERE revoked_at IS NULL)
       ORDER BY next_at, rowid LIMIT 1)
     RETURNING id, job, account, url, attempts, body AS zippedBody`,
    token,
    now + DELIVERY_LEASE_MS,
    JSON.stringify(without),
    now,
    now,
  );
  return row && { ...row, token };
}

/**
 * When the next delivery of any account but `without` may be taken, in milliseconds since the epoch; undefined when
 * none is pending.
 */
export function nextDeliveryAt(database: Database, without: readonly number[] = []): number | undefined {
  const sql = `SELECT min(max(next_at, coalesce(lease_until, 0))) AS due FROM deliveries WHERE ${IS_PENDING_OF_OTHERS}`;
  return database.get<{ due: number | null }>(sql, JSON.stringify(without))?.due ?? undefined;
}

/** The receiver has it: the body is given up. False, here and below, when the lease is no longer this process's. */
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

/** Gives up an attempt that did not come to an end; it is due at once, for whoever is next. */
export function releaseDelivery(database: Database, lease: LeasedDelivery): boolean {
  return writeBack(database, lease, 'attempts = attempts');
}

function writeBack(database: Database, lease: LeasedDelivery, change: string, ...values: SqlValue[]): boolean {
  const sql = `UPDATE deliveries SET ${change}, lease_token = NULL, lease_until = NULL WHERE id = ? AND lease_token = ?`;
  return database.run(sql, ...values, lease.id, lease.token).changes === 1;
}

/** Ends what is pending for revoked accounts, but for attempts under way. Gives how many. */
export function endRevokedDeliveries(database: Database, now: number): number {
  return database.run(
    `UPDATE deliveries
     SET state = 'dead', last_outcome = 'the account was revoked', ended_at = ?, lease_token = NULL, lease_until = NULL
     WHERE state = 'pending' AND ${IS_FREE} AND account IN (SELECT id FROM accounts WHERE revoked_at IS NOT NULL)`,
    now,
    now,
  ).changes;
}

/** Gives up the bodies of deliveries that died before a moment; they can no longer be sent again. Gives how many. */
export function giveUpDeadBodies(database: Database, before: number): number {
  const sql = `UPDATE deliveries SET body = NULL WHERE state = 'dead' AND body IS NOT NULL AND ended_at < ?`;
  return database.run(sql, before).changes;
}

/**
 * A delivery as an operator sees it. Times are ISO 8601; the URL lacks its query string, which may hold a receiver's
 * key.
 */
export type Delivery = {
  id: string;
  job: string;
  account: string;
  url: string;
  state: DeliveryState;
  attempts: number;
  /** When the next attempt is due; null when none is. */
  nextAt: string | null;
  lastOutcome: string | null;
  createdAt: string;
  endedAt: string | null;
  canBeResent: boolean;
};

type DeliveryRow = Pick<Delivery, 'id' | 'job' | 'account' | 'url' | 'state' | 'attempts'> & {
  next_at: number;
  last_outcome: string | null;
  created_at: number;
  ended_at: number | null;
  has_body: number;
};

type Listing = { state?: DeliveryState | undefined; account?: number | undefined; offset: number; count: number };

/** Deliveries, of one state or account or of all, the youngest first. `account` of an entry is the account's name. */
export function listDeliveries(database: Database, { state, account, offset, count }: Listing): Delivery[] {
  const rows = database.all<DeliveryRow>(
    `SELECT deliveries.id, job, accounts.name AS account, url, state, attempts, next_at, last_outcome,
       deliveries.created_at, ended_at, body IS NOT NULL AS has_body
     FROM deliveries JOIN accounts ON accounts.id = deliveries.account
     WHERE state = coalesce(?, state) AND deliveries.account = coalesce(?, deliveries.account)
     ORDER BY deliveries.created_at DESC, deliveries.rowid DESC LIMIT ? OFFSET ?`,
    state ?? null,
    account ?? null,
    count,
    offset,
  );
  return rows.map(listed);
}

function listed({ next_at, last_outcome, created_at, ended_at, has_body, ...row }: DeliveryRow): Delivery {
  return {
    ...row,
    // Path and query are where receivers' addresses hold their keys.
    url: new URL(row.url).origin,
    nextAt: row.state === 'pending' ? new Date(next_at).toISOString() : null,
    lastOutcome: last_outcome,
    createdAt: new Date(created_at).toISOString(),
    endedAt: ended_at === null ? null : new Date(ended_at).toISOString(),
    canBeResent: row.state !== 'pending' && has_body === 1,
  };
}

/**
 * Makes an ended delivery due again, with all its attempts and under the same webhook-id. Needs its body, which a dead
 * one keeps and a delivered one does not. False, and nothing changed, when there is no such delivery, it is pending,
 * its body is gone or its account was revoked.
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

/** How many deliveries there are in each state, over all accounts; a state without any counts 0. */
export function countDeliveries(database: Database): { state: DeliveryState; deliveries: number }[] {
  const rows = database.all<{ state: DeliveryState; deliveries: number }>(
    'SELECT state, count(*) AS deliveries FROM deliveries GROUP BY state',
  );
  return DELIVERY_STATES.map((state) => rows.find((row) => row.state === state) ?? { state, deliveries: 0 });
}
