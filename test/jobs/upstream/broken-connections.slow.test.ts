import { createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { JobRequest } from '../../../src/contract/requests.ts';
import type { AttemptOutcome } from '../../../src/jobs/ports/service.ts';
import type { ClientOptions } from '../../../src/jobs/upstream/upstream-client.ts';
import { startDeadline, untilAborted } from '../../../src/lib/deadline.ts';
import { listen } from '../../service/callbacks/receiver.ts';
import { type Answering, clientOf, failureOf, loopbackServers, PATIENT } from './loopback.ts';

/** Connections that break around a creation where the service still tells its id, or never saw the request. */

const REQUEST: JobRequest = {
  operation: 'querySearch',
  body: { query: 'how do tides shape the settlement of mussels on rocky shores' },
  filters: { limit: 200 },
};
const WHOLE = '{"jobId":"abc"}';
const start = loopbackServers();

const sends =
  (head: string, body: string, after: (socket: Socket) => void): Answering =>
  (socket) => {
    socket.write(`HTTP/1.1 ${head}\r\n\r\n`);
    socket.write(body, () => setTimeout(after, 50, socket));
  };
const ends = (socket: Socket) => void socket.end();
const drips = (socket: Socket): void => {
  if (!socket.destroyed) socket.write(' ', () => setTimeout(drips, 10, socket));
};
const resets = (socket: Socket) => void socket.resetAndDestroy();

async function create(answering: Answering, options: Partial<ClientOptions> = {}) {
  const server = await start(answering);
  const created = clientOf(server.url, options).create(REQUEST, { deadline: untilAborted(PATIENT) });
  const outcome = (await failureOf(created)) ?? (await created);
  expect(server.received).toHaveLength(1);
  return outcome;
}

describe('the id of a paid job is kept, though its answer breaks off after it', () => {
  it.each<[string, Answering]>([
    ['without its last chunk', sends('200 OK\r\nTransfer-Encoding: chunked', `f\r\n${WHOLE}\r\n`, ends)],
    ['before its length', sends('201 Created\r\nContent-Length: 99', WHOLE, ends)],
    ['by a reset', sends('200 OK\r\nContent-Length: 99', `${WHOLE}\n`, resets)],
  ])('%s', async (_what, answering) => {
    expect(await create(answering)).toEqual({ jobId: 'abc' });
  });

  it.each<[string, (socket: Socket) => void]>([
    ['and is followed by silence', () => {}],
    ['and goes on for ever', drips],
  ])('at the end of its time %s', async (_what, after) => {
    const answering = sends('200 OK\r\nContent-Length: 99999', WHOLE, after);
    expect(await create(answering, { maxExchangeMs: 300 })).toEqual({ jobId: 'abc' });
  });
});

describe('the charge is unknown after an answer that breaks off', () => {
  it.each<[string, Answering]>([
    ['within the id', sends('200 OK\r\nContent-Length: 99', '{"jobId":"ab', ends)],
    ['behind the id but within the JSON', sends('200 OK\r\nContent-Length: 99', '{"jobId":"abc"', ends)],
    ['behind other JSON', sends('200 OK\r\nContent-Length: 99', '{"queue":"abc"}', ends)],
    ['and is a refusal', sends('400 Bad\r\nContent-Length: 99', '{"error":"no"}', ends)],
    ['and is a failure with an id', sends('502 Bad\r\nContent-Length: 99', WHOLE, ends)],
  ])('%s', async (_what, answering) => {
    expect(await create(answering)).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'unknown' });
  });
});

/** A service that ends its first connections as soon as they are made, and how often it was asked. */
async function closesFirst(count: number) {
  const seen = { connections: 0, creations: 0 };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    seen.connections += 1;
    if (seen.connections <= count) socket.end();
    socket
      .on('error', () => {})
      .on('data', (bytes) => {
        if (!String(bytes).startsWith('POST')) return;
        seen.creations += 1;
        socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${WHOLE.length}\r\n\r\n${WHOLE}`);
      });
  });
  return { seen, url: `http://127.0.0.1:${await listen(server)}` };
}

describe('a connection that is closed while the dial is recorded', () => {
  const beforeDial = () => new Promise<void>((resolve) => setTimeout(resolve, 100));

  it('is a creation that was not sent, and may be tried again', async () => {
    const { seen, url } = await closesFirst(1);
    const attempts: AttemptOutcome[] = [];
    const onAttempt = (outcome: AttemptOutcome) => void attempts.push(outcome);
    const created = clientOf(url).create(REQUEST, { deadline: untilAborted(PATIENT), beforeDial, onAttempt });
    expect(await created).toEqual({ jobId: 'abc' });
    expect({ attempts, ...seen }).toEqual({ attempts: ['not sent', 'created'], connections: 2, creations: 1 });
  });

  it('again and again, is soon given up as not charged', async () => {
    const { seen, url } = await closesFirst(Number.POSITIVE_INFINITY);
    const call = clientOf(url).create(REQUEST, { deadline: startDeadline(3_000), beforeDial });
    expect(await failureOf(call)).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', charged: 'no' });
    expect(seen.creations).toBe(0);
    expect(seen.connections).toBeLessThanOrEqual(6);
  });
});
