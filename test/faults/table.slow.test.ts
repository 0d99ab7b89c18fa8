import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { Caller, expectBooksToHold } from './caller.ts';
import {
  type Answering,
  answers,
  type ChargingOptions,
  ChargingServer,
  closes,
  cutsShort,
  cutsStatusLine,
  resets,
} from './charging-server.ts';

/**
 * The rows of the failure table in which a connection was made: what was answered, and what that says of the charge.
 */

const folder = temporaryFolder();
let folders = 0;
let service: ChargingServer;
let caller: Caller;

async function open(options: ChargingOptions = {}): Promise<void> {
  folders += 1;
  service = await new ChargingServer(options).start();
  caller = await Caller.open(service.baseUrl, join(folder, `${folders}`));
  // The balance is known from here on, so that the next connection is that of the creation.
  await caller.call('estimate_credits', { limit: 100 });
}

beforeEach(() => open());
afterEach(close);

async function close(): Promise<void> {
  await caller.end();
  await service.closePort();
}

async function expectUnknown(): Promise<void> {
  const { error } = await caller.search();
  expect(error).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'unknown', retryable: false });
  expect(error?.message).toContain('J1');
  await expectBooksToHold(caller, service);
}

/** The same call again is answered with the state of the first one. */
async function expectNothingSentAgain(): Promise<void> {
  const before = service.creations.length;
  const { error } = await caller.search();
  expect(error).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'no', retryable: false });
  expect(error?.message).toContain('J1');
  expect(service.creations).toHaveLength(before);
  expect(await caller.jobs()).toHaveLength(1);
  await expectBooksToHold(caller, service);
}

const UNCERTAIN: [string, Answering][] = [
  ['a reset after the request', resets],
  ['a close after the request', closes],
  ['a status line that breaks off', cutsStatusLine],
  ['a 200 that is cut short', cutsShort],
  ['a 200 that is no JSON', answers(200, '<html>Welcome</html>')],
  ['a 200 without an id', answers(200, { status: 'queued' })],
  ['a 200 with an error and the id of the request', answers(200, { error: 'no', requestId: 'r-17' })],
  ['a 500', answers(500, { error: 'Internal' })],
  ['a 502', answers(502, 'Bad gateway')],
  ['a 503 with Retry-After', answers(503, {}, { 'Retry-After': '0' })],
  ['a 504', answers(504, 'Gateway time-out')],
  ['a 404', answers(404, { error: 'Not found' })],
  ['a 408', answers(408, { message: 'Too slow' })],
  ['a 409', answers(409, { message: 'There is one' })],
  ['a 423', answers(423, { message: 'Locked' })],
  ['a 425', answers(425, { message: 'Too early' })],
  ['a page of status 402', answers(402, '<html>Pay</html>')],
  ['a page of status 403', answers(403, '<html>Blocked</html>')],
  ['a page of status 413', answers(413, '<html>Too large</html>')],
];

describe('a creation that was charged is not sent again, and the balance shows its charge, after', () => {
  it.each(UNCERTAIN)('%s', async (_what, answer) => {
    service.fates.push({ charged: true, answer });
    await expectUnknown();
    expect(service.creations).toHaveLength(1);
    expect(service.charged).toBe(1);
    await expectNothingSentAgain();
    expect(await caller.jobs()).toMatchObject([{ status: 'unknown', charged: 'yes', cost: 1 }]);
    await expectNothingSentAgain();
  });
});

describe('a creation that was not charged, which nobody can know yet, is not sent again after', () => {
  it.each(UNCERTAIN)('%s', async (_what, answer) => {
    service.fates.push({ charged: false, answer });
    await expectUnknown();
    expect(service.creations).toHaveLength(1);
    expect(service.charged).toBe(0);
    await expectNothingSentAgain();
    expect(await caller.jobs()).toMatchObject([{ status: 'unknown', charged: 'unknown', cost: 1 }]);
  });

  it('a reset before the service read it, because the client cannot see that', async () => {
    service.fates.push('unread');
    await expectUnknown();
    expect(service).toMatchObject({ unread: 1, creations: [] });
    await expectNothingSentAgain();
  });

  it('a redirect, which is not followed to the other port', async () => {
    const other = await new ChargingServer().start();
    const location = `${other.baseUrl}/v1/job/querySearch`;
    service.fates.push({ charged: false, answer: answers(301, '', { Location: location }) });
    await expectUnknown();
    expect(service.creations).toHaveLength(1);
    expect(other.creations).toEqual([]);
    await expectNothingSentAgain();
    expect(other.creations).toEqual([]);
    await other.closePort();
  });
});

