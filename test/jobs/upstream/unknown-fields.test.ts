import { describe, expect, it } from 'vitest';
import type { JobRequest } from '../../../src/contract/requests.ts';
import { untilAborted } from '../../../src/lib/deadline.ts';
import { answer, clientOf, failureOf, loopbackServers, PATIENT } from './loopback.ts';

/** Fields of an operation that the specification does not have: a 400 that does not know them costs nothing. */

const start = loopbackServers();
const KEYWORDS: JobRequest = {
  operation: 'keywordSearch',
  body: { keywords: ['tide', 'mussel', 'shore'], scraperKey: 'key-of-a-scraper' },
  filters: { limit: 100 },
};
const QUERY: JobRequest = {
  operation: 'querySearch',
  body: { query: 'how do tides shape the settlement of mussels on rocky shores', enrich: true },
  filters: { limit: 100 },
};
const created = answer(200, { jobId: 'a' });
const options = { deadline: untilAborted(PATIENT) };
const bodies = (server: { received: { body: string }[] }) => server.received.map(({ body }) => JSON.parse(body));

describe('a field that the service does not know is left out, and the request sent once more, after', () => {
  it.each<[string, unknown]>([
    ['its name as the path', { error: [{ path: 'scraperKey', message: 'Unrecognized key' }] }],
    ['its name in a text', { message: 'Unknown field: scraperKey' }],
    ['zod', { error: "Unrecognized key(s) in object: 'scraperKey'" }],
    ['ajv, which names nothing', { errors: [{ instancePath: '', message: 'must NOT have additional properties' }] }],
    ['an unnamed field', { error: 'unknown field in body' }],
    ['plain text', 'scraperKey is not allowed here'],
  ])('%s', async (_what, body) => {
    const server = await start(answer(400, body), created, created);
    const client = clientOf(server.url);
    const dialled: unknown[] = [];
    const beforeDial = ({ body: sent }: JobRequest) => void dialled.push(sent.scraperKey);
    expect(await client.create(KEYWORDS, { ...options, beforeDial })).toEqual({ jobId: 'a', without: 'scraperKey' });
    // Each sending is announced with what it sends.
    expect(dialled).toEqual(['key-of-a-scraper', undefined]);
    // From then on it is not sent at once.
    expect(client.asTaken?.(KEYWORDS).body.scraperKey).toBeUndefined();
    expect(await client.create(KEYWORDS, options)).toEqual({ jobId: 'a', without: 'scraperKey' });
    expect(bodies(server).map((sent) => 'scraperKey' in sent)).toEqual([true, false, false]);
  });

  it('a 400 that names enrich in a search by a text', async () => {
    const server = await start(answer(400, { errors: [{ field: 'enrich', message: 'no' }] }), created);
    expect(await clientOf(server.url).create(QUERY, options)).toEqual({ jobId: 'a', without: 'enrich' });
    expect(bodies(server)).toEqual([QUERY.body, { query: QUERY.body.query }]);
  });

  it('and before the list of keywords gets its other name', async () => {
    const server = await start(
      answer(400, { error: 'scraperKey is not supported' }),
      answer(400, { error: [{ path: 'phrases', message: 'Required' }] }),
      created,
    );
    expect(await clientOf(server.url).create(KEYWORDS, options)).toMatchObject({ without: 'scraperKey' });
    expect(bodies(server).map((sent) => Object.keys(sent))).toEqual([
      ['keywords', 'scraperKey'],
      ['keywords'],
      ['phrases'],
    ]);
  });
});

describe('nothing is sent again, or left out,', () => {
  it.each<[string, number, unknown]>([
    ['of a key that is wrong', 400, { error: [{ path: 'scraperKey', message: 'is invalid' }] }],
    ['of a key with too few credits', 400, { error: 'scraperKey: fewer than 50 credits are left' }],
    ['where another field is unknown', 400, { error: 'unknown field downloadable' }],
    ['where another field is wrong', 400, { error: [{ path: 'keywords', message: 'too few' }] }],
    ['after another status', 422, { error: 'unknown field scraperKey' }],
    ['after a failure of the service', 500, { error: 'unknown field scraperKey' }],
  ])('%s', async (_what, status, body) => {
    const server = await start(answer(status, body), created);
    expect(await failureOf(clientOf(server.url).create(KEYWORDS, options))).toBeDefined();
    expect(server.received).toHaveLength(1);
  });

  it('of a combined search, which takes both by the specification', async () => {
    const server = await start(answer(400, { error: 'unknown field scraperKey' }), created);
    const request: JobRequest = { ...KEYWORDS, operation: 'combinedSearch' };
    expect(await failureOf(clientOf(server.url).create(request, options))).toMatchObject({ code: 'INVALID_INPUT' });
    expect(server.received).toHaveLength(1);
  });

  it('a second time', async () => {
    const server = await start(answer(400, { error: 'unknown field scraperKey' }));
    expect(await failureOf(clientOf(server.url).create(KEYWORDS, options))).toMatchObject({
      code: 'INVALID_INPUT',
      charged: 'no',
    });
    expect(server.received).toHaveLength(2);
  });
});
