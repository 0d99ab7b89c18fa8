import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilAborted } from '../../../src/lib/deadline.ts';
import { fromWire } from '../../../src/papers/wire.ts';
import { CREATED, FAILED, FINISHED, RUNNING } from '../../helpers/inventive/shapes.ts';
import { FACTS, SPELLINGS, WORKS } from '../../helpers/inventive/works.ts';
import { some } from '../../helpers/runs.ts';
import { clientOf, failureOf, PATIENT } from './loopback.ts';

/** The real client against a service that answers in any form of Part D, over HTTP. */

type Answering = (request: IncomingMessage, response: ServerResponse) => void;
let answering: Answering = () => {};
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  request.resume();
  answering(request, response);
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

function json(body: unknown, headers: Record<string, string> = {}): Answering {
  return (_, response) => response.writeHead(200, headers).end(JSON.stringify(body));
}

async function look(body: unknown) {
  answering = json(body);
  return clientOf(url).status('abc', PATIENT);
}

const TABLES = [
  {
    status: 'completed',
    columns: ['title', 'year', 'doi'],
    rows: [
      ['Owls', 2016, '10.5555/owls'],
      ['Owls again', 2017, '10.5555/again'],
    ],
  },
  {
    status: 'completed',
    schema: [{ name: 'title' }, { name: 'year' }, { name: 'doi' }],
    data: [
      ['Owls', 2016, '10.5555/owls'],
      ['Owls again', 2017, '10.5555/again'],
    ],
  },
  {
    status: 'completed',
    papers: { title: ['Owls', 'Owls again'], year: [2016, 2017], doi: ['10.5555/owls', '10.5555/again'] },
  },
];
const NAMES = ['title', 'year', 'doi'];
const ROWS = [
  ['Owls', '2016', '10.5555/owls'],
  ['Owls again', '2017', '10.5555/again'],
];
/** Results of databases, whose columns are named elsewhere. */
const QUERIES = [
  { resultSetMetaData: { rowType: NAMES.map((name) => ({ name: name.toUpperCase() })) }, data: ROWS },
  { manifest: { schema: { columns: NAMES.map((name) => ({ name })) } }, result: { data_array: ROWS } },
  {
    schema: { fields: NAMES.map((name) => ({ name })) },
    rows: ROWS.map((row) => ({ f: row.map((v) => ({ v })) })),
    jobComplete: true,
  },
  {
    ResultSet: {
      Rows: [NAMES, ...ROWS].map((row) => ({ Data: row.map((VarCharValue) => ({ VarCharValue })) })),
      ResultSetMetadata: { ColumnInfo: NAMES.map((Name) => ({ Name })) },
    },
  },
];
const PAPERS = Object.values(WORKS);
const REQUEST = {
  operation: 'querySearch' as const,
  body: { query: 'how do tides shape the settlement of mussels on rocky shores' },
  filters: { limit: 100 as const },
};

