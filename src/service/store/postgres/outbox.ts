import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { WirePaper } from '../../../contract/paper.ts';
import {
  DELIVERY_LEASE_MS,
  DELIVERY_STATES,
  type Delivery,
  type DeliveryState,
  type LeasedDelivery,
  type LeasedJob,
  MAX_PAUSE_MS,
  type ServiceStore,
} from '../port.ts';
import type { Postgres, Sql } from './connection.ts';

/** Puts the callback of a finished job into the outbox, in the transaction that ends the job. */
export async function addDelivery(sql: Sql, job: LeasedJob, url: string, papers: readonly WirePaper[]): Promise<void> {
  const id = `msg_${randomBytes(16).toString('hex')}`;
  const [{ at } = { at: new Date() }] = await sql<{ at: Date }>('SELECT now() AS at');
  const event = { api_version: 'v1', createdAt: at.toISOString(), id };
  const body = gzipSync(JSON.stringify({ data: papers, event, job: { id: job.id } }));
  const insert = 'INSERT INTO deliveries (id, job, account, url, body) VALUES ($1, $2, $3, $4, $5)';
  await sql(insert, id, job.id, job.account, url, body);
}

const IS_FREE = '(lease_until IS NULL OR lease_until <= clock_timestamp())';
/** The first attempt is due at once, whatever the clock said when the job ended. */
const DUE_AT = `CASE attempts WHEN 0 THEN 'epoch' ELSE next_at END`;
const OF_OTHERS = `state = 'pending' AND NOT account = ANY ($1::int[])`;

export function outboxIn({ sql }: Postgres, notify: (what: 'outbox') => void): ServiceStore['outbox'] {
  const writeBack = async (lease: LeasedDelivery, change: string, ...values: unknown[]): Promise<boolean> => {
    const rows = await sql(
      `UPDATE deliveries SET ${change}, lease_token = NULL, lease_until = NULL
       WHERE id = $1 AND lease_token = $2 RETURNING id`,
      ...[lease.id, lease.token, ...values],
    );
    return rows.length === 1;
  };
  const counted = 'attempts = attempts + 1, last_outcome = $3';
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
    delivered: (lease, outcome) =>
      writeBack(lease, `state = 'delivered', body = NULL, ended_at = now(), ${counted}`, outcome),
    retry: (lease, outcome, delayMs) =>
      writeBack(lease, `next_at = clock_timestamp() + $4 * interval '1 ms', ${counted}`, outcome, delayMs),
    dead: (lease, outcome) => writeBack(lease, `state = 'dead', ended_at = now(), ${counted}`, outcome),
    release: (lease) => writeBack(lease, 'attempts = attempts'),
    async endRevoked() {
      await sql(
        `UPDATE deliveries SET state = 'dead', last_outcome = 'the account was revoked', ended_at = now(),
           lease_token = NULL, lease_until = NULL
         WHERE state = 'pending' AND ${IS_FREE} AND account IN (SELECT id FROM accounts WHERE revoked_at IS NOT NULL)`,
      );
    },
    async list({ state, account, offset, count }) {
      const rows = await sql<DeliveryRow>(
        `SELECT d.id, job, accounts.name AS account, url, state, attempts, next_at, last_outcome, d.created_at, ended_at,
           body IS NOT NULL AS has_body
         FROM deliveries AS d JOIN accounts ON accounts.id = d.account
         WHERE ($1::text IS NULL OR state = $1) AND ($2::int IS NULL OR d.account = $2)
         ORDER BY d.created_at DESC, d.place DESC LIMIT $3 OFFSET $4`,
        ...[state ?? null, account ?? null, count, offset],
      );
      return rows.map(readDelivery);
    },
    async resend(id) {
      const rows = await sql(
        `UPDATE deliveries SET state = 'pending', attempts = 0, next_at = now(), ended_at = NULL
         WHERE id = $1 AND state <> 'pending' AND body IS NOT NULL
           AND account IN (SELECT id FROM accounts WHERE revoked_at IS NULL) RETURNING id`,
        id,
      );
      if (rows.length === 0) return resendProblem(sql, id);
      notify('outbox');
      return undefined;
    },
  };
}

/** Deletes the bodies of dead deliveries with the results of their jobs: they cannot be resent then. */
export async function giveUpDeadBodies(sql: Sql): Promise<void> {
  await sql(
    `UPDATE deliveries SET body = NULL WHERE state = 'dead' AND body IS NOT NULL
       AND EXISTS (SELECT 1 FROM jobs WHERE jobs.id = deliveries.job AND expired_at IS NOT NULL)`,
  );
}

/** Shortens leases and pauses that end later than any can: they were written before the clock was set back. */
async function capFutureTimes(sql: Sql): Promise<void> {
  const [lease, pause] = ['$1', '$2'].map((ms) => `clock_timestamp() + ${ms} * interval '1 ms'`);
  await sql(
    `UPDATE deliveries SET lease_until = least(lease_until, ${lease}),
       next_at = CASE WHEN next_at > ${pause} THEN clock_timestamp() ELSE next_at END
     WHERE state = 'pending' AND (lease_until > ${lease} OR next_at > ${pause})`,
    ...[DELIVERY_LEASE_MS, MAX_PAUSE_MS],
  );
}

async function resendProblem(sql: Sql, id: string): Promise<string> {
  const [row] = await sql<{ state: DeliveryState; revoked: boolean }>(
    `SELECT state, revoked_at IS NOT NULL AS revoked
     FROM deliveries JOIN accounts ON accounts.id = deliveries.account WHERE deliveries.id = $1`,
    id,
  );
  if (!row) return 'no such callback';
  if (row.revoked) return 'its account is revoked';
  if (row.state === 'pending') return 'it is still pending';
  return row.state === 'delivered' ? 'it was delivered' : 'it has expired';
}

type DeliveryRow = Pick<Delivery, 'id' | 'job' | 'account' | 'url' | 'state' | 'attempts'> & {
  next_at: Date;
  last_outcome: string | null;
  created_at: Date;
  ended_at: Date | null;
  has_body: boolean;
};

function readDelivery({ next_at, last_outcome, created_at, ended_at, has_body, ...row }: DeliveryRow): Delivery {
  return {
    ...row,
    url: new URL(row.url).origin,
    nextAt: row.state === 'pending' ? next_at.toISOString() : null,
    lastOutcome: last_outcome,
    createdAt: created_at.toISOString(),
    endedAt: ended_at?.toISOString() ?? null,
    canBeResent: row.state !== 'pending' && has_body,
  };
}

/** How many deliveries there are in each state, over all accounts. */
export async function countDeliveries(sql: Sql): Promise<{ state: DeliveryState; deliveries: number }[]> {
  const rows = await sql<{ state: DeliveryState; deliveries: number }>(
    'SELECT state, count(*)::int AS deliveries FROM deliveries GROUP BY state',
  );
  return DELIVERY_STATES.map((state) => rows.find((row) => row.state === state) ?? { state, deliveries: 0 });
}
