import { describe, expect, it } from 'vitest';
import type { JobRequest } from '../../../src/contract/requests.ts';
import type { AttemptOutcome } from '../../../src/jobs/ports/service.ts';
import { inProcessTransport, type Transport } from '../../../src/jobs/upstream/transport.ts';
import { untilAborted } from '../../../src/lib/deadline.ts';
import type { Pacer, Priority } from '../../../src/platform/net/pacer.ts';
import { clientOf, failureOf, PATIENT } from './loopback.ts';

/** What the client makes of answers and of its pace, without a network. */

const REQUEST: JobRequest = {
  operation: 'keywordSearch',
  body: { keywords: ['tide', 'mussel', 'shore'] },
  filters: { limit: 100 },
};
const DEADLINE = untilAborted(PATIENT);

type Scripted = { status?: number; headers?: Record<string, string>; body?: unknown };

/** A service that answers in turn (the last answer to all that follow), and what it was asked. */
function serviceOf(...answers: Scripted[]) {
  const asked: { url: string; init: RequestInit }[] = [];
  const transport = inProcessTransport(async (url, init) => {
    asked.push({ url, init });
    const { status = 200, headers = {}, body = {} } = answers[Math.min(asked.length, answers.length) - 1] ?? {};
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
  });
  return { asked, transport };
}

/** A pace with a place for everybody, and what was asked of it. */
function watchedPacer() {
  const log: string[] = [];
  const pacer: Pacer = {
    acquire: async (priority: Priority) => {
      log.push(priority);
      return { giveBack: () => void log.push('given back') };
    },
    pauseUntil: () => void log.push('pause'),
  };
  return { log, pacer };
}

const urlOf = 'http://service.invalid';

describe('an answer', () => {
  it.each([
    ['that is no JSON', 'no json', 'it is not JSON'],
    ['that says nothing', {}, 'it says nothing about a job'],
    ['that is a number', 5, 'it says nothing about a job'],
    ['with too many values', `[${'[],'.repeat(1_300_000)}0]`, 'it is larger than any job can be'],
  ])('%s to a look at a job is named as what it is', async (_what, body, said) => {
    const { transport } = serviceOf({ body });
    const failure = await failureOf(clientOf(urlOf, { transport }).status('abc', PATIENT));
    expect(failure).toMatchObject({ code: 'UPSTREAM_INVALID', message: expect.stringContaining(said) });
  });

  it.each([
    [{ jobs: [] }, 'it does not say whether there is a job'],
    [{ jobId: 'job-token-of-the-test' }, 'the job id repeats a secret'],
  ])('%j to the closing of a key is named as what it is', async (body, said) => {
    const { transport } = serviceOf({ body });
    const failure = await failureOf(clientOf(urlOf, { transport }).closeKey('key', PATIENT));
    expect(failure).toMatchObject({ code: 'UPSTREAM_INVALID', message: expect.stringContaining(said) });
  });

  it('without a job id leaves the charge unknown, and says why', async () => {
    const { transport } = serviceOf({ body: { job: 'x' } });
    const failure = await failureOf(clientOf(urlOf, { transport }).create(REQUEST, { deadline: DEADLINE }));
    expect(failure).toMatchObject({
      code: 'CHARGE_UNKNOWN',
      message: expect.stringContaining('the answer holds no job id'),
    });
  });

  it.each([300, 305, 399])('with status %i is none to rely on, whatever its body says', async (status) => {
    const { transport } = serviceOf({ status, body: { jobId: 'x' } });
    const failure = await failureOf(clientOf(urlOf, { transport }).create(REQUEST, { deadline: DEADLINE }));
    expect(failure).toMatchObject({ code: 'CHARGE_UNKNOWN' });
  });

  it.each([409, 422, 429, 500, 503])('with status %i keeps the id that its body names', async (status) => {
    const { transport } = serviceOf({ status, body: { error: { message: 'no' }, data: { job_id: 'x7' } } });
    const error = await clientOf(urlOf, { transport })
      .create(REQUEST, { deadline: DEADLINE })
      .catch((each) => each);
    expect(error.details).toMatchObject({
      code: 'CHARGE_UNKNOWN',
      problem: expect.arrayContaining([{ kind: 'names-job', jobId: 'x7' }]),
    });
  });

  it('is asked for as JSON', async () => {
    const { asked, transport } = serviceOf({ body: { status: 'queued' } });
    await clientOf(urlOf, { transport }).status('abc', PATIENT);
    expect(asked[0]?.init.headers).toMatchObject({ Accept: 'application/json' });
  });
});