describe('a finished job', () => {
  it.each(some(Object.entries(FINISHED)))('ends with its papers: %s', async (_name, shape) => {
    const answer = await look(shape(PAPERS));
    expect(answer).toMatchObject({ status: 'success', unreadable: 0 });
    expect(answer.papers?.map((paper) => fromWire(paper).title)).toEqual(PAPERS.map(() => FACTS.title));
  });

  it.each(some(Object.entries({ ...WORKS, ...SPELLINGS })))('gives the facts of a paper %s', async (_name, work) => {
    const { papers = [] } = await look({ status: 'completed', papers: [work] });
    // What came is what is stored.
    expect(papers).toEqual([work]);
    const paper = fromWire(papers[0] ?? {});
    expect(paper).toMatchObject({
      ...FACTS,
      isOpenAccess: true,
      quartile: 'Q2',
      pdfLink: 'https://example.org/owls.pdf',
    });
  });

  it('may give pages with titles and addresses, under a longer name', async () => {
    const found = {
      title: 'Owls',
      link: 'https://example.org/owls',
      publication_info: { authors: [{ name: 'J Smith' }] },
    };
    const { papers = [] } = await look({
      search_metadata: { status: 'Success' },
      related_papers: [{ title: 'Others', year: 1990 }],
      organic_results: [found, { title: 'Owls again', link: 'https://example.org/again' }],
    });
    expect(papers.map((paper) => fromWire(paper))).toMatchObject([
      { title: 'Owls', authors: ['J Smith'] },
      { title: 'Owls again' },
    ]);
  });

  it.each(['iso-8859-1', 'utf-16'])('may come in the charset %s', async (charset) => {
    const text = JSON.stringify({ status: 'done', results: [{ title: 'Zoë reads', year: 2016 }] });
    const bytes = charset === 'utf-16' ? Buffer.from(`\ufeff${text}`, 'utf16le') : Buffer.from(text, 'latin1');
    answering = (_, response) =>
      response.writeHead(200, { 'Content-Type': `application/json; charset=${charset}` }).end(bytes);
    const { papers = [] } = await clientOf(url).status('abc', PATIENT);
    expect(papers).toMatchObject([{ title: 'Zoë reads' }]);
    // A charset that is not used.
    answering = (_, response) =>
      response.writeHead(200, { 'Content-Type': 'application/json; charset=iso-8859-1' }).end(text);
    expect(await clientOf(url).status('abc', PATIENT)).toMatchObject({ papers });
  });

  it.each([...TABLES, ...QUERIES])('may give a table: %j', async (body) => {
    const { papers = [] } = await look(body);
    expect(papers.map((paper) => fromWire(paper))).toMatchObject([
      { title: 'Owls', year: 2016, doi: '10.5555/owls' },
      { title: 'Owls again', year: 2017, doi: '10.5555/again' },
    ]);
  });

  it('may have papers of which little is told, under any name', async () => {
    const found = [...PAPERS, { title: 'A title alone' }, { doi: '10.5555/alone' }];
    const answer = await look({ status: 'done', found: [...found, null, { name: 'Jane Smith', role: 'author' }] });
    expect(answer).toMatchObject({ papers: found, unreadable: 1 });
  });

  it('may lack numbers, as Python writes them', async () => {
    answering = (_, response) =>
      response.end(
        '{"status":"done","results":[{"title":"NaN, and Infinity","year":2016,"score":NaN,"x":[-Infinity]}]}',
      );
    const { papers } = await clientOf(url).status('abc', PATIENT);
    expect(papers).toEqual([{ title: 'NaN, and Infinity', year: 2016, score: null, x: [null] }]);
  });

  it('may come in lines', async () => {
    answering = (_, response) => response.end(PAPERS.map((paper) => `${JSON.stringify(paper)}\n`).join(''));
    expect(await clientOf(url).status('abc', PATIENT)).toMatchObject({ status: 'success', papers: PAPERS });
  });

  it.each([
    ['a line of the job first', [{ status: 'completed', total: 2 }, ...PAPERS]],
    ['a line of the job last', [...PAPERS, { done: true }]],
    ['states until the last has all', [{ status: 'queued' }, { status: 'completed', papers: PAPERS }]],
  ])('may come in lines with its state: %s', async (_name, lines) => {
    const events = lines.map((line) => `event: job\ndata: ${JSON.stringify(line)}\n\n`).join('');
    for (const text of [lines.map((line) => JSON.stringify(line)).join('\n'), `${events}data: [DONE]\n\n`]) {
      answering = (_, response) => response.end(text);
      expect(await clientOf(url).status('abc', PATIENT)).toMatchObject({ status: 'success', papers: PAPERS });
    }
  });

  it('that streams its states runs while the last one says so', async () => {
    answering = (_, response) => response.end(`{"status":"queued"}\n${JSON.stringify({ status: 'running' })}\n`);
    expect(await clientOf(url).status('abc', PATIENT)).toMatchObject({ status: 'running' });
    answering = (_, response) => response.end(`${JSON.stringify(PAPERS[0])}\n{"status":"running"}\n`);
    const answer = await clientOf(url).status('abc', PATIENT);
    expect(answer).toMatchObject({ status: 'running', notes: [{ kind: 'papers-so-far', papers: 1 }] });
  });

  it('may give titles and DOIs alone', async () => {
    const { papers = [], unreadable } = await look({
      status: 'done',
      results: ['Owls by night', '10.5555/owls', 'x7'],
    });
    expect(papers.map((paper) => fromWire(paper))).toMatchObject([{ title: 'Owls by night' }, { doi: '10.5555/owls' }]);
    expect(unreadable).toBe(1);
    expect(await look({ status: 'simmering', results: ['Owls by night'] })).not.toHaveProperty('papers');
  });

  it('may lead to its results, at the same service alone', async () => {
    const lead = (to: string) => (request: IncomingMessage, response: ServerResponse) =>
      request.url?.endsWith('/results')
        ? json({ papers: PAPERS })(request, response)
        : response.writeHead(303, { Location: to }).end();
    answering = lead('/api/v1/job/abc/results');
    expect(await clientOf(url).status('abc', PATIENT)).toMatchObject({ status: 'success', papers: PAPERS });
    for (const to of [url.replace('127.0.0.1', 'localhost'), '//elsewhere.example/', '/api/v1/job/abc']) {
      answering = lead(to);
      asked.length = 0;
      await expect(clientOf(url).status('abc', PATIENT)).rejects.toThrow(/303/);
      expect(asked.length).toBeLessThan(5);
    }
  });

  it.each([
    [{ status: 'finished', results: { papers: [] } }],
    [{ status: 'success', results: [] }],
    [{ state: 'done', total: 0, items: [] }],
  ])('may have found nothing: %j', async (body) => {
    expect(await look(body)).toMatchObject({ status: 'success', papers: [] });
  });

  it.each([[{ status: 'finished', results: null }], [{ status: 'completed' }], [{ results: [] }]])(
    'that lacks its list only seems to be over: %j',
    async (body) => {
      expect(await look(body)).toMatchObject({ status: 'finished without papers', seemsOver: 'success' });
    },
  );
});

