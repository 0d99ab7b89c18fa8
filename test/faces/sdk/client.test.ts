import { afterEach, describe, expect, it } from 'vitest';
import { type ClientOptions, createSearchClient, PaperqueueError } from '../../../src/faces/sdk/client.ts';
import { type ScriptedOptions, ScriptedService } from '../../helpers/scripted-service.ts';
import { SCRAPER_KEY, TOKEN } from '../../helpers/secrets.ts';

/** The exported client against the scripted service, over HTTP. */

const QUERY = 'How do coral reefs recover after mass bleaching, and what slows their recovery down?';
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function open(scripted: ScriptedOptions = {}, options: Partial<ClientOptions> = {}) {
  const service = await new ScriptedService(scripted).start();
  closers.push(() => service.stop());
  const client = createSearchClient({ baseUrl: service.baseUrl, token: TOKEN, requestsPerMinute: 600, ...options });
  closers.push(() => client.close());
  return { service, client };
}

describe('the exported client', () => {
  it('creates a job, waits for it and gives its papers', async () => {
    const { service, client } = await open({
      pollsUntilDone: 2,
      papers: [{ title: 'Reefs', year: 2020, own: [1] }, 'no paper'],
    });
    const { jobId } = await client.create({ query: QUERY, limit: 200, year: '2015:2020', enrich: true });
    const seen: string[] = [];
    const job = await client.wait(jobId, { onStatus: (status) => seen.push(status) });
    expect(job).toMatchObject({ status: 'success', isFinal: true, unreadable: 1 });
    expect(job.papers).toEqual([expect.objectContaining({ title: 'Reefs', year: 2020, own: [1] })]);
    expect(seen.length).toBeGreaterThanOrEqual(1);
    expect(service.creations).toHaveLength(1);
    const [creation] = service.requests.filter(({ method }) => method === 'POST');
    expect(creation).toMatchObject({ path: '/api/v1/job/combinedSearch', query: 'limit=200&year=2015%3A2020' });
    expect(creation?.body).toEqual({ query: QUERY, enrich: true });
  });

  it('has the papers of a service that answers at once, under an id of its own that it never sends', async () => {
    const { service, client } = await open({
      intercept: ({ method }, response) => {
        if (method === 'POST') response.end(JSON.stringify({ results: [{ id: 'p1', title: 'Reefs', year: 2020 }] }));
        return method === 'POST';
      },
    });
    const { jobId } = await client.create({ query: QUERY });
    const other = await client.create({ query: QUERY });
    expect(other.jobId).not.toBe(jobId);
    expect(await client.wait(jobId)).toMatchObject({ status: 'success', papers: [{ title: 'Reefs' }], notes: [] });
    expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'POST']);
  });

  it('tells the balances', async () => {
    const { client } = await open({ credits: { basic: 7 } });
    expect(await client.balances()).toMatchObject({ basic: 7 });
  });

  it('refuses a wrong request with every wrong field, and sends nothing', async () => {
    const { service, client } = await open();
    const wrong = { operation: 'keywordSearch', keywords: ['one'], limit: 150, query: QUERY } as never;
    const error = await client.create(wrong).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(PaperqueueError);
    expect(error.details).toMatchObject({ code: 'INVALID_INPUT', charged: 'no', retryable: false });
    expect(error.details.fields.map(({ field }: { field: string }) => field).sort()).toEqual([
      'keywords',
      'limit',
      'query',
    ]);
    expect(service.requests).toEqual([]);
  });

  it('says of a lost answer that nobody knows of the charge, and sends nothing again', async () => {
    const { service, client } = await open({
      intercept: ({ method }, response) => {
        if (method !== 'POST') return false;
        response.destroy();
        return true;
      },
    });
    const error = await client.create({ query: QUERY }).catch((thrown) => thrown);
    expect(error.details).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'unknown', retryable: false });
    expect(service.requests).toHaveLength(1);
  });

  it('stops waiting when it is told to, and the job goes on', async () => {
    const { client } = await open({ pollsUntilDone: 10_000 });
    const { jobId } = await client.create({ query: QUERY });
    const stop = new AbortController();
    const waiting = client.wait(jobId, { signal: stop.signal, onStatus: () => stop.abort(new Error('enough')) });
    await expect(waiting).rejects.toThrow();
    expect((await client.status(jobId)).isFinal).toBe(false);
  });

  it('keeps its pace', async () => {
    const { service, client } = await open({}, { requestsPerMinute: 2 });
    await client.balances();
    await client.balances();
    const signal = AbortSignal.timeout(300);
    await expect(client.balances({ signal })).rejects.toThrow();
    expect(service.requests).toHaveLength(2);
  });

  it('takes another fetch', async () => {
    const asked: string[] = [];
    const { client } = await open(
      {},
      {
        fetch: async (url) => {
          asked.push(url);
          return Response.json({ basicCreditsBalance: 3 });
        },
      },
    );
    expect(await client.balances()).toEqual({ basic: 3 });
    expect(asked).toEqual([expect.stringMatching(/\/v1\/user\/getCredits$/)]);
  });

  it.each([
    ['an address over plain HTTP', { baseUrl: 'http://search.example.org' }, 'baseUrl'],
    ['a token with blanks', { token: `${SCRAPER_KEY} x` }, 'token'],
    ['no pace', { requestsPerMinute: 0 }, 'requestsPerMinute'],
  ])('refuses %s without repeating it', (_, change, field) => {
    const make = () => createSearchClient({ baseUrl: 'https://search.example.org', token: TOKEN, ...change });
    expect(make).toThrow(PaperqueueError);
    expect(make).toThrow(new RegExp(`^${field}: (?!.*${SCRAPER_KEY})`));
  });
});
