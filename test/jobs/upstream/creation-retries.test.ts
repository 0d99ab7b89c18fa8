import { describe, expect, it } from 'vitest';
import { PaperqueueError } from '../../../src/contract/errors.ts';
import type { JobRequest } from '../../../src/contract/requests.ts';
import type { AttemptOutcome } from '../../../src/jobs/ports/service.ts';
import type { Transport } from '../../../src/jobs/upstream/transport.ts';
import { startDeadline, untilAborted } from '../../../src/lib/deadline.ts';
import { createPacer, UNPACED } from '../../../src/platform/net/pacer.ts';
import { until } from '../../helpers/until.ts';
import { openMemoryPace } from '../../platform/net/paces.ts';
import {
  type Answering,
  addressOfNobody,
  answer,
  clientOf,
  closes,
  failureOf,
  hosted,
  loopbackServers,
  PATIENT,
  resets,
} from './loopback.ts';

const REQUEST: JobRequest = {
  operation: 'querySearch',
  body: { query: 'how do tides shape the settlement of mussels on rocky shores' },
  filters: { limit: 200 },
};
const CREATED = answer(200, { jobId: 'abc' });
const BUSY = answer(429, {}, { 'Retry-After': '0' });

const start = loopbackServers();

/** One creation with what it was told of its attempts. */
function create(url: string, signal: AbortSignal, client = clientOf(url)) {
  const attempts: AttemptOutcome[] = [];
  const created = client.create(REQUEST, {
    deadline: untilAborted(signal),
    onAttempt: (outcome) => attempts.push(outcome),
  });
  return { created, attempts };
}

describe('a creation is sent again', () => {
  it('after a 429 with the ids of other things', async () => {
    const busy = answer(429, { id: 'e-1', requestId: 'r-2', error: { id: 'x' }, jobId: null }, { 'Retry-After': '0' });
    const server = await start(busy, CREATED);
    expect(await create(server.url, PATIENT).created).toEqual({ jobId: 'abc' });
    expect(server.received).toHaveLength(2);
  });

  it('after a 429, and its attempts are told one by one', async () => {
    const server = await start(BUSY, BUSY, CREATED);
    const { created, attempts } = create(server.url, PATIENT);
    expect(await created).toEqual({ jobId: 'abc' });
    expect(attempts).toEqual(['rate limited', 'rate limited', 'created']);
    expect(server.received).toHaveLength(3);
  });

  it('after it was certainly not sent, once somebody listens', async () => {
    const server = await start(CREATED);
    const origins = [await addressOfNobody(), server.url];
    const transport: Transport = {
      ...hosted,
      post: (url, ...rest) => hosted.post(url.replace(server.url, origins.shift() ?? ''), ...rest),
    };
    const { created, attempts } = create(server.url, PATIENT, clientOf(server.url, { transport }));
    expect(await created).toEqual({ jobId: 'abc' });
    expect(attempts).toEqual(['not sent', 'created']);
    expect(server.received).toHaveLength(1);
  });
});

describe('a creation is not sent again', () => {
  it.each<[string, Answering, AttemptOutcome]>([
    ['its connection was reset', resets, 'unknown'],
    ['its connection was closed', closes, 'unknown'],
    ['500 was answered', answer(500, {}), 'unknown'],
    ['503 was answered, with a time to come back', answer(503, {}, { 'Retry-After': '0' }), 'unknown'],
    ['200 was answered without an id', answer(200, {}), 'unknown'],
    ['429 was answered without a time to come back', answer(429, {}), 'rate limited'],
    ['400 was answered', answer(400, {}), 'refused'],
    ['401 was answered', answer(401, {}), 'refused'],
    ['403 was answered', answer(403, {}), 'refused'],
  ])('when %s', async (_what, answering, outcome) => {
    const server = await start(answering, CREATED);
    const { created, attempts } = create(server.url, PATIENT);
    expect(await failureOf(created)).toBeDefined();
    expect(attempts).toEqual([outcome]);
    expect(server.received).toHaveLength(1);
  });

  it('after a 429 was followed by a failure whose charge is unknown', async () => {
    const server = await start(BUSY, resets, CREATED);
    const { created, attempts } = create(server.url, PATIENT);
    expect(await failureOf(created)).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'unknown' });
    expect(attempts).toEqual(['rate limited', 'unknown']);
    expect(server.received).toHaveLength(2);
  });

  it.each([
    [429, { jobId: 'abc', error: 'Slow down' }],
    [429, { data: { job_id: 'abc' } }],
    [400, { error: 'Not like this', jobId: 17 }],
    [402, { error: 'No credits', data: { jobUuid: 'abc' } }],
    [422, { jobs: [{ jobId: 'abc' }], detail: 'No' }],
  ])('after a %i that names the id of a job: %o', async (status, body) => {
    const server = await start(answer(status, body, { 'Retry-After': '0' }), CREATED);
    const { created, attempts } = create(server.url, PATIENT);
    expect(await failureOf(created)).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'unknown' });
    expect(attempts).toEqual(['unknown']);
    expect(server.received).toHaveLength(1);
  });

  it('when Retry-After asks for more time than there is', async () => {
    const server = await start(answer(429, {}, { 'Retry-After': '600' }), CREATED);
    const end = new AbortController();
    const { created, attempts } = create(server.url, end.signal);
    await until(() => attempts.length > 0);
    end.abort();
    expect(await failureOf(created)).toMatchObject({ code: 'RATE_LIMITED', charged: 'no', retryAfterSeconds: 600 });
    expect(attempts).toEqual(['rate limited']);
    expect(server.received).toHaveLength(1);
  });
});