describe('a failed job', () => {
  it.each(Object.entries(FAILED))('ends with its reason: %s', async (_name, { body, reason }) => {
    const answer = await look(body);
    expect(answer.status).toBe('error');
    expect(answer.notes).toEqual(
      reason === undefined ? [] : [{ kind: 'failure-reason', text: expect.stringContaining(reason) }],
    );
  });
});

describe('a failure without a state', () => {
  it.each([
    { success: false, message: 'index down' },
    { ok: false, error: 'index down' },
    { status: false, message: 'index down' },
    { done: true, error: { code: 3, message: 'index down' } },
    { data: { job: null }, errors: [{ message: 'index down' }] },
    { status: 'completed with error', message: 'index down' },
  ])('only seems to be over: %j', async (body) => {
    const notes = [{ kind: 'failure-reason', text: expect.stringContaining('index down') }];
    expect(await look(body)).toMatchObject({ status: 'error without a result', seemsOver: 'error', notes });
  });
});

describe('a running job', () => {
  it.each([202, 204])('may say nothing but %i', async (status) => {
    answering = (_, response) => response.writeHead(status).end();
    expect(await clientOf(url).status('abc', PATIENT)).toEqual({ status: 'running', unreadable: 0, notes: [] });
  });

  it('is told with the error that a service names beside a word that nobody knows', async () => {
    const answer = await look({ status: 'simmering', error: 'too hot' });
    expect(answer).toMatchObject({ status: 'simmering', notes: [{ kind: 'failure-reason', text: 'too hot' }] });
  });

  it.each(Object.entries(RUNNING))('does not end: %s', async (_name, body) => {
    const answer = await look(body);
    expect(['success', 'error', 'unknown', 'refused', 'submitting']).not.toContain(answer.status);
    expect(answer).not.toHaveProperty('papers');
    expect(answer).not.toHaveProperty('seemsOver');
  });
});

describe('a creation', () => {
  it.each(Object.entries(CREATED))('gives the id: %s', async (_name, { status = 200, text, headers, id }) => {
    answering = (_, response) => response.writeHead(status, headers).end(text);
    asked.length = 0;
    expect(await clientOf(url).create(REQUEST, { deadline: untilAborted(PATIENT) })).toEqual({ jobId: id });
    expect(asked).toHaveLength(1);
  });

  it.each([
    '{"error":"no credits"}',
    '{"status":"queued"}',
    '"ok"',
    '{"data":"accepted"}',
    '{"id":null}',
    '[]',
    '{"jobId":{}}',
    '{"error":"no credits","requestId":"r-17"}',
    '{"error":"no credits","query":{"id":"q-1"}}',
    '{"success":false,"details":{"id":"q-1"}}',
    '{"code":402,"message":"no credits","data":null,"request_id":"r-17"}',
    '{"is_paid":"no-1","valid":"x-2"}',
    '{"snapshot_id":"a-1","statement_id":"a-2"}',
    '{"user_id":"u-1","dataset":{"title":"x"}}',
    '{"data":[{"id":"a-1"},{"id":"a-2"}]}',
    '{"jobs":{"a-1":{},"a-2":{}}}',
    'Created.',
    'no credits, reference 4711',
  ])('without an id leaves the charge unknown and is not sent again: %s', async (text) => {
    answering = (_, response) => response.writeHead(200).end(text);
    asked.length = 0;
    const failure = await failureOf(clientOf(url).create(REQUEST, { deadline: untilAborted(PATIENT) }));
    expect(failure).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'unknown' });
    expect(asked).toHaveLength(1);
  });
});

