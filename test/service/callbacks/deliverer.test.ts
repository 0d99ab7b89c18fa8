import { afterEach, describe, expect, it, vi } from 'vitest';
import { freeFailure } from '../../../src/contract/errors.ts';
import type { Database } from '../../../src/platform/sqlite/database.ts';
import type { SendCallback } from '../../../src/service/callbacks/deliverer.ts';
import { SendFailure } from '../../../src/service/callbacks/send-result.ts';
import { DELIVERY_LEASE_MS, type LeasedDelivery } from '../../../src/service/store/outbox-port.ts';
import { sqliteStore } from '../../../src/service/store/sqlite/store.ts';
import { turns, until } from '../../helpers/until.ts';
import { countDeliveries, ensureCallbackSecret, leaseDelivery, listDeliveries, recordRetry } from '../file-store.ts';
import { H, MIN, S, start, stateOf, stillClock } from './deliverers.ts';
import { addAccount, addCallback, revoke, serviceFile } from './outbox-file.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('a delivery that keeps failing', () => {
  it('is tried eight times at the documented pauses, then is dead and listed as such', async () => {
    const database = serviceFile().handle();
    const { id } = addCallback(database);
    const clock = stillClock();
    const send: SendCallback = async () => {
      throw new SendFailure('timed_out');
    };
    const { event, events, wake } = start(database, send, clock);
    const steps = [5 * S, 5 * MIN, 30 * MIN, 2 * H, 5 * H, 10 * H, 10 * H];
    for (const [index, step] of steps.entries()) {
      const { kind, nextAt = 0, attempts, outcome } = await event(index + 1);
      expect({ kind, attempts, outcome }).toEqual({ kind: 'postponed', attempts: index + 1, outcome: 'timed out' });
      const pause = nextAt - clock.now();
      expect(pause).toBeGreaterThanOrEqual(step);
      expect(pause).toBeLessThanOrEqual(step * 1.2);
      clock.pass(pause - 1);
      wake();
      await turns();
      expect(events).toHaveLength(index + 1);
      clock.pass(1);
      wake();
    }
    expect(await event(8)).toMatchObject({ kind: 'dead', attempts: 8, outcome: 'timed out' });
    expect(stateOf(database, id)).toMatchObject({ state: 'dead', attempts: 8, canBeResent: true });
    expect(countDeliveries(database)).toContainEqual({ state: 'dead', deliveries: 1 });
  });

  it.each([199, 300, 301, 304, 400, 404, 429, 500, 503])('counts status %i as a failure', async (status) => {
    const database = serviceFile().handle();
    addCallback(database);
    expect((await start(database, async () => ({ status })).event(1)).kind).toBe('postponed');
  });

  it.each([200, 201, 202, 204, 299])('counts status %i as a success', async (status) => {
    const database = serviceFile().handle();
    addCallback(database);
    expect((await start(database, async () => ({ status })).event(1)).kind).toBe('delivered');
  });

  it('through a fault of ours is reported, and the words of the fault stay out of the outbox', async () => {
    const database = serviceFile().handle();
    const { id } = addCallback(database);
    const { event, errors } = start(database, async () => {
      throw new TypeError('inner words');
    });
    expect(await event(1)).toMatchObject({ kind: 'postponed', outcome: 'the service could not make the attempt' });
    expect(errors).toEqual(['a delivery could not be made']);
    expect(stateOf(database, id)?.lastOutcome).not.toContain('inner');
  });
});

describe('while the store is away', () => {
  it('nothing is sent, and no attempt is counted', async () => {
    const database = serviceFile().handle();
    const { id } = addCallback(database);
    const store = sqliteStore(database);
    const active = async () => {
      throw freeFailure({ code: 'STORE_UNAVAILABLE', message: 'away', retryable: true, next: '' });
    };
    const sent: string[] = [];
    const send: SendCallback = async (url) => {
      sent.push(url);
      return { status: 200 };
    };
    const { errors, events } = start(database, send, { store: { ...store, secrets: { ...store.secrets, active } } });
    await until(() => errors.length > 0, 'a fault');
    await turns();
    expect([sent, events]).toEqual([[], []]);
    expect(stateOf(database, id)).toMatchObject({ state: 'pending', attempts: 0 });
  });
});

