import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import { createScrapingService, ScrapingUnreachable } from '../../../src/service/scraping/scraping-service.ts';
import { SCRAPER_KEY } from '../../helpers/secrets.ts';
import {
  answers,
  breaksOff,
  cutsShort,
  errorOf,
  type Handler,
  httpServers,
  NOBODY,
  PATIENT,
  shownBy,
  staysSilent,
} from './http-servers.ts';

const start = httpServers();
const KEY = new Secret(SCRAPER_KEY);

function usage(remainingCredits: unknown): Handler {
  return answers(200, { success: true, data: { remainingCredits, planCredits: 1000, billingPeriodStart: null } });
}

async function check(handler: Handler, key = KEY) {
  const { url } = await start(handler);
  return createScrapingService({ baseUrl: url, fetch, timeoutMs: 2_000 }).checkKey(key, PATIENT);
}

describe('checking a key', () => {
  it('asks for the credits that are left, with the key as bearer token', async () => {
    const { url, asked } = await start(usage(942));
    expect(await createScrapingService({ baseUrl: url, fetch }).checkKey(KEY, PATIENT)).toBe('ok');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      method: 'GET',
      url: '/v2/team/credit-usage',
      headers: { authorization: `Bearer ${SCRAPER_KEY}` },
    });
  });

  it.each(['/', '/v2', '/v2/'])('takes an address that ends in %s', async (end) => {
    const { url, asked } = await start(usage(50));
    await createScrapingService({ baseUrl: url + end, fetch }).checkKey(KEY, PATIENT);
    expect(asked[0]?.url).toBe('/v2/team/credit-usage');
  });

  it.each([50, 51, 99_999_999])('accepts one with %i credits left', async (credits) => {
    expect(await check(usage(credits))).toBe('ok');
  });

  it.each([49, 0, -3, 49.9])('refuses one with %d credits left, and says how many', async (remaining) => {
    expect(await check(usage(remaining))).toEqual({ problem: 'too few credits', remaining });
  });

  it.each<[string, Handler, string]>([
    ['401', answers(401, { success: false, error: 'Unauthorized: Invalid token' }), 'invalid'],
    ['401 without their words', answers(401, ''), 'invalid'],
    ['403 of the service itself', answers(403, { success: false, error: 'Forbidden' }), 'invalid'],
    [
      '402',
      answers(402, { success: false, error: 'Insufficient credits to perform this request.' }),
      'too few credits',
    ],
  ])('reads %s as a verdict on the key', async (_what, handler, problem) => {
    expect(await check(handler)).toEqual({ problem });
  });

  it.each(['', 'fc-with blank', 'fc-line\nbreak', 'fc-ключ'])('refuses %j without asking', async (text) => {
    const { url, asked } = await start(usage(1000));
    const service = createScrapingService({ baseUrl: url, fetch });
    expect(await service.checkKey(new Secret(text), PATIENT)).toEqual({ problem: 'invalid' });
    expect(asked).toEqual([]);
  });
});

describe('a service that cannot be asked', () => {
  it.each<[string, Handler]>([
    ['500', answers(500, { success: false, error: 'Internal server error while fetching credit usage' })],
    ['503 with an HTML page', answers(503, '<html>down</html>')],
    ['404', answers(404, { success: false, error: 'Could not find credit usage information' })],
    ['403 of something in between', answers(403, '<html>checking your browser</html>')],
    ['a redirect', answers(302, '', { Location: 'https://elsewhere.example/' })],
    ['a login page under 200', answers(200, '<html>Log in</html>')],
    ['an error under 200', answers(200, { success: false, error: 'no' })],
    ['no number of credits', usage('942')],
    ['no data', answers(200, { success: true, data: null })],
    ['JSON that is no object', answers(200, '[]')],
    ['an endless answer', answers(200, `"${'x'.repeat(200_000)}"`)],
    ['a connection that breaks', breaksOff],
    ['an answer that is cut short', cutsShort],
  ])('is told by %s', async (_what, handler) => {
    const error = await errorOf(check(handler));
    expect(error).toBeInstanceOf(ScrapingUnreachable);
    expect(shownBy(error)).not.toContain(SCRAPER_KEY);
  });

  it('is told by 429', async () => {
    const error = await errorOf(check(answers(429, { success: false, error: 'slow' })));
    expect(error).toBeInstanceOf(ScrapingUnreachable);
    expect(error).toMatchObject({ why: { failure: 'rate limited' } });
  });

  it('is told by silence', async () => {
    const { url } = await start(staysSilent);
    const service = createScrapingService({ baseUrl: url, fetch, timeoutMs: 50 });
    expect(await errorOf(service.checkKey(KEY, PATIENT))).toBeInstanceOf(ScrapingUnreachable);
  });

  it('is told by nobody being there', async () => {
    const service = createScrapingService({ baseUrl: NOBODY, fetch });
    expect(await errorOf(service.checkKey(KEY, PATIENT))).toBeInstanceOf(ScrapingUnreachable);
  });

  it('does not keep what fetch threw, which may repeat the key', async () => {
    const gossips = () => Promise.reject(new TypeError(`invalid header value: Bearer ${SCRAPER_KEY}`));
    const service = createScrapingService({ baseUrl: NOBODY, fetch: gossips });
    const error = await errorOf(service.checkKey(KEY, PATIENT));
    expect(error).toBeInstanceOf(ScrapingUnreachable);
    expect(shownBy(error) + inspect(error, { depth: 10, showHidden: true })).not.toContain(SCRAPER_KEY);
  });

  it('is not blamed when the caller stops', async () => {
    const { url } = await start(staysSilent);
    const stop = new AbortController();
    const checking = createScrapingService({ baseUrl: url, fetch }).checkKey(KEY, stop.signal);
    stop.abort(new Error('the caller went away'));
    expect((await errorOf(checking)).message).toBe('the caller went away');
  });
});
