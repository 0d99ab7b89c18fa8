import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilAborted } from '../../../src/lib/deadline.ts';
import { clientOf, failureOf, PATIENT } from './loopback.ts';

/** The real client against a service that answers a creation with the papers themselves. */

const asked: string[] = [];
let answer: { text: string; headers?: Record<string, string>; isCut?: boolean } = { text: '' };
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  request.resume();
  const { text, headers, isCut } = answer;
  response.writeHead(200, { ...headers, ...(isCut && { 'Content-Length': String(text.length + 50) }) });
  if (!isCut) return void response.end(text);
  response.write(text, () => response.destroy());
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const REQUEST = {
  operation: 'querySearch' as const,
  body: { query: 'how do tides shape the settlement of mussels on rocky shores' },
  filters: { limit: 100 as const },
};
const PAPERS = [
  { id: 'p-1', title: 'Owls by night', year: 2016 },
  { id: 'p-2', title: 'Owls by day', year: 2017 },
];
const [ONE] = PAPERS;

function create(body: unknown, more: Omit<typeof answer, 'text'> = {}) {
  answer = { text: typeof body === 'string' ? body : JSON.stringify(body), ...more };
  asked.length = 0;
  return clientOf(url).create(REQUEST, { deadline: untilAborted(PATIENT) });
}

describe('a creation that is answered with papers and no id', () => {
  it.each<[string, unknown, unknown?]>([
    ['a list', PAPERS],
    ['a list of one', [ONE], [ONE]],
    ['results', { results: PAPERS }],
    ['one result', { results: [ONE] }, [ONE]],
    ['a word', { status: 'success', papers: PAPERS }],
    ['a word that usually means a job', { status: 'created', data: PAPERS }],
    ['two levels down', { data: { search: { items: PAPERS } } }],
    ['the only result in two levels', { data: { result: [ONE] } }, [ONE]],
    [
      'the only result as an object',
      { result: { ...ONE, authors: 'Ada Example' } },
      [{ ...ONE, authors: 'Ada Example' }],
    ],
    ['the id of the request', { requestId: 'r-17', results: PAPERS }],
    ['the id of the query', { query: { id: 'q-1' }, results: PAPERS }],
    ['the id of what nobody knows', { success: true, meta: { trace: { id: 't-1' } }, results: PAPERS }],
    ['an error, and an id of anything', { error: 'one source was away', id: 'r-17', results: PAPERS }],
    ['lines', PAPERS.map((paper) => `${JSON.stringify(paper)}\n`).join('')],
  ])('has its result: %s', async (_form, body, papers = PAPERS) => {
    expect(await create(body)).toMatchObject({ jobId: null, result: { status: 'success', papers, notes: [] } });
    expect(asked).toHaveLength(1);
  });

  it('has its result, not the job of an address that is no job', async () => {
    for (const Location of ['/api/v1/papers/p-1', '/api/v1/search?query=owls', '/results.json']) {
      expect(await create({ results: PAPERS }, { headers: { Location } })).toMatchObject({ jobId: null });
    }
  });

  it('may have found nothing, if it says that it is over', async () => {
    expect(await create({ status: 'finished', results: [] })).toMatchObject({ jobId: null, result: { papers: [] } });
    expect(await failureOf(create({ results: [] }))).toMatchObject({ code: 'CHARGE_UNKNOWN' });
  });

  it.each([
    [{ status: 'failed' }, 'failed'],
    [{ status: 'running' }, 'running'],
  ])('says a word that contradicts them: %j', async (state, status) => {
    const { result } = await create({ ...state, results: PAPERS });
    expect(result).toMatchObject({ status: 'success', notes: [{ kind: 'papers-though', status }] });
  });

  it('says that there are more, which cannot be asked for', async () => {
    const more = { kind: 'more-results', papers: 2, why: 'no-job' };
    for (const [fields, note] of [
      [{ total: 60 }, { ...more, total: 60 }],
      [{ next: `${url}/v1/search?page=2` }, more],
    ] as const) {
      expect((await create({ results: PAPERS, ...fields })).result?.notes).toEqual([note]);
      expect(asked).toHaveLength(1);
    }
  });

  it('has its result although the connection broke after the last byte', async () => {
    expect(await create({ results: PAPERS }, { isCut: true })).toMatchObject({
      jobId: null,
      result: { papers: PAPERS },
    });
    const half = JSON.stringify({ results: PAPERS }).slice(0, -4);
    expect(await failureOf(create(half, { isCut: true }))).toMatchObject({ code: 'CHARGE_UNKNOWN' });
    const line = `${JSON.stringify(ONE)}\n`;
    expect(await failureOf(create(`${line}${line.slice(0, 9)}`, { isCut: true }))).toMatchObject({
      code: 'CHARGE_UNKNOWN',
    });
  });
});

describe('a creation that is answered with papers and an id', () => {
  it.each<[string, unknown, unknown[], Record<string, string>?]>([
    ['abc-1', { jobId: 'abc-1', results: [ONE] }, [ONE]],
    ['abc-1', { id: 'abc-1', title: 'My search', results: PAPERS, total: 2 }, PAPERS],
    ['abc-1', { job: { id: 'abc-1', status: 'completed' }, papers: [ONE] }, [ONE]],
    ['abc-1', PAPERS, PAPERS, { Location: '/api/v1/job/abc-1' }],
  ])('is the job %s, finished: %j', async (jobId, body, papers, headers) => {
    expect(await create(body, { headers })).toMatchObject({ jobId, result: { status: 'success', papers, notes: [] } });
    expect(asked).toHaveLength(1);
  });

  it.each([
    { jobId: 'abc-1', status: 'running', results: PAPERS },
    { jobId: 'abc-1', status: 'success', results: PAPERS, total: 60 },
    { jobId: 'abc-1', results: PAPERS, has_more: true },
    { jobId: 'abc-1', results: PAPERS, next: '/api/v1/job/abc-1?page=2' },
    { jobId: 'abc-1', status: 'success', results: [] },
  ])('is a job to look at if these are not all: %j', async (body) => {
    expect(await create(body)).toEqual({ jobId: 'abc-1' });
  });
});