describe('without being woken', () => {
  const turnedByHand = () => vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });

  /** Passes so much time that something comes due, and shows that a millisecond less is not enough. */
  async function comesDue(events: unknown[], ms: number): Promise<void> {
    for (const pass of [0, ms - 1]) {
      vi.advanceTimersByTime(pass);
      await turns();
      expect(events).toEqual([]);
    }
    vi.advanceTimersByTime(1);
    await turns();
  }

  it('sends what comes due', async () => {
    turnedByHand();
    const database = serviceFile().handle();
    addCallback(database);
    recordRetry(database, leaseDelivery(database, Date.now()) as LeasedDelivery, 'status 500', Date.now() + 300);
    const { events } = start(database, async () => ({ status: 200 }));
    await comesDue(events, 300);
    expect(events).toMatchObject([{ kind: 'delivered' }]);
  });

  it('takes over the attempt of a killed process when its lease is over', async () => {
    turnedByHand();
    const { handle } = serviceFile();
    const killed = handle();
    const { id } = addCallback(killed, { createdAt: 0 });
    // Its lease was taken so long ago that it has a moment left.
    expect(leaseDelivery(killed, Date.now() - DELIVERY_LEASE_MS + 400)?.id).toBe(id);
    const sent: string[] = [];
    const { events } = start(handle(), async (_url, headers) => {
      sent.push(headers['webhook-id'] ?? '');
      return { status: 200 };
    });
    await comesDue(events, 400);
    expect(events).toMatchObject([{ kind: 'delivered', id, attempts: 1 }]);
    expect(sent).toEqual([id]);
  });

  it('goes on after the store could not be used', async () => {
    const database = serviceFile().handle();
    addCallback(database);
    let broken = true;
    const flaky: Database = {
      ...database,
      run: (...call) => {
        if (broken) throw new Error('full');
        return database.run(...call);
      },
    };
    const { event, errors, wake } = start(flaky, async () => ({ status: 200 }));
    await until(() => errors.length > 0, 'the error');
    expect(errors[0]).toBe('the outbox could not be read');
    broken = false;
    wake();
    expect((await event(1)).kind).toBe('delivered');
  });
});

describe('a late outcome', () => {
  it('of an attempt that another process has taken over is reported as lost and changes nothing', async () => {
    const { handle } = serviceFile();
    const database = handle();
    const { id } = addCallback(database, { createdAt: 0 });
    let finish: ((status: number) => void) | undefined;
    const slow = start(database, () => new Promise((resolve) => (finish = (status) => resolve({ status }))));
    await until(() => finish !== undefined, 'the attempt');
    const later = stillClock(Date.now() + DELIVERY_LEASE_MS + S);
    const prompt = start(handle(), async () => ({ status: 200 }), later);
    expect((await prompt.event(1)).kind).toBe('delivered');
    finish?.(500);
    expect(await slow.event(1)).toMatchObject({ kind: 'lost', outcome: 'status 500' });
    expect(stateOf(database, id)).toMatchObject({ state: 'delivered', attempts: 1, lastOutcome: 'status 200' });
  });
});

