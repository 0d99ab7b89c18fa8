import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCRAPER_KEYS } from '../helpers/scraping-stand-in.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { DOCUMENT, type GeneratedService, openGeneratedService } from './generated-service.ts';
import { type Generated, generatedRequests, KNOWN_JOB, KNOWN_PAPER, TOKENS } from './request-arbitraries.ts';
import { ALLOWED_A_MINUTE, REPLETE_REVIEW, REVIEW_EXAMPLES, WORN_REVIEW } from './review-examples.ts';
import { KEYWORDS, QUERY } from './service.ts';

const RUNS = 1_500;

const rich = { Authorization: `Bearer ${TOKENS.rich}`, 'Content-Type': 'application/json' };
const poor = { ...rich, Authorization: `Bearer ${TOKENS.poor}` };
const request = (method: string, target: string, more: Partial<Generated> = {}): Generated => ({
  method,
  target,
  headers: rich,
  body: undefined,
  ...more,
});

/**
 * The service as it is; with one request a minute; with no room in the queue; with a store that is gone; with a mistake
 * inside; with a review whose log is damaged, beside as many records as may wait.
 */
type State = 'usual' | 'limited' | 'full' | 'broken' | 'faulty' | 'worn' | 'replete';
type Example = [path: string, status: number, state: State, request: Generated];

const BODIES = { combinedSearch: { ...KEYWORDS, ...QUERY }, keywordSearch: KEYWORDS, querySearch: QUERY };

const creations = Object.entries(BODIES).flatMap(([name, valid]): Example[] => {
  const path = `/v1/job/${name}`;
  const post = (more: Partial<Generated> = {}) => request('POST', path, { body: JSON.stringify(valid), ...more });
  return [
    [path, 200, 'usual', post()],
    [path, 400, 'usual', post({ body: '{}' })],
    [path, 401, 'usual', post({ headers: {} })],
    [path, 403, 'usual', post({ headers: poor })],
    [path, 405, 'usual', request('DELETE', path)],
    [path, 413, 'usual', post({ body: 'x'.repeat(300 * 1024) })],
    [path, 415, 'usual', post({ headers: { ...rich, 'Content-Type': 'text/plain' } })],
    [path, 429, 'limited', post()],
    [path, 500, 'faulty', post()],
    [path, 503, 'full', post()],
  ];
});

const reads = (
  [
    ['/v1/user/getJobs', '/v1/user/getJobs?idempotencyKey=k'],
    ['/v1/job/{jobId}', `/v1/job/${KNOWN_JOB}`],
    ['/v1/user/getCredits', '/v1/user/getCredits'],
    ['/v1/papers/search', '/v1/papers/search?title=owls'],
    ['/v1/papers/{id}', `/v1/papers/${KNOWN_PAPER}`],
  ] as const
).flatMap(([path, target]): Example[] => [
  [path, 200, 'usual', request('GET', target)],
  [path, 401, 'usual', request('GET', target, { headers: {} })],
  [path, 405, 'usual', request('PUT', target, { body: '{}' })],
  [path, 429, 'limited', request('GET', target)],
  [path, 500, 'faulty', request('GET', target)],
  [path, 503, 'broken', request('GET', target)],
]);

const CLOSING = '/v1/job/closeKey';
const close = (more: Record<string, string> = {}) =>
  request('POST', CLOSING, { headers: { ...rich, 'Idempotency-Key': 'k', ...more } });

const EXAMPLES: Example[] = [
  ...creations,
  ...reads,
  [CLOSING, 200, 'usual', close()],
  [CLOSING, 400, 'usual', close({ 'Idempotency-Key': '' })],
  [CLOSING, 401, 'usual', close({ Authorization: '' })],
  [CLOSING, 405, 'usual', request('PUT', CLOSING)],
  [CLOSING, 429, 'limited', close()],
  [CLOSING, 500, 'faulty', close()],
  [CLOSING, 503, 'broken', close()],
  ['/v1/user/getJobs', 400, 'usual', request('GET', '/v1/user/getJobs?key=k')],
  ['/v1/job/{jobId}', 404, 'usual', request('GET', '/v1/job/none')],
  ['/v1/papers/{id}', 404, 'usual', request('GET', '/v1/papers/none')],
  ['/v1/papers/search', 400, 'usual', request('GET', '/v1/papers/search')],
  ['/healthz', 200, 'broken', request('GET', '/healthz', { headers: {} })],
  ['/healthz', 405, 'usual', request('POST', '/healthz')],
  ['/readyz', 200, 'usual', request('GET', '/readyz', { headers: {} })],
  ['/readyz', 405, 'usual', request('POST', '/readyz')],
  ['/readyz', 503, 'broken', request('GET', '/readyz', { headers: {} })],
  ['/openapi.json', 200, 'usual', request('GET', '/openapi.json', { headers: {} })],
  ['/openapi.json', 405, 'usual', request('POST', '/openapi.json')],
  ...REVIEW_EXAMPLES,
];

