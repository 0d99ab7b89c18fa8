import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SendCallback } from '../../../src/service/callbacks/deliverer.ts';
import { createGuardedSender } from '../../../src/service/callbacks/guarded-fetch.ts';
import { turns, until } from '../../helpers/until.ts';
import { ensureCallbackSecret, resendDelivery, rotateCallbackSecret } from '../file-store.ts';
import { type Certificates, makeCertificates } from './certificates.ts';
import { H, MIN, S, start, stateOf, stillClock } from './deliverers.ts';
import { addAccount, addCallback, PAPERS, serviceFile } from './outbox-file.ts';
import { type Answering, answers, inTurn, type Received, type Receiver, startReceiver } from './receiver.ts';

let certificates: Certificates;
beforeAll(async () => {
  certificates = await makeCertificates('DNS:receiver.example');
});

/** A receiver on loopback with a sender that may reach it under any name. */
async function receiving(answering: Answering): Promise<Receiver & { url: string; send: SendCallback }> {
  const receiver = await startReceiver(certificates, answering);
  const { send } = createGuardedSender({
    allowedPorts: [receiver.port],
    allowAddresses: ['127.0.0.1/32'],
    ca: certificates.ca,
    lookup: async () => ['127.0.0.1'],
  });
  return { ...receiver, send, url: `https://receiver.example:${receiver.port}/hook` };
}

function verified(secret: string, { body, headers }: Received): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

describe('over a real TLS connection', () => {
  it('the receiver gets the documented body, signed, and answers 200', async () => {
    const database = serviceFile().handle();
    const { url, send, received } = await receiving(answers(200));
    const { id, job, account } = addCallback(database, { url });
    const secret = ensureCallbackSecret(database, account).reveal();
    const { event, errors } = start(database, send);
    expect(await event(1)).toEqual({ kind: 'delivered', id, job, account, attempts: 1, outcome: 'status 200' });
    expect(received).toHaveLength(1);
    const [request] = received as [Received];
    expect(request).toMatchObject({ method: 'POST', path: '/hook', headers: { 'content-type': 'application/json' } });
    expect(request.headers['webhook-id']).toBe(id);
    expect(verified(secret, request)).toMatchObject({ data: PAPERS, event: { id }, job: { id: job } });
    expect(stateOf(database, id)).toMatchObject({ state: 'delivered', attempts: 1, lastOutcome: 'status 200' });
    expect(errors).toEqual([]);
  });

  it('a receiver that answers 500 gets the same bytes under the same id again, newly signed', async () => {
    const database = serviceFile().handle();
    const { url, send, received } = await receiving(inTurn(answers(500), answers(500), answers(204)));
    const { id, account } = addCallback(database, { url });
    const secret = ensureCallbackSecret(database, account).reveal();
    const clock = stillClock();
    const { event, wake } = start(database, send, clock);
    expect(await event(1)).toMatchObject({ kind: 'postponed', attempts: 1, outcome: 'status 500' });
    clock.pass(6 * S);
    wake();
    expect(await event(2)).toMatchObject({ kind: 'postponed', attempts: 2 });
    // Within the five minutes that the library grants between the signature and its own clock.
    verified(secret, received[1] as Received);
    clock.pass(6 * MIN);
    wake();
    expect(await event(3)).toMatchObject({ kind: 'delivered', attempts: 3, outcome: 'status 204' });
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id, id]);
    expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3);
  });

  it('a receiver that is gone (410) is never asked again, until the delivery is sent again by hand', async () => {
    const database = serviceFile().handle();
    const { url, send, received } = await receiving(inTurn(answers(410, { 'retry-after': '1' }), answers(200)));
    const { id } = addCallback(database, { url });
    const clock = stillClock();
    const { event, wake } = start(database, send, clock);
    expect(await event(1)).toMatchObject({ kind: 'dead', attempts: 1, outcome: 'status 410' });
    clock.pass(48 * H);
    wake();
    await turns();
    expect(stateOf(database, id)).toMatchObject({ state: 'dead', attempts: 1 });
    expect(resendDelivery(database, id, clock.now())).toBeUndefined();
    wake();
    expect(await event(2)).toMatchObject({ kind: 'delivered', id, attempts: 1 });
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
    expect(received[1]?.body).toBe(received[0]?.body);
  });

  it.each([
    ['less than the schedule', '1', 5 * S, 6 * S],
    ['a little more', '8', 8 * S, 8 * S],
    ['much more', '86400', 10 * S, 10 * S],
  ])('a receiver that asks for %s is obeyed within bounds', async (_what, seconds, least, most) => {
    const database = serviceFile().handle();
    const { url, send } = await receiving(answers(503, { 'retry-after': seconds }));
    addCallback(database, { url });
    const clock = stillClock();
    const { nextAt = 0 } = await start(database, send, clock).event(1);
    expect(nextAt - clock.now()).toBeGreaterThanOrEqual(least);
    expect(nextAt - clock.now()).toBeLessThanOrEqual(most);
  });

  it('a redirect is a failure and is not followed', async () => {
    const database = serviceFile().handle();
    const { url, send, received } = await receiving(answers(307, { location: '/elsewhere' }));
    addCallback(database, { url });
    expect(await start(database, send).event(1)).toMatchObject({ kind: 'postponed', outcome: 'status 307' });
    expect(received.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('while a rotation overlaps, receivers with either secret can verify', async () => {
    const database = serviceFile().handle();
    const { url, send, received } = await receiving(answers(200));
    const { account } = addCallback(database, { url });
    const before = ensureCallbackSecret(database, account).reveal();
    const after = rotateCallbackSecret(database, account).reveal();
    await start(database, send).event(1);
    for (const secret of [before, after]) verified(secret, received[0] as Received);
  });

  it('two processes on one file send each delivery once', async () => {
    const { handle } = serviceFile();
    const database = handle();
    const { url, send, received } = await receiving((response) => setTimeout(() => response.end(), 20));
    const accounts = [1, 2, 3].map(() => addAccount(database));
    const ids = accounts.flatMap((account) =>
      Array.from({ length: 10 }, () => addCallback(database, { account, url }).id),
    );
    const processes = [start(database, send), start(handle(), send)];
    await until(() => processes.reduce((sum, { events }) => sum + events.length, 0) === ids.length, 'all deliveries');
    expect(received.map(({ headers }) => headers['webhook-id']).sort()).toEqual([...ids].sort());
    expect(processes.flatMap(({ events }) => events.filter(({ kind }) => kind !== 'delivered'))).toEqual([]);
    expect(processes.flatMap(({ errors }) => errors)).toEqual([]);
  });
});
