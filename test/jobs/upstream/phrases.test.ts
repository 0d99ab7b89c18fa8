import { describe, expect, it } from 'vitest';
import type { JobRequest } from '../../../src/contract/requests.ts';
import { untilAborted } from '../../../src/lib/deadline.ts';
import {
  type Answering,
  answer,
  clientOf,
  failureOf,
  type Loopback,
  loopbackServers,
  PATIENT,
  resets,
} from './loopback.ts';

const REQUEST: JobRequest = {
  operation: 'keywordSearch',
  body: { keywords: ['tide', 'mussel', 'shore'], enrich: true },
  filters: { limit: 100 },
};
const WANTS_PHRASES = answer(400, { error: [{ message: 'Required', path: 'phrases' }] });

const start = loopbackServers();

const bodies = (server: Loopback) => server.received.map(({ body }) => JSON.parse(body));
const NEW = { keywords: ['tide', 'mussel', 'shore'], enrich: true };
const OLD = { phrases: ['tide', 'mussel', 'shore'], enrich: true };

describe('a service that knows the keyword list as phrases', () => {
  it('gets the request once more under that name, which a 400 makes free', async () => {
    const server = await start(WANTS_PHRASES, answer(200, { jobId: 'a' }));
    expect(await clientOf(server.url).create(REQUEST, { deadline: untilAborted(PATIENT) })).toEqual({ jobId: 'a' });
    expect(bodies(server)).toEqual([NEW, OLD]);
  });

  it('gets phrases at once from then on', async () => {
    const server = await start(WANTS_PHRASES, answer(200, { jobId: 'a' }));
    const client = clientOf(server.url);
    await client.create(REQUEST, { deadline: untilAborted(PATIENT) });
    await client.create(REQUEST, { deadline: untilAborted(PATIENT) });
    expect(bodies(server)).toEqual([NEW, OLD, OLD]);
  });

  it('is not asked a third time when it refuses phrases too', async () => {
    const server = await start(WANTS_PHRASES);
    expect(await failureOf(clientOf(server.url).create(REQUEST, { deadline: untilAborted(PATIENT) }))).toMatchObject({
      code: 'INVALID_INPUT',
      charged: 'no',
      fields: [{ field: 'phrases', message: 'Required' }],
    });
    expect(bodies(server)).toEqual([NEW, OLD]);
  });

  it.each<[string, Answering]>([
    ['answers 500', answer(500, {})],
    ['resets the connection', resets],
  ])('leaves the charge unknown when it %s at the second sending', async (_what, second) => {
    const server = await start(WANTS_PHRASES, second);
    expect(await failureOf(clientOf(server.url).create(REQUEST, { deadline: untilAborted(PATIENT) }))).toMatchObject({
      code: 'CHARGE_UNKNOWN',
      charged: 'unknown',
    });
    expect(server.received).toHaveLength(2);
  });
});

describe('a 400 that is not about the name of the list', () => {
  it('is final when it names other fields', async () => {
    const server = await start(answer(400, { error: [{ message: 'too many', path: 'keywords' }] }));
    expect(await failureOf(clientOf(server.url).create(REQUEST, { deadline: untilAborted(PATIENT) }))).toMatchObject({
      code: 'INVALID_INPUT',
    });
    expect(server.received).toHaveLength(1);
  });

  it('is final when the request holds no keywords', async () => {
    const server = await start(WANTS_PHRASES);
    const query = 'how do tides shape the settlement of mussels on rocky shores';
    const failure = await failureOf(
      clientOf(server.url).create(
        { ...REQUEST, operation: 'combinedSearch', body: { query } },
        { deadline: untilAborted(PATIENT) },
      ),
    );
    expect(failure).toMatchObject({ code: 'INVALID_INPUT', charged: 'no' });
    expect(server.received).toHaveLength(1);
  });
});