describe('every answer that the document lists', () => {
  const services = {} as Record<State, GeneratedService>;
  beforeAll(async () => {
    services.usual = await openGeneratedService(temporaryFolder());
    services.limited = await openGeneratedService(temporaryFolder(), { requestsPerMinute: 1 });
    services.full = await openGeneratedService(temporaryFolder(), { maxOpenJobs: 0 });
    services.broken = await openGeneratedService(temporaryFolder());
    services.faulty = await openGeneratedService(temporaryFolder(), {
      accountOfToken: () => {
        throw new Error('a mistake');
      },
    });
    services.worn = await openGeneratedService(temporaryFolder());
    await services.limited.send(request('GET', '/v1/user/getCredits'));
    for (let sent = 0; sent < ALLOWED_A_MINUTE; sent++) await services.limited.send(request('GET', '/v1/reviews'));
    for (const each of WORN_REVIEW) expect((await services.worn.send(each)).status).toBe(200);
    services.worn.damageReview(3);
    services.replete = await openGeneratedService(temporaryFolder());
    for (const each of REPLETE_REVIEW) expect((await services.replete.send(each)).status).toBe(200);
    services.replete.fillReview();
    services.broken.breakStore();
  });
  afterAll(async () => {
    // The broken one has no store left to close.
    for (const state of ['usual', 'limited', 'full', 'faulty', 'worn', 'replete'] as const)
      await services[state]?.close();
  });

  it.each(EXAMPLES)('%s %i is given as listed (%s)', async (_path, status, state, example) => {
    const answer = await services[state].send(example);
    expect(answer.problem).toBeUndefined();
    expect(answer.status).toBe(status);
  });

  it('has an example here, and each example is listed', () => {
    const listed = Object.entries(DOCUMENT.paths).flatMap(([path, item]) =>
      Object.values(item).flatMap(({ responses }) => Object.keys(responses).map((status) => `${path} ${status}`)),
    );
    expect(EXAMPLES.map(([path, status]) => `${path} ${status}`).sort()).toEqual(listed.sort());
  });
});

describe('generated requests', () => {
  let service: GeneratedService;
  beforeAll(async () => {
    service = await openGeneratedService(temporaryFolder());
  });
  afterAll(() => service?.close());

  const expectListed = async (generated: Generated) => {
    const { problem, fault } = await service.send(generated);
    expect(fault ?? problem).toBeUndefined();
  };
  const post = (body: string) => request('POST', '/v1/job/querySearch', { body });

  it.each<[string, Generated]>([
    ['lists nested by the thousand in a field', post(`{"query":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)],
    [
      'lists nested by the thousand in a keyword',
      request('POST', '/v1/job/keywordSearch', {
        body: `{"keywords":["a","b",${'['.repeat(50_000)}${']'.repeat(50_000)}]}`,
      }),
    ],
    ['lists nested by the thousand in callbackUrl', post(`{"callbackUrl":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)],
    ['a body that is never closed', post('['.repeat(100_000))],
    ['halves of characters', post(`{"query":"${'\\ud800'.repeat(60)}"}`)],
    ['zero characters', post(`{"query":"${'a\\u0000'.repeat(60)}"}`)],
    ['bytes that are no UTF-8', request('POST', '/v1/job/querySearch', { body: [0x7b, 0xff, 0xfe, 0x7d] })],
    [
      'a scraperKey longer than any header',
      request('POST', '/v1/job/keywordSearch', {
        body: JSON.stringify({ ...KEYWORDS, scraperKey: SCRAPER_KEYS.unknown.padEnd(20_000, 'x') }),
      }),
    ],
    ['a large body where none belongs', request('PUT', '/v1/user/getCredits', { body: 'x'.repeat(300 * 1024) })],
    ['a large body at /healthz', request('POST', '/healthz', { body: 'x'.repeat(300 * 1024) })],
    ['the name of an operation as an id', request('GET', '/v1/job/keywordSearch')],
    [
      'names that every object has',
      request('POST', '/v1/job/querySearch?__proto__=1&constructor=1', { body: '{"__proto__":1}' }),
    ],
  ])('%s: answered as listed', async (_what, generated) => expectListed(generated));

  it(`of the document's own schemas, ${RUNS} of them: no 5xx, and no answer that is not listed`, async () => {
    await fc.assert(fc.asyncProperty(generatedRequests(DOCUMENT), expectListed), { numRuns: RUNS });
  });

  it('leave each created job done and charged once', async () => {
    expect(await service.settle()).toEqual([]);
  });
});