describe('many deliveries', () => {
  it('go out a few at a time, and one slow account does not hold up another', async () => {
    const database = serviceFile().handle();
    const [slow, quick] = [addAccount(database), addAccount(database)];
    for (let nth = 0; nth < 20; nth += 1) addCallback(database, { account: slow, url: 'https://slow.example/' });
    for (let nth = 0; nth < 20; nth += 1) addCallback(database, { account: quick, url: 'https://quick.example/' });
    const open = new Set<() => void>();
    let most = 0;
    const send: SendCallback = async (url) => {
      if (!url.includes('slow')) return { status: 200 };
      return new Promise((resolve) => {
        const end = () => {
          open.delete(end);
          resolve({ status: 200 });
        };
        open.add(end);
        most = Math.max(most, open.size);
      });
    };
    const { events } = start(database, send, { concurrency: 4 });
    await until(() => events.filter(({ account }) => account === quick).length === 20, 'the quick account');
    expect(events.filter(({ account }) => account === slow)).toEqual([]);
    for (let rounds = 0; rounds < 500 && events.length < 40; rounds += 1) {
      for (const end of [...open]) end();
      await turns();
    }
    expect(events).toHaveLength(40);
    expect(most).toBe(2);
  });
});

describe('a revoked account', () => {
  it('gets nothing more, also when it is revoked between two attempts', async () => {
    const database = serviceFile().handle();
    const { id, account } = addCallback(database);
    const clock = stillClock();
    let sends = 0;
    const { event, wake } = start(
      database,
      async () => {
        sends += 1;
        return { status: 500 };
      },
      clock,
    );
    await event(1);
    revoke(database, account);
    clock.pass(H);
    wake();
    await until(() => stateOf(database, id)?.state === 'dead', 'the end of the delivery');
    expect(stateOf(database, id)).toMatchObject({ attempts: 1, lastOutcome: 'the account was revoked' });
    expect(sends).toBe(1);
  });
});

describe('stopping', () => {
  const untilAborted: SendCallback = (_url, _headers, _body, signal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new SendFailure('connection_broken')), { once: true });
    });

  it('breaks off what is under way, and leaves it due at once for the next process', async () => {
    const { handle } = serviceFile();
    const database = handle();
    const { id } = addCallback(database);
    let isUnderWay = false;
    const first = start(database, (...call) => {
      isUnderWay = true;
      return untilAborted(...call);
    });
    await until(() => isUnderWay, 'the attempt');
    await first.stop();
    expect(first.events).toEqual([]);
    expect(stateOf(database, id)).toMatchObject({ state: 'pending', attempts: 0 });
    const next = start(handle(), async () => ({ status: 200 }));
    expect(await next.event(1)).toMatchObject({ kind: 'delivered', id, attempts: 1 });
  });

  it('lets what is under way end within the grace that it is given', async () => {
    const database = serviceFile().handle();
    addCallback(database);
    let isUnderWay = false;
    let answer = (): void => undefined;
    const { stop, events } = start(database, async () => {
      isUnderWay = true;
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { status: 200 };
    });
    await until(() => isUnderWay, 'the attempt');
    const stopped = stop(10_000);
    answer();
    await stopped;
    expect(events).toMatchObject([{ kind: 'delivered' }]);
  });

  it('takes nothing further', async () => {
    const database = serviceFile().handle();
    const { stop, wake, events } = start(database, async () => ({ status: 200 }));
    await stop();
    addCallback(database);
    wake();
    await turns();
    expect(events).toEqual([]);
  });
});

describe('what is reported', () => {
  it('never holds a secret, a signature or the receiver’s address', async () => {
    const database = serviceFile().handle();
    const { account } = addCallback(database, { url: 'https://receiver.example/hook?key=k-123' });
    const secret = ensureCallbackSecret(database, account).reveal();
    let signature = '';
    const { event, events } = start(database, async (_url, headers) => {
      signature = headers['webhook-signature'] ?? '';
      return { status: 500 };
    });
    await event(1);
    const reported = JSON.stringify([events, listDeliveries(database, { offset: 0, count: 9 })]);
    for (const word of [secret, signature, 'k-123']) expect(reported).not.toContain(word);
    expect(signature).not.toBe('');
    expect(JSON.stringify(events)).not.toContain('receiver.example');
  });
});
