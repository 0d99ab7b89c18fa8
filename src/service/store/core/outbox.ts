import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { WirePaper } from '../../../contract/wire-paper.ts';
import {
  DELIVERY_LEASE_MS,
  type Delivery,
  type DeliveryState,
  type LeasedDelivery,
  type Listing,
  MAX_PAUSE_MS,
} from '../outbox-port.ts';
import type { LeasedJob, ServiceStore } from '../port.ts';
import { isoTime, type Moment, query, type Run, type Steps } from './steps.ts';

export function outboxIn(run: Run): ServiceStore['outbox'] {
  return {
    lease: (without) => run.change(leaseDelivery(without)),
    dueInMs: (without) => run.read(nextDeliveryInMs(without)),
    delivered: (lease, outcome) => run.change(recordDelivered(lease, outcome)),
    retry: (lease, outcome, delayMs) => run.change(recordRetry(lease, outcome, delayMs)),
    dead: (lease, outcome) => run.change(recordDead(lease, outcome)),
    release: (lease) => run.change(releaseDelivery(lease)),
    endRevoked: () => run.change(endRevokedDeliveries()),
    list: (listing) => run.read(listDeliveries(listing)),
    resend: (id) => run.change(resendDelivery(id)),
  };
}

/**
 * Puts the callback of a finished job into the outbox and returns its webhook-id. Call it in the transaction that ends
 * the job. The body is serialised once, so that every attempt sends and signs the same bytes.
 */
export function* addDelivery(
  job: Pick<LeasedJob, 'id' | 'account'>,
  url: string,
  papers: readonly WirePaper[],
): Steps<string> {
  const id = `msg_${randomBytes(16).toString('hex')}`;
  const [{ at } = { at: 0 }] = yield* query<{ at: Moment }>('SELECT now() AS at');
  const event = { api_version: 'v1', createdAt: isoTime(at), id };
  const body = gzipSync(JSON.stringify({ data: papers, event, job: { id: job.id } }));
  yield* query(
    `INSERT INTO deliveries (id, job, account, url, body, state, next_at, created_at)
     VALUES ($1, $2, $3, $4, $5, 'pending', now(), now())`,
    ...[id, job.id, job.account, url, body],
  );
  return id;
}

/** Condition: no attempt is running. */
const IS_FREE = '(lease_until IS NULL OR lease_until <= clock_timestamp())';
/** The parameter is a JSON list of accounts. */
const IS_PENDING_OF_OTHERS = `state = 'pending' AND account NOT IN (SELECT value::int FROM json_array_elements_text($1::json))`;
/** The first attempt is due at once, whatever the clock showed at the end of the job. */
const DUE_AT = `CASE attempts WHEN 0 THEN 'epoch' ELSE next_at END`;

/** Leases the delivery that has been due the longest. */
export function* leaseDelivery(without: readonly number[]): Steps<LeasedDelivery | undefined> {
  const token = randomBytes(16).toString('hex');
  yield* capFutureTimes();
  const [row] = yield* query<Omit<LeasedDelivery, 'token'>>(
    `UPDATE deliveries SET lease_token = $2, lease_until = clock_timestamp() + $3 * interval '1 ms'
     WHERE id = (
       SELECT id FROM deliveries
       WHERE ${IS_PENDING_OF_OTHERS} AND ${DUE_AT} <= clock_timestamp() AND ${IS_FREE}
         AND account IN (SELECT id FROM accounts WHERE revoked_at IS NULL)
       ORDER BY next_at, deliveries.place LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, job, account, url, attempts, body AS "zippedBody"`,
    ...[JSON.stringify(without), token, DELIVERY_LEASE_MS],
  );
  return row && { ...row, token };
}

export function* nextDeliveryInMs(without: readonly number[]): Steps<number | undefined> {
  const [row] = yield* query<{ due: Moment | null; now: Moment }>(
    `SELECT min(greatest(${DUE_AT}, coalesce(lease_until, 'epoch'))) AS due, clock_timestamp() AS now
     FROM deliveries WHERE ${IS_PENDING_OF_OTHERS}`,
    JSON.stringify(without),
  );
  return row?.due == null ? undefined : Number(row.due) - Number(row.now);
}

/** Shortens leases and pauses that end later than possible: they were written before the clock was set back. */
function* capFutureTimes(): Steps<void> {
  const [lease, pause] = ['$1', '$2'].map((ms) => `clock_timestamp() + ${ms} * interval '1 ms'`);
  yield* query(
    `UPDATE deliveries SET lease_until = CASE WHEN lease_until > ${lease} THEN ${lease} ELSE lease_until END,
       next_at = CASE WHEN next_at > ${pause} THEN clock_timestamp() ELSE next_at END
     WHERE state = 'pending' AND (lease_until > ${lease} OR next_at > ${pause})`,
    ...[DELIVERY_LEASE_MS, MAX_PAUSE_MS],
  );
}