describe('an unknown charge', () => {
  it.each<[ChargingOptions['credits'], string]>([
    ['present', 'yes'],
    ['older', 'yes'],
    ['absent', 'unknown'],
  ])(
    'with the balances in their %s form is judged, without another creation, as charged: %s',
    async (credits, charged) => {
      await close();
      await open({ ...(credits ? { credits } : {}) });
      service.fates.push({ charged: true, answer: closes });
      await expectUnknown();
      expect(await caller.call('get_job', { jobId: 'J1' })).toMatchObject({
        job: { ref: 'J1', status: 'unknown' },
        credits: { charged, cost: 1 },
      });
      expect(await caller.jobs()).toMatchObject([{ charged }]);
      expect(service.creations).toHaveLength(1);
      await expectNothingSentAgain();
    },
  );

  it('is not got around by fresh alone', async () => {
    service.fates.push({ charged: true, answer: resets });
    await expectUnknown();
    expect((await caller.search({ fresh: true, waitSeconds: 5 })).error).toMatchObject({ code: 'CHARGE_UNKNOWN' });
    expect(service.creations).toHaveLength(1);
  });

  it('is followed by a second job when acceptPossibleDoubleCharge is given', async () => {
    service.fates.push({ charged: true, answer: resets });
    await expectUnknown();
    expect(await caller.search({ acceptPossibleDoubleCharge: true, waitSeconds: 5 })).toMatchObject({
      job: { ref: 'J2', status: 'success', reused: false },
      credits: { charged: 'yes', cost: 1 },
    });
    expect(service.creations).toHaveLength(2);
    await expectBooksToHold(caller, service);
  });
});

describe('a creation is one job and one charge, answered', () => {
  /** The id that the service knows, in another form. */
  const told = (status: number, form: (jobId: string) => unknown): Answering => {
    return (socket, jobId) => answers(status, form(jobId))(socket, jobId);
  };
  it.each<[string, Answering]>([
    ['with 201 and an id', told(201, (id) => ({ id, status: 'created' }))],
    ['with 202 and the id in wrappers', told(202, (id) => ({ id: 'request-9', data: { job: { id } } }))],
    ['with job_id', told(200, (job_id) => ({ job_id }))],
    ['with an address', told(202, (id) => ({ statusUrl: `/api/v1/job/${id}` }))],
    ['with JSON in a text', told(200, (jobId) => JSON.stringify(JSON.stringify({ jobId })))],
  ])('%s', async (_what, answer) => {
    service.fates.push({ charged: true, answer });
    expect(await caller.search({ waitSeconds: 5 })).toMatchObject({
      job: { ref: 'J1', status: 'success', reused: false },
      credits: { charged: 'yes', cost: 1 },
    });
    expect(await caller.search({ waitSeconds: 5 })).toMatchObject({ job: { ref: 'J1', reused: true } });
    expect(service.creations).toHaveLength(1);
    expect(service.charged).toBe(1);
    await expectBooksToHold(caller, service);
  });

  it('with a number', async () => {
    service.fates.push({ charged: true, answer: answers(200, { id: 4711 }) });
    const { job, credits } = await caller.search({ waitSeconds: 1 });
    expect({ job, credits }).toMatchObject({ job: { jobId: '4711' }, credits: { charged: 'yes' } });
    expect(service.creations).toHaveLength(1);
    await expectBooksToHold(caller, service);
  });
});

