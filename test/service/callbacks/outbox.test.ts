import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../../src/platform/sqlite/database.ts';
import { DELIVERY_LEASE_MS, type Delivery, type LeasedDelivery } from '../../../src/service/store/outbox-port.ts';
import {
  addDelivery,
  countDeliveries,
  endRevokedDeliveries,
  giveUpDeadBodies,
  leaseDelivery,
  listDeliveries,
  nextDeliveryAt,
  recordDead,
  recordDelivered,
  recordRetry,
  releaseDelivery,
  resendDelivery,
} from '../file-store.ts';
import { addAccount, addCallback, addJob, PAPERS, revoke, serviceFile } from './outbox-file.ts';

const NOW = Date.UTC(2026, 0, 1);

function outboxOf(deliveries: number) {
  const { handle } = serviceFile();
  const database = handle();
  const account = addAccount(database);
  const ids = Array.from(
    { length: deliveries },
    (_, nth) => addCallback(database, { account, createdAt: NOW + nth }).id,
  );
  return { handle, database, account, ids };
}

function lease(database: Database, now = NOW): LeasedDelivery {
  const taken = leaseDelivery(database, now);
  if (!taken) throw new Error('nothing is due');
  return taken;
}

function only(database: Database): Delivery {
  const [delivery, ...others] = listDeliveries(database, { offset: 0, count: 10 });
  if (!delivery || others.length > 0) throw new Error('one delivery was expected');
  return delivery;
}

function bodyIn(database: Database): unknown {
  return database.get<{ body: unknown }>('SELECT body FROM deliveries')?.body;
}

describe('a delivery', () => {
  it('holds the documented body, and is due at once', () => {
    const { database, ids } = outboxOf(1);
    const taken = lease(database);
    expect(JSON.parse(gunzipSync(taken.zippedBody as Uint8Array).toString('utf8'))).toEqual({
      data: PAPERS,
      event: { api_version: 'v1', createdAt: '2026-01-01T00:00:00.000Z', id: ids[0] },
      job: { id: taken.job },
    });
    expect(taken).toMatchObject({ id: ids[0], url: 'https://receiver.example/hook', attempts: 0 });
    // Standard Webhooks: the id may hold no full stop.
    expect(taken.id).toMatch(/^msg_[0-9a-f]{32}$/);
  });

  it('is gone with the transaction that made it', () => {
    const { database, account } = outboxOf(0);
    const job = addJob(database, account);
    const delivery = { job, account, url: 'https://receiver.example/', papers: PAPERS, createdAt: NOW };
    const failing = () =>
      database.transaction(() => {
        addDelivery(database, delivery);
        throw new Error('rolled back');
      });
    expect(failing).toThrow('rolled back');
    expect(leaseDelivery(database, NOW)).toBeUndefined();
    expect(listDeliveries(database, { offset: 0, count: 10 })).toEqual([]);
    database.transaction(() => addDelivery(database, delivery));
    expect(lease(database).job).toBe(job);
  });

  it('exists once for a job', () => {
    const { database, account } = outboxOf(0);
    const { job } = addCallback(database, { account });
    const again = { job, account, url: 'https://receiver.example/', papers: [], createdAt: NOW };
    expect(() => addDelivery(database, again)).toThrow();
  });
});