it.each([
  [600, 600],
  // What the service said is told; an hour is the longest pause.
  [86_400, 3_600],
])(
  'a creation fails at once when Retry-After (%i) ends after the moment until which it may be tried',
  async (said, waits) => {
    const server = await start(answer(429, {}, { 'Retry-After': String(said) }), CREATED);
    const pauses: number[] = [];
    const pacer = { ...UNPACED, pauseUntil: (time: number) => pauses.push(time - Date.now()) };
    const call = clientOf(server.url, { pacer }).create(REQUEST, { deadline: startDeadline(60_000) });
    expect(await failureOf(call)).toMatchObject({ code: 'RATE_LIMITED', charged: 'no', retryAfterSeconds: said });
    expect(server.received).toHaveLength(1);
    expect(pauses.map((pause) => Math.ceil(pause / 60_000))).toEqual([waits / 60]);
  },
);

describe('a record of attempts that cannot be written', () => {
  const onAttempt = () => {
    throw new Error('the store is broken');
  };

  it('does not take the id of a paid job away', async () => {
    const server = await start(CREATED);
    expect(await clientOf(server.url).create(REQUEST, { deadline: untilAborted(PATIENT), onAttempt })).toEqual({
      jobId: 'abc',
    });
    expect(server.received).toHaveLength(1);
  });

  it('does not hide that a charge is unknown', async () => {
    const server = await start(resets);
    const call = clientOf(server.url).create(REQUEST, { deadline: untilAborted(PATIENT), onAttempt });
    expect(await failureOf(call)).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'unknown' });
  });
});

it('a creation that finds no place in the pace in its time is not sent, and says so', async () => {
  const server = await start(CREATED);
  const pace = openMemoryPace();
  pace.pauseUntil(Date.now() + 600_000, Date.now());
  const failures: unknown[] = [];
  const client = clientOf(server.url, { pacer: createPacer(pace, 10), onFailure: (error) => failures.push(error) });
  const { created } = create(server.url, AbortSignal.timeout(50), client);
  expect(await failureOf(created)).toMatchObject({
    code: 'RATE_LIMITED',
    charged: 'no',
    retryable: true,
    message: expect.stringContaining('Nothing was sent'),
  });
  expect(server.received).toEqual([]);
  expect(failures).toHaveLength(1);
});

it('a creation whose place comes too late is not sent, and frees the place for another', async () => {
  const server = await start(CREATED);
  const failures: unknown[] = [];
  const givenBack: string[] = [];
  const slot = { giveBack: () => void givenBack.push('the place') };
  const client = clientOf(server.url, {
    pacer: { acquire: async () => slot, pauseUntil: () => {} },
    onFailure: (error) => failures.push(error),
  });
  const deadline = { signal: PATIENT, remainingMs: () => 0 };
  expect(await failureOf(client.create(REQUEST, { deadline }))).toMatchObject({ code: 'RATE_LIMITED', charged: 'no' });
  expect({ givenBack, sent: server.received, failures: failures.length }).toEqual({
    givenBack: ['the place'],
    sent: [],
    failures: 1,
  });
});

it('a pace that fails is no lack of a place: a creation fails with the error of the pace', async () => {
  const server = await start(CREATED);
  const broken = new Error('the store is broken');
  const client = clientOf(server.url, { pacer: { acquire: () => Promise.reject(broken), pauseUntil: () => {} } });
  await expect(client.create(REQUEST, { deadline: untilAborted(PATIENT) })).rejects.toBe(broken);
  expect(server.received).toEqual([]);
});

it('a Retry-After that cannot be recorded is reported, and does not hide what the answer means', async () => {
  const server = await start(answer(500, {}, { 'Retry-After': '600' }));
  const held = new PaperqueueError({
    code: 'STORE_UNAVAILABLE',
    message: 'Another process writes.',
    charged: 'no',
    retryable: true,
    next: 'Call again.',
  });
  const failures: unknown[] = [];
  const acquire = async () => ({ giveBack: () => {} });
  const pauseUntil = () => {
    throw held;
  };
  const client = clientOf(server.url, {
    pacer: { acquire, pauseUntil },
    onFailure: (error) => failures.push(error.details.code),
  });
  const call = client.create(REQUEST, { deadline: untilAborted(PATIENT) });
  expect(await failureOf(call)).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'unknown' });
  expect(failures).toEqual(['STORE_UNAVAILABLE', 'CHARGE_UNKNOWN']);
});

it('a Retry-After that a creation met holds back the reads too', async () => {
  const server = await start(answer(503, {}, { 'Retry-After': '600' }));
  const pace = openMemoryPace();
  const { created } = create(server.url, PATIENT, clientOf(server.url, { pacer: createPacer(pace, 10) }));
  const before = Date.now();
  await failureOf(created);
  expect(pace.pauses).toHaveLength(1);
  // The second is for a clock that is set while the test runs.
  expect(pace.pauses[0]).toBeGreaterThanOrEqual(before + 599_000);
});
