import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import { createEmbedder, type EndpointOptions } from '../../../src/search/embeddings/endpoint.ts';
import { json, serve } from '../../helpers/sources/stand-ins.ts';
import { VirtualTime } from '../../helpers/virtual-time.ts';

const SIGNAL = new AbortController().signal;
const LIMITS = { timeoutMs: 60_000, signal: SIGNAL };
const KEY = 'emb-3c7a90d1e5f24b68';
const TEXTS = ['coral reefs', 'dark matter'];

const embedderAt = (url: string, more: Partial<EndpointOptions> = {}) =>
  createEmbedder({ url, model: 'small', fetch, ...more });
const answer = (...embeddings: unknown[]) => ({ data: embeddings.map((embedding, index) => ({ index, embedding })) });

describe('what is sent', () => {
  it('is the model and the texts, without a key where there is none', async () => {
    const { url, arrivals } = await serve(json(answer([1, 0], [0, 1])));
    const vectors = await embedderAt(`${url}/v1`).embed(TEXTS, LIMITS);
    expect(vectors).toEqual([Float32Array.from([1, 0]), Float32Array.from([0, 1])]);
    expect(arrivals).toMatchObject([{ method: 'POST', url: '/v1/embeddings' }]);
    expect(JSON.parse(arrivals[0]?.body ?? '')).toEqual({ model: 'small', input: TEXTS, encoding_format: 'float' });
    expect(arrivals[0]?.headers.authorization).toBeUndefined();
  });

  it.each(['/v1/', '/v1/embeddings'])('goes to the same address for %s', async (path) => {
    const { url, arrivals } = await serve(json(answer([1], [1])));
    await embedderAt(`${url}${path}`).embed(TEXTS, LIMITS);
    expect(arrivals[0]?.url).toBe('/v1/embeddings');
  });

  it('is the key as bearer token, to that host alone: a redirect is a failure', async () => {
    const other = await serve(json(answer([1], [1])));
    const { url, arrivals } = await serve(json({}, 307, { location: `${other.url}/v1/embeddings` }));
    const given = await embedderAt(url, { key: new Secret(KEY) }).embed(TEXTS, LIMITS);
    expect(given).toEqual({ failure: 'refused', detail: { status: 307 } });
    expect(arrivals[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(other.arrivals).toEqual([]);
  });
});

describe('vectors', () => {
  it('stand in the order of the texts, whatever the order of the answer', async () => {
    const data = [
      { index: 1, embedding: [0, 1] },
      { index: 0, embedding: [1, 0] },
    ];
    const { url } = await serve(json({ data }));
    expect(await embedderAt(url).embed(TEXTS, LIMITS)).toEqual([Float32Array.from([1, 0]), Float32Array.from([0, 1])]);
  });

  it.each<[string, unknown]>([
    ['too few', answer([1, 0])],
    ['too many', answer([1, 0], [0, 1], [1, 1])],
    ['of two lengths', answer([1, 0], [1, 0, 0])],
    ['empty', answer([], [])],
    ['without a direction', answer([0, 0], [1, 0])],
    ['not of numbers alone (JSON writes NaN as null)', answer([1, null], [0, 1])],
    ['of texts', answer(['1', '0'], [0, 1])],
    ['beyond the range of their numbers', answer([1e39, 1], [0, 1])],
    ['twice for one text', { data: [0, 0].map((index) => ({ index, embedding: [1, 0] })) }],
    ['for a text that was not sent', { data: [0, 2].map((index) => ({ index, embedding: [1, 0] })) }],
    ['in another form', { embeddings: [[1, 0]] }],
    ['none', null],
  ])('that are %s are not used', async (_, value) => {
    const { url } = await serve(json(value));
    expect(await embedderAt(url).embed(TEXTS, LIMITS)).toEqual({ failure: 'unreadable' });
  });

  it('cut off inside the JSON are not used', async () => {
    const { url } = await serve((response) => response.end('{"data":[{"index":0,"embedding":[1,'));
    expect(await embedderAt(url).embed(TEXTS, LIMITS)).toEqual({ failure: 'unreadable' });
  });
});

describe('an endpoint that gives none', () => {
  it.each([
    [401, { failure: 'key refused' }],
    [403, { failure: 'key refused' }],
    [429, { failure: 'rate limited' }],
    [404, { failure: 'refused', detail: { status: 404 } }],
    [500, { failure: 'refused', detail: { status: 500 } }],
  ])('answers %i: %j', async (status, told) => {
    const { url } = await serve(json({ error: { message: `your key ${KEY} is wrong` } }, status));
    const failure = await embedderAt(url, { key: new Secret(KEY) }).embed(TEXTS, LIMITS);
    expect(failure).toEqual(told);
  });

  it('is not there', async () => {
    const { url, close } = await serve(json({}));
    await close();
    expect(await embedderAt(url).embed(TEXTS, LIMITS)).toEqual({ failure: 'unreachable' });
  });

  it('hangs until the time is over', async () => {
    const timers = new VirtualTime();
    const { url } = await serve(() => timers.pass(60_000));
    expect(await embedderAt(url, { timers }).embed(TEXTS, LIMITS)).toEqual({ failure: 'too slow' });
  });

  it('hangs when the job ends', async () => {
    const job = new AbortController();
    const { url } = await serve(() => job.abort());
    const failure = await embedderAt(url).embed(TEXTS, { ...LIMITS, signal: job.signal });
    expect(failure).toEqual({ failure: 'too slow' });
  });
});
