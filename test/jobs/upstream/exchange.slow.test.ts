import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { PaperqueueError } from '../../../src/contract/errors.ts';
import type { JobRequest } from '../../../src/contract/requests.ts';
import type { AttemptOutcome } from '../../../src/jobs/ports/service.ts';
import { openJobStore } from '../../../src/jobs/store/job-store.ts';
import { untilAborted } from '../../../src/lib/deadline.ts';
import { createMemoryPace, createPacer, type Pace } from '../../../src/platform/net/pacer.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import {
  type Answering,
  addressOfNobody,
  answer,
  clientOf,
  closes,
  failureOf,
  loopbackServers,
  PATIENT,
} from './loopback.ts';

const REQUEST: JobRequest = {
  operation: 'querySearch',
  body: { query: 'how do tides shape the settlement of mussels on rocky shores' },
  filters: { limit: 100 },
};
const folder = temporaryFolder();
const stores: { close(): void }[] = [];
afterAll(() => {
  for (const store of stores) store.close();
});

const start = loopbackServers();

/** A byte now and then for as long as the connection stands, so that no pause between two bytes is a long one. */
const drips: Answering = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
  const dripping = setInterval(() => socket.write(' '), 10);
  socket.once('close', () => clearInterval(dripping));
};
const trickles: Answering = (socket) => {
  const dripping = setInterval(() => socket.write('H'), 10);
  socket.once('close', () => clearInterval(dripping));
};

describe.each([
  ['whose body drips', drips],
  ['whose head never comes', () => {}],
  ['that is no HTTP and never ends', trickles],
] satisfies [string, Answering][])('an answer %s', (_what, answering) => {
  it('ends a creation after its whole time, with its charge unknown', async () => {
    const server = await start(answering);
    const creation = clientOf(server.url, { maxExchangeMs: 1_500 }).create(REQUEST, {
      deadline: untilAborted(PATIENT),
    });
    expect(await failureOf(creation)).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'unknown' });
    expect(server.received).toHaveLength(1);
  });

  it('ends a read after its whole time', async () => {
    const server = await start(answering);
    const read = clientOf(server.url, { maxExchangeMs: 100 }).status('abc', PATIENT);
    expect(await failureOf(read)).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', charged: 'no' });
  });
});

it('an exchange ends in time even with a fetch that does not heed its signal', async () => {
  const transport = { fetch: () => new Promise<never>(() => {}), post: () => new Promise<never>(() => {}) };
  const client = clientOf('http://127.0.0.1:9', { transport, maxExchangeMs: 20 });
  expect(await failureOf(client.status('abc', PATIENT))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  // It was never said that the request could leave.
  expect(
    await failureOf(client.create(REQUEST, { deadline: { signal: PATIENT, remainingMs: () => 100 } })),
  ).toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
    charged: 'no',
  });
});

it.each(['gzip', 'x-gzip', 'GZIP'])(
  'the id of a paid job is read from an answer in %s that nobody asked for',
  async (coding) => {
    const packed = gzipSync('{"jobId":"paid"}').toString('latin1');
    const server = await start((socket) =>
      socket.end(
        `HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${packed.length}\r\n\r\n${packed}`,
        'latin1',
      ),
    );
    expect(await clientOf(server.url).create(REQUEST, { deadline: untilAborted(PATIENT) })).toEqual({ jobId: 'paid' });
  },
);

describe.each<[string, () => Pace]>([
  ['of this process', createMemoryPace],
  [
    'in the store',
    () => {
      const store = openJobStore(join(folder, `${stores.length}`), 1_000_000_000);
      stores.push(store);
      return store.paceOf('account');
    },
  ],
])('the pace %s', (_which, open) => {
  it('loses no place to requests that were never sent, however often they are tried', async () => {
    const pace = open();
    // With one request a minute, the second try of either would have to wait that minute if the first kept its place.
    const hadToWait = new AbortController();
    const watched: Pace = {
      ...pace,
      take: (...place) => {
        const pause = pace.take(...place);
        if (pause > 0) hadToWait.abort(new Error('the place of a request that was never sent is still taken'));
        return pause;
      },
    };
    const client = clientOf(await addressOfNobody(), { pacer: createPacer(watched, 1) });
    expect(await failureOf(client.status('abc', hadToWait.signal))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    // Two or three tries: the first pause is 400 ms at most, the third 800 ms at least.
    const deadline = { signal: hadToWait.signal, remainingMs: () => 500 };
    const attempts: AttemptOutcome[] = [];
    const creation = client.create(REQUEST, { deadline, onAttempt: (outcome) => attempts.push(outcome) });
    expect(await failureOf(creation)).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    expect(attempts.length).toBeGreaterThan(1);
    expect(pace.take('create', 1, Date.now())).toBe(0);
  });

  it('loses no place to a creation that is forbidden at the last moment, which leaves nothing', async () => {
    const server = await start(answer(200, { jobId: 'paid' }));
    const pace = open();
    const forbidden = new PaperqueueError({
      code: 'RATE_LIMITED',
      message: 'It was given up.',
      charged: 'no',
      retryable: true,
      next: 'Call again.',
    });
    const beforeDial = () => {
      throw forbidden;
    };
    const client = clientOf(server.url, { pacer: createPacer(pace, 1) });
    expect(await failureOf(client.create(REQUEST, { deadline: untilAborted(PATIENT), beforeDial }))).toBe(
      forbidden.details,
    );
    expect(server.received).toEqual([]);
    expect(pace.take('create', 1, Date.now())).toBe(0);
  });

  it('counts a request that was sent, whatever came of it', async () => {
    const server = await start(closes);
    const pace = open();
    const client = clientOf(server.url, { pacer: createPacer(pace, 1) });
    await failureOf(client.create(REQUEST, { deadline: untilAborted(PATIENT) }));
    expect(pace.take('create', 1, Date.now())).toBeGreaterThan(0);
  });
});
