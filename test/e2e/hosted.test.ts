import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedService } from '../helpers/scripted-service.ts';
import { SCRAPER_KEY, TOKEN } from '../helpers/secrets.ts';
import { ServerHere } from '../helpers/server-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const KEYWORDS = ['owls', 'reading glasses', 'night vision'];
const QUERY = 'How do owls that are fitted with reading glasses fare at night, compared with owls without any?';
const dataDir = temporaryFolder();
let scripted: ScriptedService;
let server: ServerHere;
let calls = 0;

async function open(settings: Record<string, string> = {}): Promise<void> {
  server = new ServerHere({
    PAPERQUEUE_DATA_DIR: dataDir,
    PAPERQUEUE_BASE_URL: scripted.baseUrl,
    PAPERQUEUE_TOKEN: TOKEN,
    PAPERQUEUE_REQUESTS_PER_MINUTE: '600',
    PAPERQUEUE_LOG_LEVEL: 'debug',
    ...settings,
  });
  await server.initialize();
}

function call(name: string, args: object) {
  calls += 1;
  return server.call(calls, name, args);
}

beforeAll(async () => {
  scripted = await new ScriptedService({ token: TOKEN }).start();
});
afterAll(() => scripted.stop());
afterEach(() => {
  scripted.options = { token: TOKEN };
  scripted.requests.length = 0;
  scripted.charges.length = 0;
});

/** Ends the server; it has said no secret. */
async function close(): Promise<void> {
  await server.end();
  const everything = JSON.stringify(server.messages) + server.stderr;
  expect(everything).not.toContain(TOKEN);
  expect(everything).not.toContain(SCRAPER_KEY);
}