describe('pages of results', () => {
  const papers = Array.from({ length: 25 }, (_, nth) => ({ id: `p${nth}`, title: `Paper ${nth}`, year: 2000 }));
  type Told = (page: number, isLast: boolean) => { body: object; headers?: Record<string, string> };
  const origin = () => url.replace('/api', '');

  /** Ten papers a page; `told` says how the next one is named. */
  const inPages =
    (told: Told): Answering =>
    (request, response) => {
      const query = new URL(request.url ?? '', url).searchParams;
      const page = Number(
        query.get('page') ?? query.get('cursor')?.slice(1) ?? Number(query.get('offset') ?? 0) / 10 + 1,
      );
      const some = papers.slice((page - 1) * 10, page * 10);
      const { body, headers } = told(page, page * 10 >= papers.length);
      response.writeHead(200, headers).end(JSON.stringify({ status: 'completed', results: some, ...body }));
    };

  const WAYS: Record<string, Told> = {
    'a number': (page, isLast) => ({ body: { nextPage: isLast ? null : page + 1 } }),
    'an address': (page, isLast) => ({ body: { next: isLast ? null : `${url}/v1/job/abc?page=${page + 1}` } }),
    'a path': (page, isLast) => ({ body: { links: { next: isLast ? null : `/v1/job/abc?page=${page + 1}` } } }),
    'a path with the prefix': (page, isLast) => ({ body: isLast ? {} : { next: `/api/v1/job/abc?page=${page + 1}` } }),
    'a query': (page, isLast) => ({ body: { pagination: { next: isLast ? '' : `?page=${page + 1}` } } }),
    'a cursor': (page, isLast) => ({ body: { next_cursor: isLast ? null : `c${page + 1}`, has_more: !isLast } }),
    'a header': (page, isLast) => ({
      body: {},
      headers: isLast ? undefined : { Link: `<${url}/v1/job/abc?page=${page + 1}>; rel="next"` },
    }),
    'numbers of pages': (page) => ({ body: { page, total_pages: 3 } }),
    'more and a page': (page, isLast) => ({ body: { meta: { page, hasMore: !isLast } } }),
    'a list of links': (page, isLast) => ({
      body: isLast
        ? {}
        : {
            link: [
              { '@ref': 'self', '@href': '?page=1' },
              { '@ref': 'next', '@href': `?page=${page + 1}` },
            ],
          },
    }),
    'an offset and a total': (page) => ({ body: { offset: (page - 1) * 10, limit: 10, total: 25 } }),
  };

  it.each(Object.entries(WAYS))('are followed by %s', async (_name, told) => {
    answering = inPages(told);
    const answer = await clientOf(url).status('abc', PATIENT);
    expect(answer.papers?.map(({ id }) => id)).toEqual(papers.map(({ id }) => id));
    expect(answer).toMatchObject({ status: 'success', notes: [] });
  });

  it('end at the limit of the job', async () => {
    answering = inPages((page) => ({ body: { nextPage: page + 1, total: 5000 } }));
    const answer = await clientOf(url).status('abc', PATIENT, 20);
    expect(answer).toMatchObject({ status: 'success', notes: [] });
    expect(answer.papers).toHaveLength(20);
  });

  it('that lead in a circle end', async () => {
    answering = json({ status: 'completed', results: papers, next: '/v1/job/abc?page=2', total: 60 });
    asked.length = 0;
    expect(await clientOf(url).status('abc', PATIENT)).toMatchObject({
      papers,
      notes: [{ kind: 'more-results', papers: 25, total: 60 }],
    });
    expect(asked).toHaveLength(2);
  });

  it('are told where nobody says how to get them, or they are of somebody else', async () => {
    const foreign = { next: 'https://elsewhere.example/v1/job/abc?page=2' };
    for (const more of [{ total: 60 }, { has_more: true }, foreign]) {
      answering = json({ status: 'completed', results: papers, ...more });
      asked.length = 0;
      const { notes } = await clientOf(url).status('abc', PATIENT);
      const why = more === foreign ? 'elsewhere' : 'not-told';
      expect(notes).toMatchObject([{ kind: 'more-results', papers: 25, why }]);
      expect(asked).toHaveLength(1);
    }
    expect(origin()).toContain('127.0.0.1');
  });

  it('are told where a finished job names only the address of results of somebody else', async () => {
    answering = json({ status: 'completed', resultsUrl: 'https://elsewhere.example/results' });
    asked.length = 0;
    expect(await clientOf(url).status('abc', PATIENT)).toMatchObject({
      seemsOver: 'success',
      notes: [{ kind: 'more-results', papers: 0, why: 'elsewhere' }],
    });
    expect(asked).toHaveLength(1);
  });

  it('are not missing where a page past the last one cannot be read', async () => {
    const first = { status: 'completed', results: papers, total: 25 };
    answering = json({ ...first, page: 0, totalPages: 1 });
    asked.length = 0;
    expect(await clientOf(url).status('abc', PATIENT)).toMatchObject({ papers, notes: [] });
    expect(asked).toHaveLength(1);
    answering = (request, response) =>
      request.url?.includes('page=')
        ? response.writeHead(404).end('{}')
        : json({ ...first, next: 2 })(request, response);
    const client = clientOf(url);
    expect(await client.status('abc', PATIENT)).toMatchObject({ status: 'pages in progress' });
    expect(await client.status('abc', PATIENT)).toMatchObject({ papers, notes: [] });
  });

  it('of which one fails are asked for again, and what came is not lost', async () => {
    const good = inPages((page, isLast) => ({ body: { nextPage: isLast ? null : page + 1, total: 25 } }));
    let isBroken = true;
    answering = (request, response) =>
      isBroken && request.url?.includes('page=2') ? response.writeHead(404).end('{}') : good(request, response);
    const client = clientOf(url);
    expect(await client.status('abc', PATIENT)).toMatchObject({
      status: 'pages in progress',
      notes: [{ kind: 'papers-so-far', papers: 10, total: 25 }],
    });
    isBroken = false;
    asked.length = 0;
    expect((await client.status('abc', PATIENT)).papers).toHaveLength(25);
    expect(asked).toEqual(['GET /api/v1/job/abc?page=2', 'GET /api/v1/job/abc?page=3']);

    isBroken = true;
    await client.status('abc', PATIENT);
    const end = await client.status('abc', PATIENT);
    expect(end.papers).toHaveLength(10);
    expect(end.notes).toEqual([{ kind: 'more-results', papers: 10, total: 25, why: 'failed' }]);
  });

  it('go on in the next call if the time of one is over', async () => {
    const abort = new AbortController();
    const good = inPages((page, isLast) => ({ body: { nextPage: isLast ? null : page + 1 } }));
    answering = (request, response) =>
      request.url?.includes('page=2') && !abort.signal.aborted
        ? abort.abort(new Error('time'))
        : good(request, response);
    const client = clientOf(url);
    await expect(client.status('abc', abort.signal)).rejects.toThrow('time');
    asked.length = 0;
    expect((await client.status('abc', PATIENT)).papers).toHaveLength(25);
    expect(asked).toHaveLength(2);
  });

  it.each([
    { resultsUrl: '/v1/job/abc/results' },
    { output_url: '/v1/job/abc/results' },
    {
      _links: [
        { rel: 'self', href: '/v1/job/abc' },
        { rel: 'results', href: '/v1/job/abc/results' },
      ],
    },
  ])('may be at an address of their own: %j', async (told) => {
    answering = (request, response) =>
      json(request.url?.endsWith('/results') ? papers : { status: 'completed', ...told })(request, response);
    expect(await clientOf(url).status('abc', PATIENT)).toMatchObject({ status: 'success', papers });
  });
});