describe('a field that the service does not know is left out once', () => {
  const REFUSAL = answers(400, { error: [{ path: 'scraperKey', message: 'Unrecognized key' }] });
  const KEYWORDS = { keywords: ['tide', 'mussel', 'shore'], waitSeconds: 5 };

  beforeEach(async () => {
    await caller.end();
    caller = await Caller.open(service.baseUrl, join(folder, `${folders}-key`), {
      PAPERQUEUE_SCRAPER_KEY: 'key-of-the-fault-tests',
    });
  });

  it('and the job is what it was sent as', async () => {
    service.fates.push({ charged: false, answer: REFUSAL });
    expect(await caller.call('keyword_search', KEYWORDS)).toMatchObject({
      job: { ref: 'J1', status: 'success' },
      credits: { charged: 'yes', cost: 1, pool: 'basic' },
    });
    expect(service.creations.map(({ body }) => Object.keys(body))).toEqual([['keywords', 'scraperKey'], ['keywords']]);
    expect(service.charged).toBe(1);
    await expectBooksToHold(caller, service);
  });

  it('and a lost answer to the second sending leaves its charge unknown', async () => {
    service.fates.push({ charged: false, answer: REFUSAL }, { charged: true, answer: closes });
    expect((await caller.call('keyword_search', KEYWORDS)).error).toMatchObject({
      code: 'CHARGE_UNKNOWN',
      charged: 'unknown',
    });
    expect((await caller.call('keyword_search', KEYWORDS)).error).toMatchObject({
      code: 'CHARGE_UNKNOWN',
      charged: 'no',
    });
    expect(service.creations).toHaveLength(2);
    expect(service.charged).toBe(1);
    await expectBooksToHold(caller, service);
  });
});

describe('a creation that was certainly not charged may be called again, after', () => {
  it.each<[string, Answering, string]>([
    ['a 400', answers(400, { error: [{ message: 'too short', path: 'query' }] }), 'INVALID_INPUT'],
    ['a 401', answers(401, { error: 'API key is required' }), 'UNAUTHORIZED'],
    ['a 403', answers(403, { error: 'Insufficient credits' }), 'INSUFFICIENT_CREDITS'],
    ['a 402', answers(402, { message: 'Payment required' }), 'INSUFFICIENT_CREDITS'],
    ['a 403 about something else', answers(403, { message: 'Not on this plan' }), 'UNAUTHORIZED'],
    ['a 413 in plain text', answers(413, 'Payload too large'), 'INVALID_INPUT'],
    ['a 415', answers(415, { title: 'Unsupported' }), 'INVALID_INPUT'],
    ['a 422', answers(422, { detail: [{ loc: ['body', 'query'], msg: 'too short' }] }), 'INVALID_INPUT'],
    ['a 428', answers(428, { error: { message: 'A condition is needed' } }), 'INVALID_INPUT'],
  ])('%s, which is reported and not repeated by itself', async (_what, answer, code) => {
    service.fates.push({ charged: false, answer });
    expect((await caller.search()).error).toMatchObject({ code, charged: 'no', retryable: false });
    expect(service.creations).toHaveLength(1);
    expect(await caller.jobs()).toEqual([]);
    expect(await caller.search({ waitSeconds: 5 })).toMatchObject({ job: { ref: 'J1', status: 'success' } });
    expect(service.creations).toHaveLength(2);
    expect(service.charged).toBe(1);
    await expectBooksToHold(caller, service);
  });

  it('a 429 with Retry-After within the time that is left, by itself: one job, one charge', async () => {
    service.fates.push({ charged: false, answer: answers(429, {}, { 'Retry-After': '1' }) });
    expect(await caller.search({ waitSeconds: 6 })).toMatchObject({
      job: { ref: 'J1', status: 'success', reused: false },
      credits: { charged: 'yes', cost: 1 },
    });
    expect(service.creations).toHaveLength(2);
    expect(service.charged).toBe(1);
    await expectBooksToHold(caller, service);
  });

  it('a 429 with Retry-After beyond the time that is left, and nothing is sent before that time', async () => {
    service.fates.push({ charged: false, answer: answers(429, {}, { 'Retry-After': '60' }) });
    const limited = { code: 'RATE_LIMITED', charged: 'no', retryable: true };
    const first = await caller.search();
    expect(first.error).toMatchObject(limited);
    expect(first.error?.next).toContain('60 seconds');
    expect((await caller.search()).error).toMatchObject(limited);
    expect(service.creations).toHaveLength(1);
    expect(await caller.jobs()).toEqual([]);
    await expectBooksToHold(caller, service);
  });
});