describe('a lease', () => {
  it('keeps a delivery from every other process while it lasts', () => {
    const { database, handle } = outboxOf(1);
    const other = handle();
    lease(database);
    expect(leaseDelivery(other, NOW)).toBeUndefined();
    expect(leaseDelivery(database, NOW + DELIVERY_LEASE_MS - 1)).toBeUndefined();
    expect(nextDeliveryAt(other)).toBe(NOW + DELIVERY_LEASE_MS);
  });

  it('goes out to two processes one delivery each, the oldest first', () => {
    const { database, handle, ids } = outboxOf(4);
    const other = handle();
    const taken = [database, other, database, other, database].map((each) => leaseDelivery(each, NOW + 10)?.id);
    expect(taken).toEqual([...ids, undefined]);
  });

  it('passes over what is not due and the accounts that have had their share', () => {
    const { database, account } = outboxOf(1);
    recordRetry(database, lease(database), 'status 500', NOW + 1);
    expect(leaseDelivery(database, NOW)).toBeUndefined();
    const { id, account: second } = addCallback(database, { createdAt: NOW + 5 });
    expect(nextDeliveryAt(database, [second])).toBe(NOW + 1);
    // The first attempt is due at once.
    expect(nextDeliveryAt(database, [account])).toBe(0);
    expect(nextDeliveryAt(database, [account, second])).toBeUndefined();
    expect(leaseDelivery(database, NOW + 5, [account, second])).toBeUndefined();
    expect(leaseDelivery(database, NOW + 5, [account])?.id).toBe(id);
  });

  it('and a pause from before the clock was set back hold no delivery up', () => {
    const { database } = outboxOf(2);
    const YEAR_MS = 365 * 24 * 3_600_000;
    lease(database);
    // The other one is due at once; the lease of a process that may be dead ends as if it had been taken now.
    expect(leaseDelivery(database, NOW - YEAR_MS)).toBeDefined();
    expect(leaseDelivery(database, NOW - YEAR_MS)).toBeUndefined();
    expect(leaseDelivery(database, NOW - YEAR_MS + DELIVERY_LEASE_MS)).toBeDefined();
  });

  it('that ran out goes to the next process: same id, same bytes, and the late one changes nothing', () => {
    const { database, handle } = outboxOf(1);
    const late = lease(database);
    const other = handle();
    const prompt = lease(other, NOW + DELIVERY_LEASE_MS);
    expect({ ...prompt, token: late.token }).toEqual(late);
    expect(recordDelivered(database, late, 'status 200', NOW)).toBe(false);
    expect(recordRetry(database, late, 'status 500', NOW)).toBe(false);
    expect(recordDead(database, late, 'status 410', NOW)).toBe(false);
    expect(releaseDelivery(database, late)).toBe(false);
    expect(only(database)).toMatchObject({ state: 'pending', attempts: 0, lastOutcome: null });
    expect(recordDelivered(other, prompt, 'status 200', NOW)).toBe(true);
    expect(only(database)).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  it('is used up by an outcome', () => {
    const { database } = outboxOf(1);
    const taken = lease(database);
    expect(recordRetry(database, taken, 'status 500', NOW + 5_000)).toBe(true);
    expect(recordDelivered(database, taken, 'status 200', NOW)).toBe(false);
    expect(leaseDelivery(database, NOW + 4_999)).toBeUndefined();
    expect(lease(database, NOW + 5_000).attempts).toBe(1);
  });

  it('that is given up costs no attempt, and the delivery is due at once', () => {
    const { database } = outboxOf(1);
    expect(releaseDelivery(database, lease(database))).toBe(true);
    expect(lease(database).attempts).toBe(0);
  });
});

describe('the deliveries of a revoked account', () => {
  it('are not taken, and end', () => {
    const { database, account } = outboxOf(1);
    const { id } = addCallback(database, { createdAt: NOW });
    revoke(database, account);
    expect(lease(database).id).toBe(id);
    expect(leaseDelivery(database, NOW)).toBeUndefined();
    endRevokedDeliveries(database, NOW + 1);
    expect(listDeliveries(database, { state: 'dead', account, offset: 0, count: 10 })).toMatchObject([
      { attempts: 0, lastOutcome: 'the account was revoked', endedAt: '2026-01-01T00:00:00.001Z' },
    ]);
  });

  it('may still record the attempt that was under way', () => {
    const { database, account } = outboxOf(1);
    const taken = lease(database);
    revoke(database, account);
    endRevokedDeliveries(database, NOW);
    expect(recordDelivered(database, taken, 'status 200', NOW)).toBe(true);
  });

  it('are not sent again', () => {
    const { database, account, ids } = outboxOf(1);
    recordDead(database, lease(database), 'status 410', NOW);
    revoke(database, account);
    expect(resendDelivery(database, ids[0] as string)).toBe('its account is revoked');
    expect(only(database).state).toBe('dead');
  });
});

describe('the list of deliveries', () => {
  it('shows what an operator has to know, of the address no more than whose it is', () => {
    const { database, account } = outboxOf(0);
    const { id, job } = addCallback(database, {
      account,
      url: 'https://receiver.example:8443/hook/k1?key=k1#k1',
      createdAt: NOW,
    });
    const name = database.get<{ name: string }>('SELECT name FROM accounts')?.name;
    const entry = {
      id,
      job,
      account: name,
      url: 'https://receiver.example:8443',
      state: 'pending',
      attempts: 0,
      nextAt: '2026-01-01T00:00:00.000Z',
      lastOutcome: null,
      createdAt: '2026-01-01T00:00:00.000Z',
      endedAt: null,
      canBeResent: false,
    };
    expect(only(database)).toEqual(entry);
    recordDead(database, lease(database), 'status 410', NOW + 60_000);
    expect(only(database)).toEqual({
      ...entry,
      state: 'dead',
      attempts: 1,
      nextAt: null,
      lastOutcome: 'status 410',
      endedAt: '2026-01-01T00:01:00.000Z',
      canBeResent: true,
    });
  });

  it('goes by state and account, the youngest first, in pages', () => {
    const { database, account, ids } = outboxOf(4);
    const other = addCallback(database, { createdAt: NOW + 100 });
    recordDead(database, lease(database), 'status 410', NOW);
    const idsOf = (options: Omit<Parameters<typeof listDeliveries>[1], 'offset' | 'count'>, offset = 0, count = 10) =>
      listDeliveries(database, { ...options, offset, count }).map(({ id }) => id);
    const [a, b, c, d] = ids;
    expect(idsOf({})).toEqual([other.id, d, c, b, a]);
    expect(idsOf({ state: 'dead' })).toEqual([a]);
    expect(idsOf({ state: 'pending', account })).toEqual([d, c, b]);
    expect(idsOf({ account: other.account })).toEqual([other.id]);
    expect(idsOf({ account }, 1, 2)).toEqual([c, b]);
    expect(countDeliveries(database)).toEqual([
      { state: 'pending', deliveries: 4 },
      { state: 'delivered', deliveries: 0 },
      { state: 'dead', deliveries: 1 },
    ]);
  });
});

describe('sending again', () => {
  it('gives a dead delivery all its attempts anew, with the same id and bytes', () => {
    const { database, ids } = outboxOf(1);
    const first = lease(database);
    recordDead(database, first, 'status 410', NOW);
    expect(resendDelivery(database, ids[0] as string, NOW + 9)).toBeUndefined();
    expect(only(database)).toMatchObject({ state: 'pending', attempts: 0, lastOutcome: 'status 410', endedAt: null });
    expect({ ...lease(database, NOW + 9), token: first.token }).toEqual(first);
  });

  it('is refused while a delivery is pending, and for one that nobody knows', () => {
    const { database, ids } = outboxOf(1);
    expect(resendDelivery(database, ids[0] as string)).toBe('it is still pending');
    expect(resendDelivery(database, 'msg_unknown')).toBe('no such callback');
    expect(only(database)).toMatchObject({ state: 'pending', nextAt: '2026-01-01T00:00:00.000Z' });
  });

  it('is refused once the body is given up: at delivery, or for a dead one with the results of its job', () => {
    const { database, ids } = outboxOf(2);
    recordDelivered(database, lease(database), 'status 200', NOW);
    expect(bodyIn(database)).toBeNull();
    recordDead(database, lease(database, NOW + 1), 'status 410', NOW + 1);
    giveUpDeadBodies(database);
    expect(listDeliveries(database, { state: 'dead', offset: 0, count: 2 })).toMatchObject([{ canBeResent: true }]);
    database.run('UPDATE jobs SET expired_at = ?', NOW + 2);
    giveUpDeadBodies(database);
    expect(ids.map((id) => resendDelivery(database, id))).toEqual(['it was delivered', 'it has expired']);
    expect(listDeliveries(database, { offset: 0, count: 2 }).map(({ canBeResent }) => canBeResent)).toEqual([
      false,
      false,
    ]);
  });

  it('never gives up the body of what is still to be sent', () => {
    const { database } = outboxOf(1);
    database.run('UPDATE jobs SET expired_at = ?', NOW);
    giveUpDeadBodies(database);
    expect(lease(database).zippedBody?.byteLength).toBeGreaterThan(100);
  });
});