describe('the pace', () => {
  it('is asked for a place by what goes out, and paused only when an answer asks for it', async () => {
    const { log, pacer } = watchedPacer();
    const { transport } = serviceOf(
      { body: { jobId: 'abc' } },
      { status: 404 },
      { status: 404, headers: { 'Retry-After': '7' } },
    );
    const client = clientOf(urlOf, { transport, pacer });
    await client.create(REQUEST, { deadline: DEADLINE });
    await failureOf(client.status('abc', PATIENT));
    expect(log).toEqual(['create', 'read']);
    await failureOf(client.status('abc', PATIENT));
    expect(log).toEqual(['create', 'read', 'read', 'pause']);
  });

  it('reads a date by the clock of the service that sent it', async () => {
    const headers = { Date: 'Sun, 06 Nov 2011 08:49:37 GMT', 'Retry-After': 'Sun, 06 Nov 2011 08:49:44 GMT' };
    const { transport } = serviceOf({ status: 429, headers });
    const facts = await failureOf(clientOf(urlOf, { transport }).status('abc', PATIENT));
    expect(facts).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 7 });
  });

  it('keeps the place of a read that went out, and gets that of one that was aborted before', async () => {
    const { log, pacer } = watchedPacer();
    const lost: Transport = {
      ...serviceOf().transport,
      fetch: async () => {
        throw new Error('lost');
      },
    };
    await failureOf(clientOf(urlOf, { transport: lost, pacer }).status('abc', PATIENT));
    expect(log).not.toContain('given back');
    const end = new AbortController();
    const ending: Pacer = {
      ...pacer,
      acquire: async (priority) => {
        end.abort(new Error('gone'));
        return pacer.acquire(priority);
      },
    };
    const client = clientOf(urlOf, { transport: serviceOf({ body: { status: 'queued' } }).transport, pacer: ending });
    expect(await failureOf(client.status('abc', end.signal))).toEqual({ notOurError: end.signal.reason });
    expect(log.at(-1)).toBe('given back');
  });
});

describe('the attempts of a creation', () => {
  it('are none where there was no place in the pace', async () => {
    const attempts: AttemptOutcome[] = [];
    const pacer: Pacer = {
      ...watchedPacer().pacer,
      acquire: async () => {
        throw new Error('the store is out of order');
      },
    };
    const { transport } = serviceOf({ body: { jobId: 'abc' } });
    const creation = clientOf(urlOf, { transport, pacer }).create(REQUEST, {
      deadline: DEADLINE,
      onAttempt: (outcome) => attempts.push(outcome),
    });
    expect(await failureOf(creation)).toMatchObject({ notOurError: expect.any(Error) });
    expect(attempts).toEqual([]);
  });

  it('are none where the dial was forbidden', async () => {
    const attempts: AttemptOutcome[] = [];
    const { asked, transport } = serviceOf({ body: { jobId: 'abc' } });
    const ended = new AbortController();
    const creation = clientOf(urlOf, { transport }).create(REQUEST, {
      deadline: untilAborted(ended.signal),
      beforeDial: () => {
        // Otherwise it would be tried again: nothing has left.
        ended.abort();
        throw new Error('judged');
      },
      onAttempt: (outcome) => attempts.push(outcome),
    });
    await failureOf(creation);
    expect([attempts, asked]).toEqual([[], []]);
  });
});

describe('the name of the keyword list', () => {
  const names = (asked: { init: RequestInit }[]) =>
    asked.map(({ init }) => Object.keys(JSON.parse(String(init.body))).filter((name) => /keywords|phrases/.test(name)));
  const wants = (error: unknown): Scripted => ({ status: 400, body: { error } });

  it.each([
    ['in a sentence', wants('phrases is required')],
    [
      'as one field of several',
      wants([
        { message: 'x', path: 'limit' },
        { message: 'y', path: 'phrases' },
      ]),
    ],
  ])('is the older one for a service that says so %s', async (_how, refusal) => {
    const { asked, transport } = serviceOf(refusal, { body: { jobId: 'abc' } });
    await clientOf(urlOf, { transport }).create(REQUEST, { deadline: DEADLINE });
    expect(names(asked)).toEqual([['keywords'], ['phrases']]);
  });

  it('stays the usual one where the older one is refused as well, and is tried again in the next call', async () => {
    const { asked, transport } = serviceOf(wants('phrases is required'));
    const client = clientOf(urlOf, { transport });
    await failureOf(client.create(REQUEST, { deadline: DEADLINE }));
    await failureOf(client.create(REQUEST, { deadline: DEADLINE }));
    expect(names(asked)).toEqual([['keywords'], ['phrases'], ['keywords'], ['phrases']]);
  });

  it('is not tried again once the older one is known', async () => {
    const { asked, transport } = serviceOf(
      wants('phrases is required'),
      { body: { jobId: 'a' } },
      wants('phrases: too many'),
    );
    const client = clientOf(urlOf, { transport });
    await client.create(REQUEST, { deadline: DEADLINE });
    expect(await failureOf(client.create(REQUEST, { deadline: DEADLINE }))).toMatchObject({ code: 'INVALID_INPUT' });
    expect(names(asked)).toEqual([['keywords'], ['phrases'], ['phrases']]);
  });

  it('is no matter of answers that may have cost something', async () => {
    const { asked, transport } = serviceOf({ status: 500, body: { error: 'phrases is required' } });
    const failure = await failureOf(clientOf(urlOf, { transport }).create(REQUEST, { deadline: DEADLINE }));
    expect(failure).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'unknown' });
    expect(asked).toHaveLength(1);
  });
});