describe('hosted mode', () => {
  afterEach(close);

  it('sends exactly what the contract says', async () => {
    await open();
    await call('combined_search', {
      keywords: KEYWORDS,
      query: QUERY,
      limit: 200,
      fieldsOfStudy: ['Computer Science', 'Art'],
      minCitationCount: 3,
      openAccessPdf: true,
      downloadable: false,
      quartileRanking: 'Q1,Q2',
      publicationTypes: ['book series'],
      sort: 'year:asc',
      year: '2010:2020',
      callbackUrl: 'https://example.org/done?x=1',
      enrich: true,
    });
    const [creation] = scripted.creations;
    expect(creation?.path).toBe('/api/v1/job/combinedSearch');
    expect(creation?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' });
    expect(creation?.query).toBe(
      'limit=200&fieldsOfStudy=Computer%20Science%2CArt&minCitationCount=3&openAccessPdf=true&downloadable=false' +
        '&quartileRanking=Q1%2CQ2&publicationTypes=book%20series&sort=year%3Aasc&year=2010%3A2020',
    );
    expect(creation?.body).toEqual({
      keywords: KEYWORDS,
      query: QUERY,
      callbackUrl: 'https://example.org/done?x=1',
      enrich: true,
    });
    expect(scripted.charges).toEqual([{ pool: 'pro', cost: 2 }]);
  });

  it('sends the scraper key where the operation takes one, unless enrich is false', async () => {
    await open({ PAPERQUEUE_SCRAPER_KEY: SCRAPER_KEY });
    const found = await call('keyword_search', { keywords: KEYWORDS });
    expect(found.json).toMatchObject({ credits: { pool: 'privateKey', cost: 1 } });
    await call('keyword_search', { keywords: KEYWORDS, enrich: false });
    await call('query_search', { query: QUERY });
    expect(scripted.creations.map((request) => request.body)).toEqual([
      { keywords: KEYWORDS, scraperKey: SCRAPER_KEY },
      { keywords: KEYWORDS, enrich: false },
      { query: QUERY },
    ]);
    expect(scripted.charges.map((charge) => charge.pool)).toEqual(['privateKey', 'basic', 'basic']);
  });

  it('speaks the older dialect once it has met it, for one charge a job', async () => {
    scripted.options = { token: TOKEN, dialect: 'phrases' };
    await open();
    expect((await call('keyword_search', { keywords: [...KEYWORDS, 'one'] })).isError).toBe(false);
    expect((await call('keyword_search', { keywords: [...KEYWORDS, 'two'] })).isError).toBe(false);
    expect(scripted.creations.map((request) => Object.keys(request.body as object))).toEqual([
      ['keywords'],
      ['phrases'],
      ['phrases'],
    ]);
    expect(scripted.charges).toHaveLength(2);
  });

  it('says plainly that a job ended in error, and that it was charged', async () => {
    scripted.options = { token: TOKEN, outcome: 'error' };
    await open();
    const { isError, json } = await call('query_search', { query: `${QUERY} In vain.` });
    expect(isError).toBe(true);
    expect(json.error).toMatchObject({ code: 'JOB_FAILED', charged: 'yes', retryable: false });
    expect((json.error as { message: string }).message).toBe(
      'The service ended job J7 with an error and returned no papers. Its credits were taken when it was created. It is not known whether they were refunded: the service reports no balance now.',
    );
  });

  it('never repeats a creation whose outcome is unknown, and answers the same call with that state', async () => {
    const intercept: ScriptedService['options']['intercept'] = (request, response) => {
      if (request.method !== 'POST') return false;
      response.writeHead(502).end('Bad gateway');
      return true;
    };
    scripted.options = { token: TOKEN, intercept };
    await open();
    const args = { query: `${QUERY} Through a broken gateway.` };
    const first = await call('query_search', args);
    expect(first.json.error).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'unknown', retryable: false });
    const second = await call('query_search', args);
    expect(second.json.error).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'no' });
    expect(scripted.creations).toHaveLength(1);
    const ref = /\bJ\d+\b/.exec((first.json.error as { message: string }).message)?.[0];
    const looked = await call('get_job', { jobId: ref });
    expect(looked.json).toMatchObject({ job: { ref, status: 'unknown' }, credits: { charged: 'unknown' } });

    scripted.options = { token: TOKEN };
    const accepted = await call('query_search', { ...args, acceptPossibleDoubleCharge: true });
    expect(accepted.json).toMatchObject({ job: { status: 'success' }, credits: { charged: 'yes' } });
    expect(scripted.creations).toHaveLength(2);
  });

  it('makes a new job of an equal search only when asked to', async () => {
    await open();
    const args = { query: `${QUERY} Twice.` };
    const first = await call('query_search', args);
    const second = await call('query_search', args);
    const third = await call('query_search', { ...args, fresh: true });
    const refs = [first, second, third].map(({ json }) => (json.job as { ref: string }).ref);
    expect(refs[1]).toBe(refs[0]);
    expect(refs[2]).not.toBe(refs[0]);
    expect(second.json.credits).toMatchObject({ cost: 0, charged: 'no' });
    expect(scripted.charges).toHaveLength(2);
  });

  it('reads a job that was created elsewhere, by its id', async () => {
    await open();
    const made = await call('query_search', { query: `${QUERY} Elsewhere.` });
    const jobId = (made.json.job as { jobId: string }).jobId;
    await server.end();
    server = new ServerHere({
      PAPERQUEUE_DATA_DIR: `${dataDir}/elsewhere`,
      PAPERQUEUE_BASE_URL: scripted.baseUrl,
      PAPERQUEUE_TOKEN: TOKEN,
    });
    await server.initialize();
    const read = await call('get_job', { jobId });
    expect(read.json).toMatchObject({ job: { ref: 'J1', jobId, operation: 'unknown' }, page: { total: 1 } });
    expect((await call('get_job', { jobId: 'J99' })).json.error).toMatchObject({ code: 'JOB_NOT_FOUND' });
    expect((await call('get_job', { jobId: 'no such id' })).json.error).toMatchObject({ code: 'JOB_NOT_FOUND' });
  });

  it('asks the service nothing about a finished job', async () => {
    await open();
    const made = await call('query_search', { query: `${QUERY} Once.` });
    const asked = scripted.requests.length;
    const { ref } = made.json.job as { ref: string };
    const read = await call('get_job', { jobId: ref, view: 'full', where: { minCitations: 13 } });
    expect(read.json).toMatchObject({ page: { total: 0 } });
    expect((await call('get_job', { jobId: ref, refs: [`${ref}-1`, `${ref}-9`] })).json).toMatchObject({
      papers: [{ ref: `${ref}-1` }],
      notes: expect.arrayContaining([
        `Unknown references, not papers of any recorded job or of the library: ${ref}-9.`,
      ]),
    });
    expect(scripted.requests).toHaveLength(asked);
  });
});