const COUNTED = 'attempts = attempts + 1, last_outcome = $3';

export function* recordDelivered(lease: LeasedDelivery, outcome: string): Steps<boolean> {
  return yield* writeBack(lease, `state = 'delivered', body = NULL, ended_at = now(), ${COUNTED}`, outcome);
}

export function* recordRetry(lease: LeasedDelivery, outcome: string, delayMs: number): Steps<boolean> {
  const change = `next_at = clock_timestamp() + $4 * interval '1 ms', ${COUNTED}`;
  return yield* writeBack(lease, change, outcome, delayMs);
}

export function* recordDead(lease: LeasedDelivery, outcome: string): Steps<boolean> {
  return yield* writeBack(lease, `state = 'dead', ended_at = now(), ${COUNTED}`, outcome);
}

export function* releaseDelivery(lease: LeasedDelivery): Steps<boolean> {
  return yield* writeBack(lease, 'attempts = attempts');
}

function* writeBack(lease: LeasedDelivery, change: string, ...values: unknown[]): Steps<boolean> {
  const changed = yield* query(
    `UPDATE deliveries SET ${change}, lease_token = NULL, lease_until = NULL
     WHERE id = $1 AND lease_token = $2 RETURNING id`,
    ...[lease.id, lease.token, ...values],
  );
  return changed.length === 1;
}

export function* endRevokedDeliveries(): Steps<void> {
  yield* query(
    `UPDATE deliveries SET state = 'dead', last_outcome = 'the account was revoked', ended_at = now(),
       lease_token = NULL, lease_until = NULL
     WHERE state = 'pending' AND ${IS_FREE} AND account IN (SELECT id FROM accounts WHERE revoked_at IS NOT NULL)`,
  );
}

/** Deletes the bodies of dead deliveries together with the results of their jobs. They then cannot be resent. */
export function* giveUpDeadBodies(): Steps<void> {
  yield* query(
    `UPDATE deliveries SET body = NULL WHERE state = 'dead' AND body IS NOT NULL
       AND EXISTS (SELECT 1 FROM jobs WHERE jobs.id = deliveries.job AND expired_at IS NOT NULL)`,
  );
}

type DeliveryRow = Pick<Delivery, 'id' | 'job' | 'account' | 'url' | 'state' | 'attempts'> & {
  next_at: Moment;
  last_outcome: string | null;
  created_at: Moment;
  ended_at: Moment | null;
  has_body: boolean | number;
};

export function* listDeliveries({ state, account, offset, count }: Listing): Steps<Delivery[]> {
  const rows = yield* query<DeliveryRow>(
    `SELECT deliveries.id, job, accounts.name AS account, url, state, attempts, next_at, last_outcome,
       deliveries.created_at, ended_at, body IS NOT NULL AS has_body
     FROM deliveries JOIN accounts ON accounts.id = deliveries.account
     WHERE ($1::text IS NULL OR state = $1) AND ($2::int IS NULL OR deliveries.account = $2)
     ORDER BY deliveries.created_at DESC, deliveries.place DESC LIMIT $3 OFFSET $4`,
    ...[state ?? null, account ?? null, count, offset],
  );
  return rows.map(({ next_at, last_outcome, created_at, ended_at, has_body, ...row }) => ({
    ...row,
    url: new URL(row.url).origin,
    nextAt: row.state === 'pending' ? isoTime(next_at) : null,
    lastOutcome: last_outcome,
    createdAt: isoTime(created_at),
    endedAt: ended_at === null ? null : isoTime(ended_at),
    canBeResent: row.state !== 'pending' && Boolean(has_body),
  }));
}

/** Makes an ended delivery due again, with all its attempts; or returns why that is impossible. */
export function* resendDelivery(id: string): Steps<string | undefined> {
  const resent = yield* query(
    `UPDATE deliveries SET state = 'pending', attempts = 0, next_at = now(), ended_at = NULL
     WHERE id = $1 AND state <> 'pending' AND body IS NOT NULL
       AND account IN (SELECT id FROM accounts WHERE revoked_at IS NULL) RETURNING id`,
    id,
  );
  if (resent.length > 0) return undefined;
  const [row] = yield* query<{ state: DeliveryState; revoked: boolean | number }>(
    `SELECT state, revoked_at IS NOT NULL AS revoked
     FROM deliveries JOIN accounts ON accounts.id = deliveries.account WHERE deliveries.id = $1`,
    id,
  );
  if (!row) return 'no such callback';
  if (row.revoked) return 'its account is revoked';
  if (row.state === 'pending') return 'it is still pending';
  return row.state === 'delivered' ? 'it was delivered' : 'it has expired';
}
