import { describe, expect, it, vi } from 'vitest';
import { openJobStore } from '../../../src/jobs/store/job-store.ts';
import { createPacer } from '../../../src/platform/net/pacer.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import {
  type Answering,
  answer,
  answersTooMuch,
  clientOf,
  closes,
  cutsShort,
  failureOf,
  loopbackServers,
  PATIENT,
  resets,
} from './loopback.ts';

const folder = temporaryFolder();
const QUEUED = answer(200, { status: 'queued' });
const NOON = Date.UTC(2026, 2, 1, 12);

const start = loopbackServers();

describe('reading a job', () => {
  it('gives status and papers, keeps unknown fields and counts entries that are no papers', async () => {
    const results = [{ title: 'A', year: 'no number', extra: { kept: true } }, 'no paper', null];
    const server = await start(answer(200, { status: 'success', results, further: 1 }));
    const { status, papers, unreadable } = await clientOf(server.url).status('abc', PATIENT);
    expect({ status, unreadable }).toEqual({ status: 'success', unreadable: 2 });
    // As received: who reads a paper judges its values.
    expect(papers).toEqual(results.slice(0, 1));
  });

  it('shows an undocumented status unchanged', async () => {
    const server = await start(answer(200, { status: 'simmering' }));
    expect((await clientOf(server.url).status('abc', PATIENT)).status).toBe('simmering');
  });

  it('sends the id as one path segment, whatever it holds', async () => {
    const server = await start(QUEUED);
    await clientOf(server.url).status('../user?a=1', PATIENT);
    expect(server.received[0]?.path).toBe('/v1/job/..%2Fuser%3Fa%3D1');
  });

  it.each(['', '.', '..', 'a\ud800'])(
    'finds no job by the id %j, which no address can hold, and asks nobody',
    async (id) => {
      const server = await start(QUEUED);
      expect(await failureOf(clientOf(server.url).status(id, PATIENT))).toMatchObject({ code: 'JOB_NOT_FOUND' });
      expect(server.received).toEqual([]);
    },
  );

  it.each(['...', 'a.', '.a'])('asks for the job of the id %j', async (id) => {
    const server = await start(QUEUED);
    await clientOf(server.url).status(id, PATIENT);
    expect(server.received.map(({ path }) => path)).toEqual([`/v1/job/${id}`]);
  });

  it.each<[string, Answering]>([
    ['a reset', resets],
    ['a close', closes],
    ['an answer cut short', cutsShort],
    ['a 500', answer(500, {})],
    ['a 503', answer(503, {}, { 'Retry-After': '0' })],
  ])('is tried again after %s', async (_what, failing) => {
    const server = await start(failing, QUEUED);
    expect((await clientOf(server.url).status('abc', PATIENT)).status).toBe('queued');
    expect(server.received).toHaveLength(2);
  });

  it('is given up after three tries, free and open to another call', async () => {
    const server = await start(answer(502, {}));
    expect(await failureOf(clientOf(server.url).status('abc', PATIENT))).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      charged: 'no',
      retryable: true,
    });
    expect(server.received).toHaveLength(3);
  });

  it.each<[string, Answering, Record<string, unknown>]>([
    ['401', answer(401, {}), { code: 'UNAUTHORIZED', retryable: false }],
    ['403', answer(403, {}), { code: 'UNAUTHORIZED', retryable: false }],
    ['404', answer(404, {}), { code: 'JOB_NOT_FOUND', retryable: false }],
    ['429', answer(429, {}, { 'Retry-After': '9' }), { code: 'RATE_LIMITED', retryable: true, retryAfterSeconds: 9 }],
    [
      '301',
      answer(301, '', { Location: 'https://elsewhere.example/' }),
      { code: 'UPSTREAM_INVALID', retryable: false },
    ],
    ['what is no JSON', answer(200, 'queued'), { code: 'UPSTREAM_INVALID' }],
    ['an empty object', answer(200, {}), { code: 'UPSTREAM_INVALID' }],
    ['too much', answersTooMuch, { code: 'UPSTREAM_INVALID' }],
  ])('is asked once and costs nothing when the service answers %s', async (_what, answering, facts) => {
    const server = await start(answering);
    expect(await failureOf(clientOf(server.url).status('abc', PATIENT))).toMatchObject({ ...facts, charged: 'no' });
    expect(server.received).toHaveLength(1);
  });

  it('rejects with the reason of the signal when it is aborted on the way', async () => {
    const abort = new AbortController();
    const reason = new Error('the user went away');
    const server = await start(() => abort.abort(reason));
    await expect(clientOf(server.url).status('abc', abort.signal)).rejects.toBe(reason);
    expect(server.received).toHaveLength(1);
  });

  it('holds back all later requests as long as a Retry-After asks', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON });
    const server = await start(answer(429, {}, { 'Retry-After': '1' }), QUEUED);
    const store = openJobStore(folder, process.pid);
    const pace = store.paceOf('account');
    const client = clientOf(server.url, { pacer: createPacer(pace, 6000) });
    await failureOf(client.status('abc', PATIENT));
    expect(pace.take('read', 6000, NOON)).toBe(1_000);
    expect(pace.take('read', 6000, NOON + 999)).toBe(1);
    vi.setSystemTime(NOON + 1_000);
    await client.status('abc', PATIENT);
    vi.useRealTimers();
    store.close();
    expect(server.received).toHaveLength(2);
  });
});

describe('reading the balances', () => {
  it.each([
    ['the present names', { basicCreditsBalance: 5, proCreditsBalance: 0, privateKeyCreditsBalance: 7, plan: 'x' }],
    ['the older names', { freeTierCreditsBalance: 5, proTierCreditsBalance: 0, privateKeyCreditsBalance: 7 }],
  ])('understands %s', async (_what, json) => {
    const server = await start(answer(200, json));
    expect(await clientOf(server.url).balances(PATIENT)).toEqual({ basic: 5, pro: 0, privateKey: 7 });
    expect(server.received[0]).toMatchObject({ method: 'GET', path: '/v1/user/getCredits' });
  });

  it('gives nothing where the service has no such operation', async () => {
    const server = await start(answer(404, { error: 'Not found' }));
    expect(await clientOf(server.url).balances(PATIENT)).toBeUndefined();
  });

  it('fails on a wrong token', async () => {
    const server = await start(answer(401, {}));
    expect(await failureOf(clientOf(server.url).balances(PATIENT))).toMatchObject({ code: 'UNAUTHORIZED' });
  });
});