describe('a bad call', () => {
  beforeAll(() => open());
  afterAll(close);

  const query = QUERY;
  it.each<[string, string, object, string]>([
    ['neither keywords nor query', 'combined_search', {}, 'keywords or query'],
    ['two keywords', 'combined_search', { keywords: ['a', 'b'] }, 'keywords'],
    ['eleven keywords', 'keyword_search', { keywords: 'abcdefghijk'.split('') }, 'keywords'],
    ['no keywords', 'keyword_search', {}, 'keywords'],
    ['a blank keyword', 'keyword_search', { keywords: ['a', 'b', ' '] }, 'keywords[2]'],
    ['a query of 49 characters', 'query_search', { query: 'q'.repeat(49) }, 'query'],
    ['a query of 5001 characters', 'query_search', { query: 'q'.repeat(5001) }, 'query'],
    ['a callback over http', 'query_search', { query, callbackUrl: 'http://example.org' }, 'callbackUrl'],
    ['a callback to localhost', 'query_search', { query, callbackUrl: 'https://localhost/x' }, 'callbackUrl'],
    ['a callback to loopback in disguise', 'query_search', { query, callbackUrl: 'https://0x7f.1' }, 'callbackUrl'],
    ['limit 150', 'query_search', { query, limit: 150 }, 'limit'],
    ['minCitationCount 0', 'query_search', { query, minCitationCount: 0 }, 'minCitationCount'],
    ['an unknown field of study', 'query_search', { query, fieldsOfStudy: ['Astrology'] }, 'fieldsOfStudy[0]'],
    ['an unknown field as a text', 'query_search', { query, fieldsOfStudy: 'lawn' }, 'fieldsOfStudy[0]'],
    ['an unknown quartile', 'query_search', { query, quartileRanking: ['Q5'] }, 'quartileRanking[0]'],
    ['an unknown type', 'query_search', { query, publicationTypes: ['blog'] }, 'publicationTypes[0]'],
    ['openAccessPdf as a word', 'query_search', { query, openAccessPdf: 'perhaps' }, 'openAccessPdf'],
    ['a sort without direction', 'query_search', { query, sort: 'year' }, 'sort'],
    ['a year range backwards', 'query_search', { query, year: '2020:2010' }, 'year'],
    ['an unknown key', 'query_search', { query, years: '2020' }, 'years'],
    ['a scraper key as an argument', 'combined_search', { query, scraperKey: 'k' }, 'scraperKey'],
    ['a wait of 51 seconds', 'query_search', { query, waitSeconds: 51 }, 'waitSeconds'],
    ['an unknown limit to estimate', 'estimate_credits', { limit: 1 }, 'limit'],
    ['no job to get', 'get_job', {}, 'jobId'],
    ['an unknown key in where', 'get_job', { jobId: 'J1', where: { year: 2020 } }, 'where.year'],
  ])('with %s is refused with the field named, before anything is sent', async (_what, name, args, field) => {
    const { isError, json } = await call(name, args);
    expect(isError).toBe(true);
    expect(json.error).toMatchObject({ code: 'INVALID_INPUT', charged: 'no', retryable: false });
    expect((json.error as { fields: { field: string }[] }).fields.map((entry) => entry.field)).toEqual([field]);
    expect(scripted.requests).toEqual([]);
  });
});
